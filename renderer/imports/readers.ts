import { formatOf } from './formats.ts'
import { gltfReader } from './gltf/reader.ts'
import { modelError, type ModelReader, type ReadOptions } from './reader.ts'
import type { LoadedAsset } from './types.ts'

/** The formats of models that Atrium reads. */
export const READERS: readonly ModelReader[] = [
  gltfReader,
]

/** By content; what no reader knows goes to the one whose extension it bears, which says what is wrong. */
export function readerOf(bytes: Uint8Array, name: string): ModelReader {
  return READERS.find((reader) => reader.sniff(bytes)) ?? READERS.find(({ id }) => id === formatOf(name)?.id) ?? READERS[0]
}

/**
 * Reads a model of any format into pieces, meshes and textures.
 *
 * @throws AtriumError with a `model-` code or `sibling-refused`; the detail is a sentence about this file
 */
export async function readModel(bytes: Uint8Array<ArrayBuffer>, options: ReadOptions): Promise<LoadedAsset> {
  try {
    return await readerOf(bytes, options.name).read(bytes, options)
  } catch (error) {
    throw modelError(error)
  }
}
