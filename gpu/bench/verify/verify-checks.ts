import { BUILDERS, type BuilderName } from '../../kdtree/build/build.ts'
import type { MeshData } from '../../scene.ts'
import { rayZoo } from '../../testing/rays.ts'
import type { TestScene } from '../../testing/scenes.ts'
import { packScene } from '../../testing/tracer.ts'
import { OBJECT_TRAVERSALS, type TraversalName } from '../../traversal/traversals.ts'
import { createGpuTracer, createTwinTracer, type RayKind, type RayTracer, type RayTracerOptions } from '../trace/trace-harness.ts'
import { createBruteForce } from './verify-brute.ts'
import { bounces, createPeer, isEqual, ordinaryRays, settle } from './verify-peer.ts'
import { objectScene, unitOf, type VerifyScene } from './verify-scenes.ts'

/** What one check found. */
export interface CheckResult {
  /** Rays x variants compared. */
  readonly compared: number
  readonly wrong: number
  /** A sentence for the table. */
  readonly note: string
  /** The first few wrong rays: enough to trace them again. */
  readonly examples: readonly string[]
}

/** One piece of the work, done whole or not at all. */
export interface Check {
  readonly id: string
  run(): Promise<CheckResult>
}

const SEED = 20261121
const BUILDER_NAMES = Object.keys(BUILDERS) as BuilderName[]
const TRAVERSAL_NAMES = Object.keys(OBJECT_TRAVERSALS) as TraversalName[]
const KINDS: readonly RayKind[] = ['walk', 'any']
/** Per class of the zoo; the four builders' zoos together are 2,000. Small meshes get four times that. */
const ZOO_RAYS = 500
const SMALL = 10_000
/** Beyond brute force: every variant against the exact builder's 8-byte standard. */
const ORDINARY_RAYS = 10_000
const PEER_RAYS = 1_000_000
/** Walks that cards take, and every how many of those rays are asked of them, too. */
const CARD_WALKS = ['ropes-plus-plus', 'bvh'] as const satisfies readonly TraversalName[]
const CARD_EVERY = 10
const MOST_EXAMPLES = 5

/**
 * The whole matrix: the 8-byte standard against three-mesh-bvh at three scales, and ropes++ and the BVH against that; every builder x traversal x {closest, any} x {one
 * object, instances} on the ray zoo against brute force, and on ordinary rays against the 8-byte standard; the software GPU
 * against the twin, bit by bit.
 *
 * @param device  opened when a check needs it
 */
export function checksOf(scenes: readonly VerifyScene[], device: () => Promise<GPUDevice>): Check[] {
  const realFirst = [...scenes.filter(({ isReal }) => isReal), ...scenes.filter(({ isReal }) => !isReal)]
  const forms = realFirst.flatMap((source): Form[] => {
    const { object, instances } = source
    return [
      ...(object === null ? [] : [{ source, level: 'object' as const, with: async (builder: BuilderName) => objectScene(await object(), builder) }]),
      ...(instances === null ? [] : [{ source, level: 'instances' as const, with: instances }]),
    ]
  })
  return [
    ...realFirst.flatMap(({ name, isReal, object }) => (!isReal || object === null ? [] : [1, 0.001, 1000].map((scale): Check => ({
      id: `three-mesh-bvh / ${name} / x ${scale}`, run: async () => checkPeer(await object(), scale),
    })))),
    ...forms.flatMap((form) => BUILDER_NAMES.map((builder): Check => ({
      id: `zoo / ${form.source.name} / ${form.level} / ${builder}`, run: () => checkZoo(form, builder),
    }))),
    ...forms.map((form): Check => ({ id: `gpu / ${form.source.name} / ${form.level}`, run: async () => checkGpu(form, await device()) })),
  ]
}

/** A scene in one of its forms. */
interface Form {
  readonly source: VerifyScene
  readonly level: 'object' | 'instances'
  readonly with: (builder: BuilderName) => Promise<TestScene>
}

/** One object is traced without a tree over objects, as `npm run trace` does. */
const modeOf = (level: Form['level']): RayTracerOptions['mode'] => (level === 'object' ? 'object-list' : 'uber')

