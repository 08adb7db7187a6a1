import type { IesProfile } from '../../../gpu/index.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../words/say.ts'
import { LIMITS, regular, type Table } from './table.ts'

/** What a photometric file says of a luminaire. */
export interface IesFile {
  readonly profile: IesProfile
  /** Of its brightest direction. */
  readonly peakCandela: number
  /** What leaves the luminaire: its candela over all directions. */
  readonly lumens: number
  /** What its lamps give bare; null: the file is absolute, it knows the luminaire alone. */
  readonly lampLumens: number | null
  readonly watts: number
  /** Where light leaves it, metres; zero: a point. */
  readonly opening: { readonly isRound: boolean; readonly width: number; readonly length: number; readonly height: number }
  /** [LUMINAIRE], or else [LUMCAT]; empty: the file does not say. */
  readonly name: string
  /** What was taken for granted, for the user. */
  readonly notes: readonly Phrase[]
}

/**
 * Reads a luminaire from an LM-63 file (1986, 1991, 1995, 2002, 2019), type C coordinates.
 *
 * @param key  identity of the file's content
 * @throws AtriumError `photometry-invalid`, naming what is wrong
 */
export function parseIes(bytes: Uint8Array, key: string): IesFile {
  if (bytes.length > LIMITS.fileBytes) throw broken(`it has ${bytes.length} bytes, no luminaire needs more than ${LIMITS.fileBytes}`)
  const text = new TextDecoder('windows-1252').decode(bytes)
  if (text.includes('\0')) throw broken('it is not a text file')
  const tilt = /^[ \t]*TILT[ \t]*=[ \t]*(.*?)[ \t]*\r?$/im.exec(text)
  if (tilt === null) throw broken('it has no line TILT=, so it is no IES file')
  const head = text.slice(0, tilt.index)
  const notes: Phrase[] = []
  const numbers = numbersOf(text.slice(tilt.index + tilt[0].length))
  const dimming = tiltOf(tilt[1], numbers, notes)

  const lamps = numbers.next('number of lamps')
  const lumensPerLamp = numbers.next('lumens per lamp')
  const multiplier = numbers.next('candela multiplier')
  const verticalCount = numbers.count('number of vertical angles', 2)
  const horizontalCount = numbers.count('number of horizontal angles', 1)
  if (verticalCount * horizontalCount > LIMITS.values) throw broken(`it announces ${verticalCount} x ${horizontalCount} candela values`)
  const type = numbers.next('photometric type')
  if (type === 2 || type === 3) throw broken(`it was measured in type ${type === 2 ? 'B' : 'A'} coordinates; ask its maker for a type C file`)
  if (type !== 1) throw broken(`its photometric type is ${type}, not 1 (C), 2 (B) or 3 (A)`)
  const metres = numbers.next('units') === 1 ? 0.3048 : 1
  const [width, length, height] = ['width', 'length', 'height'].map((name) => numbers.next(name))
  const ballast = numbers.next('ballast factor')
  const lampFactor = numbers.next('ballast-lamp photometric factor')
  const watts = numbers.next('input watts')
  // From 1995 on the field is kept for future use.
  const isOld = !/IES[^\n]*LM-63-(?:1995|2002|2019)/i.test(head)
  const factor = multiplier * ballast * (isOld && lampFactor > 0 ? lampFactor : 1) * dimming
  if (!(factor > 0)) throw broken(`its candela multiplier (${multiplier}) and ballast factor (${ballast}) leave no light`)

  const vertical = numbers.list(verticalCount, 'vertical angle')
  const horizontal = numbers.list(horizontalCount, 'horizontal angle')
  let negatives = 0
  const candela = Float64Array.from({ length: verticalCount * horizontalCount }, (_, i) => {
    const value = numbers.next(`candela value ${i + 1} of ${verticalCount * horizontalCount}`) * factor
    if (value > LIMITS.candela) throw broken(`candela value ${i + 1} is ${value}`)
    if (value < 0) negatives++
    return Math.max(0, value)
  })
  if (negatives > 0) notes.push(phrase('import.ies.negatives', { count: negatives }))
  if (numbers.left() > 0) notes.push(phrase('import.ies.extra', { count: numbers.left() }))
  const table: Table = { vertical, horizontal, candela }
  const profile = regular(table, key, notes)
  const peakCandela = profile.candela.reduce((most, value) => Math.max(most, value), 0)
  if (peakCandela === 0) throw broken('it is dark in every direction')
  return {
    profile, peakCandela, lumens: lumensOf(profile), notes, watts: Math.max(0, watts),
    lampLumens: lumensPerLamp > 0 && lamps > 0 ? lamps * lumensPerLamp : null,
    opening: { isRound: width < 0 || length < 0, width: Math.abs(width) * metres, length: Math.abs(length) * metres, height: Math.abs(height) * metres },
    name: keyword(head, 'LUMINAIRE') || keyword(head, 'LUMCAT'),
  }
}

