import { compileError, type Position } from './lex.ts'
import * as runtime from '../runtime/runtime.ts'
import type { Scalar } from './types.ts'
import { isLiteral } from './writer.ts'

/** A number as a literal that reads back as the same number; constants have no negative zero, as in Dawn's compiler. */
export function literal(value: number | boolean, at: Position): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw compileError(at, `this constant is ${value}`)
  return String(value)
}

/** Computes an expression of literals with the very functions that generated code calls. */
function evaluate(text: string): number | boolean {
  // Runs when kernels are compiled, at build time, on text that this compiler wrote; never in the app.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  return new Function('runtime', `with (runtime) { return ${text} }`)(runtime) as number | boolean
}

/** Parts computed from `inputs`: folded to literals when all inputs are literals. */
export function fold(inputs: readonly string[], parts: readonly string[], at: Position): readonly string[] {
  if (!inputs.every(isLiteral)) return parts
  return parts.map((part) => (isLiteral(part) ? part : literal(evaluate(part), at)))
}

/** The literal of a number in WGSL source. */
export function parseNumber(text: string, at: Position): { scalar: Scalar; part: string } {
  const isHex = /^0x/i.test(text)
  const suffix = (isHex ? /[iu]$/ : /[iufh]$/).exec(text)?.[0] ?? ''
  const digits = suffix === '' ? text : text.slice(0, -1)
  if (suffix === 'h') throw compileError(at, 'f16 is not supported')
  if (isHex && /[.pP]/.test(digits)) throw compileError(at, 'hexadecimal floats are not supported')
  const value = Number(digits)
  if (Number.isNaN(value)) throw compileError(at, `${text} is not a number`)
  if (suffix === 'f') return { scalar: 'f32', part: literal(Math.fround(value), at) }
  if (suffix === '' && !isHex && /[.e]/i.test(digits)) return { scalar: 'abstract-float', part: literal(value, at) }
  const scalar = suffix === 'u' ? 'u32' : suffix === 'i' ? 'i32' : 'abstract-int'
  if (scalar !== 'abstract-int') checkRange(value, scalar, at)
  return { scalar, part: literal(value, at) }
}

export function checkRange(value: number, scalar: 'i32' | 'u32', at: Position): void {
  const [low, high] = scalar === 'u32' ? [0, 4294967295] : [-2147483648, 2147483647]
  if (value < low || value > high) throw compileError(at, `${value} does not fit ${scalar}`)
}