async function checkZoo(form: Form, builder: BuilderName): Promise<CheckResult> {
  const { source, level } = form
  const scene = await form.with(builder)
  const count = scene.meshes.reduce((sum, { mesh }) => sum + mesh.indices.length / 3, 0)
  const { rays, kinds } = rayZoo(scene, count <= SMALL ? 4 * ZOO_RAYS : ZOO_RAYS, SEED + BUILDER_NAMES.indexOf(builder), { unit: unitOf(scene, source.isReal) })
  const brute = createBruteForce(scene)(rays)
  const ordinary = await standardAnswers(form, builder === 'exact-sah' ? scene : await form.with('exact-sah'))
  const found = new Findings()
  for (const traversal of TRAVERSAL_NAMES) {
    const packed = packScene(scene, traversal)
    const tracer = createTwinTracer(packed, { mode: modeOf(level), traversal })
    for (const kind of KINDS) {
      found.compare(`${traversal} ${kind} against brute force`, rays, (await tracer.trace(rays, kind)).t, brute, kind, kinds)
      found.compare(`${traversal} ${kind} against the exact 8-byte standard`, ordinary.rays, (await tracer.trace(ordinary.rays, kind)).t, ordinary.t, kind)
    }
    if (builder !== 'exact-sah') continue
    // Every index is looked at: one that lies outside would be clamped without a word.
    const few = Float32Array.from({ length: 15 * 8 * 20 }, (_, i) => rays[8 * (Math.floor(i / 160) * (kinds.length / 15)) + (i % 160)])
    await createTwinTracer(packed, { mode: modeOf(level), traversal, checked: true }).trace(few, 'walk')
  }
  return found.result(`${kinds.length.toLocaleString('en')} zoo rays by brute force, ${(ordinary.rays.length / 8).toLocaleString('en')} more, x ${TRAVERSAL_NAMES.length * 2}`)
}

async function standardAnswers({ source, level }: Form, scene: TestScene): Promise<{ rays: Float32Array; t: Float32Array }> {
  const unit = unitOf(scene, source.isReal)
  const [{ mesh }] = scene.meshes
  const around = level === 'object' ? mesh : { ...mesh, bounds: { min: [-2 * unit, -unit, -2 * unit], max: [2 * unit, unit, 2 * unit] } as const }
  const rays = ordinaryRays(around, ORDINARY_RAYS, SEED)
  const { t } = await createTwinTracer(packScene(scene), { mode: modeOf(level), traversal: 'standard-8' }).trace(rays, 'walk')
  return { rays, t }
}

/** @param count  of rays */
export async function checkPeer(mesh: MeshData, scale: number, count = PEER_RAYS): Promise<CheckResult> {
  const scaled = scale === 1 ? mesh : scaledMesh(mesh, scale)
  const scene = objectScene(scaled, 'exact-sah')
  const tracer = createTwinTracer(packScene(scene), { mode: 'object-list', traversal: 'standard-8' })
  const first = ordinaryRays(scaled, Math.round(count * 0.7), SEED)
  const hits = await tracer.trace(first, 'closest')
  const second = bounces(scaled, first, hits.t, hits.record.map((record) => scene.meshes[0].tree.triangleOfRecord[record] ?? 0), SEED)
  const more = ordinaryRays(scaled, Math.max(0, count - (first.length + second.length) / 8), SEED + 1)
  const rays = new Float32Array(first.length + second.length + more.length)
  rays.set(first)
  rays.set(second, first.length)
  rays.set(more, first.length + second.length)
  const { t } = await tracer.trace(rays, 'closest')
  const any = await tracer.trace(rays, 'any')
  const peers = createPeer(scaled)(rays)
  const extent = Math.hypot(...[0, 1, 2].map((k) => scaled.bounds.max[k] - scaled.bounds.min[k]))
  const verdicts = { ours: 0, edge: 0, rounding: 0, wrong: 0 }
  const examples: string[] = []
  let worst = 0
  for (let i = 0; i < t.length; i++) {
    if (any.t[i] < 0 !== t[i] < 0) {
      verdicts.wrong++
      examples.push(`any hit ${any.t[i]} against closest ${t[i]}, ray ${hex(rays, i)}`)
    }
    if (isEqual(t[i], peers[i])) {
      if (t[i] >= 0) worst = Math.max(worst, Math.abs(t[i] - peers[i]) / peers[i])
      continue
    }
    const ray = rays.subarray(8 * i, 8 * i + 8)
    const { verdict, t: exact } = settle(scaled, extent, ray, t[i], peers[i])
    verdicts[verdict]++
    if (verdict === 'wrong') examples.push(`t ${t[i]}, three-mesh-bvh ${peers[i]}, f64 ${exact}, ray ${hex(rays, i)}`)
  }
  const few = Float32Array.from({ length: 8 * Math.floor(t.length / CARD_EVERY) }, (_, i) => rays[8 * CARD_EVERY * Math.floor(i / 8) + (i % 8)])
  const cards = await checkCardWalks(scene, few, (await tracer.trace(few, 'walk')).t)
  const unequal = verdicts.edge + verdicts.rounding + verdicts.wrong
  const percent = (100 * (1 - unequal / t.length)).toFixed(5)
  return {
    compared: t.length + cards.compared,
    // One in a hundred thousand is what the gate lets pass, and only beside an edge or within rounding.
    wrong: verdicts.wrong + (unequal > 1e-5 * t.length ? unequal : 0) + cards.wrong,
    note: `${percent} % equal, ${(100 * t.filter((x) => x >= 0).length / t.length).toFixed(1)} % hit, t to ${worst.toExponential(1)}; beside an edge ${verdicts.edge}, t beyond 1e-4 by rounding ${verdicts.rounding}, right against the peer by f64 ${verdicts.ours}; ${cards.note}`,
    examples: [...examples, ...cards.examples].slice(0, MOST_EXAMPLES),
  }
}