const broken = (what: string): AtriumError => new AtriumError('photometry-invalid', what)

const keyword = (head: string, name: string): string => new RegExp(`^[ \\t]*\\[${name}\\][ \\t]*(.*?)[ \\t]*\\r?$`, 'im').exec(head)?.[1].slice(0, 200) ?? ''

/** Light of the lamp as the luminaire hangs unturned, as a share. */
function tiltOf(tilt: string, numbers: Numbers, notes: Phrase[]): number {
  if (/^NONE$/i.test(tilt)) return 1
  if (!/^INCLUDE$/i.test(tilt)) {
    notes.push(phrase('import.ies.tiltFile', { file: tilt.slice(0, 80) }))
    return 1
  }
  numbers.next('lamp to luminaire geometry')
  const count = numbers.count('number of tilt angles', 1)
  const angles = numbers.list(count, 'tilt angle')
  const factors = numbers.list(count, 'tilt factor')
  const upright = angles.indexOf(0)
  notes.push(phrase('import.ies.tilt'))
  return upright < 0 ? 1 : factors[upright]
}

interface Numbers {
  next(name: string): number
  count(name: string, least: number): number
  list(count: number, name: string): number[]
  /** How many numbers follow. */
  left(): number
}

/** Numbers one after the other, wherever lines end. */
function numbersOf(text: string): Numbers {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  let at = 0
  const next = (name: string): number => {
    const word = words[at++] as string | undefined
    if (word === undefined) throw broken(`it ends before its ${name}`)
    const value = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?$/.test(word) ? Number(word) : Number.NaN
    if (!Number.isFinite(value)) throw broken(`its ${name} is “${word.slice(0, 40)}”, which is no number`)
    return value
  }
  return {
    next,
    count(name, least) {
      const value = next(name)
      if (!Number.isInteger(value) || value < least || value > LIMITS.angles) throw broken(`its ${name} is ${value}`)
      return value
    },
    list: (count, name) => Array.from({ length: count }, (_, i) => next(`${name} ${i + 1} of ${count}`)),
    left: () => Math.max(0, words.length - at),
  }
}

/** Candela over the sphere, exact for values that are linear between the angles. */
export function lumensOf({ width, height, verticalFrom, verticalTo, candela }: IesProfile): number {
  const step = (verticalTo - verticalFrom) / (height - 1)
  let sum = 0
  for (let row = 0; row + 1 < height; row++) {
    const mean = (r: number): number => candela.subarray(r * width, (r + 1) * width).reduce((total, value) => total + value, 0) / width
    const [above, below] = [mean(row), mean(row + 1)]
    const [a, b] = [verticalFrom + row * step, verticalFrom + (row + 1) * step]
    // The integral of (above + (below - above) (t - a) / step) sin t.
    const slope = (below - above) / step
    sum += above * Math.cos(a) - below * Math.cos(b) + slope * (Math.sin(b) - Math.sin(a))
  }
  return 2 * Math.PI * sum
}
