import { add, type Vec3 } from '../math.ts'
import { type PackedLight, placesOf } from '../tables/lights.ts'
import type { InstanceId } from '../scene.ts'
import { type RayCounts, countSteps } from './counts.ts'
import type { PixelReport } from './replay.ts'
import type { SceneCopy, Split } from './scene-copy.ts'
import type { StepTree, TracedRay, TraceStep } from './trace-log.ts'
import { visitedLeaves } from './visited-leaves.ts'

/** One ray of a pixel, in the words of the room. Positions and lengths in metres, light in nits. */
export interface ExplainedRay {
  readonly kind: TracedRay['kind']
  /** Index of the ray at whose end this one starts; null: the camera's. */
  readonly parent: number | null
  /** How many mirrors and surfaces of glass lie between the camera and its start. */
  readonly bounce: number
  /** Shadow rays: index of the light, among those that are on. */
  readonly light: number | null
  readonly origin: Vec3
  /** Unit. */
  readonly direction: Vec3
  /** What it hits; of a shadow ray, what stands in the light's way. null: nothing. */
  readonly hit: { readonly t: number; readonly position: Vec3; readonly instance: InstanceId | null; readonly triangle: number; readonly corners: Float64Array } | null
  /** Where the ray is drawn to: the hit, the point light; null: it leaves the scene. */
  readonly end: Vec3 | null
  /** Unit, where it hits; of shadow rays null. */
  readonly normal: Vec3 | null
  /** Of a shadow ray: what the pixel gets when nothing stands in the way. */
  readonly offered: Vec3 | null
  /** What the pixel gets by this ray: all of them add up to its light. */
  readonly adds: Vec3
  readonly counts: RayCounts
  readonly steps: number
}

/** One step, as one side wrote it down. */
export type ExplainedStep = ExplainedNode | ExplainedTest
export interface ExplainedNode {
  readonly kind: 'node'
  readonly tree: StepTree
  /** Whose object tree; null for the über tree. */
  readonly instance: InstanceId | null
  /** Counted from the tree's root, depth first. */
  readonly node: number
  readonly depth: number
  /** null: a leaf, or a node of a BVH. */
  readonly split: Split | null
  /** Leaves: triangles of an object tree, instances of the über tree; null: an inner node. */
  readonly references: number | null
  /** Distances that the traversal keeps, in its own terms. */
  readonly low: number
  readonly high: number
  /** Its cell: eight world corners, x fastest. */
  readonly cell: Float64Array
}
export interface ExplainedTest {
  readonly kind: 'triangle'
  readonly instance: InstanceId | null
  /** In the mesh's own order. */
  readonly triangle: number
  readonly record: number
  readonly t: number
  /** What t had to be below. */
  readonly limit: number
  readonly corners: Float64Array
}

/** A pixel, all of its rays, and whether GPU and twin agree about them. */
export interface ExplainedPixel {
  readonly rays: readonly ExplainedRay[]
  /** Radiance of the pixel's middle, nits. */
  readonly radiance: Vec3
  readonly summary: string
  readonly equalSteps: number
  /** The log was full: at least so many entries are missing. */
  readonly missing: number
  readonly divergence: { readonly ray: number; readonly step: number } | null
  /** @param side  whose log; null: that side has no such step */
  step(ray: number, index: number, side: 'gpu' | 'twin'): ExplainedStep | null
  /** World cells of the leaves of objects' trees that a ray visits, in order, 24 numbers each, each once. */
  leafCells(ray: number, most: number): Float64Array
}

export interface ExplainOptions {
  readonly scene: SceneCopy
  readonly instanceAt: (slot: number) => InstanceId | null
  /** Of scene.wgsl, as uploaded: direction to the light (kind 0), or its position. */
  readonly lights: readonly PackedLight[]
}

const ZERO: Vec3 = [0, 0, 0]
const vector = (v: readonly number[]): Vec3 => [v[0], v[1], v[2]]
const along = (origin: readonly number[], direction: readonly number[], t: number): Vec3 => vector(origin.map((o, i) => o + t * direction[i]))

