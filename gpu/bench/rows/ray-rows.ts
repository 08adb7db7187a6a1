import { asOneObject, type BenchScene, extentOf, viewOf } from '../bench-scenes.ts'
import { type Bench, countRow, type Experiment, type Finding, rateRow } from '../bench.ts'
import { type Contestant, CPU_CLOCK, interleave, median } from '../measure.ts'
import { countRays, createTwinRays, createTwinTracer } from '../trace/twin-rays.ts'
import { createPeerRaycaster, PEER_RAYCAST } from '../peers/peer-cpu.ts'
import { pilotPicture } from '../adapter.ts'
import { createPeerTracer, PEER_WEBGPU, peerObjects } from '../peers/peer-webgpu.ts'
import { sizeOf } from './ray-points.ts'
import { diffuseRays, pinholeRays, shadowRays, type View } from '../trace/ray-sets.ts'
import { packScene, type PackedScene } from '../../testing/tracer.ts'
import { DEFAULT_TRAVERSAL, type TraversalName } from '../../traversal/traversals.ts'
import { createGpuTracer, type RayTracer } from '../trace/trace-harness.ts'

/** What one step and one triangle test cost this software adapter when all lanes do the same on cached data, nanoseconds (README.md). */
export const STEP_NS = 19.5
export const TEST_NS = 48

/** Of all rays, two engines may disagree on so many: rays that graze an edge. */
const GATE = 1e-4

/** The default, and what the literature found fastest. */
const VARIANTS: readonly TraversalName[] = [...new Set<TraversalName>([DEFAULT_TRAVERSAL, 'ropes-plus-plus'])]

/** On the processor: the default, then what takes memory to save steps, and the tree that is made for cards. */
const TWIN_VARIANTS: readonly TraversalName[] = [DEFAULT_TRAVERSAL, 'ropes-plus-plus', 'bvh']

interface RaySet { readonly kind: 'primary' | 'diffuse' | 'shadow'; readonly rays: Float32Array }

/** One picture's rays, made by the twin, so that no tracer that is measured makes its own. */
export function makeRays(scene: BenchScene, view: View, packed: PackedScene, width: number, height: number): RaySet[] {
  const maker = createTwinTracer(packed, 'uber', 'standard-8')
  const traced = { scene: asOneObject(scene), packed }
  const primary = pinholeRays(view, width, height)
  const hits = maker.trace(primary, 'closest')
  const extent = extentOf(scene.merged)
  return [
    { kind: 'primary', rays: primary },
    { kind: 'diffuse', rays: diffuseRays(primary, hits, traced, extent) },
    { kind: 'shadow', rays: shadowRays(primary, hits, traced, extent, view.light) },
  ]
}

/** Closest hits on primary and diffuse rays, any hits on shadow rays, against three-mesh-bvh on the same rays; and the share of the tree's own ceiling. */
export function tracePeers(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `trace/${name}`, group: 'trace', weight: 6, needsGpu: true,
    async run(bench, budgetMs) {
      const scene = await source()
      const device = bench.device!
      const packed = new Map(VARIANTS.map((traversal) => [traversal, packScene(asOneObject(scene), traversal)]))
      const view = viewOf(scene)
      const objects = peerObjects([scene.merged], [{ mesh: 0, worldFromObject: asOneObject(scene).instances[0].worldFromObject }])
      const tracers = new Map<TraversalName, RayTracer>()
      for (const traversal of VARIANTS) tracers.set(traversal, await createGpuTracer(device, packed.get(traversal)!, { mode: 'uber', traversal }))
      // A pilot at low resolution says how many rays the budget pays for.
      const [pilotWidth, pilotHeight] = pilotPicture(bench)
      const pilot = makeRays(scene, view, packed.get(DEFAULT_TRAVERSAL)!, pilotWidth, pilotHeight)
      const pilotMs = await pilotTime(device, objects, pilot, tracers)
      const rounds = 10
      const [width, height] = sizeOf(Math.min(bench.isSoftware ? 1024 * 768 : 2048 * 1536, (pilotWidth * pilotHeight * budgetMs) / (pilotMs * rounds)))
      const findings: Finding[] = []
      for (const set of makeRays(scene, view, packed.get(DEFAULT_TRAVERSAL)!, width, height)) {
        findings.push(...await measureKind(bench, scene, set, `${width}x${height}`, objects, tracers, packed, budgetMs / 3))
      }
      objects[0].geometry.dispose()
      for (const tracer of tracers.values()) tracer.dispose()
      return findings
    },
  }
}

