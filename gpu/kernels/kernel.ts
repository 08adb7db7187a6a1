import { ResourceType, type VariableInfo, WgslReflect } from 'wgsl_reflect/wgsl_reflect.module.js'
import { declarationsOf, readStructLayout, type StructLayout } from '../buffers/layout.ts'
import { EngineError } from '../device/error.ts'

/** What a binding is given; a buffer is bound whole. */
export type Resource = GPUBuffer | GPUTextureView

/** A compiled compute kernel, called like a function. */
export interface Kernel {
  readonly name: string
  readonly pipeline: GPUComputePipeline
  /**
   * Calls the kernel like a function: binds resources of all groups by their WGSL names, records one dispatch and submits it.
   *
   * @param timing  `timestamps.writes(name)` of a batch that is resolved later
   * @throws EngineError `gpu-kernel` when a resource is missing or unknown
   */
  call(resources: Readonly<Record<string, Resource>>, workgroups: number | readonly [x: number, y: number, z?: number], timing?: GPUComputePassTimestampWrites): void
  /** One bind group from resources by their WGSL names. @throws EngineError `gpu-kernel` when one is missing or unknown */
  bind(group: number, resources: Readonly<Record<string, Resource>>): GPUBindGroup
  /** Records one dispatch; groups in order from 0. */
  dispatch(pass: GPUComputePassEncoder, groups: readonly GPUBindGroup[], x: number, y?: number, z?: number): void
  /** Like dispatch, with the three workgroup counts in a buffer. */
  dispatchIndirect(pass: GPUComputePassEncoder, groups: readonly GPUBindGroup[], counts: GPUBuffer, byteOffset: number): void
}

/** The pieces of a kernel as one text, with a table to find the way back. */
export interface LinkedWgsl {
  readonly code: string
  /** File name and line of a line of `code` (from 1). */
  locate(line: number): { file: string; line: number }
}

/** Joins pieces in order, each once; a piece's name stands in its first line: `// name.wgsl: ...`. */
export function linkWgsl(pieces: readonly string[]): LinkedWgsl {
  const parts = [...new Set(pieces)]
  const starts: { file: string; first: number }[] = []
  let line = 1
  for (const part of parts) {
    starts.push({ file: /^\/\/ ([\w./-]+?\.wgsl)\b/.exec(part)?.[1] ?? 'unnamed piece', first: line })
    line += part.split('\n').length
  }
  return {
    code: parts.join('\n'),
    locate(at) {
      const start = starts.findLast(({ first }) => first <= at) ?? starts[0]
      return { file: start.file, line: at - start.first + 1 }
    },
  }
}

const kernelCaches = new WeakMap<GPUDevice, Map<string, Promise<Kernel>>>()

/**
 * Links and compiles one kernel, once for its device: a kernel keeps nothing between its calls, so whoever asks for the same pieces and
 * constants again gets the same one. Bind group layouts are made from the text's own declarations: every declared binding is in its
 * layout, so kernels that list the same pieces share bind groups.
 *
 * @param entryPoint  the compute function's name, also the label of everything made here
 * @param constants  values of `override` declarations
 * @throws EngineError `gpu-kernel` with file, line and message of the first compile error, or when a stage binds too much
 */
