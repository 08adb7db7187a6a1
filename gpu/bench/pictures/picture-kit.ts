import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PNG } from 'pngjs'
import { readTexture } from '../../buffers/buffer.ts'
import { viridis } from '../../debug/viridis.ts'
import type { Pace } from '../../frame/pace.ts'
import { pathLengthOf } from '../../frame/plan.ts'
import type { PathTracer } from '../../passes/paths/path-trace.ts'
import type { Engine } from '../../engine.ts'
import type { OpenLoop } from '../../frame/frame.ts'
import { compileTwin } from '../../twin/compiler/compile.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { createFileTone, FILE_TONE_PIECES } from '../../passes/display/file-tone.ts'
import type { Camera, SceneSnapshot } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import { type Flip, LINEAR_OF_BYTE, type ShownPicture } from '../../testing/flip.ts'
import type { TraversalName } from '../../traversal/traversals.ts'
import { createThreads } from '../../headless/cpu-threads.ts'
import { createHeadlessEngine } from '../../headless/still.ts'

/** What is looked at, and how large. */
export interface Shot {
  readonly camera: Camera
  readonly settings: RenderSettings
  readonly width: number
  readonly height: number
}

/** One engine that shows a scene both ways. */
export interface Pictures {
  readonly engine: Engine
  readonly tracer: PathTracer
  readonly loop: OpenLoop
  /** The computer's cores where they trace faster than the adapter, for `FrameInput.cpu`. */
  readonly cpu: CpuExecutor | undefined
  /** The path tracer's mean radiance after each of these numbers of samples, with as many bounces as the frame has, nits. @param samples  ascending @param connectsLit  of PathView */
  reference(shot: Shot, samples: readonly number[], seed?: number, connectsLit?: boolean): Promise<Float32Array[]>
  /** The frame as the app shows it when it has come to rest. */
  atRest(shot: Shot): Promise<ShownPicture>
  /** One more frame, as the app draws it while something moves. @throws Error where nothing did: from the very same place no picture is drawn again */
  moving(shot: Shot): Promise<void>
  /** The radiance that is shown now, nits: a moving picture's, or a hybrid one's at rest, smoothed and denoised as it is. */
  radiance(shot: Pick<Shot, 'width' | 'height'>, by?: OpenLoop): Promise<Float32Array>
  /** The picture that the frame shows now. @param by  another loop of the engine than its own */
  shown(shot: Pick<Shot, 'width' | 'height'>, by?: OpenLoop): Promise<ShownPicture>
  dispose(): void
}

let threads: Promise<CpuExecutor> | null = null

/** @param isSoftware  a program plays the GPU: the reference is traced by the computer's cores, which are faster at the same kernel. @param pace  left out: the window's */
export async function createPictures(device: GPUDevice, snapshot: SceneSnapshot, isSoftware: boolean, traversal?: TraversalName, pace?: Pace): Promise<Pictures> {
  const engine = await createHeadlessEngine(device, traversal)
  engine.setScene(snapshot)
  await engine.treesReady()
  const cpu = isSoftware ? await (threads ??= createThreads(pathToFileURL(process.argv[1]), availableParallelism())) : undefined
  const tracer = await engine.createPathTracer(cpu)
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), pace)
  const shown: Pictures['shown'] = async ({ width, height }, by = loop) => ({ width, height, rgba: await readTexture(device, by.output, 4) })
  return {
    engine, tracer, loop, cpu, shown,
    async radiance({ width, height }, by = loop) {
      const sums = (await by.readSums()).slice(0, 4 * width * height)
      return sums.map((value, i) => value / Math.max(1, sums[i | 3]))
    },
    async reference({ camera, settings, width, height }, samples, seed = 1, connectsLit) {
      await tracer.begin({ camera, width, height, settings, ...pathLengthOf(settings), seed, connectsLit })
      const pictures: Float32Array[] = []
      for (const count of samples) {
        while (tracer.samples < count) await tracer.step(count - tracer.samples)
        pictures.push(await tracer.read())
      }
      return pictures
    },
    async moving(shot) {
      const before = loop.report
      loop.update({ ...shot, interacting: true, cpu })
      while (loop.report === before) {
        if (await loop.step() === 'idle' && loop.report === before) throw new Error('The picture before was taken from the very same place.')
      }
    },
    async atRest(shot) {
      loop.update({ ...shot, interacting: false, cpu })
      while (await loop.step() === 'working') { /* until it is final */ }
      return shown(shot)
    },
    dispose() {
      loop.dispose()
      tracer.dispose()
      engine.dispose()
    },
  }
}

const toneOf = createLazily(() => createFileTone(instantiate(compileTwin(FILE_TONE_PIECES.map(pieceOf), { entryPoint: 'tone_file' }))))

function createLazily<T>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}

/** What the window shows of a radiance. */
export function showRadiance(radiance: Float32Array, { width, height, settings }: Pick<Shot, 'width' | 'height' | 'settings'>): ShownPicture {
  return { width, height, rgba: toneOf()(radiance, settings) }
}

/** Reference, test, and where they differ (dark: not at all, yellow: as far as can be), side by side. */
export function writeComparison(file: string, reference: ShownPicture, test: ShownPicture, { map }: Flip): void {
  const { width, height } = reference
  const png = new PNG({ width: 3 * width, height })
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * width + x)
      const heat = viridis(map[y * width + x]).map((value) => Math.round(255 * value))
      for (const [column, color] of [reference.rgba.subarray(from, from + 3), test.rgba.subarray(from, from + 3), heat].entries()) {
        png.data.set([...color, 255], 4 * (y * 3 * width + column * width + x))
      }
    }
  }
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, PNG.sync.write(png))
}

export const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')

/** Mean luminance of a radiance, nits. */
export function meanLuminance(radiance: Float32Array): number {
  let sum = 0
  for (let i = 0; i < radiance.length; i += 4) sum += 0.2126 * radiance[i] + 0.7152 * radiance[i + 1] + 0.0722 * radiance[i + 2]
  return (4 * sum) / radiance.length
}

/** Mean luminance of display-referred bytes, before the display's curve. */
export const shownLuminance = (picture: ShownPicture): number => meanLuminance(linearOf(picture))

/** Light of a picture's bytes, before the display's curve; alpha like the rest. */
function linearOf({ rgba }: Pick<ShownPicture, 'rgba'>): Float32Array {
  const light = new Float32Array(rgba.length)
  for (let i = 0; i < rgba.length; i++) light[i] = LINEAR_OF_BYTE[rgba[i]]
  return light
}
