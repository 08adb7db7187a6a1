import { AtriumError } from '../../errors/atrium-error.ts'
import { findSibling } from './find-sibling.ts'
import type { ReadOptions } from '../reader.ts'

/** A file that the model names, wherever it lies beside it; null: it is not there, and `onMissing` is told. */
export async function readBeside(name: string, { readSibling, listSiblings, onMissing }: Pick<ReadOptions, 'readSibling' | 'listSiblings' | 'onMissing'>): Promise<Uint8Array<ArrayBuffer> | null> {
  const path = readSibling === undefined ? null : findSibling(name, (await listSiblings?.()) ?? [])
  try {
    if (readSibling !== undefined && path !== null) return await readSibling(path)
  } catch (error) {
    if (error instanceof AtriumError && error.code === 'cancelled') throw error
  }
  onMissing?.(name)
  return null
}
