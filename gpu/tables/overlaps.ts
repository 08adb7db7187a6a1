import type { Instance, Material, SceneSnapshot, Vec3 } from '../scene.ts'

type Box = readonly [min: Vec3, max: Vec3]

const isSolid = ({ transmission = 0, volume = null }: Material): boolean => transmission > 0 && volume !== null

/** Bodies that are compared with each other; of more, some overlap. */
const MOST_BODIES = 500

/** Whether bodies that light passes may overlap: the boxes of two, or one thing has several. */
export function hasOverlaps({ instances, meshes }: Pick<SceneSnapshot, 'instances' | 'meshes'>): boolean {
  const bodies = instances.filter(({ visible, materials }) => visible && materials.some(isSolid))
  if (bodies.length > MOST_BODIES || bodies.some(({ materials }) => materials.filter(isSolid).length > 1)) return true
  const boxes = bodies.flatMap((body) => {
    const bounds = meshes.get(body.mesh)?.bounds
    return bounds === undefined ? [] : [boxOf(bounds.min, bounds.max, body)]
  })
  return boxes.some((a, i) => boxes.some((b, k) => k > i && [0, 1, 2].every((axis) => a[0][axis] <= b[1][axis] && b[0][axis] <= a[1][axis])))
}

/** Around a placed box, along the world's axes. */
function boxOf(low: Vec3, high: Vec3, { worldFromObject: m }: Instance): Box {
  const min: [number, number, number] = [m[12], m[13], m[14]]
  const max: [number, number, number] = [m[12], m[13], m[14]]
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const [a, b] = [m[4 * column + row] * low[column], m[4 * column + row] * high[column]]
      min[row] += Math.min(a, b)
      max[row] += Math.max(a, b)
    }
  }
  return [min, max]
}
