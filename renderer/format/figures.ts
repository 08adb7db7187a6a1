import { fixed, grouped } from '../words/numbers.ts'
import { intlLocale, say } from '../words/say.ts'

/** 1234567 → '1.23 M': three figures are enough to compare. */
export function shortCount(count: number): string {
  if (count >= 1e6) return say('unit.millions', { count: threeFigures(count / 1e6) })
  if (count >= 1e4) return say('unit.thousands', { count: Math.round(count / 1e3) })
  return grouped(count)
}

const threeFigures = (value: number): string => fixed(value, value >= 100 ? 0 : value >= 10 ? 1 : 2)

export function shortMs(ms: number): string {
  if (ms >= 10_000) return `${fixed(ms / 1000, 1)} s`
  return ms >= 100 ? `${Math.round(ms)} ms` : ms >= 10 ? `${fixed(ms, 1)} ms` : `${fixed(ms, 2)} ms`
}

export function sizeText(bytes: number): string {
  return bytes >= 1e6 ? `${fixed(bytes / 1e6, 1)} MB` : `${Math.max(Math.round(bytes / 1e3), 1)} kB`
}

/** Date and time, as the language writes them. */
export const whenText = (atMs: number): string => new Date(atMs).toLocaleString(intlLocale(), { dateStyle: 'medium', timeStyle: 'short' })

const DAY_MS = 86_400_000

/** How long something takes: `40 s`, `12 min`, `3.5 h`. */
export function durationText(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${fixed(seconds / 3600, 1)} h`
}

/** 'today', '3 days ago', or the date: how long it has been is what one remembers. */
export function agoText(thenMs: number, nowMs: number): string {
  const days = Math.floor(nowMs / DAY_MS) - Math.floor(thenMs / DAY_MS)
  if (days <= 0) return say('unit.today')
  if (days === 1) return say('unit.yesterday')
  return days < 14 ? say('unit.daysAgo', { days }) : new Date(thenMs).toLocaleDateString(intlLocale(), { day: 'numeric', month: 'short', year: 'numeric' })
}
