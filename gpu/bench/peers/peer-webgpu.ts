import { BufferAttribute, BufferGeometry, Matrix4, Mesh } from 'three'
import { instanceIndex, storage, uniform } from 'three/tsl'
import { StorageBufferAttribute, WebGPURenderer } from 'three/webgpu'
import { MeshBVH, SAH } from 'three-mesh-bvh'
import { BVHComputeData, rayIntersectionResultStruct, rayStruct, wgslTagFn } from 'three-mesh-bvh/webgpu'
import type { Mat4, MeshData } from '../../scene.ts'
import { HARDWARE_RAYS, isSoftwareAdapter } from '../adapter.ts'

/** As rows name it. */
export const PEER_WEBGPU = 'three-mesh-bvh BVHComputeData'

/** The peer's geometry of a mesh; its own copy of the indices, for building reorders them. */
export function peerGeometry({ positions, indices }: Pick<MeshData, 'positions' | 'indices'>): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setIndex(new BufferAttribute(indices.slice(), 1))
  return geometry
}

/** What the peer traces: meshes with their trees, placed. Objects share geometries as ours share meshes. */
export function peerObjects(meshes: readonly MeshData[], instances: readonly { readonly mesh: number; readonly worldFromObject: Mat4 }[]): Mesh[] {
  const geometries = meshes.map((mesh) => {
    const geometry = peerGeometry(mesh)
    geometry.boundsTree = new MeshBVH(geometry, { strategy: SAH })
    return geometry
  })
  return instances.map(({ mesh, worldFromObject }) => {
    const object = new Mesh(geometries[mesh])
    object.matrixAutoUpdate = false
    object.matrix.copy(new Matrix4().fromArray(worldFromObject))
    object.matrixWorld.copy(object.matrix)
    return object
  })
}

export interface PeerTracer {
  /** Traces all rays it was made for and resolves when the GPU is done. */
  trace(): Promise<void>
  /** The same so many times, waited for once at the end; where all rays are one dispatch. @returns wall milliseconds of one */
  traceMany(times: number): Promise<number>
  /** t per ray, -1 for a miss. */
  read(): Promise<Float32Array>
  readonly data: BVHComputeData
  dispose(): void
}

// Dispatches of the size that ours have on a software adapter.
const SOFTWARE_RAYS = 16384

/**
 * The peer's closest-hit function on our device: a kernel of our own reads the very same rays and calls it, since the package
 * brings functions and no kernels. three's renderer binds and dispatches; it never presents, so its canvas is a stand-in.
 *
 * @param rays  8 floats per ray: origin, t_min (which the peer has not: it must be 0), direction (unit), t_max
 */
export async function createPeerTracer(device: GPUDevice, objects: readonly Mesh[], rays: Float32Array): Promise<PeerTracer> {
  const renderer = await rendererOf(device)
  const count = rays.length / 8
  const most = Math.min(count, isSoftwareAdapter(device) ? SOFTWARE_RAYS : HARDWARE_RAYS)
  const data = new BVHComputeData([...objects])
  data.update()
  const rayStore = storage(new StorageBufferAttribute(rays, 4), 'vec4', 2 * count).toReadOnly()
  const answer = new StorageBufferAttribute(new Float32Array(count), 1)
  const answers = storage(answer, 'float', count)
  const first = uniform(0, 'uint')
  const trace = wgslTagFn/* wgsl */`
    fn trace_peer(lane: u32, first: u32) -> void {
      let index = first + lane;
      if (lane >= ${most}u || index >= ${count}u) { return; }
      let begin = ${rayStore}[2u * index];
      let ahead = ${rayStore}[2u * index + 1u];
      var ray: ${rayStruct};
      ray.origin = begin.xyz;
      ray.direction = ahead.xyz;
      ray.maxDist = ahead.w;
      var hit: ${rayIntersectionResultStruct};
      let found = ${data.fns.raycastFirstHit}(ray, &hit);
      ${answers}[index] = select(-1.0, hit.dist, found);
    }`
  const kernel = trace(instanceIndex, first).compute(most, [64])
  return {
    data,
    async trace() {
      for (let begin = 0; begin < count; begin += most) {
        first.value = begin
        void renderer.compute(kernel)
        await device.queue.onSubmittedWorkDone()
      }
    },
    async traceMany(times) {
      await device.queue.onSubmittedWorkDone()
      const start = performance.now()
      for (let i = 0; i < times; i++) void renderer.compute(kernel)
      await device.queue.onSubmittedWorkDone()
      return (performance.now() - start) / times
    },
    read: async () => new Float32Array(await renderer.getArrayBufferAsync(answer)),
    dispose() {
      kernel.dispose()
      data.dispose()
    },
  }
}

const renderers = new WeakMap<GPUDevice, Promise<WebGPURenderer>>()

function rendererOf(device: GPUDevice): Promise<WebGPURenderer> {
  const known = renderers.get(device) ?? createRenderer(device)
  renderers.set(device, known)
  return known
}

async function createRenderer(device: GPUDevice): Promise<WebGPURenderer> {
  // What three looks for in a window; nothing is ever shown.
  Object.assign(globalThis, { self: globalThis, requestAnimationFrame: () => 0, cancelAnimationFrame: () => {} })
  const canvas = { width: 1, height: 1, style: {}, addEventListener() {}, removeEventListener() {}, getContext: () => ({ configure() {}, unconfigure() {} }) }
  const renderer = new WebGPURenderer({ device, canvas: canvas as unknown as HTMLCanvasElement })
  await renderer.init()
  return renderer
}