export function createKernel(
  device: GPUDevice, entryPoint: string, pieces: readonly string[], constants: Readonly<Record<string, number>> = {},
): Promise<Kernel> {
  const linked = linkWgsl(pieces)
  const cache = kernelCaches.get(device) ?? new Map<string, Promise<Kernel>>()
  kernelCaches.set(device, cache)
  const key = `${entryPoint} ${JSON.stringify(constants)}\n${linked.code}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const kernel = compileKernel(device, entryPoint, linked, constants)
  cache.set(key, kernel)
  // One that failed is tried again.
  kernel.catch(() => cache.delete(key))
  return kernel
}

async function compileKernel(device: GPUDevice, entryPoint: string, linked: LinkedWgsl, constants: Readonly<Record<string, number>>): Promise<Kernel> {
  const bindings = reflectBindings(linked)
  checkBudget(device, entryPoint, bindings)
  const layouts = createLayouts(device, bindings)
  device.pushErrorScope('validation')
  const module = device.createShaderModule({ label: entryPoint, code: linked.code })
  const scope = device.popErrorScope()
  const { messages } = await module.getCompilationInfo()
  const failed = messages.find(({ type }) => type === 'error')
  const invalid = await scope
  if (failed !== undefined) {
    const { file, line } = linked.locate(failed.lineNum)
    throw new EngineError('gpu-kernel', `${file}:${line}:${failed.linePos}: ${failed.message}`, { kernel: entryPoint, file, line })
  }
  if (invalid !== null) throw new EngineError('gpu-kernel', `${entryPoint}: ${invalid.message}`, { kernel: entryPoint })
  let pipeline: GPUComputePipeline
  try {
    pipeline = await device.createComputePipelineAsync({
      label: entryPoint,
      layout: device.createPipelineLayout({ label: entryPoint, bindGroupLayouts: layouts }),
      compute: { module, entryPoint, constants: { ...constants } },
    })
  } catch (cause) {
    throw new EngineError('gpu-kernel', `${entryPoint}: ${String(cause)}`, { kernel: entryPoint }, cause)
  }
  return kernelOf(device, entryPoint, pipeline, layouts, bindings)
}

function kernelOf(
  device: GPUDevice, name: string, pipeline: GPUComputePipeline, layouts: readonly GPUBindGroupLayout[], bindings: readonly VariableInfo[],
): Kernel {
  const set = (pass: GPUComputePassEncoder, groups: readonly GPUBindGroup[]) => {
    pass.setPipeline(pipeline)
    for (const [i, group] of groups.entries()) pass.setBindGroup(i, group)
  }
  const bindingsOf = layouts.map((_, group) => bindings.filter((binding) => binding.group === group))
  return {
    name,
    pipeline,
    call(resources, workgroups, timing) {
      const unknown = Object.keys(resources).find((key) => !bindings.some((binding) => binding.name === key))
      if (unknown !== undefined) throw new EngineError('gpu-kernel', `${name}: it has no binding ${unknown}`, { kernel: name })
      const groups = layouts.map((layout, group) =>
        bindGroup(device, `${name} ${group}`, layout, bindingsOf[group], Object.fromEntries(bindingsOf[group].flatMap(({ name: key }) => (key in resources ? [[key, resources[key]]] : [])))))
      const encoder = device.createCommandEncoder({ label: name })
      const pass = encoder.beginComputePass({ label: name, timestampWrites: timing })
      const [x, y = 1, z = 1] = typeof workgroups === 'number' ? [workgroups] : workgroups
      set(pass, groups)
      pass.dispatchWorkgroups(x, y, z)
      pass.end()
      device.queue.submit([encoder.finish()])
    },
    bind: (group, resources) => bindGroup(device, `${name} ${group}`, layouts[group], bindingsOf[group], resources),
    dispatch(pass, groups, x, y = 1, z = 1) {
      set(pass, groups)
      pass.dispatchWorkgroups(x, y, z)
    },
    dispatchIndirect(pass, groups, counts, byteOffset) {
      set(pass, groups)
      pass.dispatchWorkgroupsIndirect(counts, byteOffset)
    },
  }
}

function bindGroup(
  device: GPUDevice, label: string, layout: GPUBindGroupLayout, declared: readonly VariableInfo[], resources: Readonly<Record<string, Resource>>,
): GPUBindGroup {
  const unknown = Object.keys(resources).find((key) => !declared.some((binding) => binding.name === key))
  if (unknown !== undefined) throw new EngineError('gpu-kernel', `${label}: it has no binding ${unknown}`, { kernel: label })
  const entries = declared.map(({ name, binding }) => {
    const resource = resources[name]
    if (resource === undefined) throw new EngineError('gpu-kernel', `${label}: nothing is bound to ${name}`, { kernel: label })
    return { binding, resource: isBuffer(resource) ? { buffer: resource } : resource }
  })
  return device.createBindGroup({ label, layout, entries })
}

const isBuffer = (resource: Resource): resource is GPUBuffer => 'usage' in resource

/** Makes bind groups of one group that these pieces declare, for every kernel that lists them. */
export function createBinder(
  device: GPUDevice, label: string, pieces: readonly string[], group: number,
): (resources: Readonly<Record<string, Resource>>) => GPUBindGroup {
  const bindings = reflectBindings(linkWgsl(pieces))
  const layouts = createLayouts(device, bindings)
  return (resources) => bindGroup(device, label, layouts[group], bindings.filter((binding) => binding.group === group), resources)
}

/** Layout of a struct that one of these pieces declares. */
export function structOf(pieces: readonly string[], name: string): StructLayout {
  return readStructLayout(linkWgsl(pieces).code, name)
}

function reflectBindings(linked: LinkedWgsl): VariableInfo[] {
  const { uniforms, storage, textures, samplers } = new WgslReflect(declarationsOf(linked.code))
  return [...uniforms, ...storage, ...textures, ...samplers].sort((a, b) => a.group - b.group || a.binding - b.binding)
}

function checkBudget(device: GPUDevice, kernel: string, bindings: readonly VariableInfo[]): void {
  const budgets = [
    [ResourceType.Storage, 'maxStorageBuffersPerShaderStage'],
    [ResourceType.StorageTexture, 'maxStorageTexturesPerShaderStage'],
    [ResourceType.Texture, 'maxSampledTexturesPerShaderStage'],
  ] as const
  for (const [type, limit] of budgets) {
    const count = bindings.filter(({ resourceType }) => resourceType === type).length
    const most = device.limits[limit]
    if (count > most) throw new EngineError('gpu-kernel', `${kernel} binds ${count}, ${limit} is ${most}`, { kernel, limit, count, most })
  }
}

const layoutCaches = new WeakMap<GPUDevice, Map<string, GPUBindGroupLayout>>()

/** One layout per distinct description and device. */
function createLayouts(device: GPUDevice, bindings: readonly VariableInfo[]): GPUBindGroupLayout[] {
  const cache = layoutCaches.get(device) ?? new Map<string, GPUBindGroupLayout>()
  layoutCaches.set(device, cache)
  const groupCount = Math.max(-1, ...bindings.map(({ group }) => group)) + 1
  return Array.from({ length: groupCount }, (_, group) => {
    const entries = bindings.filter((binding) => binding.group === group).map(layoutEntry)
    const key = JSON.stringify(entries)
    const layout = cache.get(key) ?? device.createBindGroupLayout({ label: `group ${group}`, entries })
    cache.set(key, layout)
    return layout
  })
}

function layoutEntry({ binding, resourceType, access, type }: VariableInfo): GPUBindGroupLayoutEntry {
  const base = { binding, visibility: GPUShaderStage.COMPUTE }
  switch (resourceType) {
    case ResourceType.Uniform: return { ...base, buffer: { type: 'uniform' } }
    case ResourceType.Storage: return { ...base, buffer: { type: access === 'read_write' ? 'storage' : 'read-only-storage' } }
    case ResourceType.Sampler: return { ...base, sampler: {} }
    case ResourceType.StorageTexture: {
      const [, shape, format] = /texture_storage_(\w+?)<\s*(\w+)/.exec(type.getTypeName()) ?? []
      return {
        ...base,
        storageTexture: {
          access: access === 'read_write' ? 'read-write' : access === 'read' ? 'read-only' : 'write-only',
          format: format as GPUTextureFormat,
          viewDimension: dimensionOf(shape ?? '2d'),
        },
      }
    }
    default: {
      const name = type.getTypeName()
      const isDepth = name.startsWith('texture_depth')
      const sampleType = isDepth ? 'depth' : /<\s*u32/.test(name) ? 'uint' : /<\s*i32/.test(name) ? 'sint' : 'unfilterable-float'
      return { ...base, texture: { sampleType, viewDimension: dimensionOf(/texture_(?:depth_)?(\w+?)(?:<|$)/.exec(name)?.[1] ?? '2d') } }
    }
  }
}

const dimensionOf = (shape: string): GPUTextureViewDimension => (shape.replace('_array', '-array') as GPUTextureViewDimension)
