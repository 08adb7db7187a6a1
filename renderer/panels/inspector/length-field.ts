import type { LengthUnit } from '../../document/types.ts'
import { formatLength, parseLength } from '../../document/units.ts'

/** How a vector of lengths is shown and typed in the user's unit. */
export function lengthField(unit: LengthUnit): { format: (metres: number) => string; parse: (text: string) => number | null; stacked: boolean; fineStep: number } {
  return { format: (metres) => formatLength(metres, unit), parse: (text) => parseLength(text, unit), stacked: unit === 'ft-in', fineStep: unit === 'ft-in' ? 0.0254 / 16 : 0.001 }
}
