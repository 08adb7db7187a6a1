import { AtriumError } from '../../errors/atrium-error.ts'
import { findSibling } from './find-sibling.ts'
import type { ReadOptions } from '../reader.ts'

/**
 * A file that the model names, wherever it lies beside it; null: it is not there, and `onMissing` is told.
 *
 * @param otherwise  a name that is taken where the first is nowhere
 */
export async function readBeside(name: string, { readSibling, listSiblings, onMissing }: Pick<ReadOptions, 'readSibling' | 'listSiblings' | 'onMissing'>, otherwise?: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const paths = readSibling === undefined ? [] : (await listSiblings?.()) ?? []
  const path = findSibling(name, paths) ?? (otherwise === undefined ? null : findSibling(otherwise, paths))
  try {
    if (readSibling !== undefined && path !== null) return await readSibling(path)
  } catch (error) {
    if (error instanceof AtriumError && error.code === 'cancelled') throw error
  }
  onMissing?.(name.replace(/^\.\//, ''))
  return null
}
