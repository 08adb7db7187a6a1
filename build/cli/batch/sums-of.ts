import type { Store } from '../../../electron/batch/files/store.ts'
import { SumsError, type SumsSource } from '../../../renderer/output/sums/sums.ts'

/** A tile where the store has it, read a few rows at a time. @throws SumsError */
export async function sumsOf(store: Store, key: string): Promise<SumsSource> {
  const sizeBytes = await store.size(key)
  if (sizeBytes === null) throw new SumsError(key, 'It is gone')
  return { name: key, sizeBytes, read: (at, count) => store.read(key, at, count) }
}
