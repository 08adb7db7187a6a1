import type { MeshData } from '../scene.ts'

/** Rays of one set: half of them coherent, tile by tile, as a camera's; the other half from anywhere to anywhere, as bounces. */
export const MEASURED_RAYS = 8192

const SIDE = 64
const THINGS = 1600

/**
 * A wavy floor under a cloud of small solids, 6 metres wide: large and small, dense and empty, as a furnished room is, from a
 * few lines. 14,592 triangles, always the same.
 */
export function measuredMesh(): MeshData {
  const random = sequence()
  const positions: number[] = []
  const indices: number[] = []
  for (let z = 0; z <= SIDE; z++) {
    for (let x = 0; x <= SIDE; x++) positions.push((6 * x) / SIDE - 3, 0.15 * Math.sin(x * 0.5) * Math.cos(z * 0.37), (6 * z) / SIDE - 3)
  }
  for (let z = 0; z < SIDE; z++) {
    for (let x = 0; x < SIDE; x++) {
      const corner = z * (SIDE + 1) + x
      indices.push(corner, corner + SIDE + 1, corner + 1, corner + 1, corner + SIDE + 1, corner + SIDE + 2)
    }
  }
  for (let i = 0; i < THINGS; i++) {
    const first = positions.length / 3
    const size = 0.03 + 0.2 * random() ** 4
    const center = [6 * random() - 3, 0.2 + 2.4 * random(), 6 * random() - 3]
    for (const sign of [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) positions.push(...center.map((c, axis) => c + size * sign[axis] * (0.5 + random())))
    indices.push(first, first + 1, first + 2, first, first + 3, first + 1, first, first + 2, first + 3, first + 1, first + 3, first + 2)
  }
  return {
    key: 'measured', positions: Float32Array.from(positions), normals: new Float32Array(positions.length), uvs: null, materialSlots: null,
    indices: Uint32Array.from(indices), bounds: { min: [-4, -1, -4], max: [4, 4, 4] },
  }
}

/** 8 floats per ray: origin, t_min, direction, t_max. */
export function measuredRays(): Float32Array {
  const random = sequence()
  const rays = new Float32Array(8 * MEASURED_RAYS)
  for (let i = 0; i < MEASURED_RAYS; i++) {
    const tile = i >> 6
    const [x, y] = [(tile % 8) * 8 + (i & 7), (tile >> 3) * 8 + ((i >> 3) & 7)]
    if (2 * i < MEASURED_RAYS) rays.set([0.1, 1.5, 3.9, 0, x / 32 - 1, y / 32 - 1.2, -1.5, 1e30], 8 * i)
    else rays.set([5 * random() - 2.5, 0.3 + 2 * random(), 5 * random() - 2.5, 0, random() - 0.5, random() - 0.5, random() - 0.5, 1e30], 8 * i)
  }
  return rays
}

/** Numbers of 0..1, always the same (Numerical Recipes' generator). */
function sequence(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