/** @param right  what the 8-byte standard says of the rays, to the last bit of t */
export async function checkCardWalks(scene: TestScene, rays: Float32Array, right: Float32Array): Promise<CheckResult> {
  const found = new Findings()
  for (const traversal of CARD_WALKS) {
    const tracer = createTwinTracer(packScene(scene, traversal), { mode: 'object-list', traversal })
    for (const kind of KINDS) found.compare(`${traversal} ${kind} against the exact 8-byte standard`, rays, (await tracer.trace(rays, kind)).t, right, kind)
  }
  return found.result(`${right.length.toLocaleString('en')} of them by ${CARD_WALKS.join(' and ')}`)
}

function scaledMesh(mesh: MeshData, scale: number): MeshData {
  const times = (point: readonly [number, number, number]): [number, number, number] => [Math.fround(point[0] * scale), Math.fround(point[1] * scale), Math.fround(point[2] * scale)]
  return { ...mesh, key: `${mesh.key} x ${scale}`, positions: mesh.positions.map((x) => x * scale), bounds: { min: times(mesh.bounds.min), max: times(mesh.bounds.max) } }
}

async function checkGpu({ source, level, with: build }: Form, device: GPUDevice): Promise<CheckResult> {
  const scene = await build('exact-sah')
  const { rays, kinds } = rayZoo(scene, 40, SEED, { unit: unitOf(scene, source.isReal) })
  const found = new Findings()
  for (const traversal of TRAVERSAL_NAMES) {
    const packed = packScene(scene, traversal)
    const options = { mode: modeOf(level), traversal } as const
    const tracers: RayTracer[] = [await createGpuTracer(device, packed, options), createTwinTracer(packed, { ...options, denormals: 'flush' })]
    for (const kind of [...KINDS, 'closest'] as const) {
      const [gpu, twin] = await Promise.all(tracers.map((tracer) => tracer.trace(rays, kind)))
      found.compare(`${traversal} ${kind} on the GPU against the twin`, rays, gpu.t, twin.t, 'closest', kinds)
    }
    for (const tracer of tracers) tracer.dispose()
  }
  return found.result(`${kinds.length} zoo rays x ${TRAVERSAL_NAMES.length * 3}, bit by bit`)
}

/** Counts differences and keeps the first. */
class Findings {
  private compared = 0
  private wrong = 0
  private readonly examples: string[] = []

  /** @param kind  'any': whether there is a hit; else t to the last bit */
  compare(what: string, rays: Float32Array, t: Float32Array, right: Float32Array, kind: RayKind, classes?: readonly string[]): void {
    this.compared += t.length
    for (let i = 0; i < t.length; i++) {
      if (kind === 'any' ? t[i] < 0 === right[i] < 0 : t[i] === right[i]) continue
      this.wrong++
      if (this.examples.length < MOST_EXAMPLES) this.examples.push(`${what}: ${t[i]}, not ${right[i]}, ray ${classes === undefined ? '' : `${classes[i]} `}${hex(rays, i)}`)
    }
  }

  result(note: string): CheckResult {
    return { compared: this.compared, wrong: this.wrong, note, examples: this.examples }
  }
}

/** The 8 floats of a ray {origin, t_min, direction, t_max}, to the bit. */
function hex(rays: Float32Array, i: number): string {
  return [...new Uint32Array(rays.slice(8 * i, 8 * i + 8).buffer)].map((word) => word.toString(16).padStart(8, '0')).join(' ')
}
