import { toAtriumError } from '../../../renderer/errors/atrium-error.ts'
import { listOfExtensions } from '../../../renderer/imports/formats.ts'
import { UsageError } from './options.ts'

/** What went wrong, as the one who asked for the picture can use it. */
export function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nnpm run still -- --help says more.`
  const { code } = error as { code?: string }
  if (code === 'ENOENT') return `There is no file or folder “${(error as { path?: string }).path ?? ''}”.`
  if (code === 'EISDIR') return `That is a folder: name a ${listOfExtensions('project', 'model')} file.`
  if (code === 'EACCES' || code === 'EPERM') return `“${(error as { path?: string }).path ?? ''}” cannot be read or written.`
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full: no picture was written, and a picture that had its name is as it was.\nMake room there, or give --out a file on another disk.'
  if (code === 'EFBIG') return 'That disk cannot hold a file so large: no picture was written.'
  if (code === 'EROFS') return `“${(error as { path?: string }).path ?? 'That disk'}” can be read only: give --out a file on another disk.`
  const known = toAtriumError(error)
  return known.detail === '' ? known.message : known.detail
}
