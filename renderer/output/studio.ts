import { createFileTone, createEngine, createMirrorExecutor, deviceLost, type Engine, type FileTone, type FrameLoop, openDevice, type PathTracer, type RenderSettings, type WorkerPort } from '../../gpu/index.ts'
import { readPicture } from '../viewport/readback.ts'
import type { ExportScene } from './messages.ts'
import type { Painter, Shot } from './picture.ts'
import { cutOut, tileCamera, tilesOf, withMargin } from './tiles.ts'

/** An engine of its own, on a device of its own: the room goes on with its own meanwhile. */
export interface Studio {
  readonly engine: Engine
  /** Compiled when it is first asked for. */
  tracer(): Promise<PathTracer>
  /** Bands of the picture that the window shows, refined until it is final. */
  framePainter(): Promise<(shot: Shot) => Painter<Uint8Array>>
  /** The same before it is toned: nits. */
  radiancePainter(): Promise<(shot: Shot) => Painter<Float32Array>>
  tone(): Promise<FileTone>
  /** Rejects when the device is lost. */
  readonly failure: Promise<never>
}

/** Pixels of a part's sides: small enough for any adapter's buffers. */
const TILE = 1024
/** Painted around a part and thrown away: what looks at neighbours finds them. */
const MARGIN = 16
/** As far as light is smoothed. */
const SMOOTHING_MARGIN = 64
/** Few samples stay smoothed to the end; the mean of more is shown as it is. */
const isSmoothed = ({ method, denoise, restSamples }: RenderSettings): boolean => method !== 'whitted' && denoise && restSamples <= 16

const startPathThread = (): WorkerPort => new Worker(new URL('../../gpu/mirror/path-worker.ts', import.meta.url), { type: 'module', name: 'paths' }) as unknown as WorkerPort
const startFrameThread = (): WorkerPort => new Worker(new URL('../../gpu/mirror/frame-worker.ts', import.meta.url), { type: 'module', name: 'frames' }) as unknown as WorkerPort

/** @throws EngineError `gpu-missing`, `gpu-kernel`, `gpu-memory`, `scene-invalid` */
export async function openStudio({ snapshot, trees }: ExportScene, executor: 'gpu' | 'cpu' | 'automatic', threads: number): Promise<Studio> {
  const { device, adapter } = await openDevice(navigator.gpu)
  const engine = await createEngine({
    device,
    buildTree: (mesh) => {
      const tree = trees.get(mesh.key)
      return tree === undefined ? Promise.reject(new Error(`The mesh ${mesh.key} came without a tree`)) : Promise.resolve(tree)
    },
  })
  engine.setScene(snapshot)
  await engine.treesReady()
  // Where a program plays the GPU, the cores are faster at the same kernel.
  const usesThreads = executor === 'cpu' || (executor === 'automatic' && adapter.isSoftware)
  const executorOf = (start: () => WorkerPort) => (usesThreads ? createMirrorExecutor(start, threads) : Promise.resolve(undefined))
  let tracer: Promise<PathTracer> | null = null

  /** Paints bands tile by tile; `read` takes what a tile shows from the loop, 4 values per pixel. */
  async function tilePainter<Values extends Uint8Array | Float32Array>(Type: new (length: number) => Values, read: (loop: FrameLoop) => Promise<ArrayLike<number>>): Promise<(shot: Shot) => Painter<Values>> {
    const [mirror, rasterizer] = await Promise.all([executorOf(startFrameThread), engine.createPrimaryRasterizer()])
    const loop = engine.createFrameLoop(rasterizer)
    return ({ camera, width, height, settings }) => async (band, tell) => {
      const all = new Type(width * band.rows * 4)
      const tiles = tilesOf(width, band, TILE)
      for (const [i, tile] of tiles.entries()) {
        const around = withMargin(tile, width, height, isSmoothed(settings) ? SMOOTHING_MARGIN : MARGIN)
        loop.update({ camera: tileCamera(camera, width, height, around), settings, width: around.width, height: around.height, interacting: false, mirror })
        while (await loop.step() === 'working') tell((i + loop.report.samples / Math.max(1, loop.report.samplesWanted)) / tiles.length)
        cutOut(await read(loop), around, all, { y: band.y, width }, tile)
      }
      return all
    }
  }

  return {
    engine,
    tracer: () => (tracer ??= executorOf(startPathThread).then((made) => engine.createPathTracer(made))),
    framePainter: () => tilePainter(Uint8Array, async ({ output }) => (await readPicture(device, output)).rgba),
    radiancePainter: () => tilePainter(Float32Array, async (loop) => {
      const radiance = await loop.readRadiance()
      if (radiance === null) throw new Error('The picture has no radiance')
      return radiance
    }),
    tone: async () => createFileTone(await import('mirror:file-tone/fast')),
    failure: deviceLost(device).then((error) => Promise.reject(error)),
  }
}
