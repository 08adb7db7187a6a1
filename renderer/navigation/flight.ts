import { mixPoses } from './orbit.ts'
import { type CameraPose, useInteraction } from '../interaction/store.ts'

const FLIGHT_MS = 260

let running = 0
/** Where the flight goes, and how far it has come: when the camera stands elsewhere, something else moved it. */
let flight: { readonly goal: CameraPose; last: CameraPose } | null = null

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Where the camera stands, or will as soon as it has arrived. */
export function destination(): CameraPose {
  const { pose } = useInteraction.getState()
  return flight?.last === pose ? flight.goal : pose
}

/** Carries the camera to another pose; at once where the user asked for less motion. Any other camera move ends it. */
export function flyTo(pose: CameraPose): void {
  cancelAnimationFrame(running)
  // Verticals half straightened are only for the way.
  const goal = { ...pose, straighten: Math.round(pose.straighten ?? 0) }
  flight = null
  if (prefersReducedMotion()) {
    useInteraction.setState({ pose: goal })
    return
  }
  const from = useInteraction.getState().pose
  const start = performance.now()
  const current = { goal, last: from }
  flight = current
  const advance = (): void => {
    const { pose: now } = useInteraction.getState()
    if (now !== current.last) {
      flight = null
      useInteraction.setState({ pose: { ...now, straighten: goal.straighten } })
      return
    }
    const t = Math.min(1, (performance.now() - start) / FLIGHT_MS)
    current.last = t === 1 ? goal : mixPoses(from, goal, t * t * (3 - 2 * t))
    useInteraction.setState({ pose: current.last })
    if (t < 1) running = requestAnimationFrame(advance)
    else flight = null
  }
  running = requestAnimationFrame(advance)
}
