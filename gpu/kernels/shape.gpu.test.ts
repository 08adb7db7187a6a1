import { beforeAll, describe, expect, test } from 'vitest'
import { buildKdTree } from '../kdtree/build/build.ts'
import { findShapeFault, shapeTree } from '../kdtree/shape.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import { compileTwin } from '../twin/compiler/compile.ts'
import { pieceOf } from '../twin/compiler/lex.ts'
import { createTwinKernel } from '../twin/runtime/run.ts'
import type { Mat4, MeshData } from '../scene.ts'
import type { RenderSettings } from '../settings.ts'
import { sharedDevice } from '../headless/headless.ts'
import { terrain } from '../testing/meshes.ts'
import { randomDirection, seeded } from '../testing/random.ts'
import { rayZoo } from '../testing/rays.ts'
import { placed, testScene, type TestInstance, type TestScene } from '../testing/scenes.ts'
import { boxMesh, exactShape, polygonMesh, sphereMesh, squareMesh } from '../testing/shapes.ts'
import traceRaysWgsl from '../traversal/scene/trace-rays.wgsl?raw'
import { createTracer, HIT_WORDS, packScene, type TracedHits } from '../testing/tracer.ts'
import { SCENE_PIECES, type TraversalName, traversalPieces } from '../traversal/traversals.ts'
import { instanceBounds } from '../uber/bounds.ts'
import { invertAffine } from '../math.ts'
import alphaNoneWgsl from './alpha-none.wgsl?raw'

const SEED = 31
let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const SPHERE = exactShape(sphereMesh(12), 'sphere')
const BOX = exactShape(boxMesh(), 'box')
const PENTAGON = exactShape(polygonMesh(5), 'polygon')
const SQUARE = exactShape(squareMesh(), 'polygon')

/** Shapes beside a mesh, placed so that two levels go wrong: overlapping, nested, touching, coincident, mirrored, sheared, huge and tiny. */
function shapeScene(seed: number): TestScene {
  const random = seeded(seed)
  const instances: TestInstance[] = [
    { mesh: 1, worldFromObject: placed([0, 0, 0], [8, 8, 8]) },
    { mesh: 0, worldFromObject: placed([0, 0, 0]) },
    { mesh: 0, worldFromObject: placed([0, 0, 0], [0.5, 0.5, 0.5]) },
    { mesh: 1, worldFromObject: placed([0, 0, 0], [0.4, 0.4, 0.4]) },
    { mesh: 0, worldFromObject: placed([2, 0, 0]) },
    { mesh: 1, worldFromObject: placed([4, 0, 0]) },
    { mesh: 1, worldFromObject: placed([4, 2, 0], [-1, 1, 1]) },
    { mesh: 2, worldFromObject: placed([4, -1, 0], [1, -1, 1]) },
    { mesh: 3, worldFromObject: placed([0, -4, 0], [1000, 1, 1000]) },
    { mesh: 0, worldFromObject: placed([0, -1005, 0], [1000, 1000, 1000]) },
    { mesh: 0, worldFromObject: placed([-3, 0, 0], [1e-3, 1e-3, 1e-3]) },
    { mesh: 4, worldFromObject: placed([0, -3, 0], [5, 1, 5]) },
  ]
  for (let i = 0; i < 40; i++) {
    const size = 10 ** (random() - 0.7)
    instances.push({
      mesh: Math.floor(5 * random()),
      worldFromObject: placed([0, 1, 2].map(() => 12 * random() - 6), [random() < 0.3 ? -size : size, size * (0.3 + random()), size], randomDirection(random), 6.3 * random()),
    })
  }
  return testScene(`shapes-${seed}`, [SPHERE, BOX, PENTAGON, SQUARE, terrain(8)], instances)
}

async function trace(scene: TestScene, rays: Float32Array, mode: RenderSettings['mode'], traversal?: TraversalName): Promise<TracedHits> {
  const tracer = createTracer(device, packScene(scene, traversal), mode, traversal)
  const hits = await tracer.trace(rays, 'both')
  tracer.dispose()
  return hits
}

