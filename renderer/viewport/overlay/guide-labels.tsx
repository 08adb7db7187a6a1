import type { ReactElement } from 'react'
import { useDocument } from '../../document/store.ts'
import { formatLength } from '../../document/units.ts'
import { useGuides } from '../../interaction/guides.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { add, scale } from '../../navigation/vector.ts'
import { apart } from './apart.ts'

/** Metres: what touches has no distance to read. */
const TOUCHING = 5e-4

/** CSS pixels of a character, and of what is around the text. */
const [CHARACTER, AROUND] = [6.6, 12]

/** The distances of a drag, on their lines, in the project's unit; what is being typed stands in place of the one it becomes, and none covers it. */
export function GuideLabels(): ReactElement | null {
  const shown = useGuides((state) => state.shown)
  const unit = useDocument((state) => state.document.unit)
  useInteraction((state) => state.pose)
  if (shown === null) return null
  const labels = shown.dimensions.toSorted((a, b) => Number(b.isActive) - Number(a.isActive)).flatMap(({ from, to, metres, isActive }) => {
    const at = findViewport()?.project(scale(add(from, to), 0.5)) ?? null
    const isTyped = isActive && shown.draft !== ''
    const text = isTyped ? shown.draft : formatLength(metres, unit)
    return at === null || (metres < TOUCHING && !isTyped) ? [] : [{ at, text, isActive, isTyped, width: CHARACTER * text.length + AROUND }]
  })
  const places = apart(labels)
  return (
    <div className="guide-labels" aria-hidden>
      {labels.map(({ text, isActive, isTyped }, i) => <span key={i} data-active={isActive} data-typed={isTyped} style={{ left: places[i][0], top: places[i][1] }}>{text}</span>)}
    </div>
  )
}
