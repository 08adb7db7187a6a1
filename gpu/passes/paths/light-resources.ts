import { createStorageBuffer, createUniform } from '../../buffers/buffer.ts'
import type { StructValue } from '../../buffers/layout.ts'
import { EngineError } from '../../device/error.ts'
import { type Resource, structOf } from '../../kernels/kernel.ts'
import type { ExecutorBuffer, ExecutorResources, ExecutorTexture } from '../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { EnvironmentImage } from '../../scene.ts'
import type { PathLight } from './path-light.ts'
import { pathPieces } from '../pieces.ts'

/** `PathRules` of path.wgsl; how many turns a path may take follows from what is named here. */
export type PathRules = StructValue & { readonly bounces: number; readonly has_panes: boolean }

/** Bindings 4 to 7 of group 2, by their WGSL names: what every kernel that follows light paths reads beside the scene. */
export interface LightResources<Bound> {
  /** Light that was not changed costs nothing. */
  update(light: PathLight, image: EnvironmentImage | null, rules: PathRules): void
  /** What update() was given last; null: nothing yet. */
  readonly known: { readonly light: PathLight; readonly image: EnvironmentImage | null; readonly rules: PathRules } | null
  /** Other objects after an update that changed the lights. */
  readonly resources: Readonly<Record<string, Bound>>
  dispose(): void
}

const layouts = () => ({ light: structOf(pathPieces(), 'LightParams'), rules: structOf(pathPieces(), 'PathRules') })

/** On the GPU. @throws EngineError `gpu-memory` at an update whose environment is larger than the adapter's textures */
export function createLightResources(device: GPUDevice): LightResources<Resource> {
  const { light: lightLayout, rules: rulesLayout } = layouts()
  const params = createUniform(device, lightLayout)
  const rulesUniform = createUniform(device, rulesLayout)
  let known: LightResources<unknown>['known'] = null
  let data = createStorageBuffer(device, 'light data', new Uint32Array(4))
  let environment = floatTexture(device, 'environment', 1, 1, withAlpha(null))
  let resources: Record<string, Resource> = {}
  const bind = () => {
    resources = {
      light_params: params.buffer, light_data: data, environment_image: environment.createView(), path_rules: rulesUniform.buffer,
    }
  }
  bind()
  return {
    get known() { return known },
    get resources() { return resources },
    update(light, image, rules) {
      rulesUniform.write(rules)
      const before = known
      known = { light, image, rules }
      if (before?.light === light && before.image === image) return
      params.write(light.params)
      if (before?.light !== light) {
        const next = createStorageBuffer(device, 'light data', light.words)
        data.destroy()
        data = next
      }
      if ((before?.image ?? null) !== image) {
        const next = floatTexture(device, 'environment', image?.width ?? 1, image?.height ?? 1, withAlpha(image))
        environment.destroy()
        environment = next
      }
      bind()
    },
    dispose() {
      data.destroy()
      environment.destroy()
      params.dispose()
      rulesUniform.dispose()
    },
  }
}

/** In the memory of an executor's threads. */
export function createCpuLightResources(executor: CpuExecutor): LightResources<ExecutorResources[string]> {
  const { light: lightLayout, rules: rulesLayout } = layouts()
  const rulesBuffer = executor.buffer('path rules', rulesLayout.sizeBytes)
  const params = executor.buffer('light params', lightLayout.sizeBytes)
  let known: LightResources<unknown>['known'] = null
  let data: ExecutorBuffer = executor.buffer('light data', 16)
  let environment: ExecutorTexture = executor.texture('environment', 'rgba32float', 1, 1)
  return {
    get known() { return known },
    get resources() {
      return { light_params: params, light_data: data, environment_image: environment, path_rules: rulesBuffer }
    },
    update(light, image, rules) {
      rulesBuffer.write(written(rulesLayout, rules))
      const before = known
      known = { light, image, rules }
      if (before?.light === light && before.image === image) return
      params.write(written(lightLayout, light.params))
      if (before?.light !== light) data = executor.buffer('light data', light.words)
      if ((before?.image ?? null) !== image) {
        environment = executor.texture('environment', 'rgba32float', image?.width ?? 1, image?.height ?? 1)
        environment.write(withAlpha(image))
      }
    },
    dispose() {},
  }
}

function written(layout: ReturnType<typeof structOf>, value: StructValue): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(layout.sizeBytes))
  layout.write(view, 0, value)
  return view
}

function floatTexture(device: GPUDevice, label: string, width: number, height: number, rgba: Float32Array): GPUTexture {
  const edge = device.limits.maxTextureDimension2D
  if (Math.max(width, height) > edge) throw new EngineError('gpu-memory', `${label}: ${width} x ${height} pixels pass the adapter's maxTextureDimension2D of ${edge}`, { label })
  const texture = device.createTexture({ label, size: [width, height], format: 'rgba32float', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST })
  device.queue.writeTexture({ texture }, rgba as Float32Array<ArrayBuffer>, { bytesPerRow: width * 16 }, [width, height])
  return texture
}

/** RGB to RGBA; nothing: one black pixel. */
function withAlpha(image: EnvironmentImage | null): Float32Array {
  if (image === null) return new Float32Array(4)
  const rgba = new Float32Array(image.width * image.height * 4)
  for (let i = 0; i < image.width * image.height; i++) rgba.set([image.rgb[3 * i], image.rgb[3 * i + 1], image.rgb[3 * i + 2], 1], 4 * i)
  return rgba
}