/** Where a ray crosses one shape, `scale` times as large and, if flat, lifted, in f64 straight from its equation: |x|² = 1, |x| <= 1, a plane and half-planes. */
function crossings({ shape, positions }: MeshData, worldFromObject: Mat4, ray: ArrayLike<number>, scale = 1, lift = 0): number[] {
  const m = Float32Array.from(invertAffine(worldFromObject))
  const o = [0, 4, 8].map((row) => m[row] * ray[0] + m[row + 1] * ray[1] + m[row + 2] * ray[2] + m[row + 3])
  const d = [0, 4, 8].map((row) => m[row] * ray[4] + m[row + 1] * ray[5] + m[row + 2] * ray[6])
  if (shape === 'sphere') {
    const [a, b, c] = [dot(d, d), dot(o, d), dot(o, o) - scale * scale]
    const root = Math.sqrt(b * b - a * c)
    return root >= 0 ? [(-b - root) / a, (-b + root) / a] : []
  }
  if (shape === 'box') {
    const t = d.map((x, k) => (x === 0 ? (Math.abs(o[k]) < scale ? [-Infinity, Infinity] : [Infinity, -Infinity]) : [(-scale - o[k]) / x, (scale - o[k]) / x].toSorted((p, q) => p - q)))
    const [enter, leave] = [Math.max(...t.map(([low]) => low)), Math.min(...t.map(([, high]) => high))]
    return enter <= leave ? [enter, leave] : []
  }
  const t = (lift - o[1]) / d[1]
  const [x, z] = [o[0] + t * d[0], o[2] + t * d[2]]
  const corners = Array.from({ length: positions.length / 3 }, (_, i) => [scale * positions[3 * i], scale * positions[3 * i + 2]])
  const isInside = corners.every(([ax, az], i) => {
    const [bx, bz] = corners[(i + 1) % corners.length]
    return (bx - ax) * (z - az) - (bz - az) * (x - ax) <= 0
  })
  return isInside ? [t] : []
}

/**
 * What the nearest hit of one shape may be, given what f32 does to the ray and its range: the interval of t, and whether missing
 * it is right too. Within rounding of a silhouette, of t_min or of t_max both are.
 */
function expectation(mesh: MeshData, worldFromObject: Mat4, ray: ArrayLike<number>): { low: number; high: number; mayMiss: boolean } {
  const m = invertAffine(worldFromObject)
  const o = Math.hypot(ray[0], ray[1], ray[2])
  const reach = Math.max(1, ...[0, 4, 8].map((row) => Math.hypot(m[row], m[row + 1], m[row + 2]) * o + Math.abs(m[row + 3])))
  const length = Math.hypot(...[0, 4, 8].map((row) => m[row] * ray[4] + m[row + 1] * ray[5] + m[row + 2] * ray[6]))
  const rounding = 3e-6 * reach
  // A ray in the plane of a polygon may meet any of it, or nothing.
  const slope = Math.abs(m[4] * ray[4] + m[5] * ray[5] + m[6] * ray[6])
  if (mesh.shape === 'polygon' && slope < rounding * length) return { low: -Infinity, high: Infinity, mayMiss: true }
  const tolerance = (t: number) => (2 * rounding) / length + 2e-6 * Math.abs(t)
  const found: (number | null)[] = []
  const anywhere: number[] = []
  const variants = [Math.max(0, 1 - rounding), 1, 1 + rounding].flatMap((scale) => (mesh.shape === 'polygon' ? [-rounding, 0, rounding] : [0]).map((lift) => [scale, lift] as const))
  for (const [scale, lift] of variants) {
    const all = crossings(mesh, worldFromObject, ray, scale, lift)
    anywhere.push(...all.map((t) => Math.min(Math.max(t, ray[3]), ray[7])))
    for (const [first, last] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
      found.push(all.find((t) => t > ray[3] + first * tolerance(t) && t < ray[7] + last * tolerance(t)) ?? null)
    }
  }
  const mayMiss = found.includes(null)
  // A ray along the rim may meet any of it.
  const hits = mayMiss ? anywhere : found.filter((t) => t !== null)
  return { low: Math.min(...hits.map((t) => t - tolerance(t))), high: Math.max(...hits.map((t) => t + tolerance(t))), mayMiss }
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0)

