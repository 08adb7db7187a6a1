import alphaNoneWgsl from '../../kernels/alpha-none.wgsl?raw'
import { createStorageBuffer, readBuffer } from '../../buffers/buffer.ts'
import { createKernel } from '../../kernels/kernel.ts'
import { packScene, type PackedScene } from '../../testing/tracer.ts'
import { OBJECT_TRAVERSALS, SCENE_PIECES, type TraversalName, traversalPieces } from '../../traversal/traversals.ts'
import { deepestWalk, fittingWalk, type Walk } from '../../traversal/walk.ts'
import { asInstances, asOneObject, type BenchScene, viewOf } from '../bench-scenes.ts'
import { type Bench, countRow, type Experiment, type Finding, LeftOut, rateRow } from '../bench.ts'
import { interleave, WALL_CLOCK } from '../measure.ts'
import { createPeerTracer, PEER_WEBGPU, peerObjects } from '../peers/peer-webgpu.ts'
import traceFileWgsl from '../trace/trace-file.wgsl?raw'
import { partsOf, type TracedRays } from '../trace/traced-rays.ts'
import { compareHits, makeRays } from './ray-rows.ts'

export const [WIDTH, HEIGHT] = [1920, 1080]
/** What one measurement fills: short dispatches tell of the clock, not of the card. */
const BATCH_MS = 30
const MOST_DISPATCHES = 400
export const TURNS = 7
const PEER_DISPATCHES = 10

/** A scene and a way through it. */
export interface Entrant { readonly name: string; readonly packed: Pick<PackedScene, 'nodes' | 'references' | 'triangles' | 'instances' | 'uniforms'>; readonly walk: Walk }

/** Rays per second by the card's own clock, every traversal, against three-mesh-bvh on the same rays. */
export function cardRays(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `card/rays/${name}`, group: 'card', weight: 2, needsGpu: true,
    async run(bench) {
      if (bench.isSoftware || !bench.device!.features.has('timestamp-query')) throw new LeftOut('it takes a card that tells the time')
      const scene = await source()
      const entrants = entrantsOf(scene)
      const findings: Finding[] = []
      for (const { kind, rays } of makeRays(scene, viewOf(scene), packScene(asOneObject(scene)), WIDTH, HEIGHT)) {
        if (rays.length > 0) findings.push(...await measureKind(bench, scene, entrants, kind, rays))
      }
      return findings
    },
  }
}

function entrantsOf(scene: BenchScene): Entrant[] {
  const one = asOneObject(scene)
  const names = Object.keys(OBJECT_TRAVERSALS) as TraversalName[]
  const packed = new Map(names.map((traversal) => [traversal, packScene(one, traversal)]))
  const some: readonly TraversalName[] = ['standard-8', 'ropes-plus-plus', 'bvh']
  return [
    ...names.map((traversal) => ({ name: traversal, packed: packed.get(traversal)!, walk: fittingWalk(traversal, packed.get(traversal)!.needs) })),
    ...some.map((traversal) => ({ name: `${traversal}, room for any scene`, packed: packed.get(traversal)!, walk: deepestWalk(traversal) })),
    ...scene.instances.length === 1 ? [] : some.map((traversal) => {
      const many = packScene(asInstances(scene), traversal)
      return { name: `${traversal}, ${scene.instances.length} instances`, packed: many, walk: fittingWalk(traversal, many.needs) }
    }),
  ]
}

