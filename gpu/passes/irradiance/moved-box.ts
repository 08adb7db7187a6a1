import { isSameMatrix } from '../../math.ts'
import type { Instance, InstanceId, Mat4, MeshData, SceneSnapshot, Vec3 } from '../../scene.ts'

/** Along the world's axes, metres. */
export interface MovedBox { readonly min: Vec3; readonly max: Vec3 }

/** A mesh that stands somewhere. */
export interface Placed { readonly id: InstanceId; readonly mesh: Pick<MeshData, 'bounds'>; readonly worldFromObject: Mat4 }

const NOWHERE: Vec3 = [0, 0, 0]

/**
 * Around all that is not what or where it was, there and here, by the corners of its mesh's bounds; null: nothing has moved, or nothing is known of before.
 *
 * @param appeared  what rays had not seen before, for its tree was being built
 */
export function movedBox(before: SceneSnapshot | null, now: SceneSnapshot, appeared: readonly Placed[] = []): MovedBox | null {
  if (before === null || (before.instances === now.instances && appeared.length === 0)) return null
  // As a rule most records are the very ones of before, in the same places.
  const left = before.instances.filter((instance, i) => instance !== now.instances[i])
  const came = now.instances.filter((instance, i) => instance !== before.instances[i])
  const [had, has] = [left, came].map((instances) => new Map(instances.map((instance) => [instance.id, instance])))
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  const addBounds = ({ bounds }: Placed['mesh'], m: Mat4): void => {
    for (let row = 0; row < 3; row++) {
      let [low, high] = [m[12 + row], m[12 + row]]
      for (let column = 0; column < 3; column++) {
        const ends = [m[4 * column + row] * bounds.min[column], m[4 * column + row] * bounds.max[column]]
        low += Math.min(...ends)
        high += Math.max(...ends)
      }
      min[row] = Math.min(min[row], low)
      max[row] = Math.max(max[row], high)
    }
  }
  const add = ({ mesh, visible, worldFromObject }: Instance, { meshes }: SceneSnapshot): void => {
    const known = meshes.get(mesh)
    if (visible && known !== undefined) addBounds(known, worldFromObject)
  }
  for (const { mesh, worldFromObject } of appeared) addBounds(mesh, worldFromObject)
  for (const instance of left) if (!isSame(instance, has.get(instance.id))) add(instance, before)
  for (const instance of came) if (!isSame(instance, had.get(instance.id))) add(instance, now)
  return min[0] > max[0] ? null : { min, max }
}

/** Around both. */
export function boxAround(a: MovedBox, b: MovedBox): MovedBox {
  const [low, high] = [(i: number) => Math.min(a.min[i], b.min[i]), (i: number) => Math.max(a.max[i], b.max[i])]
  return { min: [low(0), low(1), low(2)], max: [high(0), high(1), high(2)] }
}

/** For kernels: the box, and how far around it light changes most, metres: as far as it is large, corner to corner; 0: nothing moved. */
export function nearOf(box: MovedBox | null): { readonly near_min: Vec3; readonly near_max: Vec3; readonly reach: number } {
  if (box === null) return { near_min: NOWHERE, near_max: NOWHERE, reach: 0 }
  const { min, max } = box
  return { near_min: min, near_max: max, reach: Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) }
}

/** Equal placing of the same mesh in sight; records of materials may be others. */
function isSame(a: Instance, b: Instance | undefined): boolean {
  return a === b || b !== undefined && a.mesh === b.mesh && a.visible === b.visible && a.materials.every((worn, i) => worn === b.materials[i]) && isSameMatrix(a.worldFromObject, b.worldFromObject)
}