/** Wall time of everything that one round holds. */
async function pilotTime(device: GPUDevice, objects: Parameters<typeof createPeerTracer>[1], sets: readonly RaySet[], tracers: ReadonlyMap<TraversalName, RayTracer>): Promise<number> {
  let total = 0
  for (const { kind, rays } of sets) {
    if (rays.length === 0) continue
    const peer = await createPeerTracer(device, objects, rays)
    const round = async () => {
      await peer.trace()
      for (const tracer of tracers.values()) await tracer.trace(rays, kind === 'shadow' ? 'any' : 'closest')
    }
    await round()
    const start = performance.now()
    await round()
    total += performance.now() - start
    peer.dispose()
  }
  // Processors' turns come on top.
  return 1.3 * total
}

async function measureKind(
  bench: Bench, scene: BenchScene, { kind, rays }: RaySet, size: string, objects: Parameters<typeof createPeerTracer>[1],
  tracers: ReadonlyMap<TraversalName, RayTracer>, packed: ReadonlyMap<TraversalName, PackedScene>, budgetMs: number,
): Promise<Finding[]> {
  const count = rays.length / 8
  if (count === 0) return []
  const question = kind === 'shadow' ? 'any' : 'closest'
  const triangles = scene.merged.indices.length / 3
  const onGpu = { scene: scene.name, triangles, adapter: bench.gpu }
  const peer = await createPeerTracer(bench.device!, objects, rays)
  const timed = async (tracer: RayTracer, asked: 'closest' | 'any') => {
    const { cpuMs, wallMs } = await tracer.trace(rays, asked)
    return bench.clock.name === 'CPU' ? cpuMs : wallMs
  }

  // No speed without agreement.
  await peer.trace()
  const peerT = await peer.read()
  const gates: Finding[] = []
  for (const [variant, tracer] of tracers) {
    const { t } = await tracer.trace(rays, question)
    gates.push(gateRow({ ...onGpu, what: `gate/${kind}`, variant, peer: PEER_WEBGPU }, t, peerT, `${count} rays, ${size}`, kind))
  }
  if (!isThrough(gates)) {
    peer.dispose()
    return gates
  }

  const contestants: Contestant[] = [
    { name: PEER_WEBGPU, run: () => peer.trace() },
    ...[...tracers].map(([traversal, tracer]) => ({ name: traversal, run: () => timed(tracer, question) })),
  ]
  const ownClosest = tracers.get(DEFAULT_TRAVERSAL)!
  if (kind === 'shadow') contestants.push({ name: 'own closest hit', run: () => timed(ownClosest, 'closest') })
  const series = await interleave(contestants, { clock: bench.clock, budgetMs, repetitions: [5, 9] })
  peer.dispose()

  const findings = [...gates]
  const detail = `${count} rays, ${size}`
  findings.push(rateRow({ ...onGpu, what: `trace/${kind}`, variant: PEER_WEBGPU, detail }, bench.clock, count, series[PEER_WEBGPU]))
  for (const traversal of tracers.keys()) {
    const { uberSteps, objectSteps, tests, hits } = countRays(packed.get(traversal)!, 'uber', traversal, rays, question === 'any')
    const steps = uberSteps + objectSteps
    const work = `${steps.toFixed(1)} steps and ${tests.toFixed(1)} tests per ray, ${(100 * hits).toFixed(1)} % hit`
    const ours = rateRow({ ...onGpu, what: `trace/${kind}`, variant: traversal, peer: PEER_WEBGPU, detail: `${detail}; ${work}` }, bench.clock, count, series[traversal], series[PEER_WEBGPU])
    findings.push(ours)
    if (kind === 'shadow' && traversal === DEFAULT_TRAVERSAL) {
      findings.push(rateRow({ ...onGpu, what: 'trace/shadow-any', variant: traversal, peer: 'own closest hit', detail }, bench.clock, count, series[traversal], series['own closest hit']))
    }
    if (bench.isSoftware) {
      const ceiling = 1000 / (steps * STEP_NS + tests * TEST_NS)
      findings.push(countRow({ ...onGpu, what: `ceiling/${kind}`, variant: traversal, peer: 'arithmetic ceiling of its own tree', detail: `${work}; ceiling ${ceiling.toFixed(3)} Mrays per CPU-second` }, ours.median, ours.unit, ceiling))
    }
  }
  return findings
}

