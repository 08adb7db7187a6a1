import type { MeshData, Vec3 } from '../../../gpu/index.ts'
import type { Bounds } from '../../navigation/orbit.ts'

/** Layers from foot to top. */
const LAYERS = 12
/** Metres by which neighbours overlap: nothing slips between them. */
const SEAM = 0.01
/** Layers whose footprints together are this much larger than each stay two. */
const ALIKE = 1.1
/** Each is asked for itself, thirty times in a step of a drag. */
const MOST_PARTS = 4
/** Larger meshes are not read while a hand waits. */
const MOST_TRIANGLES = 300_000

const known = new WeakMap<object, readonly Bounds[]>()

/**
 * A mesh as a few boxes upon each other, object space, metres: a chair is a seat and a thinner back, so that it goes under a table.
 *
 * O(triangles), once for each mesh.
 */
export function partsOf(mesh: Pick<MeshData, 'positions' | 'indices' | 'bounds'>): readonly Bounds[] {
  const parts = known.get(mesh) ?? (mesh.indices.length === 0 || mesh.indices.length > 3 * MOST_TRIANGLES ? [mesh.bounds] : merged(layersOf(mesh)))
  known.set(mesh, parts)
  return parts
}

interface Layer {
  readonly min: [number, number, number]
  readonly max: [number, number, number]
}

function layersOf({ positions, indices, bounds: { min, max } }: Pick<MeshData, 'positions' | 'indices' | 'bounds'>): readonly Layer[] {
  const height = (max[1] - min[1]) / LAYERS
  const layers = Array.from({ length: LAYERS }, (_, i): Layer => ({ min: [Infinity, min[1] + i * height - (i === 0 ? 0 : SEAM), Infinity], max: [-Infinity, min[1] + (i + 1) * height + (i === LAYERS - 1 ? 0 : SEAM), -Infinity] }))
  if (!(height > 2 * SEAM)) return [{ min: [...min], max: [...max] }]
  const include = (layer: Layer, x: number, z: number): void => {
    layer.min[0] = Math.min(layer.min[0], x)
    layer.min[2] = Math.min(layer.min[2], z)
    layer.max[0] = Math.max(layer.max[0], x)
    layer.max[2] = Math.max(layer.max[2], z)
  }
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [0, 1, 2].map((k): Vec3 => [positions[3 * indices[at + k]], positions[3 * indices[at + k] + 1], positions[3 * indices[at + k] + 2]])
    const heights = corners.map(([, y]) => y)
    const first = Math.max(0, Math.floor((Math.min(...heights) - SEAM - min[1]) / height))
    const last = Math.min(LAYERS - 1, Math.floor((Math.max(...heights) + SEAM - min[1]) / height))
    for (let i = first; i <= last; i++) cut(corners, layers[i], include)
  }
  return layers.filter((layer) => layer.min[0] <= layer.max[0])
}

/** Corners of a triangle within a layer, and where its edges leave it. */
function cut(corners: readonly Vec3[], layer: Layer, include: (layer: Layer, x: number, z: number) => void): void {
  for (let k = 0; k < 3; k++) {
    const [a, b] = [corners[k], corners[(k + 1) % 3]]
    if (a[1] >= layer.min[1] && a[1] <= layer.max[1]) include(layer, a[0], a[2])
    for (const plane of [layer.min[1], layer.max[1]]) {
      if ((a[1] - plane) * (b[1] - plane) >= 0) continue
      const share = (plane - a[1]) / (b[1] - a[1])
      include(layer, a[0] + share * (b[0] - a[0]), a[2] + share * (b[2] - a[2]))
    }
  }
}

const areaOf = ({ min, max }: Bounds): number => (max[0] - min[0]) * (max[2] - min[2])

/** Neighbours with much the same footprint become one. */
function merged(layers: readonly Bounds[]): readonly Bounds[] {
  const parts: Bounds[] = []
  for (const layer of layers) {
    const before = parts.at(-1)
    const both = before === undefined ? null : together(before, layer)
    if (both !== null && areaOf(both) <= ALIKE * Math.min(areaOf(before!), areaOf(layer)) + 1e-6) parts[parts.length - 1] = both
    else parts.push(layer)
  }
  while (parts.length > MOST_PARTS) {
    const added = parts.slice(1).map((part, i) => volumeOf(together(parts[i], part)) - volumeOf(parts[i]) - volumeOf(part))
    const least = added.indexOf(Math.min(...added))
    parts.splice(least, 2, together(parts[least], parts[least + 1]))
  }
  return parts
}

/** @param b  upon a */
const together = (a: Bounds, b: Bounds): Bounds => ({
  min: [Math.min(a.min[0], b.min[0]), a.min[1], Math.min(a.min[2], b.min[2])],
  max: [Math.max(a.max[0], b.max[0]), b.max[1], Math.max(a.max[2], b.max[2])],
})
const volumeOf = (box: Bounds): number => areaOf(box) * (box.max[1] - box.min[1])
