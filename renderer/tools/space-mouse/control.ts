import { useInteraction } from '../../interaction/store.ts'
import { keptInside, roomBetween } from '../../navigation/orbit.ts'
import { isStill, orbitBySpaceMouse } from '../../navigation/space-mouse.ts'
import { looseIds } from '../body.ts'
import type { ToolContext } from '../context.ts'
import { onSpaceMotion, spaceMotion } from './device.ts'

/** Seconds: after a stall the camera does not leap. */
const LONGEST_FRAME = 0.1

/** Moves the camera with a Space Mouse while nobody walks: frame by frame for as long as the cap is out. Returns how to stop. */
export function createSpaceMouseControl({ query, size }: Pick<ToolContext, 'query' | 'size'>): () => void {
  let running = 0
  let lastMs: number | null = null
  /** Inside a room the camera stays inside. */
  let keepsInside = false

  function advance(nowMs: number): void {
    running = 0
    const { pose, navigation } = useInteraction.getState()
    const motion = spaceMotion()
    if (navigation === 'walk' || isStill(motion)) return
    const furniture = looseIds()
    if (lastMs === null) keepsInside = roomBetween(pose, query, furniture) === null
    const free = orbitBySpaceMouse(pose, motion, lastMs === null ? 0 : Math.min(LONGEST_FRAME, (nowMs - lastMs) / 1000), size())
    lastMs = nowMs
    if (free !== pose) useInteraction.setState({ pose: keepsInside ? keptInside(free, roomBetween(free, query, furniture)) : free })
    running = requestAnimationFrame(advance)
  }

  const stop = onSpaceMotion(() => {
    if (running !== 0 || useInteraction.getState().navigation === 'walk') return
    lastMs = null
    running = requestAnimationFrame(advance)
  })
  return () => {
    stop()
    cancelAnimationFrame(running)
  }
}
