import alphaNoneWgsl from '../kernels/alpha-none.wgsl?raw'
import { structOf } from '../kernels/kernel.ts'
import { packForTracing } from '../kdtree/pack.ts'
import type { RenderSettings } from '../settings.ts'
import { DEFAULT_TRAVERSAL, SCENE_PIECES, TREE_LAYOUTS, traversalPieces, type TraversalName } from '../traversal/traversals.ts'
import type { Way, WalkNeeds } from '../traversal/walk.ts'
import { instanceBounds } from '../uber/bounds.ts'
import { buildUber } from '../uber/build.ts'
import { INSTANCE_WORDS, packInstance } from '../uber/instance.ts'
import type { TestScene } from './scenes.ts'
import traceRaysWgsl from '../traversal/scene/trace-rays.wgsl?raw'

/** Answers in the order of the rays. */
export interface TracedHits {
  readonly count: number
  /** 8 words per ray: t, u, v (f32), instance, record, any. */
  readonly words: Uint32Array
  readonly floats: Float32Array
}

export const HIT_WORDS = 8

/** Everything of a scene that kernels read, on the CPU: what is uploaded to bindings 0, 1, 2, 4 and 6 of group 0. */
export interface PackedScene {
  readonly nodes: Uint32Array
  readonly references: Uint32Array
  readonly triangles: Uint32Array
  readonly instances: Uint32Array
  readonly uniforms: Uint32Array
  /** First record of each mesh. */
  readonly firstRecord: readonly number[]
  /** The triangle of a record, in its mesh's own order. */
  readonly triangleOf: (record: number) => number
  /** What whoever walks it has to have room for. */
  readonly needs: WalkNeeds
}

/**
 * Lays a test scene out as the engine does for a traversal: the über tree first, then each mesh.
 *
 * @param masked  every instance has alpha to test
 */
export function packScene(scene: TestScene, traversal: TraversalName = DEFAULT_TRAVERSAL, masked = false): PackedScene {
  const slots: number[] = []
  const bounds: number[] = []
  const boxes = new Map<number, Float32Array>()
  scene.instances.forEach(({ mesh, worldFromObject }, slot) => {
    const box = instanceBounds(scene.meshes[mesh].tree, worldFromObject, scene.meshes[mesh].mesh.shape)
    if (box === null) return
    slots.push(slot)
    boxes.set(slot, box)
    bounds.push(...box)
  })
  const uber = buildUber(Float32Array.from(bounds), Uint32Array.from(slots))
  const packed = scene.meshes.map(({ mesh, tree }) => packForTracing(mesh, tree, TREE_LAYOUTS[traversal]))
  const nodes = concatenated([uber.nodes, ...packed.map((mesh) => mesh.nodes)])
  const references = concatenated([uber.references, ...packed.map((mesh) => mesh.references)], ROW_WORDS)
  const triangles = concatenated(packed.map((mesh) => mesh.triangles))
  const instances = new Uint32Array(INSTANCE_WORDS * Math.max(1, scene.instances.length))
  const instanceFloats = new Float32Array(instances.buffer)
  scene.instances.forEach(({ mesh, worldFromObject }, slot) => {
    packInstance(instances, instanceFloats, slot, {
      worldFromObject,
      nodes: nodes.first[1 + mesh] / 2,
      references: references.first[1 + mesh],
      triangles: triangles.first[mesh] / 12,
      triangleCount: packed[mesh].triangleCount,
      attributes: 0,
      materials: 0,
      bounds: scene.meshes[mesh].tree.bounds,
      masked,
      shape: scene.meshes[mesh].mesh.shape,
      worldBounds: boxes.get(slot) ?? null,
    })
  })
  const needs = { objectDepth: Math.max(0, ...packed.map(({ depth }) => depth)), uberDepth: uber.depth, instances: slots.length }
  const uniforms = new Uint32Array(SCENE_WORDS)
  const uniformFloats = new Float32Array(uniforms.buffer)
  uniformFloats.set(uber.bounds.subarray(0, 3), 0)
  uniformFloats.set(uber.bounds.subarray(3, 6), 4)
  uniforms[11] = scene.instances.length
  return { nodes: nodes.all, references: references.all, triangles: triangles.all, instances, uniforms, firstRecord: triangles.first.map((word) => word / 12), triangleOf: (record) => triangles.all[12 * record + 3], needs }
}

/** Words that references of a mesh begin at multiples of. */
const ROW_WORDS = 16

function concatenated(parts: readonly Uint32Array[], row = 1): { all: Uint32Array; first: number[] } {
  const lengthOf = (part: Uint32Array): number => Math.ceil(part.length / row) * row
  const all = new Uint32Array(Math.max(4, parts.reduce((sum, part) => sum + lengthOf(part), 0)))
  const first: number[] = []
  let at = 0
  for (const part of parts) {
    first.push(at)
    all.set(part, at)
    at += lengthOf(part)
  }
  return { all, first }
}

/** 32-bit words of `SceneUniforms` in kernels/scene.wgsl. */
const SCENE_WORDS = structOf(SCENE_PIECES, 'SceneUniforms').sizeBytes / 4

