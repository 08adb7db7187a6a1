import { intlLocale } from '../words/say.ts'

/** 1234567 → '1.23 M': three figures are enough to compare. */
export function shortCount(count: number): string {
  if (count >= 1e6) return `${(count / 1e6).toPrecision(3)} M`
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`
  return count.toLocaleString('en')
}

export function shortMs(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`
  return ms >= 100 ? `${Math.round(ms)} ms` : ms >= 10 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(2)} ms`
}

export function sizeText(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(Math.round(bytes / 1e3), 1)} kB`
}

/** Date and time, as the system writes them. */
export const whenText = (atMs: number): string => new Date(atMs).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const DAY_MS = 86_400_000

/** 'today', '3 days ago', or the date: how long it has been is what one remembers. */
export function agoText(thenMs: number, nowMs: number): string {
  const days = Math.floor(nowMs / DAY_MS) - Math.floor(thenMs / DAY_MS)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  return days < 14 ? `${days} days ago` : new Date(thenMs).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** So many digits after the point, or the comma. */
export const fixed = (value: number, digits: number): string => value.toLocaleString(intlLocale(), { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false })
