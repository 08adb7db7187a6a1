import { cross } from '../math.ts'
import { randomDirection, seeded } from './random.ts'
import type { TestScene } from './scenes.ts'

/** Rays of named kinds; 8 floats per ray: origin, t_min, direction, t_max. */
export interface RaySet {
  readonly rays: Float32Array
  /** Name of the kind of each ray. */
  readonly kinds: readonly string[]
}

type Point = number[]

/** What a kind of ray may aim at, world space. */
interface Targets {
  readonly random: () => number
  /** What a step of the kinds measures, metres. */
  readonly unit: number
  readonly low: Point
  readonly high: Point
  vertex(): Point
  edgePoint(): Point
  surfacePoint(): Point
  /** A point in a random split plane of a random instance's tree, and its axis in object space. */
  planePoint(): { point: Point; axis: number }
}

/** The kinds that broke traversals before: see each name. */
const KINDS: Record<string, (targets: Targets) => [origin: Point, direction: Point]> = {
  random: (to) => [anywhere(to), randomDirection(to.random)],
  'axis-parallel': (to) => [anywhere(to), axisDirection(to)],
  'axis-parallel through a vertex': (to) => {
    const direction = axisDirection(to)
    return [add(to.vertex(), direction, -3 * to.unit), direction]
  },
  'two signed zeros through a vertex': (to) => {
    const direction = axisDirection(to).map((x) => (x === 0 && to.random() < 0.5 ? -0 : x))
    return [add(to.vertex(), direction, -2 * to.random() * to.unit), direction]
  },
  'one zero component through a vertex': (to) => {
    const direction = randomDirection(to.random) as Point
    direction[Math.floor(3 * to.random())] = to.random() < 0.5 ? 0 : -0
    return [add(to.vertex(), direction, -2 * to.unit), direction]
  },
  'from a split plane': (to) => [to.planePoint().point, randomDirection(to.random)],
  'inside a split plane': (to) => {
    const { point, axis } = to.planePoint()
    const direction = randomDirection(to.random) as Point
    direction[axis] = to.random() < 0.5 ? 0 : -0
    return [point, direction]
  },
  'at a vertex': (to) => towards(anywhere(to), to.vertex()),
  'at an edge': (to) => towards(anywhere(to), to.edgePoint()),
  'from a vertex': (to) => [to.vertex(), randomDirection(to.random)],
  'tiny components': (to) => {
    const direction = axisDirection(to).map((x) => (x === 0 ? (to.random() - 0.5) * 10 ** (-6 - 32 * to.random()) : x))
    return [add(to.surfacePoint(), direction, -to.unit), direction]
  },
  'from a surface': (to) => [to.surfacePoint(), randomDirection(to.random)],
  'grazing the bounds': (to) => {
    const origin = anywhere(to)
    const axis = Math.floor(3 * to.random())
    origin[axis] = (to.random() < 0.5 ? to.low : to.high)[axis]
    const direction = randomDirection(to.random) as Point
    direction[axis] *= to.random() < 0.5 ? 0 : 1e-5
    return [origin, direction]
  },
  'from afar': (to) => {
    const direction = randomDirection(to.random)
    const away = 10 ** (3 * to.random())
    return [add(to.surfacePoint(), direction, -away * to.unit), direction]
  },
  'long and short directions': (to) => {
    const [origin, direction] = towards(anywhere(to), to.surfacePoint())
    const length = 10 ** (6 * to.random() - 3)
    return [origin, direction.map((x) => x * length)]
  },
}

export const RAY_KINDS = Object.keys(KINDS)

/**
 * The ray zoo: `perKind` rays of every kind, aimed at a scene; the last third of each kind has a finite t_max.
 *
 * @param size  how large the scene is: rays start within 12 units of the origin, so that one huge instance does not thin them out
 */
export function rayZoo(scene: TestScene, perKind: number, seed: number, size: { readonly unit: number } = { unit: 1 }): RaySet {
  const targets = targetsOf(scene, seeded(seed), size.unit)
  const names = RAY_KINDS
  const rays = new Float32Array(8 * names.length * perKind)
  const kinds: string[] = []
  for (const name of names) {
    for (let i = 0; i < perKind; i++) {
      const [origin, direction] = KINDS[name](targets)
      const at = 8 * kinds.length
      rays.set(origin, at)
      rays[at + 3] = i % 5 === 0 ? 1e-3 * size.unit : 0
      rays.set(direction, at + 4)
      rays[at + 7] = 3 * i > 2 * perKind ? 4 * size.unit * targets.random() : 1e30
      kinds.push(name)
    }
  }
  return { rays, kinds }
}

