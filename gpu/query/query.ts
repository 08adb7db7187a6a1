import { add, dot, invertAffine, rotate, scale, subtract, type Vec3 } from '../math.ts'
import type { InstanceId, Mat4, MeshData, Quat } from '../scene.ts'
import type { Contact, QueryHit, QueryOptions, SceneQuery } from './question.ts'
import type { KdTree } from '../kdtree/node.ts'
import type { UberTree } from '../uber/build.ts'
import type { TraceableInstance } from '../uber/instance.ts'
import { enterBox, touches, walkBvhBox, walkBvhRay } from './linear-bvh.ts'
import { ellipsoidCutsBox, ellipsoidOf, intersectEllipsoid, touchEllipsoid, type Ellipsoid } from './sphere.ts'
import { createStandIns, type StandIns } from './stand-ins.ts'
import { closestToSegment, cutsBox, intersectRay, triangleNormal } from './triangle.ts'
import { reciprocal, walkBox, walkRay } from './walk.ts'

/** What is asked: the very trees that the GPU traverses, and what is drawn without one. */
export interface QueryScene {
  /** Its references are slots. */
  readonly uber: UberTree
  /** null: nothing to hit there. */
  instanceAt(slot: number): TraceableInstance | null
  /** Visible instances whose trees are still being built. */
  readonly unbuilt: readonly TraceableInstance<null>[]
}

type AnyInstance = TraceableInstance<KdTree | null>
type Asked = QueryScene & { readonly standIns: StandIns }

type Triangle = readonly [Vec3, Vec3, Vec3]

/**
 * Answers questions on the CPU in f64; `scene` is called at each question, so the answer is about the newest trees. What has none yet is
 * asked all the same: whoever walks or points sees it.
 */
export function createSceneQuery(scene: () => QueryScene): SceneQuery {
  const standIns = createStandIns()
  const ask = (): Asked => {
    const asked = scene()
    if (asked.unbuilt.length === 0) standIns.clear()
    return { ...asked, standIns }
  }
  return {
    closestHit: (origin, direction, options) => findClosestHit(ask(), origin, direction, options),
    overlapBox: (center, halfExtents, orientation, options) => findBoxOverlaps(ask(), center, halfExtents, orientation, options),
    overlapCapsule: (a, b, radius, options) => findCapsuleContacts(ask(), a, b, radius, options),
  }
}

interface Found { readonly instance: AnyInstance; readonly triangle: number; readonly normal: Vec3 | null }

function findClosestHit(scene: Asked, origin: Vec3, direction: Vec3, { skip, tMax = Infinity }: QueryOptions = {}): QueryHit | null {
  if (dot(direction, direction) === 0) return null
  let best = tMax
  let found: Found | null = null
  function visit(instance: AnyInstance): void {
    const rows = inverseOf(instance.worldFromObject)
    const o = transformPoint(rows, origin)
    const d = transformDirection(rows, direction)
    const tryTriangle = (triangle: number): number => {
      const [a, b, c] = objectTriangle(instance.mesh, triangle)
      const t = intersectRay(a, b, c, o, d)
      if (t !== null && t > 0 && t < best) {
        best = t
        found = { instance, triangle, normal: null }
      }
      return best
    }
    const { mesh, tree } = instance
    if (tree === null) walkBvhRay(scene.standIns.bvhOf(mesh), o, d, best, tryTriangle)
    else if (mesh.shape === 'sphere') {
      const hit = intersectEllipsoid(sphereOf(tree, instance), origin, direction)
      if (hit !== null && hit.t < best) {
        best = hit.t
        found = { instance, triangle: 0, normal: hit.normal }
      }
    } else if (mesh.shape !== undefined) forEachTriangle(mesh, tryTriangle)
    else walkRay(tree, o, d, best, (record) => tryTriangle(tree.triangleOfRecord[record]))
  }
  const seen = new Set<number>()
  walkRay(scene.uber, origin, direction, tMax, (slot) => {
    const instance = seen.has(slot) ? null : scene.instanceAt(slot)
    seen.add(slot)
    if (instance !== null && skip?.has(instance.id) !== true) visit(instance)
    return best
  })
  const inverse = reciprocal(direction)
  for (const instance of scene.unbuilt) {
    if (skip?.has(instance.id) !== true && enterBox(scene.standIns.boundsOf(instance), 0, origin, inverse) <= best) visit(instance)
  }
  if (found === null) return null
  // Assigned in a callback, which the checker does not follow.
  const { instance, triangle, normal: known } = found as Found
  const normal = known ?? triangleNormal(...worldTriangle(instance, triangle))
  return {
    instance: instance.id,
    t: best,
    position: add(origin, scale(direction, best)),
    normal: dot(normal, direction) > 0 ? scale(normal, -1) : normal,
    triangle,
  }
}