describe.each(['sphere', 'box', 'polygon'] as const)('rays against an exact %s', (shape) => {
  const mesh = { sphere: SPHERE, box: BOX, polygon: PENTAGON }[shape]
  const places: Record<string, Mat4> = {
    plain: placed([0, 0, 0]),
    stretched: placed([1, 2, -3], [1.5, 0.2, 0.7], [0.6, 0, 0.8], 1),
    mirrored: placed([-2, 0.5, 1], [-1, 1, 2], [0, 0.6, 0.8], 2),
    huge: placed([0, -900, 0], [1000, 900, 1000], [0, 1, 0], 0.3),
    tiny: placed([3, 1, 2], [1e-3, 2e-3, 1e-3], [1, 0, 0], 0.5),
  }

  test.each(Object.keys(places))(`hit it %s where its equation says, zoo ${SEED}`, async (place) => {
    const scene = testScene(place, [mesh], [{ mesh: 0, worldFromObject: places[place] }])
    const { rays, kinds } = rayZoo(scene, 60, SEED)
    const { words, floats } = await trace(scene, rays, 'uber')
    const wrong: string[] = []
    let hits = 0
    let sure = 0
    for (let i = 0; i < kinds.length; i++) {
      const { low, high, mayMiss } = expectation(mesh, places[place], rays.subarray(8 * i, 8 * i + 8))
      const isMiss = words[HIT_WORDS * i + 3] === 0xffffffff
      const t = floats[HIT_WORDS * i]
      if (!isMiss) hits++
      if (!mayMiss) sure++
      if (isMiss ? !mayMiss : !(t >= low && t <= high)) wrong.push(`${kinds[i]} ${i}: ${isMiss ? 'nothing' : t} against ${low} to ${high} of ${[...rays.subarray(8 * i, 8 * i + 8)].join(' ')}`)
      if (isMiss === (words[HIT_WORDS * i + 5] === 1)) wrong.push(`${kinds[i]} ${i}: any hit`)
    }
    expect(wrong).toEqual([])
    expect(hits).toBeGreaterThan(100)
    expect(sure).toBeGreaterThan(50)
  })
})

