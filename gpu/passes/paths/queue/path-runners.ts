import { createStorageBuffer, createUniform, readBuffer, type Uniform } from '../../../buffers/buffer.ts'
import { summarizeAdapter } from '../../../device/device.ts'
import { EngineError } from '../../../device/error.ts'
import { createKernel, type Kernel, type Resource, structOf } from '../../../kernels/kernel.ts'
import type { ExecutorBuffer, ExecutorKernel, ExecutorResources } from '../../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../../twin/executor/cpu-executor.ts'
import type { LitKernelName, PathKernelName } from '../../../twin/executor/kernel-names.ts'
import type { RenderSettings } from '../../../settings.ts'
import type { Way } from '../../../traversal/walk.ts'
import { createLightResources, createCpuLightResources, type LightResources, type PathRules } from '../lights/light-resources.ts'
import { pathsOf, type PathQueue } from './path-queue.ts'
import { createPathStages, keptFor } from './path-stages.ts'
import { gatheredBytes, type PathRunner } from '../path-trace.ts'
import { slicesOf } from '../slices.ts'
import { LIT_FOUND, type LitTracer } from '../lights/lit-table.ts'
import { litTracePieces, pathTracePieces, QUEUED_PATH_TRACE_PIECES } from '../../pieces.ts'
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

/** Samples of a small picture at once that the queue grows for: one fills a card too little, eight take twice the memory. */
const WORTH_MEMORY = 4

interface PathTraceKernels { readonly begin: Kernel; readonly add: Kernel; readonly stages: Awaited<ReturnType<typeof createPathStages>> }

/** Compiled for the first picture that uses them: with guides and without, with a table of what the sun lights and without they are others, and each takes seconds. */
function createPathTraceKernels(device: GPUDevice, queue: PathQueue, traversal: Way): (guides: boolean, connectsLit: boolean, traits: MaterialTraits) => Promise<PathTraceKernels> {
  const compile = async (guides: boolean, connectsLit: boolean, traits: MaterialTraits): Promise<PathTraceKernels> => {
    const keepsSight = Number(guides)
    const [begin, add, stages] = await Promise.all([
      createKernel(device, 'begin_samples', QUEUED_PATH_TRACE_PIECES, { keeps_sight: keepsSight }), createKernel(device, 'add_samples', QUEUED_PATH_TRACE_PIECES, { keeps_sight: keepsSight }),
      createPathStages(device, queue, traversal, { keepsSight: guides, connectsLit, traits }),
    ])
    return { begin, add, stages }
  }
  const known = new Map<string, Promise<PathTraceKernels>>()
  return (guides, connectsLit, traits) => {
    const key = `${guides} ${connectsLit} ${keyOfTraits(traits)}`
    const kernels = known.get(key) ?? compile(guides, connectsLit, traits)
    known.set(key, kernels)
    return kernels
  }
}

