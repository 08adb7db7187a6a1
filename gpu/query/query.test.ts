import { describe, expect, test } from 'vitest'
import type { Quat, Vec3 } from '../scene.ts'
import { randomDirection, seeded } from '../testing/random.ts'
import { rayZoo } from '../testing/rays.ts'
import { IDENTITY, instancedScene, placed, testScene, type TestScene } from '../testing/scenes.ts'
import { cube, meshOf, terrain } from '../testing/meshes.ts'
import { boxMesh, exactShape, polygonMesh, sphereMesh } from '../testing/shapes.ts'
import { referenceHits } from '../traversal/reference.ts'
import { instanceBounds } from '../uber/bounds.ts'
import { buildUber } from '../uber/build.ts'
import { invertAffine } from '../math.ts'
import type { TraceableInstance } from '../uber/instance.ts'
import { buildLinearBvh, walkBvhRay } from './linear-bvh.ts'
import { createSceneQuery } from './query.ts'
import { closestToSegment, cutsBox } from './triangle.ts'

function queryOf(scene: TestScene): ReturnType<typeof createSceneQuery> {
  const instances: TraceableInstance[] = scene.instances.map(({ mesh, worldFromObject }, slot) => ({ id: `i${slot}`, ...scene.meshes[mesh], worldFromObject }))
  const bounds = instances.flatMap(({ mesh, tree, worldFromObject }) => [...instanceBounds(tree, worldFromObject, mesh.shape)!])
  const uber = buildUber(Float32Array.from(bounds), Uint32Array.from(instances, (_, slot) => slot))
  return createSceneQuery(() => ({ uber, instanceAt: (slot) => instances[slot], unbuilt: [] }))
}

/** The same scene while none of its trees is built. */
function unbuiltQueryOf(scene: TestScene): ReturnType<typeof createSceneQuery> {
  const unbuilt = scene.instances.map(({ mesh, worldFromObject }, slot) => ({ id: `i${slot}`, mesh: scene.meshes[mesh].mesh, tree: null, worldFromObject }))
  return createSceneQuery(() => ({ uber: buildUber(new Float32Array(0), new Uint32Array(0)), instanceAt: () => null, unbuilt }))
}

const SEED = 41

describe('the closest hit', () => {
  test(`is that of brute force, on zoo ${SEED}`, () => {
    const scene = instancedScene(3)
    const query = queryOf(scene)
    const instances = scene.instances.map(({ mesh, worldFromObject }) => ({ mesh: scene.meshes[mesh].mesh, worldFromObject }))
    const { rays, kinds } = rayZoo(scene, 3, SEED)
    const wrong: string[] = []
    for (let i = 0; i < kinds.length; i++) {
      if (kinds[i] === 'grazing the bounds') continue
      const ray = rays.slice(8 * i, 8 * i + 8)
      ray[3] = 1e-3
      const direction: Vec3 = [ray[4], ray[5], ray[6]]
      const origin: Vec3 = [ray[0] + 1e-3 * ray[4], ray[1] + 1e-3 * ray[5], ray[2] + 1e-3 * ray[6]]
      const hit = query.closestHit(origin, direction, { tMax: ray[7] })
      const hits = referenceHits(instances, ray)
      const match = hit === null ? hits.length : hits.findIndex(({ t }) => Math.abs(t - hit.t - 1e-3) < 1e-5 + 1e-4 * t)
      if (match < 0 || hits.slice(0, match).some(({ margin }) => margin > 1)) wrong.push(`${kinds[i]} ${i}: ${hit?.t} against ${hits[0]?.t}`)
    }
    expect(wrong).toEqual([])
  })

  test('has a normal that faces the ray, and can look through instances', () => {
    const scene = testScene('two cubes', [cube()], [{ mesh: 0, worldFromObject: IDENTITY }, { mesh: 0, worldFromObject: placed([0, -5, 0], [-2, 1, 1]) }])
    const query = queryOf(scene)
    const first = query.closestHit([0.2, 4, 0.1], [0, -2, 0])
    expect(first).toMatchObject({ instance: 'i0', t: 1.5 })
    expect(first?.normal[1]).toBe(1)
    const second = query.closestHit([0.2, 4, 0.1], [0, -2, 0], { skip: new Set(['i0']) })
    expect(second?.instance).toBe('i1')
    expect(second?.t).toBeCloseTo(4, 9)
    expect(second?.normal[1]).toBe(1)
    expect(query.closestHit([0.2, 4, 0.1], [0, -2, 0], { tMax: 1 })).toBeNull()
  })
})

