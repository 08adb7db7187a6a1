import { mixPoses } from './orbit.ts'
import { type CameraPose, useInteraction } from './store.ts'

const FLIGHT_MS = 260

let running = 0

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Carries the camera to another pose; at once where the user asked for less motion. Any other camera move ends it. */
export function flyTo(pose: CameraPose): void {
  cancelAnimationFrame(running)
  if (prefersReducedMotion()) {
    useInteraction.setState({ pose })
    return
  }
  const from = useInteraction.getState().pose
  const start = performance.now()
  let last = from
  const advance = (): void => {
    if (useInteraction.getState().pose !== last) return
    const t = Math.min(1, (performance.now() - start) / FLIGHT_MS)
    last = t === 1 ? pose : mixPoses(from, pose, t * t * (3 - 2 * t))
    useInteraction.setState({ pose: last })
    if (t < 1) running = requestAnimationFrame(advance)
  }
  running = requestAnimationFrame(advance)
}