/** Paths on the GPU, in slices that fit the queue. `begin` throws EngineError `gpu-memory`, `prepare` `gpu-kernel`. */
export function createGpuPathRunner(device: GPUDevice, scene: RunnerScene, queue: PathQueue, traversal: Way): PathRunner {
  const kernelsFor = createPathTraceKernels(device, queue, traversal)
  const params = createUniform(device, structOf(QUEUED_PATH_TRACE_PIECES, 'PathParams'))
  const lights = createLightResources(device)
  const room = pathsOf(summarizeAdapter(device.adapterInfo).isSoftware)
  let picture: { readonly gathered: GPUBuffer; readonly rules: PathRules; readonly guides: boolean; readonly traits: MaterialTraits } | null = null
  const groupOf = keptFor(({ begin }: PathTraceKernels, gathered: GPUBuffer, fields: GPUBuffer, lists: GPUBuffer, resources: typeof lights.resources) =>
    begin.bind(2, { path_params: params.buffer, gathered, path_fields: fields, path_queue: lists, ...resources }))

  const lit = createGpuLitTracer(device, scene, lights, traversal)

  function release(): void {
    picture?.gathered.destroy()
    picture = null
  }

  return {
    lit: lit.tracer,
    mostBytes: Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize),
    async begin(pixels, light, rules, guides) {
      release()
      const { traits } = scene
      await queue.reserve(Math.min(room.first, pixels))
      lights.update(light, rules)
      picture = { gathered: createStorageBuffer(device, 'gathered', gatheredBytes(pixels, guides)), rules, guides, traits }
    },
    async prepare(connects) {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      await kernelsFor(picture.guides, connects, picture.traits)
    },
    async dispatch(values, blocks, settings, connects, samples = 1, most = room.most) {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      const { gathered, rules, guides, traits } = picture
      const kernels = await kernelsFor(guides, connects, traits)
      // As many as a card does in the time of a dispatch. Of several samples four are worth memory, where a queue as it is made holds fewer.
      const paths = blocks * 64
      await queue.reserve(Math.min(room.most, 64 * most, samples * paths, Math.max(room.first, WORTH_MEMORY * paths)))
      scene.flush()
      scene.applySettings(settings)
      const bindings = scene.bindings()
      const { begin, add, stages } = kernels
      const group = groupOf(kernels, gathered, queue.fields, queue.lists, lights.resources)
      const bound = [bindings.surfaces, bindings.textures, group]
      for (const { firstBlock, count, firstSample, samples: together } of slicesOf(blocks, samples, Math.min(most, queue.capacity / 64))) {
        params.write({
          ...values, first_block: Number(values.first_block) + firstBlock, block_count: count,
          sample: Number(values.sample) + firstSample, samples: together, clears: firstSample === 0 ? values.clears : 0,
        })
        const encoder = device.createCommandEncoder({ label: 'path trace' })
        queue.encodeReset(encoder)
        const pass = encoder.beginComputePass({ label: 'path trace' })
        stages.encode(pass, {
          bindings, lights: lights.resources, rules, groups: count * together, begin: (into) => begin.dispatch(into, bound, count * together), finish: (into) => add.dispatch(into, bound, count),
        })
        pass.end()
        device.queue.submit([encoder.finish()])
      }
      await device.queue.onSubmittedWorkDone()
    },
    async read(first, count) {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      return new Float32Array(await readBuffer(device, picture.gathered, first * 16, count * 16))
    },
    dispose() {
      release()
      lit.dispose()
      params.dispose()
      lights.dispose()
    },
  }
}

