import type { Mat4 } from '../math.ts'
import type { MeshData } from '../scene.ts'
import type { TraceableInstance } from '../uber/instance.ts'
import { buildLinearBvh, type LinearBvh } from './linear-bvh.ts'

/** What stands in for trees that are still being built: made at the first question that comes near, gone when it is not asked any more. */
export interface StandIns {
  bvhOf(mesh: MeshData): LinearBvh
  /** World box: min xyz, max xyz. */
  boundsOf(instance: TraceableInstance<null>): Float64Array
  clear(): void
}

export function createStandIns(): StandIns {
  let bvhs = new WeakMap<MeshData, LinearBvh>()
  let bounds = new WeakMap<TraceableInstance<null>, Float64Array>()
  const kept = <K extends object, V>(known: WeakMap<K, V>, key: K, make: (key: K) => V): V => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
  return {
    bvhOf: (mesh) => kept(bvhs, mesh, buildLinearBvh),
    boundsOf: (instance) => kept(bounds, instance, ({ mesh, worldFromObject }) => worldBox(mesh, worldFromObject)),
    clear() {
      bvhs = new WeakMap()
      bounds = new WeakMap()
    },
  }
}

function worldBox({ bounds: { min, max } }: MeshData, m: Mat4): Float64Array {
  const box = new Float64Array(6)
  for (let row = 0; row < 3; row++) {
    let [center, reach] = [m[12 + row], 0]
    for (let k = 0; k < 3; k++) {
      center += m[4 * k + row] * (min[k] + max[k]) / 2
      reach += Math.abs(m[4 * k + row]) * (max[k] - min[k]) / 2
    }
    // Rounding: the box is asked before the triangles, so none may stick out.
    reach += 1e-12 * (Math.abs(center) + reach)
    box[row] = center - reach
    box[3 + row] = center + reach
  }
  return box
}
