import type { ErrorCode } from '../../electron/contract.ts'

/** An expected failure. `code` leads to the sentence the user reads, `detail` is for the log. */
export class AtriumError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  /** Name of the file that it is about, when only the main process knew it. */
  readonly file: string | undefined
  /** Of a model: what its format is called (`IFC`). */
  readonly format: string | undefined

  constructor(code: ErrorCode, detail: string, { file, format, ...options }: ErrorOptions & { readonly file?: string | undefined; readonly format?: string | undefined } = {}) {
    super(`${code}: ${detail}`, options)
    this.name = 'AtriumError'
    this.code = code
    this.detail = detail
    this.file = file
    this.format = format
  }
}

/** The failure as an AtriumError: unknown ones become `internal`, an AbortError becomes `cancelled`. */
export function toAtriumError(error: unknown): AtriumError {
  if (error instanceof AtriumError) return error
  return new AtriumError(codeOfForeign(error), String(error), { cause: error })
}

/** Of what browsers throw, in Chromium's words. */
function codeOfForeign(error: unknown): ErrorCode {
  if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
  if (error instanceof RangeError && /allocation failed|invalid typed array length|invalid array buffer length/i.test(error.message)) return 'memory-full'
  if (error instanceof RangeError && error.message.includes('exceeds the supported range')) return 'file-too-large'
  return 'internal'
}

/** What a developer wants to read below the sentence: the detail, then what it was caused by, unless the detail has quoted that. */
export function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : error.message
  const cause = error.cause === undefined ? '' : detailOf(error.cause)
  return detail.includes(cause) ? detail : `${detail}\n${cause}`
}