describe(`shapes beside a mesh, zoo ${SEED}`, () => {
  const scene = shapeScene(SEED)
  const { rays, kinds } = rayZoo(scene, 60, SEED)
  let brute: TracedHits
  beforeAll(async () => { brute = await trace(scene, rays, 'brute-force') })

  test.each([['uber', 'standard-8'], ['uber', 'ropes-plus-plus'], ['uber', 'backtrack'], ['object-list', 'standard-8']] as const)('%s with %s gives the hits of brute force', async (mode, traversal) => {
    const hits = await trace(scene, rays, mode, traversal)
    const differing = kinds.filter((_, i) => [0, 5].some((word) => hits.words[HIT_WORDS * i + word] !== brute.words[HIT_WORDS * i + word]))
    expect(differing).toEqual([])
  })

  test('brute force gives the nearest of all closed forms, or the mesh', () => {
    const wrong: string[] = []
    for (let i = 0; i < kinds.length; i++) {
      const ray = rays.subarray(8 * i, 8 * i + 8)
      const slot = brute.words[HIT_WORDS * i + 3]
      const t = brute.floats[HIT_WORDS * i]
      for (const [other, { mesh, worldFromObject }] of scene.instances.entries()) {
        if (scene.meshes[mesh].mesh.shape === undefined) continue
        const { low, high, mayMiss } = expectation(scene.meshes[mesh].mesh, worldFromObject, ray)
        if (!mayMiss && high < t) wrong.push(`${kinds[i]} ${i}: went through instance ${other} at ${low} to ${high}, hit ${slot} at ${t}`)
        if (other === slot && !(t >= low && t <= high)) wrong.push(`${kinds[i]} ${i}: ${t} is not on instance ${slot}, ${low} to ${high}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(['uber', 'brute-force'] as const)("the twin of %s gives every ray the GPU's bits", async (mode) => {
    const pieces = [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces(mode), traceRaysWgsl].map(pieceOf)
    const packed = packScene(scene)
    const traced = new Uint32Array(kinds.length * HIT_WORDS)
    createTwinKernel(instantiate(compileTwin(pieces, { entryPoint: 'trace_rays', denormals: 'flush' })), {
      nodes: packed.nodes, references: packed.references, triangles: packed.triangles, attributes: new Uint32Array(64), instances: packed.instances,
      materials: new Uint32Array(64), scene: packed.uniforms, rays, traced, trace_params: Uint32Array.of(0, kinds.length, 3, 0),
    }).dispatch(Math.ceil(kinds.length / 64))
    const { words } = await trace(scene, rays, mode)
    expect(kinds.filter((_, i) => [0, 1, 2, 3, 4, 5].some((word) => words[i * HIT_WORDS + word] !== traced[i * HIT_WORDS + word]))).toEqual([])
  })
})

test('a sphere is met where a finely tessellated one is, but for the depth of its facets', async () => {
  const m = placed([0.3, -0.2, 0.1], [1, 0.6, -1.4], [0.6, 0, 0.8], 0.7)
  const rings = 48
  const [exact, facets] = [SPHERE, sphereMesh(rings)].map((mesh) => testScene('sphere', [mesh], [{ mesh: 0, worldFromObject: m }]))
  const { rays, kinds } = rayZoo(exact, 40, SEED + 1)
  const [a, b] = [await trace(exact, rays, 'uber'), await trace(facets, rays, 'uber')]
  const sagitta = 1.4 * (1 - Math.cos(Math.PI / rings / 2)) * 2
  let compared = 0
  for (let i = 0; i < kinds.length; i++) {
    const ray = rays.subarray(8 * i, 8 * i + 8)
    const [t, seen] = crossings(SPHERE, m, ray)
    // Rays that cut deep into the sphere, from outside.
    if (t === undefined || t < 0.05 || seen - t < 0.8 / Math.hypot(ray[4], ray[5], ray[6]) || b.words[HIT_WORDS * i + 3] !== 0 || seen > ray[7]) continue
    compared++
    expect(Math.abs(a.floats[HIT_WORDS * i] - b.floats[HIT_WORDS * i]) * Math.hypot(ray[4], ray[5], ray[6])).toBeLessThan(5 * sagitta)
  }
  expect(compared).toBeGreaterThan(60)
})

test('a turned sphere reaches no farther in the world than it does, and all of it is inside its bounds', () => {
  const m = placed([5, 0, -2], [1, 3, -0.4], [0.6, 0.8, 0], 0.9)
  const bounds = instanceBounds(shapeTree(SPHERE), m, 'sphere')!
  const fine = sphereMesh(64)
  for (let row = 0; row < 3; row++) {
    const along = Array.from({ length: fine.positions.length / 3 }, (_, v) => [0, 1, 2].reduce((sum, k) => sum + m[4 * k + row] * fine.positions[3 * v + k], m[12 + row]))
    expect(Math.min(...along)).toBeGreaterThan(bounds[row])
    expect(Math.max(...along)).toBeLessThan(bounds[3 + row])
    expect(Math.min(...along) - bounds[row]).toBeLessThan(0.01)
  }
})

test('meshes that are not the shape they claim to be are refused by name', () => {
  expect([SPHERE, BOX, PENTAGON, SQUARE].map(findShapeFault)).toEqual([null, null, null, null])
  expect(findShapeFault({ ...boxMesh(), shape: 'sphere' })).toContain('on the sphere')
  expect(findShapeFault({ ...sphereMesh(8), shape: 'box' })).toContain('none of its bounds')
  expect(findShapeFault({ ...boxMesh(), indices: boxMesh().indices.slice(6), shape: 'box' })).toContain('face is missing')
  expect(findShapeFault({ ...squareMesh(), shape: 'box' })).toContain('has a volume')
  const dented = polygonMesh(6)
  dented.positions[3] = 0.1
  dented.positions[5] = 0
  expect(findShapeFault({ ...dented, shape: 'polygon' })).toContain('not convex')
  const bent = polygonMesh(6)
  bent.positions[4] = 0.1
  expect(findShapeFault({ ...bent, shape: 'polygon' })).toContain('plane')
  expect(findShapeFault({ ...polygonMesh(80), shape: 'polygon' })).toContain('3 to 64 corners')
  expect(buildKdTree(boxMesh()).triangleOfRecord).toHaveLength(12)
})
