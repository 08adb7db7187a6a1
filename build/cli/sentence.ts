import { toAtriumError } from '../../renderer/errors/atrium-error.ts'
import { listOfExtensions } from '../../renderer/imports/formats.ts'
import { SumsError } from '../../renderer/output/sums/sums.ts'
import { intlLocale, say } from '../../renderer/words/say.ts'
import { UsageError } from './usage.ts'

const OF_FILES: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EPERM', 'EROFS'])

/** What went wrong, as the one who called can use it. */
export function sentenceOf(error: unknown, command: 'still' | 'import' | 'fuzz' | 'batch' = 'still'): string {
  if (error instanceof UsageError) return say('cli.usage', { message: error.message, command })
  const { code, path, message = '' } = error as { code?: string; path?: string; message?: string }
  // What another process says of its files is a sentence.
  if (path === undefined && code !== undefined && OF_FILES.has(code)) return message
  if (code === 'ENOENT' || code === 'ENOTDIR') return say('cli.missing', { path: path! })
  if (code === 'EEXIST') return say('cli.notFolder', { path: path! })
  if (code === 'ELOOP') return say('cli.loop', { path: path! })
  if (code === 'ENAMETOOLONG') return say('cli.longName', { path: path! })
  if (code === 'EISDIR') return say('cli.folder', { extensions: listOfExtensions(intlLocale(), 'project', 'model') })
  if (code === 'EACCES' || code === 'EPERM') return say('cli.denied', { path: path! })
  if (code === 'ENOSPC' || code === 'EDQUOT') return say(command === 'batch' ? 'cli.batch.diskFull' : 'cli.diskFull')
  if (code === 'EFBIG') return say('cli.tooLarge')
  if (code === 'EROFS') return say(command === 'batch' ? 'cli.batch.readOnly' : 'cli.readOnly', { path: path! })
  if (error instanceof SumsError) return error.file === '' ? say('cli.merge.gap', { problem: error.message }) : say('cli.merge.wrong', { file: error.file, problem: error.message })
  const known = toAtriumError(error)
  return known.detail === '' ? known.message : known.detail
}
