import type { ReactElement } from 'react'
import { useDocument } from '../../document/store.ts'
import { formatLength } from '../../document/units.ts'
import { useGuides } from '../../interaction/guides.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { add, scale } from '../../navigation/vector.ts'

/** Metres: what touches has no distance to read. */
const TOUCHING = 5e-4

/** The distances of a drag, on their lines, in the project's unit; what is being typed stands in place of the one it becomes. */
export function GuideLabels(): ReactElement | null {
  const shown = useGuides((state) => state.shown)
  const unit = useDocument((state) => state.document.unit)
  useInteraction((state) => state.pose)
  if (shown === null) return null
  return (
    <div className="guide-labels" aria-hidden>
      {shown.dimensions.map(({ from, to, metres, isActive }, i) => {
        const at = findViewport()?.project(scale(add(from, to), 0.5)) ?? null
        const isTyped = isActive && shown.draft !== ''
        if (at === null || (metres < TOUCHING && !isTyped)) return null
        return (
          <span key={i} data-active={isActive} data-typed={isTyped} style={{ left: at[0], top: at[1] }}>{isTyped ? shown.draft : formatLength(metres, unit)}</span>
        )
      })}
    </div>
  )
}
