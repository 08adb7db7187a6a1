import type { PhotometricUnit } from '../document/types.ts'
import { significant } from '../words/numbers.ts'
import { intlLocale, table } from '../words/say.ts'

export const UNIT_SIGNS: Readonly<Record<PhotometricUnit, string>> = { lm: 'lm', cd: 'cd', lx: 'lx', nt: 'cd/m²' }
export const UNIT_NAMES: Readonly<Record<PhotometricUnit, string>> = table({ lm: 'unit.lm', cd: 'unit.cd', lx: 'unit.lx', nt: 'unit.nt' })

/** As people type them. */
const SPELLINGS: Readonly<Record<string, PhotometricUnit>> = {
  lm: 'lm', lumen: 'lm', lumens: 'lm', cd: 'cd', candela: 'cd', lx: 'lx', lux: 'lx', nt: 'nt', nit: 'nt', nits: 'nt', 'cd/m²': 'nt', 'cd/m2': 'nt', 'cd/m^2': 'nt',
}

/** `806 lm`; four digits are more than an eye can tell apart. */
export const formatAmount = (amount: number, unit: PhotometricUnit): string => `${shortNumber(amount)} ${UNIT_SIGNS[unit]}`

export const shortNumber = (value: number): string => significant(value, 4)

/**
 * Reads a strength: `806`, `1,5 klm`, `64 cd`. A unit other than the one shown is converted by the light's own shape.
 *
 * @param factors  how many of each unit a light of strength 1 gives
 * @returns the amount in `shown`, or null when it is none, or no light of this kind has that unit
 */
export function parseAmount(text: string, shown: PhotometricUnit, factors: Partial<Readonly<Record<PhotometricUnit, number>>>): number | null {
  const match = /^\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*(k?)([a-zåäö²^/2]*)\s*$/i.exec(text)
  if (match === null) return null
  const unit = match[3] === '' ? shown : SPELLINGS[match[3].toLowerCase()]
  const [from, to] = [factors[unit ?? 'lm'], factors[shown]]
  if (unit === undefined || from === undefined || to === undefined || !(from > 0)) return null
  const value = (Number(match[1].replace(',', '.')) * (match[2] === '' ? 1 : 1000) * to) / from
  return Number.isFinite(value) ? value : null
}

/** `2700 K`, `2700`, `2,7 kK` → kelvin. */
export function parseKelvin(text: string): number | null {
  const match = /^\s*(\d+(?:[.,]\d+)?)\s*(k?)k?\s*$/i.exec(text)
  if (match === null) return null
  const value = Number(match[1].replace(',', '.'))
  return value < 100 ? value * 1000 : value
}

export const formatKelvin = (kelvin: number): string => `${Math.round(kelvin)} K`

/** Days since 1970 ↔ `2026-06-21`. */
export const dayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000)
export const dateOf = (day: number): string => new Date(Math.round(day) * 86_400_000).toISOString().slice(0, 10)

const inNumbers = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(intlLocale(), { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' })

/** Days since 1970 → as the language writes it in numbers: `21.6.2026`, `6/21/2026`. */
export const formatDate = (day: number): string => inNumbers().format(Math.round(day) * 86_400_000)

/** `2026-06-21`, `21.6.2026`, or in the order of the language: `6/21/2026`, `21/06/2026` → days since 1970; null: no day of the years 1800 to 2200. */
export function parseDate(text: string): number | null {
  const match = /^\s*(\d{1,4})\s*([-./])\s*(\d{1,2})\s*\2\s*(\d{1,4})\s*$/.exec(text)
  if (match === null) return null
  const [, first, mark, second, third] = match
  const order = first.length === 4 ? ['year', 'month', 'day'] : mark === '.' ? ['day', 'month', 'year'] : inNumbers().formatToParts(0).map(({ type }) => type).filter((type) => type !== 'literal')
  const [year, month, day] = ['year', 'month', 'day'].map((part) => Number([first, second, third][order.indexOf(part)]))
  if (!(year >= 1800 && year <= 2200)) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / 86_400_000 : null
}

/** Minutes since midnight ↔ `17:30`. */
export const formatClock = (minutes: number): string => {
  const whole = Math.round(minutes)
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}

/** `17:30`, `1730`, `5:30 pm`, `17` */
export function parseClock(text: string): number | null {
  const match = /^\s*(\d{1,2})(?:[:.h]?([0-5]\d))?\s*(am|pm)?\s*$/i.exec(text)
  if (match === null) return null
  const half = match[3]?.toLowerCase()
  const hour = Number(match[1])
  if (hour > (half === undefined ? 23 : 12) || (half !== undefined && hour === 0)) return null
  return (half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(match[2] ?? 0)
}
