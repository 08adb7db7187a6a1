import { createFileTone, createEngine, createCpuExecutor, createCpuNetwork, createDenoiseThreads, createGpuNetwork, type DenoisePort, deviceLost, type Engine, type EngineOptions, type FileTone, type FrameLoop, type Network, openDevice, parseUnet, type PathTracer, type WorkerPort } from '../../../gpu/index.ts'
import { readPicture } from './readback.ts'
import { createTilePainter, readFinished } from './frame-tiles.ts'
import type { ExportScene } from '../../interaction/viewport.ts'
import type { Painter, Shot } from './picture.ts'

/** An engine of its own, on a device of its own: the room goes on with its own meanwhile. */
export interface Studio {
  readonly engine: Engine
  /** As its driver describes it. */
  readonly adapter: string
  /** The cores trace. */
  readonly usesThreads: boolean
  /** Compiled when it is first asked for. */
  tracer(): Promise<PathTracer>
  /** Bands of the picture that the window shows, refined until it is final. */
  framePainter(): Promise<(shot: Shot) => Painter<Uint8Array>>
  /** The same before it is toned: nits. */
  radiancePainter(): Promise<(shot: Shot) => Painter<Float32Array>>
  tone(): Promise<FileTone>
  /** The denoiser, by whoever traces. @throws Error for weights that are none */
  denoiser(weights: Uint8Array): Promise<Network>
  /** Rejects when the device is lost. */
  readonly failure: Promise<never>
}

type Executor = 'gpu' | 'cpu' | 'automatic'

const startPathThread = (): WorkerPort => new Worker(new URL('../../../gpu/twin/executor/path-worker.ts', import.meta.url), { type: 'module', name: 'paths' }) as unknown as WorkerPort
const startFrameThread = (): WorkerPort => new Worker(new URL('../../../gpu/twin/executor/frame-worker.ts', import.meta.url), { type: 'module', name: 'frames' }) as unknown as WorkerPort
const startDenoiseThread = (): DenoisePort => new Worker(new URL('../../../gpu/denoise/denoise-worker.ts', import.meta.url), { type: 'module', name: 'denoise' }) as unknown as DenoisePort

/** Who traces: the card of two, or so many of the processor's threads. */
interface StudioMachine {
  readonly executor: Executor
  readonly powerPreference: GPUPowerPreference
  readonly threads: number
}

/** With a room in it, whose trees are built. @throws EngineError `gpu-missing`, `gpu-kernel`, `gpu-memory`, `scene-invalid` */
export async function openStudio({ snapshot, trees }: ExportScene, machine: StudioMachine): Promise<Studio> {
  const studio = await openStudioOn((mesh) => {
    const tree = trees.get(mesh.key)
    return tree === undefined ? Promise.reject(new Error(`The mesh ${mesh.key} came without a tree`)) : Promise.resolve(tree)
  }, machine)
  studio.engine.setScene(snapshot)
  await studio.engine.treesReady()
  return studio
}

/** Empty. @throws EngineError `gpu-missing`, `gpu-kernel` */
export async function openStudioOn(buildTree: EngineOptions['buildTree'], { executor, powerPreference, threads }: StudioMachine): Promise<Studio> {
  const { device, adapter } = await openDevice(navigator.gpu, { powerPreference })
  const engine = await createEngine({ device, buildTree })
  // Where a program plays the GPU, the cores are faster at the same kernel.
  const usesThreads = executor === 'cpu' || (executor === 'automatic' && adapter.isSoftware)
  const executorOf = (start: () => WorkerPort) => (usesThreads ? createCpuExecutor(start, threads) : Promise.resolve(undefined))
  let tracer: Promise<PathTracer> | null = null

  async function tilePainter<Values extends Uint8Array | Float32Array>(Type: new (length: number) => Values, read: (loop: FrameLoop) => Promise<ArrayLike<number>>): Promise<(shot: Shot) => Painter<Values>> {
    const [cpu, rasterizer] = await Promise.all([executorOf(startFrameThread), engine.createPrimaryRasterizer()])
    return createTilePainter(engine.createFrameLoop(rasterizer), Type, read, { cpu })
  }

  return {
    engine, usesThreads, adapter: adapter.description,
    tracer: () => (tracer ??= executorOf(startPathThread).then((made) => engine.createPathTracer(made))),
    framePainter: () => tilePainter(Uint8Array, async ({ output }) => (await readPicture(device, output)).rgba),
    radiancePainter: () => tilePainter(Float32Array, readFinished),
    tone: async () => createFileTone(await import('twin:file-tone/fast')),
    denoiser: (weights) => (usesThreads ? createCpuNetwork(parseUnet(weights), createDenoiseThreads(startDenoiseThread, threads)) : createGpuNetwork(device, parseUnet(weights))),
    failure: deviceLost(device).then((error) => Promise.reject(error)),
  }
}
