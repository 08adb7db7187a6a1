import { createStorageBuffer, createUniform, readBuffer } from '../buffers/buffer.ts'
import { EngineError } from '../device/error.ts'
import { ALBEDO_HEIGHT, ALBEDO_WIDTH, albedoTable } from '../kernels/bsdf-albedo.ts'
import { createKernel, structOf } from '../kernels/kernel.ts'
import type { ExecutorResources } from '../mirror/executor.ts'
import type { MirrorExecutor } from '../mirror/executor-mirror.ts'
import type { RenderSettings, SceneSnapshot } from '../scene.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import type { PathRunner } from './path-trace.ts'
import { pathPieces } from './pieces.ts'
import type { SceneBindings } from './trace.ts'

/** The scene as it is when a dispatch starts. */
export interface RunnerScene {
  /** Brings the GPU's copy up to date. */
  flush(): void
  applySettings(settings: RenderSettings): void
  bindings(): SceneBindings
}

/** Paths on the GPU. @throws EngineError `gpu-kernel` */
export async function createGpuPathRunner(device: GPUDevice, scene: RunnerScene, traversal?: TraversalName): Promise<PathRunner> {
  const pieces = pathPieces('uber', traversal)
  const kernel = await createKernel(device, 'path_trace', pieces)
  const params = createUniform(device, structOf(pieces, 'PathParams'))
  const lightParams = createUniform(device, structOf(pieces, 'LightParams'))
  const table = floatTexture(device, 'albedo table', ALBEDO_WIDTH, ALBEDO_HEIGHT, albedoTable())
  let owned: { readonly gathered: GPUBuffer; readonly light: GPUBuffer; readonly environment: GPUTexture; readonly group: GPUBindGroup } | null = null

  function release(): void {
    owned?.gathered.destroy()
    owned?.light.destroy()
    owned?.environment.destroy()
    owned = null
  }

  return {
    mostBytes: Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize),
    begin(pixels, light, { environment: { image = null } }) {
      release()
      lightParams.write(light.params)
      const gathered = createStorageBuffer(device, 'gathered', pixels * 16)
      const data = createStorageBuffer(device, 'light data', light.words)
      const environment = floatTexture(device, 'environment', image?.width ?? 1, image?.height ?? 1, withAlpha(image))
      const group = kernel.bind(2, {
        path_params: params.buffer, gathered, albedo_table: table.createView(), light_params: lightParams.buffer, light_data: data, environment_image: environment.createView(),
      })
      owned = { gathered, light: data, environment, group }
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
      lightParams.dispose()
      table.destroy()
    },
  }
}

function floatTexture(device: GPUDevice, label: string, width: number, height: number, rgba: Float32Array): GPUTexture {
  const edge = device.limits.maxTextureDimension2D
  if (Math.max(width, height) > edge) throw new EngineError('gpu-memory', `${label}: ${width} x ${height} pixels pass the adapter's maxTextureDimension2D of ${edge}`, { label })
  const texture = device.createTexture({ label, size: [width, height], format: 'rgba32float', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST })
  device.queue.writeTexture({ texture }, rgba as Float32Array<ArrayBuffer>, { bytesPerRow: width * 16 }, [width, height])
  return texture
}

/** RGB to RGBA; nothing: one black pixel. */
function withAlpha(image: SceneSnapshot['environment']['image'] | null): Float32Array {
  if (image === null || image === undefined) return new Float32Array(4)
  const rgba = new Float32Array(image.width * image.height * 4)
  for (let i = 0; i < image.width * image.height; i++) rgba.set([image.rgb[3 * i], image.rgb[3 * i + 1], image.rgb[3 * i + 2], 1], 4 * i)
  return rgba
}

/**
 * Paths on the computer's cores, by the mirror's kernel of the same text.
 *
 * @param sceneOnCpu  bind groups 0 and 1 in the threads' memory, as they are now
 * @param kernelName  of gpu/mirror/kernels.ts
 */
export async function createMirrorPathRunner(
  executor: MirrorExecutor, scene: Pick<RunnerScene, 'flush' | 'applySettings'>, sceneOnCpu: () => Promise<ExecutorResources>, kernelName: string,
): Promise<PathRunner> {
  const kernel = await executor.kernel(kernelName)
  const pieces = pathPieces('uber')
  const layouts = { params: structOf(pieces, 'PathParams'), light: structOf(pieces, 'LightParams') }
  const params = executor.buffer('path params', layouts.params.sizeBytes)
  const table = executor.texture('albedo table', 'rgba32float', ALBEDO_WIDTH, ALBEDO_HEIGHT)
  table.write(albedoTable())
  let picture: ExecutorResources | null = null
  let onCpu: ExecutorResources | null = null
  return {
    mostBytes: 2 ** 31 - 1,
    begin(pixels, light, { environment: { image = null } }) {
      const lightParams = new DataView(new ArrayBuffer(layouts.light.sizeBytes))
      layouts.light.write(lightParams, 0, light.params)
      const environment = executor.texture('environment', 'rgba32float', image?.width ?? 1, image?.height ?? 1)
      environment.write(withAlpha(image))
      picture = {
        path_params: params, gathered: executor.buffer('gathered', pixels * 16), albedo_table: table,
        light_params: executor.buffer('light params', lightParams), light_data: executor.buffer('light data', light.words), environment_image: environment,
      }
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
      const view = new DataView(new ArrayBuffer(layouts.params.sizeBytes))
      layouts.params.write(view, 0, values)
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
