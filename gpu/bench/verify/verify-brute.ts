import alphaNoneWgsl from '../../kernels/alpha-none.wgsl?raw'
import { TRIANGLE_WORDS } from '../../kdtree/pack.ts'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { createTwinKernel } from '../../twin/runtime/run.ts'
import type { TestScene } from '../../testing/scenes.ts'
import { packScene } from '../../testing/tracer.ts'
import { SCENE_PIECES, traversalPieces } from '../../traversal/traversals.ts'
import { INSTANCE_WORDS } from '../../uber/instance.ts'
import { invertAffine } from '../../math.ts'
import traceFileWgsl from '../trace/trace-file.wgsl?raw'

/** Records that may lie within rounding of one ray. */
const MOST_CANDIDATES = 1 << 16
/** What f32 may do to where a triangle's corner lies beside the ray, relative to the coordinates of the object and of the ray's start. */
const ROUNDING = 2e-5
const START_ROUNDING = 2e-6

/** The corners of a mesh, one array per coordinate. */
interface Corners { readonly count: number; readonly coordinates: readonly (readonly Float32Array[])[] }

/**
 * Brute force for scenes on which the kernel would take hours. Every triangle of every instance is looked at in f64; those that
 * may lie in the way, by a margin of a hundred times the rounding, are left to the brute force kernel, so that its answer
 * is the same to the last bit. No tree takes part.
 *
 * @returns t per ray as the kernel gives it, -1 for a miss; any hit is whether there is one
 */
export function createBruteForce(scene: TestScene): (rays: Float32Array) => Float32Array {
  const { triangles, instances, uniforms, firstRecord } = packScene(scene)
  const recordFloats = new Float32Array(triangles.buffer)
  const meshes = scene.meshes.map(({ tree }, mesh) => cornersOf(recordFloats, firstRecord[mesh], tree.triangleOfRecord.length))
  const objectFromWorld = scene.instances.map(({ worldFromObject }) => Float64Array.from(Float32Array.from(invertAffine(worldFromObject))))
  const candidates = new Uint32Array(MOST_CANDIDATES * TRIANGLE_WORDS)
  const ray = new Float32Array(8)
  const traced = new Float32Array(2 * 64)
  const instanceFloats = new Float32Array(instances.buffer)
  scene.instances.forEach((_, slot) => { instances[slot * INSTANCE_WORDS + 33] = 0 })
  const none = new Uint32Array(64)
  const kernel = createTwinKernel(instantiate(compileTwin([...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces('brute-force'), traceFileWgsl].map(pieceOf), { entryPoint: 'trace_walk' })), {
    nodes: none, references: none, triangles: candidates, attributes: none, instances, materials: none, scene: uniforms, rays: ray, traced, trace_params: Uint32Array.of(0, 1, 0, 0),
  })

  return (rays) => {
    const answers = new Float32Array(rays.length / 8)
    const touched: number[] = []
    const near: number[] = []
    for (let i = 0; i < answers.length; i++) {
      ray.set(rays.subarray(8 * i, 8 * i + 8))
      let found = 0
      for (let slot = 0; slot < objectFromWorld.length; slot++) {
        const at = slot * INSTANCE_WORDS
        const { mesh } = scene.instances[slot]
        const before = found
        gather(meshes[mesh], objectFromWorld[slot], ray, instanceFloats.subarray(at + 24, at + 31), near)
        if (found + near.length > MOST_CANDIDATES) throw new Error(`more than ${MOST_CANDIDATES} triangles lie in the way of one ray`)
        for (const record of near) {
          const from = (firstRecord[mesh] + record) * TRIANGLE_WORDS
          candidates.set(triangles.subarray(from, from + TRIANGLE_WORDS), TRIANGLE_WORDS * found++)
        }
        near.length = 0
        if (found === before) continue
        instances[at + 32] = before
        instances[at + 33] = found - before
        touched.push(at)
      }
      traced[0] = -1
      if (found > 0) kernel.dispatch(1)
      answers[i] = traced[0]
      for (const at of touched) instances[at + 33] = 0
      touched.length = 0
    }
    return answers
  }
}

