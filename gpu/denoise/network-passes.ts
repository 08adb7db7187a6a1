import type { PassPart } from './network-cost.ts'

/** A dispatch of the network, which may be done in parts: so many steps along one axis of its workgroups. */
export interface NetworkPass {
  readonly pipeline: GPUComputePipeline
  readonly resources: GPUBindGroup
  /** Workgroups. */
  readonly size: readonly [x: number, y: number, z: number]
  readonly axis: 0 | 1
  /** Steps along the axis, and what each takes, in tiles of eight channels that a workgroup multiplies. */
  readonly length: number
  readonly work: number
  /** A convolution, in tiles of pixels and channels. */
  readonly isTiled: boolean
}

/** What the network of oidn-web takes of a device. */
export interface NetworkDevice extends Pick<GPUDevice, 'features' | 'limits' | 'createBuffer' | 'createBindGroup' | 'createShaderModule' | 'createComputePipeline' | 'createComputePipelineAsync'> {
  createCommandEncoder(): { beginComputePass(): object; finish(): object }
  readonly queue: { submit(commands: readonly object[]): void; onSubmittedWorkDone(): Promise<unknown> }
}

/** How a kernel is cut: the axis of its workgroups, and what each of them takes. */
interface CutKernel { readonly axis: 0 | 1; readonly work: number; readonly isTiled: boolean }

/** A workgroup of a convolution in tiles also writes what it made: as much as two tiles. Pixel by pixel each takes four times as long; one that only moves numbers takes little. */
const [WRITING, PIXELWISE, MOVING] = [2, 4, 0.1]

/** Kernels of oidn-web know their place from one of these: how it is called, the axis that grows with the picture, and where a slice begins. That of an invocation counts eight to a workgroup, so it must have as many. */
const PLACES = [
  { builtin: '@builtin(workgroup_id)', name: 'workgroupId', axis: 0, offset: 'vec3<u32>(slice_first, 0u, 0u)', size: '' },
  { builtin: '@builtin(global_invocation_id)', name: 'gid', axis: 1, offset: 'vec3<u32>(0u, 8u * slice_first, 0u)', size: '@workgroup_size(8, 8, 1)' },
] as const

/**
 * A kernel of oidn-web that begins where it is told to: its text with `slice_first` added to the place it reads.
 *
 * @throws Error for a kernel that is written otherwise: another version of the package
 */
export function cutKernel(code: string): CutKernel & { readonly code: string } {
  for (const { builtin, name, axis, offset, size } of PLACES) {
    const parts = code.split(`${builtin} ${name}: vec3<u32>`)
    if (parts.length !== 2 || !code.includes(size)) continue
    const body = parts[1].indexOf('{') + 1
    return {
      code: `${parts[0]}${builtin} slice_place: vec3<u32>${parts[1].slice(0, body)}\n  let ${name} = slice_place + ${offset};${parts[1].slice(body)}\n@group(1) @binding(0) var<uniform> slice_first: u32;\n`,
      axis, ...workOf(code),
    }
  }
  throw new Error('A kernel of the denoiser cannot be cut')
}

function workOf(code: string): Pick<CutKernel, 'work' | 'isTiled'> {
  const tiled = /let totalK = (\d+)u/.exec(code)
  if (tiled !== null) return { work: Number(tiled[1]) / 8 + WRITING, isTiled: true }
  const blocks = /inputBlock < (\d+)u/.exec(code)
  return { work: blocks === null ? MOVING : (PIXELWISE * 9 * Number(blocks[1])) / 8, isTiled: false }
}

/** A device for oidn-web: what its network would submit at once is handed over pass by pass. */
export interface RecordingDevice {
  readonly device: NetworkDevice
  /** @returns what `work` would have submitted, in its order */
  record<T>(work: () => T): readonly [result: T, passes: readonly NetworkPass[]]
}

/** oidn-web keeps what it compiled by device: those who denoise on one share it. */
const known = new WeakMap<GPUDevice, RecordingDevice>()

export function recordingDevice(device: GPUDevice): RecordingDevice {
  const recording = known.get(device) ?? createRecordingDevice(device)
  known.set(device, recording)
  return recording
}

