import { createFileTone, createEngine, createMirrorExecutor, deviceLost, type Engine, type FileTone, openDevice, type PathTracer, type WorkerPort } from '../../gpu/index.ts'
import { readPicture } from '../viewport/readback.ts'
import type { ExportScene } from './messages.ts'
import type { Painter, Shot } from './picture.ts'
import { tileCamera, tilesOf } from './tiles.ts'

/** An engine of its own, on a device of its own: the room goes on with its own meanwhile. */
export interface Studio {
  readonly engine: Engine
  /** Compiled when it is first asked for. */
  tracer(): Promise<PathTracer>
  /** Bands of the picture that the window shows, refined until it is final. */
  framePainter(): Promise<(shot: Shot) => Painter<Uint8Array>>
  tone(): Promise<FileTone>
  /** Rejects when the device is lost. */
  readonly failure: Promise<never>
}

/** Pixels of a part's sides: small enough for any adapter's buffers. */
const TILE = 1024
/** Painted around a part and thrown away: filters that look at neighbours find them. */
const MARGIN = 16

const startThread = (): WorkerPort => new Worker(new URL('../../gpu/mirror/path-worker.ts', import.meta.url), { type: 'module', name: 'paths' }) as unknown as WorkerPort

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
  let tracer: Promise<PathTracer> | null = null
  return {
    engine,
    tracer: () => (tracer ??= (usesThreads ? createMirrorExecutor(startThread, threads) : Promise.resolve(undefined)).then((made) => engine.createPathTracer(made))),
    async framePainter() {
      const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
      return ({ camera, width, height, settings }) => async (band, tell) => {
        const rgba = new Uint8Array(width * band.rows * 4)
        const tiles = tilesOf(width, band, TILE)
        for (const [i, { x, y, width: tileWidth, height: tileHeight }] of tiles.entries()) {
          const [left, top] = [Math.min(x, MARGIN), Math.min(y, MARGIN)]
          const around = {
            x: x - left, y: y - top,
            width: Math.min(width, x + tileWidth + MARGIN) - x + left, height: Math.min(height, y + tileHeight + MARGIN) - y + top,
          }
          loop.update({ camera: tileCamera(camera, width, height, around), settings, width: around.width, height: around.height, interacting: false })
          while (await loop.step() === 'working') tell((i + loop.report.samples / Math.max(1, loop.report.samplesWanted)) / tiles.length)
          const part = await readPicture(device, loop.output)
          for (let row = 0; row < tileHeight; row++) {
            const from = ((top + row) * around.width + left) * 4
            rgba.set(part.rgba.subarray(from, from + tileWidth * 4), ((y - band.y + row) * width + x) * 4)
          }
        }
        return rgba
      }
    },
    tone: async () => createFileTone(await import('mirror:file-tone/fast')),
    failure: deviceLost(device).then((error) => Promise.reject(error)),
  }
}
