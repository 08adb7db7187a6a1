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

/** What the system says where a disk fails, or is on the network or in a socket and not there any more. */
export const DRIVE_FAILS = ['EIO', 'ESTALE', 'ENODEV', 'ENXIO', 'ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNRESET'] as const
/** And where another program holds the file. */
const HELD = ['EBUSY', 'ETXTBSY'] as const

const each = (names: readonly string[], code: ErrorCode): Record<string, ErrorCode> => Object.fromEntries(names.map((name) => [name, code]))

const READ_CODES: Record<string, ErrorCode> = {
  ...each([...DRIVE_FAILS, ...HELD], 'file-not-readable'),
  ENOMEM: 'memory-full',
  ENOENT: 'file-missing',
  ENOTDIR: 'file-missing',
  EACCES: 'file-not-readable',
  EPERM: 'file-not-readable',
  EISDIR: 'file-not-readable',
  ELOOP: 'file-not-readable',
}

const WRITE_CODES: Record<string, ErrorCode> = {
  ...each([...DRIVE_FAILS, ...HELD], 'file-not-writable'),
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'file-too-large',
  // The folder vanished, is read-only, or the device fails: to the user they are one thing, it cannot be saved there.
  ENOENT: 'file-not-writable',
  // A file stands where the folder should be.
  EEXIST: 'file-not-writable',
  ENOTDIR: 'file-not-writable',
  ENAMETOOLONG: 'file-not-writable',
  ELOOP: 'file-not-writable',
  EACCES: 'file-not-writable',
  EPERM: 'file-not-writable',
  EROFS: 'file-not-writable',
  EISDIR: 'file-not-writable',
}

/** A file system error as a Failure; errors of ours and programming errors pass through. */
export function fileFailure(error: unknown, doing: 'reading' | 'writing', name: string): unknown {
  const errno = (error as NodeJS.ErrnoException | null)?.code
  const code = errno === undefined ? undefined : (doing === 'reading' ? READ_CODES : WRITE_CODES)[errno]
  return code === undefined || error instanceof Failure ? error : new Failure(code, `${doing} ${name}: ${errno}`, { cause: error, file: name })
}
