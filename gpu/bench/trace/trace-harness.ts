import alphaNoneWgsl from '../../kernels/alpha-none.wgsl?raw'
import { readBuffer } from '../../buffers/buffer.ts'
import { createKernel, type Kernel } from '../../kernels/kernel.ts'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { createTwinKernel, type GeneratedModule, type TwinKernel } from '../../twin/runtime/run.ts'
import type { RenderSettings } from '../../settings.ts'
import type { PackedScene } from '../../testing/tracer.ts'
import { workDone } from '../../headless/work-done.ts'
import { SCENE_PIECES, traversalPieces } from '../../traversal/traversals.ts'
import { keyOfWalk, walkOf, type Way } from '../../traversal/walk.ts'
import { HARDWARE_RAYS, isSoftwareAdapter } from '../adapter.ts'
import traceFileWgsl from './trace-file.wgsl?raw'

/** walk: the closest hit with t as the traversals compare it, for tests; closest: with t from the triangle's plane. */
export type RayKind = 'closest' | 'any' | 'walk'

/** Answers in the order of the rays, and what they cost. */
export interface TracedRays {
  /** Negative: a miss. */
  readonly t: Float32Array
  /** Index into the scene's `triangles`; means nothing at a miss. */
  readonly record: Uint32Array
  /** CPU time of the tracing alone, all threads of this process: a software adapter's too. */
  readonly cpuMs: number
  readonly wallMs: number
}

/** A packed scene somewhere, ready to be asked. */
export interface RayTracer {
  readonly executor: 'gpu' | 'cpu'
  /** @param rays  8 floats per ray as the kernels have them: origin, t_min, direction, t_max; any number of rays */
  trace(rays: Float32Array, kind: RayKind): Promise<TracedRays>
  dispose(): void
}

export interface RayTracerOptions {
  readonly mode: RenderSettings['mode']
  readonly traversal: Way
  /** The twin: what `fast` is to the clock, `checked` is to the nerves. */
  readonly checked?: boolean
  /** The twin: numbers below 1.2e-38 become zero, as on the software adapter. */
  readonly denormals?: 'keep' | 'flush'
}

/** Rays whose buffers lie on a software adapter, or in the twin, at one time. */
const BATCH = 1 << 18
const WORKGROUP = 64
/** No dispatch is to take longer, by what the last one took: watchdogs of graphics drivers strike after two seconds. */
const DISPATCH_MS = 100
const FIRST_DISPATCH = 4096
/** Workgroups that the twin runs in one call. */
const MIRROR_PART = 16

function kernelPieces({ mode, traversal }: RayTracerOptions): readonly string[] {
  return [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces(mode, traversal), traceFileWgsl]
}

const modules = new Map<string, GeneratedModule>()

/** Compiled once: what V8 learned about a kernel over one scene serves the next. */
function moduleOf(options: RayTracerOptions, kind: RayKind): GeneratedModule {
  const { mode, traversal, checked = false, denormals = 'keep' } = options
  const key = [mode, keyOfWalk(walkOf(traversal)), kind, checked, denormals].join()
  const known = modules.get(key)
  if (known !== undefined) return known
  const module = instantiate(compileTwin(kernelPieces(options).map(pieceOf), { entryPoint: `trace_${kind}`, mode: checked ? 'checked' : 'fast', denormals }))
  modules.set(key, module)
  return module
}

/** Traces on this thread, through the twin: compiled to JavaScript from the very text that the GPU gets. */
export function createTwinTracer(scene: PackedScene, options: RayTracerOptions): RayTracer {
  const { nodes, references, triangles, instances, uniforms } = scene
  const none = new Uint32Array(64)
  const rayBuffer = new Float32Array(8 * BATCH)
  const traced = new Uint32Array(2 * BATCH)
  const params = new Uint32Array(4)
  const kernels = new Map<RayKind, TwinKernel>()
  const kernelOf = (kind: RayKind): TwinKernel => {
    const known = kernels.get(kind)
    if (known !== undefined) return known
    const kernel = createTwinKernel(moduleOf(options, kind), {
      nodes, references, triangles, attributes: none, instances, materials: none, scene: uniforms, rays: rayBuffer, traced, trace_params: params,
    })
    kernels.set(kind, kernel)
    return kernel
  }
  return {
    executor: 'cpu',
    trace(rays, kind) {
      const total = rays.length / 8
      const answers = new Uint32Array(2 * total)
      const kernel = kernelOf(kind)
      let [cpuMs, wallMs] = [0, 0]
      for (let begin = 0; begin < total; begin += BATCH) {
        const count = Math.min(BATCH, total - begin)
        rayBuffer.set(rays.subarray(8 * begin, 8 * (begin + count)))
        params[1] = count
        const groups = Math.ceil(count / WORKGROUP)
        const clock = startClock()
        // Many calls: V8 enters optimised code when a function is called.
        for (let group = 0; group < groups; group += MIRROR_PART) kernel.dispatchPart([group, 0, 0], [Math.min(groups, group + MIRROR_PART), 1, 1], [groups, 1, 1])
        const took = clock()
        cpuMs += took.cpuMs
        wallMs += took.wallMs
        answers.set(traced.subarray(0, 2 * count), 2 * begin)
      }
      return Promise.resolve({ ...takeApart(answers, total), cpuMs, wallMs })
    },
    dispose() {},
  }
}

