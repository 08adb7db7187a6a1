import { DRIVE_FAILS, isShortOfMemory } from '../../electron/failure.ts'
import { toAtriumError } from '../../renderer/errors/atrium-error.ts'
import { listOfExtensions } from '../../renderer/imports/formats.ts'
import { SumsError } from '../../renderer/output/sums/sums.ts'
import { intlLocale, say } from '../../renderer/words/say.ts'
import { UsageError } from './usage.ts'

const OF_FILES: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EPERM', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM', ...DRIVE_FAILS])

/** What went wrong, as the one who called can use it. */
export function sentenceOf(error: unknown, command: 'still' | 'import' | 'fuzz' | 'batch' = 'still'): string {
  if (error instanceof UsageError) return say('cli.usage', { message: error.message, command })
  const { code, path: at, syscall, message = '' } = error as { code?: string; path?: string; syscall?: string; message?: string }
  // The system says no path of a file that is open already.
  const path = at ?? message
  // What another process says of its files is a sentence.
  if (at === undefined && syscall === undefined && code !== undefined && OF_FILES.has(code)) return message
  if (code === 'ENOENT' || code === 'ENOTDIR') return say('cli.missing', { path })
  if (code === 'EEXIST') return say('cli.notFolder', { path })
  if (code === 'ELOOP') return say('cli.loop', { path })
  if (code === 'ENAMETOOLONG') return say('cli.longName', { path })
  if (code === 'EISDIR') return say('cli.folder', { extensions: listOfExtensions(intlLocale(), 'project', 'model') })
  if (code === 'EACCES' || code === 'EPERM') return say('cli.denied', { path })
  if (code === 'ENOSPC' || code === 'EDQUOT') return say(command === 'batch' ? 'cli.batch.diskFull' : 'cli.diskFull')
  if (DRIVE_FAILS.some((fails) => fails === code)) return say('cli.diskFails', { path })
  if (code === 'EMFILE' || code === 'ENFILE') return say('cli.openFiles')
  if (code === 'ENOMEM' || isShortOfMemory(error)) return say('cli.memory')
  if (code === 'EFBIG') return say('cli.tooLarge')
  if (code === 'EROFS') return say(command === 'batch' ? 'cli.batch.readOnly' : 'cli.readOnly', { path })
  if (error instanceof SumsError) return error.file === '' ? say('cli.merge.gap', { problem: error.message }) : say('cli.merge.wrong', { file: error.file, problem: error.message })
  const known = toAtriumError(error)
  return known.detail === '' ? known.message : known.detail
}