/** Says in the words of the scene what the logs of a pixel say in numbers. */
export function explainPixel({ rays, mirrored, missing, equalSteps, divergence, summary }: PixelReport, { scene, instanceAt, lights }: ExplainOptions): ExplainedPixel {
  const explained: ExplainedRay[] = []
  let parent: number | null = null
  let bounce = 0
  for (const [index, ray] of rays.entries()) {
    if (ray.kind === 'bounce' || ray.kind === 'through') bounce++
    explained.push(explainRay(ray, ray.kind === 'primary' ? null : parent, bounce))
    if (ray.kind !== 'shadow') parent = index
  }
  const sum = explained.reduce<Vec3>((total, { adds }) => add(total, adds), ZERO)

  function explainRay(ray: TracedRay, from: number | null, bounces: number): ExplainedRay {
    const isShadow = ray.kind === 'shadow'
    const aim = isShadow ? lightOf(ray, lights) : null
    const light = aim?.light ?? null
    const hit = ray.hit === null ? null : {
      t: ray.hit.t, position: along(ray.origin, ray.direction, ray.hit.t), instance: instanceAt(ray.hit.instance),
      triangle: scene.triangleOf(ray.hit.record), corners: scene.cornersOf(ray.hit.instance, ray.hit.record),
    }
    const offered = ray.offered === null ? null : vector(ray.offered)
    return {
      kind: ray.kind, parent: from, bounce: bounces, light, origin: vector(ray.origin), direction: vector(ray.direction), hit,
      end: hit !== null ? hit.position : aim?.place ?? null,
      normal: ray.seen === null || ray.hit === null ? null : vector(ray.seen.normal),
      offered,
      adds: isShadow ? vector(reached(ray) ?? ZERO) : ownLight(ray, rays),
      counts: countSteps(ray, scene), steps: ray.steps.length,
    }
  }

  function explainStep(step: TraceStep): ExplainedStep {
    if (step.kind === 'triangle') {
      return {
        kind: 'triangle', instance: instanceAt(step.slot), triangle: scene.triangleOf(step.record), record: step.record, t: step.t, limit: step.limit,
        corners: scene.cornersOf(step.slot, step.record),
      }
    }
    const slot = step.tree === 'uber' ? null : step.slot
    const { cell, ...node } = step.tree === 'bvh' ? scene.bvhNodeOf(step.slot, step.node) : scene.nodeOf(slot, step.node)
    return {
      kind: 'node', tree: step.tree, instance: slot === null ? null : instanceAt(slot), ...node, low: step.tMin, high: step.tMax,
      cell: scene.cornersOfCell(slot, cell),
    }
  }

  return {
    rays: explained, radiance: sum, summary, equalSteps, missing,
    divergence: divergence === null ? null : { ray: divergence.ray, step: divergence.step },
    step(ray, index, side) {
      const step = (side === 'gpu' ? rays : mirrored)[ray]?.steps[index]
      return step === undefined ? null : explainStep(step)
    },
    leafCells: (ray, most) => cellsOfLeaves(rays[ray]?.steps ?? [], most, scene),
  }
}

/** As `ExplainedPixel.leafCells`, of the steps of one ray. */
function cellsOfLeaves(steps: readonly TraceStep[], most: number, scene: SceneCopy): Float64Array {
  const seen = new Set<string>()
  const cells: Float64Array[] = []
  for (const { slot, place, cell } of visitedLeaves(steps, scene)) {
    if (cells.length >= most) break
    if (slot === null || seen.has(`${slot} ${place}`)) continue
    seen.add(`${slot} ${place}`)
    cells.push(scene.cornersOfCell(slot, cell()))
  }
  const all = new Float64Array(cells.length * 24)
  cells.forEach((cell, i) => all.set(cell, i * 24))
  return all
}

/** What the end of a ray adds but for its lights: emission, ambient light, the environment. @param rays  of the pixel, in order */
function ownLight(ray: TracedRay, rays: readonly TracedRay[]): Vec3 {
  if (ray.seen === null) return ZERO
  const first = rays.indexOf(ray) + 1
  const next = rays.findIndex((other, i) => i >= first && other.kind !== 'shadow')
  const lit = rays.slice(first, next < 0 ? rays.length : next).flatMap((other) => {
    const light = reached(other)
    return light === null ? [] : [light]
  })
  const rest = lit.reduce<Vec3>((total, light) => add(total, vector(light.map((v) => -v))), vector(ray.seen.light))
  // What is left of a difference of equal numbers is rounding.
  return vector(rest.map((v, i) => (v < 1e-5 * ray.seen!.light[i] ? 0 : v)))
}

/** What a shadow ray brings; null: nothing. */
const reached = ({ hit, offered, passed }: TracedRay): readonly number[] | null => (hit === null ? passed ?? offered : null)

/** The light that a shadow ray is aimed at: the one that it misses by least; and where it would meet it, null in the sky. */
function lightOf({ origin, direction, tMax }: TracedRay, lights: ExplainOptions['lights']): { light: number; place: Vec3 | null } | null {
  let best: { light: number; place: Vec3 | null } | null = null
  let least = Infinity
  const isFar = tMax > 1e29
  const aim = isFar ? direction : along(origin, direction, tMax)
  for (const [light, packed] of lights.entries()) {
    if (isFar !== (packed.kind === 0)) continue
    for (const place of placesOf(packed)) {
      const off = Math.hypot(...aim.map((v, i) => v - place[i]))
      if (off >= least) continue
      least = off
      best = { light, place: isFar ? null : place }
    }
  }
  return best
}