describe('the boxes that triangles cut', () => {
  test('are found in every orientation', () => {
    const query = queryOf(testScene('floor and cube', [cube()], [{ mesh: 0, worldFromObject: placed([0, -0.1, 0], [10, 0.1, 10]) }, { mesh: 0, worldFromObject: placed([3, 0.5, 0], [0.5, 0.5, 0.5]) }]))
    const quarter: Quat = [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)]
    expect(query.overlapBox([0, 1, 0], [0.5, 0.5, 0.5], [0, 0, 0, 1])).toEqual([])
    expect(query.overlapBox([0, 0.99, 0], [0.5, 1, 0.5], [0, 0, 0, 1])).toEqual(['i0'])
    expect(query.overlapBox([2, 1.1, 0], [0.45, 1, 0.3], [0, 0, 0, 1])).toEqual([])
    expect(query.overlapBox([2, 1.1, 0], [0.45, 1, 0.3], quarter)).toEqual(['i1'])
    expect(query.overlapBox([2, 1.1, 0], [0.45, 1, 0.3], quarter, { skip: new Set(['i1']) })).toEqual([])
  })

  test('agree with points of the triangle inside the box, seed 9', () => {
    const random = seeded(9)
    for (let i = 0; i < 3000; i++) {
      const point = (): Vec3 => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2]
      const corners = [point(), point(), point()] as const
      const half: Vec3 = [0.2 + random(), 0.2 + random(), 0.2 + random()]
      let inside = false
      for (let a = 0; a <= 24 && !inside; a++) {
        for (let b = 0; a + b <= 24; b++) {
          const p = [0, 1, 2].map((k) => (a * corners[0][k] + b * corners[1][k] + (24 - a - b) * corners[2][k]) / 24)
          inside ||= p.every((x, k) => Math.abs(x) < half[k])
        }
      }
      if (inside) expect(cutsBox(corners, half)).toBe(true)
    }
  })
})

describe('the contacts of a capsule', () => {
  test('push it out of a floor and a wall, deepest first', () => {
    const query = queryOf(testScene('corner', [cube()], [{ mesh: 0, worldFromObject: placed([0, -1, 0], [10, 1, 10]) }, { mesh: 0, worldFromObject: placed([5, 0, 0], [1, 3, 10]) }]))
    const contacts = query.overlapCapsule([3.8, 0.25, 0.3], [3.8, 1.5, 0.3], 0.3)
    expect(contacts).toHaveLength(2)
    expect(contacts[0].instance).toBe('i1')
    expect(contacts[0].normal[0]).toBeCloseTo(-1, 9)
    expect(contacts[0].depth).toBeCloseTo(0.1, 6)
    expect(contacts[1].instance).toBe('i0')
    expect(contacts[1].normal[1]).toBeCloseTo(1, 9)
    expect(contacts[1].depth).toBeCloseTo(0.05, 6)
    expect(query.overlapCapsule([0, 0.31, 0], [0, 1.5, 0], 0.3)).toEqual([])
  })

  test('bring it out when its axis goes through a triangle', () => {
    const floor = meshOf('floor', Float32Array.of(-5, 0, -5, 5, 0, -5, 0, 0, 8), Uint32Array.of(0, 2, 1))
    const query = queryOf(testScene('floor', [floor], [{ mesh: 0, worldFromObject: IDENTITY }]))
    const [contact] = query.overlapCapsule([0, -0.2, 0], [0, 1.4, 0], 0.3)
    expect(contact.normal).toEqual([0, 1, 0])
    expect(contact.depth).toBeCloseTo(0.5, 9)
  })

  test('are exactly those within the radius, on hills, seed 12', () => {
    const mesh = terrain(12)
    const scene = testScene('hills', [mesh], [{ mesh: 0, worldFromObject: placed([0, 0, 0], [3, -1, 2], [0, 1, 0], 0.7) }])
    const query = queryOf(scene)
    const m = scene.instances[0].worldFromObject
    const corner = (i: number): Vec3 => {
      const [x, y, z] = mesh.positions.subarray(3 * i, 3 * i + 3)
      return [0, 1, 2].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]) as unknown as Vec3
    }
    const random = seeded(12)
    for (let i = 0; i < 60; i++) {
      const a: Vec3 = [6 * random() - 3, random() - 0.3, 4 * random() - 2]
      const d = randomDirection(random)
      const b: Vec3 = [a[0] + d[0], a[1] + d[1], a[2] + d[2]]
      let nearest = Infinity
      for (let t = 0; t < mesh.indices.length; t += 3) {
        nearest = Math.min(nearest, closestToSegment(corner(mesh.indices[t]), corner(mesh.indices[t + 1]), corner(mesh.indices[t + 2]), a, b).distance)
      }
      const contacts = query.overlapCapsule(a, b, 0.25)
      expect(contacts.length > 0).toBe(nearest < 0.25)
      if (nearest > 0 && contacts.length > 0) expect(contacts[0].depth).toBeCloseTo(0.25 - nearest, 6)
    }
  })
})

