import type { StructValue } from '../../buffers/layout.ts'
import type { Instance, InstanceId, Mat4, SceneSnapshot } from '../../scene.ts'
import { invertAffine, isSameMatrix } from '../../math.ts'

/** MOST_MOVED of reproject.wgsl. */
const MOST_MOVED = 32

/**
 * Where things that moved between two pictures were: `Moved` of reproject.wgsl. Of more than it holds, the rest count as new: what
 * was seen there before is not theirs.
 */
export function movedBetween(before: SceneSnapshot | null, now: SceneSnapshot, slotOf: (id: InstanceId) => number | null): readonly StructValue[] {
  if (before === null || before.instances === now.instances) return []
  const known = new Map<InstanceId, Instance>(before.instances.map((instance) => [instance.id, instance]))
  const moved: StructValue[] = []
  for (const instance of now.instances) {
    const was = known.get(instance.id)
    if (was === undefined || was === instance || isSameMatrix(was.worldFromObject, instance.worldFromObject)) continue
    const slot = slotOf(instance.id)
    if (slot === null) continue
    const [row_x, row_y, row_z] = beforeFromNow(was.worldFromObject, instance.worldFromObject)
    moved.push({ row_x, row_y, row_z, slot: slot + 1 })
    if (moved.length === MOST_MOVED) break
  }
  return moved
}

/** before * inverse(now), as three rows of four. */
function beforeFromNow(before: Mat4, now: Mat4): readonly [number[], number[], number[]] {
  const inverse = invertAffine(now)
  const row = (r: number): number[] => [0, 1, 2, 3].map((column) =>
    [0, 1, 2].reduce((sum, k) => sum + before[4 * k + r] * inverse[4 * k + column], column === 3 ? before[12 + r] : 0))
  return [row(0), row(1), row(2)]
}