/** Traces on a device, in dispatches of bounded length. */
export async function createGpuTracer(device: GPUDevice, scene: PackedScene, options: RayTracerOptions): Promise<RayTracer> {
  const pieces = kernelPieces(options)
  const kernels = new Map<RayKind, Kernel>()
  const kernelOf = async (kind: RayKind): Promise<Kernel> => {
    const kernel = kernels.get(kind) ?? await createKernel(device, `trace_${kind}`, pieces)
    kernels.set(kind, kernel)
    return kernel
  }
  const owned: GPUBuffer[] = []
  const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage
  const buffer = (label: string, data: Uint32Array | number, usage: number = STORAGE): GPUBuffer => {
    const sizeBytes = typeof data === 'number' ? data : data.byteLength
    const limit = Math.min(device.limits.maxBufferSize, device.limits.maxStorageBufferBindingSize)
    if (sizeBytes > limit) throw new Error(`${label} takes ${sizeBytes} bytes, and one buffer of this adapter holds ${limit}.`)
    const made = device.createBuffer({ label, size: Math.max(256, Math.ceil(sizeBytes / 16) * 16), usage: usage | COPY_DST | COPY_SRC })
    if (typeof data !== 'number') device.queue.writeBuffer(made, 0, data as Uint32Array<ArrayBuffer>)
    owned.push(made)
    return made
  }
  const none = buffer('none', 256)
  const resources = {
    nodes: buffer('nodes', scene.nodes), references: buffer('references', scene.references), triangles: buffer('triangles', scene.triangles), attributes: none,
    instances: buffer('instances', scene.instances), materials: none, scene: buffer('scene', scene.uniforms, UNIFORM),
  }
  const batch = isSoftwareAdapter(device) ? BATCH : HARDWARE_RAYS
  const rayBuffer = buffer('rays', batch * 32)
  const traced = buffer('traced', batch * 8)
  const params = buffer('params', 16, UNIFORM)
  const closest = await kernelOf('closest')
  const groups = [closest.bind(0, resources), closest.bind(1, { rays: rayBuffer, traced, trace_params: params })]
  let raysPerDispatch = FIRST_DISPATCH

  async function dispatch(kernel: Kernel, first: number, count: number): Promise<void> {
    device.queue.writeBuffer(params, 0, Uint32Array.of(first, count, 0, 0))
    const encoder = device.createCommandEncoder({ label: kernel.name })
    const pass = encoder.beginComputePass({ label: kernel.name })
    kernel.dispatch(pass, groups, Math.ceil(count / WORKGROUP))
    pass.end()
    device.queue.submit([encoder.finish()])
    await workDone(device)
  }

  return {
    executor: 'gpu',
    async trace(rays, kind) {
      const kernel = await kernelOf(kind)
      const total = rays.length / 8
      const answers = new Uint32Array(2 * total)
      let [cpuMs, wallMs] = [0, 0]
      for (let begin = 0; begin < total; begin += batch) {
        const count = Math.min(batch, total - begin)
        device.queue.writeBuffer(rayBuffer, 0, rays.buffer, rays.byteOffset + begin * 32, count * 32)
        await workDone(device)
        const clock = startClock()
        for (let first = 0; first < count;) {
          const rest = Math.min(raysPerDispatch, count - first)
          const startedAt = performance.now()
          await dispatch(kernel, first, rest)
          first += rest
          const ratio = DISPATCH_MS / Math.max(1, performance.now() - startedAt)
          if (rest === raysPerDispatch) raysPerDispatch = Math.min(batch, Math.max(WORKGROUP, Math.round((raysPerDispatch * Math.min(2, ratio)) / WORKGROUP) * WORKGROUP))
        }
        const took = clock()
        cpuMs += took.cpuMs
        wallMs += took.wallMs
        answers.set(new Uint32Array(await readBuffer(device, traced, 0, count * 8)), 2 * begin)
      }
      return { ...takeApart(answers, total), cpuMs, wallMs }
    },
    dispose: () => owned.forEach((each) => each.destroy()),
  }
}

function startClock(): () => { cpuMs: number; wallMs: number } {
  const cpu = process.cpuUsage()
  const wall = performance.now()
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return { cpuMs: (user + system) / 1e3, wallMs: performance.now() - wall }
  }
}

function takeApart(traced: Uint32Array, count: number): { t: Float32Array; record: Uint32Array } {
  const floats = new Float32Array(traced.buffer)
  const t = new Float32Array(count)
  const record = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    t[i] = floats[2 * i]
    record[i] = traced[2 * i + 1]
  }
  return { t, record }
}