describe('what has no tree yet', () => {
  const scene = instancedScene(3)
  const [built, unbuilt] = [queryOf(scene), unbuiltQueryOf(scene)]

  test(`is hit like what has one, on zoo ${SEED}`, () => {
    const { rays, kinds } = rayZoo(scene, 3, SEED)
    for (let i = 0; i < kinds.length; i++) {
      const [ox, oy, oz, , dx, dy, dz, tMax] = rays.subarray(8 * i, 8 * i + 8)
      const [hit, expected] = [unbuilt, built].map((query) => query.closestHit([ox, oy, oz], [dx, dy, dz], { tMax }))
      // Coincident triangles are one distance: which of them is told differs.
      expect(hit?.t, `${kinds[i]} ${i}`).toBe(expected?.t)
    }
  })

  test(`touches boxes and capsules like what has one, seed ${SEED}`, () => {
    const random = seeded(SEED)
    let touched = 0
    for (let i = 0; i < 200; i++) {
      const at: Vec3 = [10 * random() - 5, 10 * random() - 5, 10 * random() - 5]
      const answers = [unbuilt, built].map((query) => {
        const contacts = query.overlapCapsule(at, [at[0], at[1] + 1, at[2]], 0.4)
        // Contacts of much the same normal are one, and which of them is told depends on the order.
        return { cut: [...query.overlapBox(at, [0.4, 0.3, 0.2], [0, 0.6, 0, 0.8])].sort(), touched: [...new Set(contacts.map(({ instance }) => instance))].sort(), depth: contacts[0]?.depth }
      })
      expect(answers[0]).toEqual(answers[1])
      touched += answers[0].cut.length
    }
    expect(touched).toBeGreaterThan(20)
  })

  test('is asked about few of its triangles', () => {
    const mesh = terrain(64)
    const bvh = buildLinearBvh(mesh)
    expect([...bvh.order].sort((a, b) => a - b)).toEqual(Array.from({ length: mesh.indices.length / 3 }, (_, i) => i))
    const visited: number[] = []
    walkBvhRay(bvh, [0.3, 3, 0.2], [0.01, -1, 0.02], Infinity, (triangle) => visited.push(triangle) && Infinity)
    expect(visited.length).toSatisfy((count: number) => count > 0 && count < 200)
    walkBvhRay(bvh, [3, 3, 3], [0, 1, 0], Infinity, () => { throw new Error('a ray that misses meets nothing') })
  })

  test('is looked through where it is skipped, and a mesh of one flat wall stops a body', () => {
    const wall = meshOf('wall', Float32Array.of(0, 0, -5, 0, 0, 5, 0, 3, 0), Uint32Array.of(0, 1, 2))
    const query = unbuiltQueryOf(testScene('wall', [wall], [{ mesh: 0, worldFromObject: IDENTITY }]))
    expect(query.closestHit([-2, 1, 0.3], [1, 0, 0])).toMatchObject({ instance: 'i0', t: 2, normal: [-1, 0, 0] })
    expect(query.closestHit([-2, 1, 0.3], [1, 0, 0], { skip: new Set(['i0']) })).toBeNull()
    expect(query.closestHit([-2, 1, 0.3], [1, 0, 0], { tMax: 1.9 })).toBeNull()
    expect(query.overlapCapsule([-0.1, 0.4, 0], [-0.1, 1.5, 0], 0.22)).toMatchObject([{ instance: 'i0', depth: expect.closeTo(0.12, 9) }])
    expect(query.overlapBox([0, 1, 0], [0.1, 0.1, 0.1], [0, 0, 0, 1], { skip: new Set(['i0']) })).toEqual([])
  })
})

