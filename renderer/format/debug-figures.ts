import { fixed, significant } from '../words/numbers.ts'
import { say } from '../words/say.ts'

/** Four figures, without a tail of zeros; very large and very small ones by powers of ten. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : say('unit.notANumber')
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1e29) return '∞'
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(2) : significant(value, 4)
  return text.replace('-', '−')
}

/** All the digits that a 32-bit float has. */
export function exact(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e29) return number(value)
  return significant(value, 9).replace('-', '−')
}

export const metres = (value: number): string => `${fixed(value, 3)} m`

/** Of red, green and blue: `0.120 0.100 0.080 cd/m²`. */
export const radianceText = (radiance: readonly number[]): string => `${vectorText(radiance, 3)} cd/m²`

export const vectorText = (v: readonly number[], digits: number): string => v.map((part) => fixed(part, digits).replace('-', '−')).join(' ')