function findBoxOverlaps(scene: Asked, center: Vec3, half: Vec3, orientation: Quat, options: QueryOptions = {}): readonly InstanceId[] {
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => rotate(orientation, axis as unknown as Vec3))
  const reach = [0, 1, 2].map((k) => axes.reduce((sum, axis, i) => sum + Math.abs(axis[k]) * half[i], 0)) as unknown as Vec3
  const found: InstanceId[] = []
  const turned = (d: Vec3): Vec3 => axes.map((axis) => dot(d, axis)) as unknown as Vec3
  forEachCandidate(scene, subtract(center, reach), add(center, reach), options, (instance, triangle) => {
    const corners = worldTriangle(instance, triangle).map((corner) => turned(subtract(corner, center))) as unknown as Triangle
    if (!cutsBox(corners, half)) return false
    found.push(instance.id)
    return true
  }, (instance, sphere) => {
    const inBox = { center: turned(subtract(sphere.center, center)), axes: sphere.axes.map(turned) as unknown as Ellipsoid['axes'] }
    if (ellipsoidCutsBox(inBox, half)) found.push(instance.id)
  })
  return found
}

/** Contacts of one instance whose normals differ by less than about 2.5 degrees are one contact. */
const SAME_NORMAL = 0.999

function findCapsuleContacts(scene: Asked, a: Vec3, b: Vec3, radius: number, options: QueryOptions = {}): readonly Contact[] {
  const min = [0, 1, 2].map((k) => Math.min(a[k], b[k]) - radius) as unknown as Vec3
  const max = [0, 1, 2].map((k) => Math.max(a[k], b[k]) + radius) as unknown as Vec3
  const contacts: Contact[] = []
  forEachCandidate(scene, min, max, options, (instance, triangle) => {
    const contact = touch(worldTriangle(instance, triangle), a, b, radius)
    if (contact === null) return false
    const same = contacts.findIndex((other) => other.instance === instance.id && dot(other.normal, contact.normal) > SAME_NORMAL)
    if (same < 0) contacts.push({ instance: instance.id, ...contact })
    else if (contacts[same].depth < contact.depth) contacts[same] = { instance: instance.id, ...contact }
    return false
  }, (instance, sphere) => {
    const contact = touchEllipsoid(sphere, a, b, radius)
    if (contact !== null) contacts.push({ instance: instance.id, ...contact })
  })
  return contacts.sort((x, y) => y.depth - x.depth)
}

/** How a capsule must move to leave a triangle, or null when it does not reach it. */
function touch(triangle: Triangle, a: Vec3, b: Vec3, radius: number): { normal: Vec3; depth: number } | null {
  const { onSegment, onTriangle, distance } = closestToSegment(...triangle, a, b)
  if (distance >= radius) return null
  if (distance > 1e-9 * (1 + radius)) return { normal: scale(subtract(onSegment, onTriangle), 1 / distance), depth: radius - distance }
  // The axis itself goes through: out on the side where its middle is.
  const plane = triangleNormal(...triangle)
  const middle = dot(plane, subtract(scale(add(a, b), 0.5), onTriangle))
  const normal = middle < 0 ? scale(plane, -1) : plane
  return { normal, depth: radius - Math.min(dot(normal, subtract(a, onTriangle)), dot(normal, subtract(b, onTriangle)), 0) }
}