describe('exact shapes', () => {
  const SPHERE = exactShape(sphereMesh(8), 'sphere')
  const m = placed([1, 2, -1], [1.5, 0.4, -0.8], [0.6, 0, 0.8], 0.8)
  // Finer than what the assertions ask.
  const fine = sphereMesh(110)
  const surface = Array.from({ length: fine.positions.length / 3 }, (_, v): Vec3 => [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + m[4 * k + row] * fine.positions[3 * v + k], m[12 + row])) as unknown as Vec3)

  test('are hit by rays where their equations say', () => {
    const query = queryOf(testScene('shapes', [SPHERE, exactShape(boxMesh(), 'box'), exactShape(polygonMesh(6), 'polygon')], [
      { mesh: 0, worldFromObject: placed([0, 0, 0], [2, 1, 1]) }, { mesh: 1, worldFromObject: placed([5, 0, 0], [-1, 1, 1]) }, { mesh: 2, worldFromObject: placed([0, 5, 0], [1, -1, 1]) },
    ]))
    expect(query.closestHit([0, 0, 9], [0, 0, -3])).toMatchObject({ instance: 'i0', normal: [0, 0, 1] })
    expect(query.closestHit([0, 0, 9], [0, 0, -3])?.t).toBeCloseTo(8 / 3, 12)
    expect(query.closestHit([1, 0, 9], [0, 0, -1])?.t).toBeCloseTo(9 - Math.sqrt(0.75), 12)
    expect(query.closestHit([0, 0, 0], [1, 0, 0])?.t).toBeCloseTo(2, 12)
    expect(query.closestHit([9, 0.2, 0.3], [-1, 0, 0])).toMatchObject({ instance: 'i1', t: 3 })
    expect(query.closestHit([0.1, 9, 0.2], [0, -1, 0])).toMatchObject({ instance: 'i2', t: 4 })
    expect(query.closestHit([0.9, 9, 0.6], [0, -1, 0])?.instance).toBe('i0')
  })

  test('a stretched sphere touches a capsule exactly when it is within its radius, seed 31', () => {
    const query = queryOf(testScene('sphere', [SPHERE], [{ mesh: 0, worldFromObject: m }]))
    const random = seeded(31)
    let touching = 0
    for (let i = 0; i < 25; i++) {
      const a: Vec3 = [4 * random() - 1, 4 * random(), 4 * random() - 3]
      const d = randomDirection(random)
      const b: Vec3 = [a[0] + d[0], a[1] + d[1], a[2] + d[2]]
      const along = (p: Vec3) => Math.min(1, Math.max(0, d.reduce((sum, x, k) => sum + x * (p[k] - a[k]), 0)))
      const nearest = surface.reduce((least, p) => { const s = along(p); return Math.min(least, Math.hypot(p[0] - a[0] - s * d[0], p[1] - a[1] - s * d[1], p[2] - a[2] - s * d[2])) }, Infinity)
      const contacts = query.overlapCapsule(a, b, 0.4)
      const ends = [a, b].map((p) => Math.hypot(...[0, 4, 8].map((row) => { const r = invertAffine(m); return r[row] * p[0] + r[row + 1] * p[1] + r[row + 2] * p[2] + r[row + 3] })))
      // A segment that reaches inside is pushed out by more than its nearest distance to the surface.
      if (Math.min(...ends) < 1 || nearest < 0.02) {
        expect(contacts).toHaveLength(1)
        expect(contacts[0].depth).toBeGreaterThanOrEqual(0.4 - 1e-3)
        continue
      }
      expect(contacts.length).toBe(nearest < 0.4 ? 1 : 0)
      if (contacts.length === 0) continue
      touching++
      expect(contacts[0].depth).toBeCloseTo(0.4 - nearest, 2)
    }
    expect(touching).toBeGreaterThan(1)
  })

  test('a box cuts a stretched sphere exactly where its surface enters it, seed 32', () => {
    const query = queryOf(testScene('sphere', [SPHERE], [{ mesh: 0, worldFromObject: m }]))
    const random = seeded(32)
    const seen = { cut: 0, clear: 0 }
    for (let i = 0; i < 60; i++) {
      const center: Vec3 = [4 * random() - 1, 3 * random() + 0.5, 4 * random() - 3]
      const half: Vec3 = [0.1 + 0.5 * random(), 0.1 + 0.5 * random(), 0.1 + 0.5 * random()]
      // Distance of the nearest surface point from the box, in the box's own measure.
      const nearest = surface.reduce((least, p) => Math.min(least, Math.max(Math.abs(p[0] - center[0]) - half[0], Math.abs(p[1] - center[1]) - half[1], Math.abs(p[2] - center[2]) - half[2])), Infinity)
      if (Math.abs(nearest) < 0.03) continue
      seen[nearest < 0 ? 'cut' : 'clear']++
      expect(query.overlapBox(center, half, [0, 0, 0, 1])).toEqual(nearest < 0 ? ['i0'] : [])
    }
    expect(Math.min(seen.cut, seen.clear)).toBeGreaterThan(8)
  })
})
