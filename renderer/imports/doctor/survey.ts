import type { Vec3 } from '../../../gpu/index.ts'
import { composeMatrix } from '../../document/transform.ts'
import { type Box, boxAround, boxOfPart, sizeOf } from '../pieces/box.ts'
import type { ParsedAsset, ParsedPart } from '../types.ts'

/** A part as the doctor sees it. */
export interface Surveyed {
  readonly part: string
  readonly name: string
  /** World box, as far as the mesh's own box tells. */
  readonly box: Box
}

/** Area by what it faces, of sampled triangles: index 0..2 are the axes x, y, z. */
export interface Areas {
  readonly total: number
  /** Facing exactly along the axis, either way. */
  readonly facing: Vec3
  /** Of those, in the lowest and in the highest twentieth of the model along that axis. */
  readonly lowest: Vec3
  readonly highest: Vec3
}

/** Numbers and names that unit and axis are told from. */
export interface Survey {
  readonly objects: readonly Surveyed[]
  readonly box: Box
  readonly areas: Areas
  /** Distances between corners along the axes, in the units of the parsed model: what was drawn on a grid shows it here. */
  readonly steps: Float64Array
}

/** Triangles looked at of one mesh, and of all together. */
const SAMPLES_PER_MESH = 4000
const SAMPLES = 300_000
/** Cosine from which a triangle faces along an axis. */
const ALONG = 0.99
const STEPS = 6000

/** Where the parts stand; O(parts). */
export function surveyObjects({ parts, meshes }: Pick<ParsedAsset, 'parts' | 'meshes'>): readonly Surveyed[] {
  return parts.flatMap((part) => {
    const box = boxOfPart({ meshes }, part)
    return box === null ? [] : [{ part: part.id, name: part.name, box }]
  })
}

/**
 * Surveys a parsed model.
 *
 * @param objects  those that count: strays are left out
 * O(samples): at most 300,000 triangles are looked at, however many there are.
 */
export function survey({ parts, meshes }: Pick<ParsedAsset, 'parts' | 'meshes'>, objects: readonly Surveyed[]): Survey {
  const counted = new Set(objects.map(({ part }) => part))
  const shown = parts.filter(({ id }) => counted.has(id))
  const box = boxAround(objects.map((object) => object.box))
  return { objects, box, areas: areasOf(shown, meshes, box), steps: stepsOf(shown, meshes) }
}

function areasOf(parts: readonly ParsedPart[], meshes: ParsedAsset['meshes'], box: Box): Areas {
  const perPart = Math.max(16, Math.min(SAMPLES_PER_MESH, Math.floor(SAMPLES / Math.max(1, parts.length))))
  const [facing, lowest, highest] = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
  const size = sizeOf(box)
  let total = 0
  const w = new Float64Array(9)
  for (const part of parts) {
    const { positions, indices } = meshes.get(part.mesh)!
    const m = composeMatrix(part)
    const stride = 3 * Math.max(1, Math.floor(indices.length / 3 / perPart))
    for (let t = 0; t + 2 < indices.length; t += stride) {
      for (let k = 0; k < 3; k++) {
        const i = 3 * indices[t + k]
        for (let row = 0; row < 3; row++) w[3 * k + row] = m[row] * positions[i] + m[4 + row] * positions[i + 1] + m[8 + row] * positions[i + 2] + m[12 + row]
      }
      const [ux, uy, uz, vx, vy, vz] = [w[3] - w[0], w[4] - w[1], w[5] - w[2], w[6] - w[0], w[7] - w[1], w[8] - w[2]]
      const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
      const length = Math.hypot(normal[0], normal[1], normal[2])
      if (!(length > 0)) continue
      // One sample stands for as many triangles as were stepped over.
      const area = (length / 2) * (stride / 3)
      total += area
      for (let axis = 0; axis < 3; axis++) {
        if (Math.abs(normal[axis]) < ALONG * length) continue
        facing[axis] += area
        const at = ((w[axis] + w[3 + axis] + w[6 + axis]) / 3 - box.min[axis]) / (size[axis] || 1)
        if (at < 0.05) lowest[axis] += area
        if (at > 0.95) highest[axis] += area
      }
    }
  }
  const vec = (values: number[]): Vec3 => [values[0], values[1], values[2]]
  return { total, facing: vec(facing), lowest: vec(lowest), highest: vec(highest) }
}

/** Along the axes of the meshes, from each mesh's first corner: where a mesh stands and how it is turned does not blur its grid. */
function stepsOf(parts: readonly ParsedPart[], meshes: ParsedAsset['meshes']): Float64Array {
  const distinct = [...new Map(parts.map((part) => [part.mesh, part])).values()]
  const perMesh = Math.max(24, Math.floor(STEPS / Math.max(1, distinct.length)))
  const steps: number[] = []
  for (const { mesh, scale } of distinct) {
    if (steps.length >= STEPS) break
    const { positions } = meshes.get(mesh)!
    const stride = 3 * Math.max(1, Math.floor(positions.length / perMesh))
    const own = new Set<number>()
    for (let i = stride; i + 2 < positions.length; i += stride) {
      for (let axis = 0; axis < 3; axis++) {
        const step = Math.abs((positions[i + axis] - positions[axis]) * scale[axis])
        if (step > 0) own.add(step)
      }
    }
    for (const step of own) steps.push(step)
  }
  return Float64Array.from(steps.slice(0, STEPS))
}
