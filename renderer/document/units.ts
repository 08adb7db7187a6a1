import { fixed, upTo } from '../words/numbers.ts'
import type { LengthUnit } from './types.ts'

const METRES = { km: 1000, m: 1, cm: 0.01, mm: 0.001, yd: 0.9144, ft: 0.3048, in: 0.0254 } as const
const NAMES: Readonly<Record<string, number>> = {
  km: METRES.km, m: METRES.m, cm: METRES.cm, mm: METRES.mm, yd: METRES.yd, yard: METRES.yd, yards: METRES.yd,
  ft: METRES.ft, "'": METRES.ft, '′': METRES.ft, '’': METRES.ft, foot: METRES.ft, feet: METRES.ft,
  in: METRES.in, '"': METRES.in, '″': METRES.in, '”': METRES.in, inch: METRES.in, inches: METRES.in,
}
const DECIMALS = { m: 3, cm: 1, mm: 0 } as const
/** 1.5, 1,5, 1/2, 3 1/2, 3-1/2 */
const NUMBER = String.raw`\d+(?:[ -]\d+\/\d+|\/\d+|[.,]\d+)?|[.,]\d+`
const TERM = new RegExp(String.raw`^\s*[- ]?\s*(${NUMBER})\s*(mm|cm|km|m|yards|yard|yd|feet|foot|ft|inches|inch|in|['’′"”″])?\.?`, 'i')

/**
 * Reads a length as people write it: `2.5`, `2,5 m`, `250cm`, `2' 3 1/2"`, `2 ft 3 in`, `1/2"`, `5 yd`, `1.2 km`, `-40`.
 *
 * @param unit  what a number without a unit is in (feet for ft-in, or inches after feet)
 * @returns metres, or null when it is no length
 */
export function parseLength(text: string, unit: LengthUnit): number | null {
  let rest = text.trim().replaceAll("''", '"')
  const sign = /^[-−]/.test(rest) ? -1 : 1
  rest = rest.replace(/^[-−+]\s*/, '')
  if (rest === '' || rest.length > 60 || rest.startsWith('-')) return null
  let metres = 0
  let smallest = Infinity
  while (rest.trim() !== '') {
    const term = TERM.exec(rest)
    // `2'-3"` is one length; `2 m-30 cm` is a difference.
    if (term === null || (/^\s*-/.test(rest) && smallest !== METRES.ft)) return null
    const factor = term[2] === undefined ? bareFactor(unit, smallest) : NAMES[term[2].toLowerCase()]
    // `2' 3'` and `3" 2'` are slips, not lengths.
    if (factor === undefined || factor >= smallest) return null
    metres += numberOf(term[1]) * factor
    smallest = factor
    rest = rest.slice(term[0].length)
  }
  return Number.isFinite(metres) ? sign * metres : null
}

function bareFactor(unit: LengthUnit, smallest: number): number | undefined {
  if (smallest === METRES.ft) return METRES.in
  if (smallest !== Infinity) return undefined
  return unit === 'ft-in' ? METRES.ft : METRES[unit]
}

function numberOf(text: string): number {
  const fraction = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(text)
  if (fraction) return Number(fraction[1] ?? 0) + Number(fraction[2]) / Number(fraction[3])
  return Number(text.replace(',', '.'))
}

/** `2.500 m`, `250.0 cm`, `2500 mm`, `8' 2 7/16"`; feet and inches to the nearest sixteenth. */
export function formatLength(metres: number, unit: LengthUnit): string {
  if (unit === 'ft-in') return formatFeet(metres)
  return `${fixed(metres / METRES[unit], DECIMALS[unit])} ${unit}`
}

function formatFeet(metres: number): string {
  const sixteenths = Math.round((Math.abs(metres) / METRES.in) * 16)
  const feet = Math.floor(sixteenths / 192)
  const inches = Math.floor((sixteenths % 192) / 16)
  let [numerator, denominator] = [sixteenths % 16, 16]
  while (numerator > 0 && numerator % 2 === 0) [numerator, denominator] = [numerator / 2, denominator / 2]
  const fraction = numerator === 0 ? '' : ` ${numerator}/${denominator}`
  const sign = metres < 0 && sixteenths > 0 ? '-' : ''
  return feet === 0 ? `${sign}${inches}${fraction}"` : `${sign}${feet}' ${inches}${fraction}"`
}

/** `45`, `45°`, `-22,5 deg`, `0.5 rad`; a bare number is in degrees. Returns radians, or null. */
export function parseAngle(text: string): number | null {
  const match = /^\s*([-−+]?)\s*(\d+(?:[.,]\d*)?|[.,]\d+)\s*(°|deg|degrees|rad)?\s*$/i.exec(text)
  if (match === null) return null
  const value = Number(match[2].replace(',', '.')) * (match[1] === '' || match[1] === '+' ? 1 : -1)
  if (!Number.isFinite(value)) return null
  return match[3]?.toLowerCase() === 'rad' ? value : (value * Math.PI) / 180
}

/** `22.5°` */
export function formatAngle(radians: number): string {
  return `${upTo((radians * 180) / Math.PI, 2)}°`
}