/** @param lights  of the picture at hand */
function createGpuLitTracer(device: GPUDevice, scene: RunnerScene, lights: LightResources<Resource>, traversal: Way): { readonly tracer: LitTracer; dispose(): void } {
  /** Made for the first picture that has a table. */
  let kernel: ReturnType<typeof createKernel> | null = null
  let memory: { readonly params: Uniform; readonly found: GPUBuffer } | null = null
  let isDisposed = false
  // A table may be half drawn when its runner is given back: what comes then makes nothing that nobody gives back.
  const held = () => {
    if (isDisposed) throw new EngineError('scene-invalid', 'No picture was begun')
    return memory ??= { params: createUniform(device, structOf(litTracePieces(traversal), 'LitParams')), found: createStorageBuffer(device, 'lit places', LIT_FOUND * 16) }
  }
  return {
    tracer: {
      write(words, byteOffset) {
        held()
        lights.write(words, byteOffset)
      },
      give: (words) => device.queue.writeBuffer(held().found, 0, words.buffer as ArrayBuffer, words.byteOffset, words.byteLength),
      async trace(values, groups, settings) {
        const traces = await (kernel ??= createKernel(device, 'trace_lit', litTracePieces(traversal)))
        const { params, found } = held()
        scene.flush()
        scene.applySettings(settings)
        const { scene: trees, textures } = scene.bindings()
        params.write(values)
        const encoder = device.createCommandEncoder({ label: 'lit places' })
        const pass = encoder.beginComputePass({ label: 'lit places' })
        traces.dispatch(pass, [trees, textures, traces.bind(2, { lit_params: params.buffer, lit_found: found, ...lights.resources })], groups)
        pass.end()
        device.queue.submit([encoder.finish()])
        await device.queue.onSubmittedWorkDone()
      },
      found: async () => new Float32Array(await readBuffer(device, held().found)),
    },
    dispose() {
      isDisposed = true
      memory?.params.dispose()
      memory?.found.destroy()
      memory = null
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
  const kernelLike = (name: 'path-trace-lit' | 'lit-trace'): Promise<ExecutorKernel> => executor.kernel(kernelName.replace('path-trace', name) as LitKernelName)
  /** Loaded for the first picture that uses it. */
  let connecting: Promise<ExecutorKernel> | null = null
  const kernelFor = (connects: boolean): ExecutorKernel | Promise<ExecutorKernel> => (connects ? connecting ??= kernelLike('path-trace-lit') : kernel)
  const layout = structOf(pathTracePieces(), 'PathParams')
  const params = executor.buffer('path params', layout.sizeBytes)
  const lights = createCpuLightResources(executor)
  let picture: ExecutorResources | null = null
  let onCpu: ExecutorResources | null = null

  async function sceneFor(settings: RenderSettings): Promise<ExecutorResources> {
    if (onCpu !== null) return onCpu
    scene.flush()
    scene.applySettings(settings)
    onCpu = await sceneOnCpu()
    return onCpu
  }

  return {
    lit: createCpuLitTracer(executor, lights, () => kernelLike('lit-trace'), sceneFor),
    mostBytes: 2 ** 31 - 1,
    begin(pixels, light, rules, guides) {
      lights.update(light, rules)
      picture = { path_params: params, gathered: executor.buffer('gathered', gatheredBytes(pixels, guides)), ...lights.resources }
      onCpu = null
      return Promise.resolve()
    },
    async prepare(connects) { await kernelFor(connects) },
    async dispatch(values, blocks, settings, connects, samples = 1) {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      const surroundings = await sceneFor(settings)
      const tracing = await kernelFor(connects)
      for (let i = 0; i < samples; i++) {
        const view = new DataView(new ArrayBuffer(layout.sizeBytes))
        layout.write(view, 0, { ...values, sample: Number(values.sample) + i, samples: 1, clears: i === 0 ? values.clears : 0 })
        params.write(view)
        await tracing.dispatch({ ...surroundings, ...picture }, blocks)
      }
    },
    async read(first, count) {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      return new Float32Array(await (picture.gathered as { read(): Promise<ArrayBuffer> }).read(), first * 16, count * 4)
    },
    dispose() { picture = null },
  }
}

/** @param sceneFor  bind groups 0 and 1 */
function createCpuLitTracer(
  executor: CpuExecutor, lights: LightResources<ExecutorResources[string]>, load: () => Promise<ExecutorKernel>, sceneFor: (settings: RenderSettings) => Promise<ExecutorResources>,
): LitTracer {
  const layout = structOf(litTracePieces(), 'LitParams')
  let kernel: Promise<ExecutorKernel> | null = null
  let memory: { readonly params: ExecutorBuffer; readonly found: ExecutorBuffer } | null = null
  const held = () => (memory ??= { params: executor.buffer('lit params', layout.sizeBytes), found: executor.buffer('lit places', LIT_FOUND * 16) })
  return {
    write: (words, byteOffset) => lights.write(words, byteOffset),
    give: (words) => held().found.write(words),
    async trace(values, groups, settings) {
      const { params, found } = held()
      const view = new DataView(new ArrayBuffer(layout.sizeBytes))
      layout.write(view, 0, values)
      params.write(view)
      await (await (kernel ??= load())).dispatch({ ...await sceneFor(settings), lit_params: params, lit_found: found, ...lights.resources }, groups)
    },
    found: async () => new Float32Array(await held().found.read()),
  }
}
