import type { Vec3 } from '../scene.ts'
import type { CacheUpdate } from './irradiance-cache.ts'
import { changeBetween, type LitScene } from './irradiance-watch.ts'

/** What an adapter may spend on the cache per frame, and how fine its cells are. */
export interface CachePlan {
  /** Milliseconds that an update should take. */
  readonly targetMs: number
  /** Cells of the first update, and at most. */
  readonly first: number
  readonly most: number
  /** A cell's size over its distance. */
  readonly angle: number
}

/** About 10,000 paths of a few rays each: a few milliseconds where there are a million rays in one. */
export const HARDWARE_PLAN: CachePlan = { targetMs: 6, first: 2048, most: 4096, angle: 0.04 }
/** Larger cells, so that they still come round within a second. */
export const PROCESSOR_PLAN: CachePlan = { targetMs: 50, first: 64, most: 1024, angle: 0.08 }
const LEAST_CELLS = 32

/** Plans updates of an irradiance cache from frame to frame: what changed, and how many cells fit the time. */
export interface CachePlanner {
  next(position: Vec3, scene: LitScene): CacheUpdate
  /** What the last update took. @param cells  how many it updated; null: not known */
  took(ms: number, cells: number | null): void
}

export function createCachePlanner({ targetMs, first, most, angle }: CachePlan): CachePlanner {
  let before: LitScene | null = null
  let budget = first
  let cellMs: number | null = null
  return {
    next(position, scene) {
      const change = changeBetween(before, scene)
      before = scene
      return { position, change, budget: Math.round(budget), angle }
    },
    took(ms, cells) {
      if (cells !== null) {
        // An update of a few cells says little about many: its fixed part would be taken for theirs.
        if (cells >= LEAST_CELLS) cellMs = cellMs === null ? ms / cells : 0.7 * cellMs + 0.3 * (ms / cells)
        if (cellMs !== null) budget = targetMs / cellMs
      } else {
        budget *= ms > targetMs ? targetMs / ms : 1.1
      }
      budget = Math.min(most, Math.max(LEAST_CELLS, budget))
    },
  }
}
