import { createStorageBuffer, createUniform, readBuffer } from '../../buffers/buffer.ts'
import { EngineError } from '../../device/error.ts'
import { createKernel, structOf } from '../../kernels/kernel.ts'
import type { ExecutorResources } from '../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { PathKernelName } from '../../twin/executor/kernel-names.ts'
import type { RenderSettings } from '../../settings.ts'
import type { TraversalName } from '../../traversal/traversals.ts'
import { createLightResources, createCpuLightResources } from './light-resources.ts'
import type { PathRunner } from './path-trace.ts'
import { pathTracePieces } from '../pieces.ts'
import type { SceneBindings } from '../../tables/scene-bindings.ts'

/** The scene as it is when a dispatch starts. */
export interface RunnerScene {
  /** Brings the GPU's copy up to date. */
  flush(): void
  applySettings(settings: RenderSettings): void
  bindings(): SceneBindings
}

/** Paths on the GPU. @throws EngineError `gpu-kernel` */
export async function createGpuPathRunner(device: GPUDevice, scene: RunnerScene, traversal?: TraversalName): Promise<PathRunner> {
  const pieces = pathTracePieces(traversal)
  const kernel = await createKernel(device, 'path_trace', pieces)
  const params = createUniform(device, structOf(pieces, 'PathParams'))
  const lights = createLightResources(device)
  let owned: { readonly gathered: GPUBuffer; readonly group: GPUBindGroup } | null = null

  function release(): void {
    owned?.gathered.destroy()
    owned = null
  }

  return {
    mostBytes: Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize),
    begin(pixels, light, { environment: { image = null } }, rules) {
      release()
      lights.update(light, image, rules)
      const gathered = createStorageBuffer(device, 'gathered', pixels * 16)
      owned = { gathered, group: kernel.bind(2, { path_params: params.buffer, gathered, ...lights.resources }) }
      return Promise.resolve()
    },
    async dispatch(values, blocks, settings) {
      if (owned === null) throw new EngineError('scene-invalid', 'No picture was begun')
      scene.flush()
      scene.applySettings(settings)
      params.write(values)
      const { scene: sceneGroup, textures } = scene.bindings()
      const encoder = device.createCommandEncoder({ label: 'path trace' })
      const pass = encoder.beginComputePass({ label: 'path trace' })
      kernel.dispatch(pass, [sceneGroup, textures, owned.group], Math.min(blocks, 32768), Math.ceil(blocks / 32768))
      pass.end()
      device.queue.submit([encoder.finish()])
      await device.queue.onSubmittedWorkDone()
    },
    async read() {
      if (owned === null) throw new EngineError('scene-invalid', 'No picture was begun')
      return new Float32Array(await readBuffer(device, owned.gathered))
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
    begin(pixels, light, { environment: { image = null } }, rules) {
      lights.update(light, image, rules)
      picture = { path_params: params, gathered: executor.buffer('gathered', pixels * 16), ...lights.resources }
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
    async read() {
      if (picture === null) throw new EngineError('scene-invalid', 'No picture was begun')
      return new Float32Array(await (picture.gathered as { read(): Promise<ArrayBuffer> }).read())
    },
    dispose() { picture = null },
  }
}
