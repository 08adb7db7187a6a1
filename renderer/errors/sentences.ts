import { ERROR_CODES, type ErrorCode } from '../../electron/contract.ts'
import { say } from '../words/say.ts'

/** What the user reads: what happened, and what to do about it. */
export interface ErrorSentences {
  readonly sentence: string
  readonly remedy: string
}

/** In the language at hand. */
export const sentencesOf = (code: ErrorCode): ErrorSentences => ({ sentence: say(`error.${code}`), remedy: say(`error.${code}.remedy`) })

const KNOWN: ReadonlySet<string> = new Set(ERROR_CODES)

/** The code an error carries; anything that is not an expected failure is `internal`. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && KNOWN.has(code) ? (code as ErrorCode) : 'internal'
}

/** What a developer wants to read below the sentence. */
export function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : error.message
  return error.cause === undefined ? detail : `${detail}\n${detailOf(error.cause)}`
}