/** Rays of a pinhole camera that looks at the middle of a box, in tiles of 8x8. */
export function cameraRays(low: readonly number[], high: readonly number[], width: number, height: number): Float32Array {
  const center = [0, 1, 2].map((k) => (low[k] + high[k]) / 2)
  const radius = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2
  const eye = add(center, [0.9, 0.7, 1], radius)
  const [, forward] = towards(eye, center)
  const side = normalized([-forward[2], 0, forward[0]])
  const up = cross(side, forward)
  const rays = new Float32Array(8 * width * height)
  const tangent = Math.tan(0.42)
  let at = 0
  for (let tile = 0; tile < (width * height) / 64; tile++) {
    const [x0, y0] = [(tile % (width / 8)) * 8, Math.floor(tile / (width / 8)) * 8]
    for (let i = 0; i < 64; i++) {
      const sx = ((2 * (x0 + (i % 8) + 0.5)) / width - 1) * tangent * (width / height)
      const sy = (1 - (2 * (y0 + (i >> 3) + 0.5)) / height) * tangent
      rays.set(eye, at)
      rays.set(normalized(forward.map((f, k) => f + sx * side[k] + sy * up[k])), at + 4)
      rays[at + 7] = 1e30
      at += 8
    }
  }
  return rays
}

function targetsOf(scene: TestScene, random: () => number, unit: number): Targets {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  const pick = (): { mesh: TestScene['meshes'][number]; m: Float32Array } => {
    const instance = scene.instances[Math.floor(random() * scene.instances.length)]
    return { mesh: scene.meshes[instance.mesh], m: instance.worldFromObject }
  }
  const world = (m: Float32Array, p: Point): Point => [0, 1, 2].map((row) => Math.fround(m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row]))
  for (const { mesh, worldFromObject } of scene.instances) {
    const { min, max } = scene.meshes[mesh].mesh.bounds
    for (let corner = 0; corner < 8; corner++) {
      const p = world(worldFromObject, [0, 1, 2].map((k) => ((corner >> k) & 1 ? max[k] : min[k])))
      for (let k = 0; k < 3; k++) {
        // Most rays stay where most objects are.
        low[k] = Math.max(-12 * unit, Math.min(low[k], p[k]))
        high[k] = Math.min(12 * unit, Math.max(high[k], p[k]))
      }
    }
  }
  const corners = (weights: (random: () => number) => Point): Point => {
    const { mesh: { mesh }, m } = pick()
    const triangle = 3 * Math.floor((random() * mesh.indices.length) / 3)
    const w = weights(random)
    const p = [0, 0, 0]
    for (let corner = 0; corner < 3; corner++) {
      for (let k = 0; k < 3; k++) p[k] += w[corner] * mesh.positions[3 * mesh.indices[triangle + corner] + k]
    }
    return world(m, p)
  }
  return {
    random, unit, low, high,
    vertex: () => corners(() => [1, 0, 0]),
    edgePoint: () => corners((r) => { const t = r(); return [t, 1 - t, 0] }),
    surfacePoint: () => corners((r) => { const a = r(); const b = (1 - a) * r(); return [a, b, 1 - a - b] }),
    planePoint: () => {
      const { mesh: { mesh, tree }, m } = pick()
      const p = [0, 1, 2].map((k) => mesh.bounds.min[k] + random() * (mesh.bounds.max[k] - mesh.bounds.min[k]))
      const planes = new Float32Array(tree.nodes.buffer, tree.nodes.byteOffset, tree.nodes.length)
      let node = Math.floor((random() * tree.nodes.length) / 2)
      while (node > 0 && (tree.nodes[2 * node + 1] & 3) === 3) node--
      const axis = (tree.nodes[2 * node + 1] & 3) % 3
      if ((tree.nodes[2 * node + 1] & 3) !== 3) p[axis] = planes[2 * node]
      return { point: world(m, p), axis }
    },
  }
}

function anywhere({ random, low, high }: Targets): Point {
  return low.map((x, k) => x + (1.2 * random() - 0.1) * (high[k] - x))
}

function axisDirection({ random }: Targets): Point {
  const direction = [0, 0, 0]
  direction[Math.floor(3 * random())] = random() < 0.5 ? -1 : 1
  return direction
}

function add(p: readonly number[], d: readonly number[], t: number): Point {
  return p.map((x, k) => x + t * d[k])
}

function normalized(d: readonly number[]): Point {
  const length = Math.hypot(...d)
  return d.map((x) => x / length)
}

function towards(origin: Point, target: Point): [Point, Point] {
  const direction = target.map((x, k) => x - origin[k])
  return Math.hypot(...direction) > 0 ? [origin, normalized(direction)] : [origin, [0, 1, 0]]
}
