import type { ErrorCode } from './contract.ts'

/** An expected failure on its way to the page, where `code` becomes a sentence and a remedy. */
export class Failure extends Error {
  readonly code: ErrorCode
  /** Name of the file that it is about. */
  readonly file: string | undefined

  constructor(code: ErrorCode, detail: string, { file, ...options }: ErrorOptions & { readonly file?: string } = {}) {
    super(detail, options)
    this.name = 'Failure'
    this.code = code
    this.file = file
  }
}

export function codeOf(error: unknown): ErrorCode {
  return error instanceof Failure ? error.code : 'internal'
}

export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What V8 throws where memory cannot be had. */
export const isShortOfMemory = (error: unknown): boolean => error instanceof RangeError && /allocat/i.test(error.message)

/** What the system says where a disk fails, or is on the network or in a socket and not there any more. */
export const DRIVE_FAILS = ['EIO', 'ESTALE', 'ENODEV', 'ENXIO', 'ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNRESET'] as const
/** And where another program holds the file. */
const HELD = ['EBUSY', 'ETXTBSY'] as const

const each = (names: readonly string[], code: ErrorCode): Record<string, ErrorCode> => Object.fromEntries(names.map((name) => [name, code]))

const READ_CODES: Record<string, ErrorCode> = {
  ...each(['ENOENT', 'ENOTDIR'], 'file-missing'),
  ...each(['EACCES', 'EPERM', 'EISDIR', 'ELOOP', ...HELD, ...DRIVE_FAILS], 'file-not-readable'),
  ENOMEM: 'memory-full',
}

const WRITE_CODES: Record<string, ErrorCode> = {
  ...each(['ENOSPC', 'EDQUOT'], 'disk-full'),
  EFBIG: 'file-too-large',
  // The folder vanished, is read-only, a file stands where it should be, or the device fails: to the user they are one thing, it cannot be saved there.
  ...each(['ENOENT', 'EEXIST', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EPERM', 'EROFS', 'EISDIR', ...HELD, ...DRIVE_FAILS], 'file-not-writable'),
}

/** A file system error as a Failure; errors of ours and programming errors pass through. */
export function fileFailure(error: unknown, doing: 'reading' | 'writing', name: string): unknown {
  const errno = (error as NodeJS.ErrnoException | null)?.code
  const code = errno === undefined ? undefined : (doing === 'reading' ? READ_CODES : WRITE_CODES)[errno]
  return code === undefined || error instanceof Failure ? error : new Failure(code, `${doing} ${name}: ${errno}`, { cause: error, file: name })
}
