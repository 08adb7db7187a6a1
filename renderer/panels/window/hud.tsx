import type { ReactElement } from 'react'
import { useShell } from '../../shell/shell.ts'

/** A few words over the viewport when a toggle changed. */
export function Hud(): ReactElement {
  const hud = useShell((state) => state.hud)
  return (
    <div className="hud" role="status" aria-live="polite">
      {hud !== null && <span key={hud.id} className="hud-text">{hud.text}</span>}
    </div>
  )
}
