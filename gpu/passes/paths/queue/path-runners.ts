import { createStorageBuffer, createUniform, readBuffer } from '../../../buffers/buffer.ts'
import { summarizeAdapter } from '../../../device/device.ts'
import { EngineError } from '../../../device/error.ts'
import { createKernel, structOf } from '../../../kernels/kernel.ts'
import type { ExecutorResources } from '../../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../../twin/executor/cpu-executor.ts'
import type { PathKernelName } from '../../../twin/executor/kernel-names.ts'
import type { RenderSettings } from '../../../settings.ts'
import type { Way } from '../../../traversal/walk.ts'
import { createLightResources, createCpuLightResources, type PathRules } from '../lights/light-resources.ts'
import { pathsOf, type PathQueue } from './path-queue.ts'
import { createPathStages, keptFor } from './path-stages.ts'
import { gatheredBytes, type PathRunner } from '../path-trace.ts'
import { pathTracePieces, QUEUED_PATH_TRACE_PIECES } from '../../pieces.ts'
import { keyOfTraits, type MaterialTraits } from '../../../tables/material-traits.ts'
import type { SceneBindings } from '../../../tables/scene-bindings.ts'

/** The scene as it is when a dispatch starts. */
export interface RunnerScene {
  readonly traits: MaterialTraits
  /** Brings the GPU's copy up to date. */
  flush(): void
  applySettings(settings: RenderSettings): void
  bindings(): SceneBindings
}

/** Paths on the GPU, in slices that fit the queue. `begin` throws EngineError `gpu-kernel` or `gpu-memory`. */
export function createGpuPathRunner(device: GPUDevice, scene: RunnerScene, queue: PathQueue, traversal: Way): PathRunner {
  const compile = async (guides: boolean, traits: MaterialTraits) => {
    const keepsSight = Number(guides)
    const [begin, add, stages] = await Promise.all([
      createKernel(device, 'begin_samples', QUEUED_PATH_TRACE_PIECES, { keeps_sight: keepsSight }), createKernel(device, 'add_samples', QUEUED_PATH_TRACE_PIECES, { keeps_sight: keepsSight }),
      createPathStages(device, queue, traversal, { keepsSight: guides, traits }),
    ])
    return { begin, add, stages }
  }
  type PathTraceKernels = Awaited<ReturnType<typeof compile>>
  /** Compiled for the first picture that asks for them: with guides and without they are others, and each takes seconds. */
  const known = new Map<string, Promise<PathTraceKernels>>()
  const kernelsFor = (guides: boolean, traits: MaterialTraits): Promise<PathTraceKernels> => {
    const key = `${guides} ${keyOfTraits(traits)}`
    const kernels = known.get(key) ?? compile(guides, traits)
    known.set(key, kernels)
    return kernels
  }
  const params = createUniform(device, structOf(QUEUED_PATH_TRACE_PIECES, 'PathParams'))
  const lights = createLightResources(device)
  const room = pathsOf(summarizeAdapter(device.adapterInfo).isSoftware)
  let picture: { readonly gathered: GPUBuffer; readonly rules: PathRules; readonly kernels: PathTraceKernels } | null = null
  const groupOf = keptFor(({ begin }: PathTraceKernels, gathered: GPUBuffer, fields: GPUBuffer, lists: GPUBuffer, resources: typeof lights.resources) =>
    begin.bind(2, { path_params: params.buffer, gathered, path_fields: fields, path_queue: lists, ...resources }))

  function release(): void {
    picture?.gathered.destroy()
    picture = null
  }

  return {
    mostBytes: Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize),
    async begin(pixels, light, rules, guides) {
      release()
      const kernels = await kernelsFor(guides, scene.traits)
      await queue.reserve(Math.min(room.first, pixels))
      lights.update(light, rules)
      picture = { gathered: createStorageBuffer(device, 'gathered', gatheredBytes(pixels, guides)), rules, kernels }
    },
    async dispatch(values, blocks, settings) {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      // As many as a card does in the time of a dispatch.
      await queue.reserve(Math.min(room.most, blocks * 64))
      scene.flush()
      scene.applySettings(settings)
      const bindings = scene.bindings()
      const { gathered, rules, kernels } = picture
      const { begin, add, stages } = kernels
      const group = groupOf(kernels, gathered, queue.fields, queue.lists, lights.resources)
      const bound = [bindings.surfaces, bindings.textures, group]
      for (let block = 0; block < blocks;) {
        const count = Math.min(blocks - block, queue.capacity / 64)
        params.write({ ...values, first_block: Number(values.first_block) + block, block_count: count })
        const encoder = device.createCommandEncoder({ label: 'path trace' })
        queue.encodeReset(encoder)
        const pass = encoder.beginComputePass({ label: 'path trace' })
        stages.encode(pass, {
          bindings, lights: lights.resources, rules, groups: count, begin: (into) => begin.dispatch(into, bound, count), finish: (into) => add.dispatch(into, bound, count),
        })
        pass.end()
        device.queue.submit([encoder.finish()])
        block += count
      }
      await device.queue.onSubmittedWorkDone()
    },
    async read(first, count) {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      return new Float32Array(await readBuffer(device, picture.gathered, first * 16, count * 16))
    },
    dispose() {
      release()
      params.dispose()
      lights.dispose()
    },
  }
}

/**
 * Paths on the computer's cores, by the twin's kernel of the same text.
 *
 * @param sceneOnCpu  bind groups 0 and 1 in the threads' memory, as they are now
 */
export async function createCpuPathRunner(
  executor: CpuExecutor, scene: Pick<RunnerScene, 'flush' | 'applySettings'>, sceneOnCpu: () => Promise<ExecutorResources>, kernelName: PathKernelName,
): Promise<PathRunner> {
  const kernel = await executor.kernel(kernelName)
  const layout = structOf(pathTracePieces(), 'PathParams')
  const params = executor.buffer('path params', layout.sizeBytes)
  const lights = createCpuLightResources(executor)
  let picture: ExecutorResources | null = null
  let onCpu: ExecutorResources | null = null
  return {
    mostBytes: 2 ** 31 - 1,
    begin(pixels, light, rules, guides) {
      lights.update(light, rules)
      picture = { path_params: params, gathered: executor.buffer('gathered', gatheredBytes(pixels, guides)), ...lights.resources }
      onCpu = null
      return Promise.resolve()
    },
    async dispatch(values, blocks, settings) {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      if (onCpu === null) {
        scene.flush()
        scene.applySettings(settings)
        onCpu = await sceneOnCpu()
      }
      const view = new DataView(new ArrayBuffer(layout.sizeBytes))
      layout.write(view, 0, values)
      params.write(view)
      await kernel.dispatch({ ...onCpu, ...picture }, blocks)
    },
    async read(first, count) {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      return new Float32Array(await (picture.gathered as { read(): Promise<ArrayBuffer> }).read(), first * 16, count * 4)
    },
    dispose() { picture = null },
  }
}