async function measureKind(bench: Bench, scene: BenchScene, entrants: readonly Entrant[], kind: 'primary' | 'diffuse' | 'shadow', rays: Float32Array): Promise<Finding[]> {
  const device = bench.device!
  const count = rays.length / 8
  const detail = `${count} rays, ${WIDTH}x${HEIGHT}`
  const what = { scene: scene.name, triangles: scene.merged.indices.length / 3, adapter: bench.gpu }
  const objects = peerObjects([scene.merged], [{ mesh: 0, worldFromObject: asOneObject(scene).instances[0].worldFromObject }])
  const peer = await createPeerTracer(device, objects, rays)
  await peer.trace()
  const peerT = await peer.read()
  const rayBuffer = createStorageBuffer(device, 'rays', rays)
  const walks = []
  for (const entrant of entrants) walks.push(await createTimedWalk(device, entrant, kind === 'shadow' ? 'trace_any' : 'trace_closest', rayBuffer, count))
  const findings: Finding[] = []
  for (const walk of walks) {
    const found = compareHits(await walk.read(), peerT, kind !== 'shadow')
    findings.push(countRow({ ...what, what: `card/gate-${kind}`, variant: walk.name, peer: PEER_WEBGPU, detail: `${detail}; ${found.farOff} with another t` }, 1 - found.disagreeing / count, 'share of rays with the same answer'))
  }
  const series = await interleave([
    { name: PEER_WEBGPU, run: () => peer.traceMany(PEER_DISPATCHES) },
    ...walks.map((walk) => ({ name: walk.name, run: () => walk.time() })),
  ], { clock: WALL_CLOCK, budgetMs: Infinity, repetitions: [TURNS, TURNS] })
  findings.push(rateRow({ ...what, what: `card/${kind}`, variant: PEER_WEBGPU, detail }, WALL_CLOCK, count, series[PEER_WEBGPU]))
  for (const { name, stacks } of walks) {
    findings.push(rateRow({ ...what, what: `card/${kind}`, variant: name, peer: PEER_WEBGPU, detail: `${detail}; ${stacks}` }, WALL_CLOCK, count, series[name], series[PEER_WEBGPU]))
  }
  for (const walk of walks) walk.dispose()
  peer.dispose()
  rayBuffer.destroy()
  objects[0].geometry.dispose()
  return findings
}

export interface TimedWalk {
  readonly name: string
  readonly stacks: string
  /** Milliseconds of all rays once, by timestamps around as many dispatches as fill a batch. */
  time(): Promise<number>
  /** t per ray, -1 for a miss. */
  read(): Promise<Float32Array>
  /** The same, and the record that was hit. */
  readHits(): Promise<TracedRays>
  dispose(): void
}

export async function createTimedWalk(device: GPUDevice, { name, packed, walk }: Entrant, entryPoint: 'trace_closest' | 'trace_any', rays: GPUBuffer, count: number): Promise<TimedWalk> {
  const kernel = await createKernel(device, entryPoint, [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces('uber', walk), traceFileWgsl])
  const owned: GPUBuffer[] = []
  const buffer = (label: string, data: ArrayBufferView | number): GPUBuffer => {
    const made = createStorageBuffer(device, label, data)
    owned.push(made)
    return made
  }
  const uniform = (label: string, data: Uint32Array<ArrayBuffer>): GPUBuffer => {
    const made = device.createBuffer({ label, size: Math.ceil(data.byteLength / 16) * 16, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST })
    device.queue.writeBuffer(made, 0, data)
    owned.push(made)
    return made
  }
  const traced = buffer('traced', 8 * count)
  const none = buffer('none', 1024)
  const groups = [
    kernel.bind(0, {
      nodes: buffer('nodes', packed.nodes), references: buffer('references', packed.references), triangles: buffer('triangles', packed.triangles), attributes: none,
      instances: buffer('instances', packed.instances), materials: none, scene: uniform('scene', packed.uniforms as Uint32Array<ArrayBuffer>),
    }),
    kernel.bind(1, { rays, traced, trace_params: uniform('params', Uint32Array.of(0, count, 0, 0)) }),
  ]
  const querySet = device.createQuerySet({ label: name, type: 'timestamp', count: 2 })
  const resolved = device.createBuffer({ label: name, size: 16, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC })

  async function timed(dispatches: number): Promise<number> {
    const encoder = device.createCommandEncoder({ label: name })
    const pass = encoder.beginComputePass({ label: name, timestampWrites: { querySet, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 } })
    for (let i = 0; i < dispatches; i++) kernel.dispatch(pass, groups, Math.ceil(count / 64))
    pass.end()
    encoder.resolveQuerySet(querySet, 0, 2, resolved, 0)
    device.queue.submit([encoder.finish()])
    const [from, to] = new BigUint64Array(await readBuffer(device, resolved))
    return Number(to - from) / 1e6 / dispatches
  }

  const readHits = async (): Promise<TracedRays> => partsOf(new Uint32Array(await readBuffer(device, traced)))

  await timed(1)
  const dispatches = Math.max(1, Math.min(MOST_DISPATCHES, Math.round(BATCH_MS / Math.max(1e-3, await timed(3)))))
  return {
    name,
    stacks: `stacks of ${walk.objectStack} and ${walk.isLone ? 'no' : walk.uberStack} entries`,
    time: () => timed(dispatches),
    readHits, read: async () => (await readHits()).t,
    dispose() {
      for (const each of owned) each.destroy()
      querySet.destroy()
      resolved.destroy()
    },
  }
}
