import { parseLength } from '../../document/units.ts'
import type { LengthUnit } from '../../document/types.ts'

/** Longer than any distance. */
const MOST = 40

/** The text after a key was pressed while something is dragged; null: the key types nothing. */
export function typedOn(draft: string, key: string): string | null {
  if (key === 'Backspace') return draft === '' ? null : draft.slice(0, -1)
  const begins = draft === '' ? /^[\d.,]$/ : /^[\d.,+*/'"()cmftin -]$/
  return draft.length < MOST && begins.test(key) ? draft + key : null
}

/**
 * A distance as it is said at the drawing board: `45` is 45 cm even where the project measures in metres, `0.45` and `1,2` are metres there.
 *
 * @returns metres, or null when it is none
 */
export function parseDistance(draft: string, unit: LengthUnit): number | null {
  const metres = parseLength(draft, unit === 'm' && /^\d+$/.test(draft.trim()) ? 'cm' : unit)
  return metres === null || metres < 0 ? null : metres
}
