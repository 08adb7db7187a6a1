import { intlLocale } from './say.ts'

/* Numbers as text, with the language's own comma or point; without marks between thousands, so that fields read them back. */

const formats = new Map<string, Intl.NumberFormat>()

function formatted(value: number, options: Intl.NumberFormatOptions): string {
  const key = `${intlLocale()} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(intlLocale(), { useGrouping: false, ...options })
  formats.set(key, format)
  // Nobody reads minus zero.
  return format.format(value).replace(/^-(?=[0.,]+$)/, '')
}

/** So many digits behind the point: `2.500`. */
export const fixed = (value: number, digits: number): string => formatted(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** At most so many digits behind the point: `22.5`, `22`. */
export const upTo = (value: number, digits: number): string => formatted(value, { maximumFractionDigits: digits })

/** At most so many digits that count: `806.4`. */
export const significant = (value: number, digits: number): string => formatted(value, { maximumSignificantDigits: digits })

/** A share, in hundredths, with the sign as the language sets it: `22.5%`, `22,5 %`. */
export const percent = (share: number, digits = 0): string => formatted(share, { style: 'percent', maximumFractionDigits: digits })

/** What `percent` writes, or a number of hundredths without a sign, as a share; null for all else. */
export function parsePercent(text: string): number | null {
  const digits = text.replace(/\s*%\s*$/, '').trim().replace(',', '.')
  const value = Number(digits)
  return digits === '' || !Number.isFinite(value) ? null : value / 100
}

/** With marks between thousands: `12,345`. */
export const grouped = (value: number): string => formatted(value, { useGrouping: true, maximumFractionDigits: 0 })
