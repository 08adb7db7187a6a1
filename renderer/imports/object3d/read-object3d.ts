import type * as THREE from 'three'
import type { Converted } from '../conversion.ts'
import { findSibling } from '../find-sibling.ts'
import type { ReadOptions } from '../reader.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { toDocument } from './to-document.ts'
import { withNamedTextures } from './named-textures.ts'

/**
 * Runs one of three's loaders and turns what it read into glTF.
 *
 * @param parse  synchronous; y up afterwards
 * @param metresPerUnit  of its coordinates
 */
export async function readObject3d(parse: () => THREE.Object3D, metresPerUnit: number, options: ReadOptions): Promise<Converted> {
  const root = withNamedTextures(parse)
  options.onProgress?.(0.6)
  return toDocument(root, metresPerUnit, (name) => readBeside(name, options))
}

/** A file that the model names, wherever it lies beside it; null: it is not there. */
export async function readBeside(name: string, { readSibling, listSiblings }: ReadOptions): Promise<Uint8Array<ArrayBuffer> | null> {
  if (readSibling === undefined) return null
  const path = findSibling(name, (await listSiblings?.()) ?? [])
  if (path === null) return null
  try {
    return await readSibling(path)
  } catch (error) {
    if (error instanceof AtriumError && error.code === 'cancelled') throw error
    return null
  }
}
