import type { LengthUnit } from '../../document/types.ts'
import { formatLength, parseLength } from '../../document/units.ts'

interface SmallLength {
  readonly format: (metres: number) => string
  readonly parse: (text: string) => number | null
}

/** Sizes of tiles and textures: who draws in metres names them in centimetres. */
export function smallLength(unit: LengthUnit): SmallLength {
  const fine = unit === 'm' ? 'cm' : unit
  return { format: (metres) => formatLength(metres, fine), parse: (text) => parseLength(text, fine) }
}