export interface Tracer {
  /**
   * @param rays  8 floats per ray: origin, t_min, direction, t_max
   * @param kind  which of the two questions to ask
   */
  trace(rays: Float32Array, kind: 'closest' | 'any' | 'both'): Promise<TracedHits>
  dispose(): void
}

/** A scene on the GPU and one traversal to ask it with; rays in, hits out, in dispatches of bounded size. */
export function createTracer(
  device: GPUDevice,
  scene: PackedScene,
  mode: RenderSettings['mode'],
  traversal?: Way,
  options: { readonly raysPerDispatch?: number; readonly pieces?: readonly string[]; readonly alpha?: string } = {},
): Tracer {
  const { raysPerDispatch = 16384 } = options
  const code = [...SCENE_PIECES, options.alpha ?? alphaNoneWgsl, ...(options.pieces ?? traversalPieces(mode, traversal)), traceRaysWgsl].join('\n')
  const { sceneLayout, rayLayout, pipeline } = pipelineOf(device, code)
  const owned: GPUBuffer[] = []
  const buffer = (data: Uint32Array | Float32Array | number, usage: number): GPUBuffer => {
    const size = typeof data === 'number' ? data : data.byteLength
    const created = device.createBuffer({ size: Math.max(256, Math.ceil(size / 16) * 16), usage: usage | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC })
    if (typeof data !== 'number') device.queue.writeBuffer(created, 0, data as Uint32Array<ArrayBuffer>)
    owned.push(created)
    return created
  }
  const { STORAGE, UNIFORM } = GPUBufferUsage
  const none = buffer(256, STORAGE)
  const bindings = [buffer(scene.nodes, STORAGE), buffer(scene.references, STORAGE), buffer(scene.triangles, STORAGE), none, buffer(scene.instances, STORAGE), none, buffer(scene.uniforms, UNIFORM)]
  const sceneGroup = device.createBindGroup({ layout: sceneLayout, entries: bindings.map((resource, binding) => ({ binding, resource: { buffer: resource } })) })
  const params = buffer(16, UNIFORM)
  return {
    async trace(rays, kind) {
      const count = rays.length / 8
      const rayBuffer = buffer(rays, STORAGE)
      const hitBuffer = buffer(count * HIT_WORDS * 4, STORAGE)
      const rayGroup = device.createBindGroup({
        layout: rayLayout,
        entries: [rayBuffer, hitBuffer, params].map((resource, binding) => ({ binding, resource: { buffer: resource } })),
      })
      const questions = kind === 'closest' ? 1 : kind === 'any' ? 2 : 3
      for (let first = 0; first < count; first += raysPerDispatch) {
        const rest = Math.min(raysPerDispatch, count - first)
        device.queue.writeBuffer(params, 0, Uint32Array.of(first, rest, questions, 0))
        const encoder = device.createCommandEncoder()
        const pass = encoder.beginComputePass()
        pass.setPipeline(pipeline)
        pass.setBindGroup(0, sceneGroup)
        pass.setBindGroup(1, rayGroup)
        pass.dispatchWorkgroups(Math.ceil(rest / 64))
        pass.end()
        device.queue.submit([encoder.finish()])
        await device.queue.onSubmittedWorkDone()
      }
      const words = await readBack(device, hitBuffer, count * HIT_WORDS)
      return { count, words, floats: new Float32Array(words.buffer) }
    },
    dispose: () => owned.forEach((created) => created.destroy()),
  }
}

interface TracePipeline {
  readonly sceneLayout: GPUBindGroupLayout
  readonly rayLayout: GPUBindGroupLayout
  readonly pipeline: GPUComputePipeline
}

const pipelines = new WeakMap<GPUDevice, Map<string, TracePipeline>>()

/** Compiled once per device and text: that takes longer than most tests trace. */
function pipelineOf(device: GPUDevice, code: string): TracePipeline {
  const known = pipelines.get(device) ?? new Map<string, TracePipeline>()
  pipelines.set(device, known)
  const compiled = known.get(code)
  if (compiled !== undefined) return compiled
  const module = device.createShaderModule({ label: 'trace rays', code })
  const entry = (binding: number, type: GPUBufferBindingType): GPUBindGroupLayoutEntry => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } })
  const sceneLayout = device.createBindGroupLayout({
    entries: [...[0, 1, 2, 3, 4, 5].map((binding) => entry(binding, 'read-only-storage')), entry(6, 'uniform')],
  })
  const rayLayout = device.createBindGroupLayout({ entries: [entry(0, 'read-only-storage'), entry(1, 'storage'), entry(2, 'uniform')] })
  const pipeline = device.createComputePipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: [sceneLayout, rayLayout] }),
    compute: { module, entryPoint: 'trace_rays' },
  })
  const made = { sceneLayout, rayLayout, pipeline }
  known.set(code, made)
  return made
}

async function readBack(device: GPUDevice, source: GPUBuffer, words: number): Promise<Uint32Array> {
  const staging = device.createBuffer({ size: words * 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST })
  const encoder = device.createCommandEncoder()
  encoder.copyBufferToBuffer(source, 0, staging, 0, words * 4)
  device.queue.submit([encoder.finish()])
  await staging.mapAsync(GPUMapMode.READ)
  const copy = new Uint32Array(staging.getMappedRange().slice(0))
  staging.destroy()
  return copy
}
