import { AtriumError } from './atrium-error.ts'
import { ERROR_CODES, type ErrorCode } from '../../electron/contract.ts'
import { phrase, say } from '../words/say.ts'

/** What the user reads: what happened, and what to do about it. */
export interface ErrorSentences {
  readonly sentence: string
  readonly remedy: string
}

/** In the language at hand. @param format  of a model: what its format is called */
export function sentencesOf(code: ErrorCode, format?: string): ErrorSentences {
  if (code === 'model-invalid' && format !== undefined) return { sentence: say('error.model-invalid.of', { format }), remedy: say('error.model-invalid.of.remedy', { format }) }
  if (code === 'model-foreign') return { sentence: say('error.model-foreign'), remedy: say('error.model-foreign.remedy', { exports: phrase('import.exports') }) }
  return { sentence: say(`error.${code}`), remedy: say(`error.${code}.remedy`) }
}

/** The format that an error names. */
export const formatOfError = (error: unknown): string | undefined => (error instanceof AtriumError ? error.format : undefined)

const KNOWN: ReadonlySet<string> = new Set(ERROR_CODES)

/** The code an error carries; anything that is not an expected failure is `internal`. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && KNOWN.has(code) ? (code as ErrorCode) : 'internal'
}