function cornersOf(floats: Float32Array, first: number, count: number): Corners {
  const coordinates = [0, 1, 2].map((axis) => [0, 1, 2].map((corner) => Float32Array.from({ length: count }, (_, record) => floats[(first + record) * TRIANGLE_WORDS + 4 * corner + axis])))
  return { count, coordinates }
}

/** Adds to `near` every record of an instance that the ray may hit. @param root  box of the tree, {min, _, max} */
function gather({ count, coordinates }: Corners, m: Float64Array, ray: Float32Array, root: Float32Array, near: number[]): void {
  const o = [0, 4, 8].map((row) => m[row] * ray[0] + m[row + 1] * ray[1] + m[row + 2] * ray[2] + m[row + 3])
  const d = [0, 4, 8].map((row) => m[row] * ray[4] + m[row + 1] * ray[5] + m[row + 2] * ray[6])
  const k = Math.abs(d[0]) >= Math.abs(d[1]) && Math.abs(d[0]) >= Math.abs(d[2]) ? 0 : Math.abs(d[1]) >= Math.abs(d[2]) ? 1 : 2
  const [i, j] = [(k + 1) % 3, (k + 2) % 3]
  const [sx, sy] = [d[i] / d[k], d[j] / d[k]]
  // The start as the kernel computes it: sums of products as large as these.
  const start = Math.max(...[0, 4, 8].map((row) => Math.abs(m[row] * ray[0]) + Math.abs(m[row + 1] * ray[1]) + Math.abs(m[row + 2] * ray[2]) + Math.abs(m[row + 3])))
  const margin = ROUNDING * Math.max(...[0, 1, 2, 4, 5, 6].map((word) => Math.abs(root[word]))) + START_ROUNDING * start
  if (missesBox(o, d, root, margin)) return
  const [cx, cy] = [o[i] - sx * o[k], o[j] - sy * o[k]]
  const [[ai, bi, ci], [aj, bj, cj], [ak, bk, ck]] = [coordinates[i], coordinates[j], coordinates[k]]
  for (let r = 0; r < count; r++) {
    const ax = ai[r] - sx * ak[r] - cx
    const bx = bi[r] - sx * bk[r] - cx
    const ccx = ci[r] - sx * ck[r] - cx
    if ((ax > margin && bx > margin && ccx > margin) || (ax < -margin && bx < -margin && ccx < -margin)) continue
    const ay = aj[r] - sy * ak[r] - cy
    const by = bj[r] - sy * bk[r] - cy
    const ccy = cj[r] - sy * ck[r] - cy
    if ((ay > margin && by > margin && ccy > margin) || (ay < -margin && by < -margin && ccy < -margin)) continue
    const u = ccx * by - ccy * bx
    const v = ax * ccy - ay * ccx
    const w = bx * ay - by * ax
    const slack = 4 * margin * (Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by) + Math.abs(ccx) + Math.abs(ccy) + margin)
    if ((u > slack || v > slack || w > slack) && (u < -slack || v < -slack || w < -slack)) continue
    near.push(r)
  }
}

/** Whether a ray passes beside a box grown by a margin, before its start included: the kernel's own box test comes later. */
function missesBox(o: readonly number[], d: readonly number[], root: Float32Array, margin: number): boolean {
  let [enter, leave] = [-Infinity, Infinity]
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [root[axis] - margin - o[axis], root[4 + axis] + margin - o[axis]]
    if (Math.abs(d[axis]) < 1e-18) {
      // The kernel takes such a component for -1e-20.
      if (low > 1e-3 * Math.abs(high) + margin || high < -1e-3 * Math.abs(low) - margin) return true
      continue
    }
    const [a, b] = d[axis] > 0 ? [low / d[axis], high / d[axis]] : [high / d[axis], low / d[axis]]
    enter = Math.max(enter, a)
    leave = Math.min(leave, b)
  }
  return enter > leave + 1e-6 * Math.abs(leave)
}
