// Photometric files for tests, one for each habit of the format: computed, so that every number is known.

interface Luminaire {
  readonly version?: string
  readonly lampLumens?: number
  readonly multiplier?: number
  /** 1 feet, 2 metres. */
  readonly units?: 1 | 2
  /** Width, length and height in those units; negative ones are round. */
  readonly opening: readonly [number, number, number]
  readonly watts?: number
  /** Degrees. */
  readonly vertical: readonly number[]
  readonly horizontal: readonly number[]
  readonly candela: (vertical: number, horizontal: number) => number
}

const range = (from: number, to: number, step: number): number[] => Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step)
const bell = (x: number, width: number): number => Math.exp(-((x / width) ** 2))
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180)
const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180)

/** Its beam leans 35 degrees towards C0: candela by the angle to that axis. */
const washer = (vertical: number, horizontal: number): number =>
  2400 * bell((Math.acos(Math.min(1, cos(vertical) * cos(35) + sin(vertical) * sin(35) * cos(horizontal))) * 180) / Math.PI, 22)

const downlight = { vertical: range(0, 90, 2.5), horizontal: [0], candela: (vertical: number) => 2200 * bell(vertical, 24) + 180 * bell(vertical - 40, 7) }

const LUMINAIRES: Readonly<Record<string, Luminaire>> = {
  'a batwing by its quadrant': {
    opening: [0.3, 1.2, 0], watts: 30, vertical: range(0, 90, 2.5), horizontal: range(0, 90, 22.5),
    candela: (vertical, horizontal) => 1500 * bell(vertical - 28 * sin(horizontal), 24 + horizontal / 9) * cos(vertical),
  },
  'a round downlight, alike on all sides': { ...downlight, opening: [-0.75, 0, 0], version: 'IESNA:LM-63-1995' },
  'a downlight in feet': { ...downlight, opening: [0.12, 0.34, 0.56], units: 1 },
  'a rectangular opening': { ...downlight, opening: [0.12, 0.34, 0], watts: 15, version: 'IESNA:LM-63-1995' },
  'a relative table with a multiplier': { ...downlight, opening: [-0.12, 0, 0], lampLumens: 500, multiplier: 1.5 },
  'a wall washer all around': { opening: [0.1, 0.2, 0], watts: 30, vertical: range(0, 180, 5), horizontal: range(0, 360, 15), candela: washer },
}

/** Files by what they are. */
export const luminaires: ReadonlyMap<string, Uint8Array> = new Map(Object.entries(LUMINAIRES).map(([name, luminaire]) => [name, write(name, luminaire)]))

function write(name: string, { version = 'IESNA:LM-63-2002', lampLumens = -1, multiplier = 1, units = 2, opening, watts = 10, vertical, horizontal, candela }: Luminaire): Uint8Array {
  return new TextEncoder().encode([
    version, '[TEST] computed, not measured', '[MANUFAC] Atrium', `[LUMINAIRE] ${name}`, 'TILT=NONE',
    `1 ${lampLumens} ${multiplier} ${vertical.length} ${horizontal.length} 1 ${units} ${opening.join(' ')}`, `1 1 ${watts}`,
    vertical.join(' '), horizontal.join(' '), ...horizontal.map((h) => vertical.map((v) => Math.max(0, candela(v, h)).toFixed(1)).join(' ')),
  ].join('\r\n'))
}
