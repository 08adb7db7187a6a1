import type { SunMoment } from './types.ts'

/* Dates and clocks of a place, told without the clock of this computer. */

/** Years that the sun's position is good for. */
const YEARS = [1800, 2200] as const

/** A day that there is, `2024-02-29`. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= YEARS[0] && year <= YEARS[1] && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const FIXED = /^UTC(?:([+-])(\d{1,2})(?::([0-5]\d))?)?$/

/** An IANA zone that this computer knows, or a fixed `UTC`, `UTC+2`, `UTC-3:30` (up to 14 hours). */
export function isTimeZone(zone: string): boolean {
  if (zone.length > 60) return false
  if (FIXED.test(zone)) return Math.abs(fixedOffset(zone) ?? Infinity) <= 14 * 60
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function fixedOffset(zone: string): number | null {
  const match = FIXED.exec(zone)
  if (match === null) return null
  return (match[1] === '-' ? -1 : 1) * (Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0))
}

/** Of the zone that was asked for last: making one takes a hundred times as long as using it. */
let clock: { readonly zone: string; readonly format: Intl.DateTimeFormat } | null = null

function clockOf(zone: string): Intl.DateTimeFormat {
  if (clock?.zone !== zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', era: 'short',
    })
    clock = { zone, format }
  }
  return clock.format
}

/** Minutes that the clocks of a zone are ahead of UTC at an instant. @throws RangeError for a zone that is none */
export function zoneOffset(zone: string, utcMs: number): number {
  const fixed = fixedOffset(zone)
  if (fixed !== null) return fixed
  const parts = clockOf(zone).formatToParts(utcMs)
  const at = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
  return Math.round((local - utcMs) / 60_000)
}

export interface Instant {
  readonly utcMs: number
  /** Minutes ahead of UTC that the clocks showed then. */
  readonly offset: number
}

/** The instant that clocks of a zone show so; of an hour that comes twice (the end of summer time) the first, of one that is skipped the one after it. */
export function instantOf({ date, minutes }: SunMoment, zone: string): Instant {
  const [year, month, day] = date.split('-').map(Number)
  const wall = Date.UTC(year, month - 1, day) + minutes * 60_000
  // The offset a day before and a day after are all that it can be.
  const day0 = zoneOffset(zone, wall - 86_400_000)
  const day1 = zoneOffset(zone, wall + 86_400_000)
  for (const offset of [day0, day1]) {
    const utcMs = wall - offset * 60_000
    if (zoneOffset(zone, utcMs) === offset) return { utcMs, offset }
  }
  const utcMs = wall - day0 * 60_000
  return { utcMs, offset: zoneOffset(zone, utcMs) }
}

/** `UTC+5:30` */
export function offsetName(offset: number): string {
  if (offset === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}
