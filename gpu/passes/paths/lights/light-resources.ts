import { createStorageBuffer, createUniform } from '../../../buffers/buffer.ts'
import type { StructValue } from '../../../buffers/layout.ts'
import { type Resource, structOf } from '../../../kernels/kernel.ts'
import type { ExecutorBuffer, ExecutorResources } from '../../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../../twin/executor/cpu-executor.ts'
import type { PathLight } from './path-light.ts'
import { pathPieces } from '../../pieces.ts'

/** `PathRules` of path.wgsl; how many turns a path may take follows from what is named here. */
export type PathRules = StructValue & { readonly bounces: number; readonly has_panes: boolean }

/** Bindings 4, 5 and 7 of group 2, by their WGSL names: what every kernel that follows light paths reads beside the scene. */
export interface LightResources<Bound> {
  /** Light that was not changed costs nothing. */
  update(light: PathLight, rules: PathRules): void
  /** Over a part of the light's words, from a multiple of four bytes on. */
  write(words: ArrayBufferView, byteOffset: number): void
  /** What update() was given last; null: nothing yet. */
  readonly known: { readonly light: PathLight; readonly rules: PathRules } | null
  /** Other objects after an update that changed the lights. */
  readonly resources: Readonly<Record<string, Bound>>
  dispose(): void
}

const layouts = () => ({ light: structOf(pathPieces(), 'LightParams'), rules: structOf(pathPieces(), 'PathRules') })

/** On the GPU. */
export function createLightResources(device: GPUDevice): LightResources<Resource> {
  const { light: lightLayout, rules: rulesLayout } = layouts()
  const params = createUniform(device, lightLayout)
  const rulesUniform = createUniform(device, rulesLayout)
  let known: LightResources<unknown>['known'] = null
  let data = createStorageBuffer(device, 'light data', new Uint32Array(4))
  let resources: Record<string, Resource> = {}
  const bind = () => {
    resources = { light_params: params.buffer, light_data: data, path_rules: rulesUniform.buffer }
  }
  bind()
  return {
    get known() { return known },
    get resources() { return resources },
    write: (words, byteOffset) => device.queue.writeBuffer(data, byteOffset, words.buffer as ArrayBuffer, words.byteOffset, words.byteLength),
    update(light, rules) {
      rulesUniform.write(rules)
      const before = known
      known = { light, rules }
      if (before?.light === light) return
      params.write(light.params)
      if (before?.light.words === light.words) return
      const next = createStorageBuffer(device, 'light data', light.words)
      data.destroy()
      data = next
      bind()
    },
    dispose() {
      data.destroy()
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
  return {
    get known() { return known },
    get resources() {
      return { light_params: params, light_data: data, path_rules: rulesBuffer }
    },
    write: (words, byteOffset) => data.write(words, byteOffset),
    update(light, rules) {
      rulesBuffer.write(written(rulesLayout, rules))
      const before = known
      known = { light, rules }
      if (before?.light === light) return
      params.write(written(lightLayout, light.params))
      if (before?.light.words === light.words) return
      data = executor.buffer('light data', light.words)
    },
    dispose() {},
  }
}

function written(layout: ReturnType<typeof structOf>, value: StructValue): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(layout.sizeBytes))
  layout.write(view, 0, value)
  return view
}