/** Triangles whose leaves touch a world box, each once per instance; `visit` returns true to be done with it. Spheres are whole. */
function forEachCandidate(
  scene: Asked, min: Vec3, max: Vec3, { skip }: QueryOptions,
  visit: (instance: AnyInstance, triangle: number) => boolean, visitSphere: (instance: AnyInstance, sphere: Ellipsoid) => void,
): void {
  const seen = new Set<number>()
  walkBox(scene.uber, min, max, (slot) => {
    const instance = seen.has(slot) ? null : scene.instanceAt(slot)
    seen.add(slot)
    if (instance === null || skip?.has(instance.id)) return false
    const { mesh, tree } = instance
    if (mesh.shape === 'sphere') visitSphere(instance, sphereOf(tree, instance))
    else if (mesh.shape !== undefined) forEachTriangle(mesh, (triangle) => visit(instance, triangle))
    else {
      const [low, high] = transformBox(inverseOf(instance.worldFromObject), min, max)
      const records = new Set<number>()
      walkBox(tree, low, high, (record) => {
        if (records.has(record)) return false
        records.add(record)
        return visit(instance, tree.triangleOfRecord[record])
      })
    }
    return false
  })
  for (const instance of scene.unbuilt) {
    if (skip?.has(instance.id) === true || !touches(scene.standIns.boundsOf(instance), 0, min, max)) continue
    const [low, high] = transformBox(inverseOf(instance.worldFromObject), min, max)
    walkBvhBox(scene.standIns.bvhOf(instance.mesh), low, high, (triangle) => visit(instance, triangle))
  }
}

const sphereOf = (tree: KdTree, { worldFromObject }: AnyInstance): Ellipsoid => ellipsoidOf(tree.bounds, worldFromObject)

/** Of a box or a polygon: their few triangles are as exact as they are. `visit` returns true to be done. */
function forEachTriangle({ indices }: MeshData, visit: (triangle: number) => unknown): void {
  for (let triangle = 0; triangle < indices.length / 3; triangle++) if (visit(triangle) === true) return
}

const inverses = new WeakMap<Mat4, Float64Array>()

function inverseOf(worldFromObject: Mat4): Float64Array {
  const rows = inverses.get(worldFromObject) ?? invertAffine(worldFromObject)
  inverses.set(worldFromObject, rows)
  return rows
}

function objectTriangle({ positions, indices }: MeshData, triangle: number): Triangle {
  const corner = (i: number): Vec3 => {
    const at = 3 * indices[3 * triangle + i]
    return [positions[at], positions[at + 1], positions[at + 2]]
  }
  return [corner(0), corner(1), corner(2)]
}

function worldTriangle({ mesh, worldFromObject: m }: AnyInstance, triangle: number): Triangle {
  const toWorld = (p: Vec3): Vec3 => [
    m[0] * p[0] + m[4] * p[1] + m[8] * p[2] + m[12],
    m[1] * p[0] + m[5] * p[1] + m[9] * p[2] + m[13],
    m[2] * p[0] + m[6] * p[1] + m[10] * p[2] + m[14],
  ]
  const [a, b, c] = objectTriangle(mesh, triangle)
  return [toWorld(a), toWorld(b), toWorld(c)]
}

function transformPoint(rows: Float64Array, p: Vec3): Vec3 {
  return add(transformDirection(rows, p), [rows[3], rows[7], rows[11]])
}

function transformDirection(r: Float64Array, d: Vec3): Vec3 {
  return [r[0] * d[0] + r[1] * d[1] + r[2] * d[2], r[4] * d[0] + r[5] * d[1] + r[6] * d[2], r[8] * d[0] + r[9] * d[1] + r[10] * d[2]]
}

function transformBox(rows: Float64Array, min: Vec3, max: Vec3): [Vec3, Vec3] {
  const center = transformPoint(rows, scale(add(min, max), 0.5))
  const half = scale(subtract(max, min), 0.5)
  const reach = [0, 4, 8].map((row) => Math.abs(rows[row]) * half[0] + Math.abs(rows[row + 1]) * half[1] + Math.abs(rows[row + 2]) * half[2]) as unknown as Vec3
  return [subtract(center, reach), add(center, reach)]
}
