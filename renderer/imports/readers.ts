import { colladaReader } from './collada/reader.ts'
import { fbxReader } from './fbx/reader.ts'
import { refuseForeign } from './foreign.ts'
import { formatOf, nameOfFormat } from './formats.ts'
import { gltfReader } from './gltf/reader.ts'
import { ifcReader } from './ifc/reader.ts'
import { objReader } from './obj/reader.ts'
import { plyReader } from './ply/reader.ts'
import { modelError, type ModelReader, type ReadAsset, type ReadOptions } from './reader.ts'
import { rhinoReader } from './rhino/reader.ts'
import { stlReader } from './stl/reader.ts'
import { tdsReader } from './tds/reader.ts'
import { threeMfReader } from './three-mf/reader.ts'
import { usdReader } from './usd/reader.ts'

/** The formats of models that Atrium reads. */
export const READERS: readonly ModelReader[] = [
  gltfReader, ifcReader, fbxReader, colladaReader, rhinoReader, usdReader, threeMfReader, plyReader, stlReader, tdsReader, objReader,
]

/** By content; a name that disagrees does not count. What no reader knows goes to the one whose extension it bears, which says what is wrong. */
export function readerOf(bytes: Uint8Array, name: string): ModelReader {
  const known = READERS.find((reader) => reader.sniff(bytes))
  if (known === undefined) refuseForeign(bytes, name)
  return known ?? READERS.find(({ id }) => id === formatOf(name)?.id) ?? READERS[0]
}

/**
 * Reads a model of any format into pieces, meshes and textures, as large and as upright as its file says; `readTreated` also looks whether that is so.
 *
 * @throws AtriumError with a `model-` code, `file-unsupported` or `sibling-refused`; the detail is a sentence about this file
 */
export async function readModel(bytes: Uint8Array<ArrayBuffer>, options: ReadOptions): Promise<ReadAsset> {
  const reader = readerOf(bytes, options.name)
  try {
    return await reader.read(bytes, options)
  } catch (error) {
    throw modelError(error, nameOfFormat(reader.id))
  }
}
