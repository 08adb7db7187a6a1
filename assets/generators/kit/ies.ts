/** A round luminaire's intensity by its angle from straight down. */
export interface Luminaire {
  readonly name: string
  /** Candela at an angle in degrees, 0..90. */
  readonly candela: (degrees: number) => number
  readonly watts: number
  /** Metres, of the opening. */
  readonly diameter: number
}

/** Degrees between the rows of the table. */
const STEP = 2.5

/** An LM-63-2002 file of absolute photometry, type C, alike on all sides. */
export function writeIes({ name, candela, watts, diameter }: Luminaire): Uint8Array<ArrayBuffer> {
  const angles = Array.from({ length: 90 / STEP + 1 }, (_, i) => i * STEP)
  const lines = [
    'IESNA:LM-63-2002', '[TEST] computed, not measured', '[MANUFAC] Atrium', `[LUMCAT] ${name.toLowerCase().replaceAll(' ', '-')}`, `[LUMINAIRE] ${name}`,
    '[OTHER] MIT, the Atrium team', 'TILT=NONE',
    // A negative diameter is a round opening.
    `1 -1 1 ${angles.length} 1 1 2 ${-diameter} ${-diameter} 0`, `1 1 ${watts}`,
    ...inLines(angles.map(String)), '0', ...inLines(angles.map((angle) => candela(angle).toFixed(1))),
  ]
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`)
}

/** Ten numbers a line: readers of old allow 132 characters. */
const inLines = (values: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(values.length / 10) }, (_, i) => values.slice(10 * i, 10 * i + 10).join(' '))

/** A lamp deep in a polished reflector: a soft beam, the brighter ring that the reflector's edge draws, and a little stray light up to its cut-off. */
export const REFLECTOR_DOWNLIGHT: Luminaire = {
  name: 'Reflector downlight', watts: 7, diameter: 0.08,
  candela: (degrees) => {
    const beam = 230 * 0.5 ** ((degrees / 19) ** 2)
    const ring = 44 * Math.exp(-(((degrees - 33) / 3.2) ** 2))
    const stray = 10 * Math.cos((degrees * Math.PI) / 180)
    return (beam + ring + stray) * Math.min(1, Math.max(0, (58 - degrees) / 14))
  },
}
