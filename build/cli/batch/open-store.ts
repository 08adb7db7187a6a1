import { createFolderStore, type Store } from '../../../electron/batch/files/store.ts'

/** @param at  a folder, or s3://bucket/prefix */
export async function openStore(at: string): Promise<Store> {
  if (!at.startsWith('s3://')) return createFolderStore(at)
  const { createS3Store } = await import('./s3.ts')
  return createS3Store(at)
}