function createRecordingDevice(device: GPUDevice): RecordingDevice {
  const modules = new WeakMap<GPUShaderModule, CutKernel>()
  const pipelines = new WeakMap<GPUComputePipeline, CutKernel>()
  let recorded: NetworkPass[] = []

  function keep(pipeline: GPUComputePipeline, { compute }: GPUComputePipelineDescriptor): GPUComputePipeline {
    pipelines.set(pipeline, modules.get(compute.module)!)
    return pipeline
  }

  function beginComputePass() {
    let pipeline: GPUComputePipeline
    let resources: GPUBindGroup
    return {
      setPipeline(next: GPUComputePipeline) { pipeline = next },
      setBindGroup(_: number, group: GPUBindGroup) { resources = group },
      dispatchWorkgroups(x: number, y = 1, z = 1) {
        const { axis, work, isTiled } = pipelines.get(pipeline)!
        recorded.push({ pipeline, resources, size: [x, y, z], axis, length: [x, y][axis], work: [y, x][axis] * z * work, isTiled })
      },
      end() {},
    }
  }

  return {
    device: {
      features: device.features,
      limits: device.limits,
      createBuffer: (descriptor) => device.createBuffer(descriptor),
      createBindGroup: (descriptor) => device.createBindGroup(descriptor),
      createShaderModule(descriptor) {
        const { code, ...kernel } = cutKernel(descriptor.code)
        const made = device.createShaderModule({ ...descriptor, code })
        modules.set(made, kernel)
        return made
      },
      createComputePipeline: (descriptor) => keep(device.createComputePipeline(descriptor), descriptor),
      createComputePipelineAsync: async (descriptor) => keep(await device.createComputePipelineAsync(descriptor), descriptor),
      createCommandEncoder: () => ({ beginComputePass, finish: () => ({}) }),
      queue: { submit() {}, onSubmittedWorkDone: () => device.queue.onSubmittedWorkDone() },
    },
    record(work) {
      recorded = []
      const result = work()
      return [result, recorded]
    },
  }
}

/** Where the two beginnings of a slice lie in memory, bytes: that of passes begun anew, 0, and that of the one that is gone on with. */
const GONE_ON = 256

/** Submits parts of passes. */
export interface PassSubmitter {
  /** @param parts  of passes in their order: the first may go on with its pass, the last may leave some of it */
  submit(passes: readonly NetworkPass[], parts: readonly PassPart[]): void
  dispose(): void
}

export function createPassSubmitter(device: GPUDevice): PassSubmitter {
  const places = device.createBuffer({ label: 'denoiser places', size: 2 * GONE_ON, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST })
  const groups = new WeakMap<GPUComputePipeline, readonly [anew: GPUBindGroup, goneOn: GPUBindGroup]>()
  const groupAt = (pipeline: GPUComputePipeline, offset: number) =>
    device.createBindGroup({ label: 'denoiser place', layout: pipeline.getBindGroupLayout(1), entries: [{ binding: 0, resource: { buffer: places, offset, size: 4 } }] })
  function groupsOf(pipeline: GPUComputePipeline) {
    const made = groups.get(pipeline) ?? [groupAt(pipeline, 0), groupAt(pipeline, GONE_ON)] as const
    groups.set(pipeline, made)
    return made
  }
  return {
    submit(passes, parts) {
      device.queue.writeBuffer(places, GONE_ON, Uint32Array.of(parts[0].first))
      const encoder = device.createCommandEncoder({ label: 'denoiser' })
      const pass = encoder.beginComputePass({ label: 'denoiser' })
      for (const { pass: index, first, count } of parts) {
        const { pipeline, resources, size: [x, y, z], axis } = passes[index]
        pass.setPipeline(pipeline)
        pass.setBindGroup(0, resources)
        pass.setBindGroup(1, groupsOf(pipeline)[first > 0 ? 1 : 0])
        pass.dispatchWorkgroups(axis === 0 ? count : x, axis === 1 ? count : y, z)
      }
      pass.end()
      device.queue.submit([encoder.finish()])
    },
    dispose: () => places.destroy(),
  }
}