/** The twin on one thread against three-mesh-bvh's raycastFirst, on pictures large enough for JavaScript to be optimised. */
export function traceTwin(name: string, source: () => Promise<BenchScene>, [leastWidth, leastHeight]: readonly [number, number] = [128, 96]): Experiment {
  return {
    name: `twin/${name}`, group: 'trace', weight: 3, needsGpu: false,
    async run(bench, budgetMs) {
      const scene = await source()
      const packed = new Map(TWIN_VARIANTS.map((traversal) => [traversal, packScene(asOneObject(scene), traversal)]))
      const view = viewOf(scene)
      const raycast = createPeerRaycaster(scene.merged)
      const start = performance.now()
      const pilots = makeRays(scene, view, packed.get(DEFAULT_TRAVERSAL)!, leastWidth, leastHeight)
      for (const { rays } of pilots) raycast(rays)
      const rounds = 24
      const [width, height] = sizeOf(Math.min(640 * 480, Math.max(leastWidth * leastHeight, (leastWidth * leastHeight * budgetMs) / ((performance.now() - start) * rounds))))
      const findings: Finding[] = []
      for (const set of makeRays(scene, view, packed.get(DEFAULT_TRAVERSAL)!, width, height)) {
        if (set.rays.length > 0) findings.push(...await measureTwins(bench, scene, set, `${width}x${height}`, packed, raycast, budgetMs / 3))
      }
      return findings
    },
  }
}

/** All walks take turns with the peer on the same rays. */
async function measureTwins(
  bench: Bench, scene: BenchScene, { kind, rays }: RaySet, size: string, packed: ReadonlyMap<TraversalName, PackedScene>, raycast: ReturnType<typeof createPeerRaycaster>, budgetMs: number,
): Promise<Finding[]> {
  const count = rays.length / 8
  const what = { scene: scene.name, triangles: scene.merged.indices.length / 3, adapter: bench.cpu, peer: PEER_RAYCAST }
  const detail = `${count} rays, ${size}`
  const peerT = raycast(rays)
  const twins = [...packed].map(([variant, walked]) => ({ variant, twin: createTwinRays(walked, 'uber', variant, rays, kind === 'shadow' ? 'any' : 'closest') }))
  const gates = twins.map(({ variant, twin }) => {
    twin.trace()
    return gateRow({ ...what, what: `gate/twin-${kind}`, variant }, twin.read(), peerT, detail, kind)
  })
  if (!isThrough(gates)) return gates
  for (const { twin } of twins) twin.trace()
  const series = await interleave([
    { name: PEER_RAYCAST, run: () => void raycast(rays) },
    ...twins.map(({ variant, twin }) => ({ name: variant as string, run: () => twin.trace() })),
  ], { clock: CPU_CLOCK, budgetMs, repetitions: [5, 9] })
  const peerRate = count / median(series[PEER_RAYCAST]) / 1000
  return [...gates, ...twins.map(({ variant }) => rateRow({ ...what, what: `twin/${kind}`, variant, detail: `${detail}, one thread; the peer makes ${peerRate.toFixed(3)}` }, CPU_CLOCK, count, series[variant], series[PEER_RAYCAST]))]
}

function gateRow(what: Omit<Parameters<typeof countRow>[0], 'detail'>, ours: Float32Array, peer: Float32Array, size: string, kind: RaySet['kind']): Finding {
  const found = compareHits(ours, peer, kind !== 'shadow')
  const detail = `${size}; hits ${(100 * found.ours).toFixed(3)} % and ${(100 * found.peer).toFixed(3)} %${kind === 'shadow' ? '' : `, ${found.farOff} with another t`}`
  return countRow({ ...what, detail }, 1 - found.disagreeing / ours.length, 'share of rays with the same answer')
}

/** No speed without agreement. */
function isThrough(gates: readonly Finding[]): boolean {
  const worst = gates.find(({ median: agreement }) => agreement < 1 - GATE)
  if (worst !== undefined) process.stderr.write(`${worst.scene}, ${worst.what}: ${(100 * (1 - worst.median)).toFixed(3)} % of the rays have another answer than ${worst.peer}'s; no speed is told.
`)
  return worst === undefined
}

/** How two engines' answers differ: t per ray, negative for a miss. */
export function compareHits(ours: Float32Array, peer: Float32Array, comparesT: boolean): { ours: number; peer: number; disagreeing: number; farOff: number } {
  let [ourHits, peerHits, disagreeing, farOff] = [0, 0, 0, 0]
  for (let i = 0; i < ours.length; i++) {
    if (ours[i] >= 0) ourHits++
    if (peer[i] >= 0) peerHits++
    if (ours[i] >= 0 !== peer[i] >= 0) disagreeing++
    else if (comparesT && ours[i] >= 0 && Math.abs(ours[i] - peer[i]) > 1e-4 * Math.max(ours[i], 1e-3)) farOff++
  }
  return { ours: ourHits / ours.length, peer: peerHits / ours.length, disagreeing, farOff }
}
