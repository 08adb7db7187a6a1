import { DoubleSide, Ray } from 'three'
import { MeshBVH, SAH } from 'three-mesh-bvh'
import type { MeshData } from '../../scene.ts'
import { peerGeometry } from './peer-webgpu.ts'

/** As rows name them. */
export const PEER_BUILD = 'three-mesh-bvh MeshBVH SAH'
export const PEER_RAYCAST = 'three-mesh-bvh raycastFirst'

/** Builds the peer's tree; its time is all in the constructor. */
export function buildPeer(geometry: ReturnType<typeof peerGeometry>): MeshBVH {
  return new MeshBVH(geometry, { strategy: SAH })
}

/** One ray after the other on this thread. @returns t per ray, -1 for a miss */
export function createPeerRaycaster(mesh: MeshData): (rays: Float32Array) => Float32Array {
  const bvh = buildPeer(peerGeometry(mesh))
  const ray = new Ray()
  return (rays) => {
    const ts = new Float32Array(rays.length / 8)
    for (let i = 0; i < ts.length; i++) {
      ray.origin.fromArray(rays, 8 * i)
      ray.direction.fromArray(rays, 8 * i + 4)
      const hit = bvh.raycastFirst(ray, DoubleSide, 0, rays[8 * i + 7])
      ts[i] = hit === null ? -1 : hit.distance
    }
    return ts
  }
}

/** Bytes of the peer's tree: nodes alone, and with the index and the positions that its leaves point to. */
export function peerBytes(mesh: MeshData): { nodes: number; all: number } {
  const geometry = peerGeometry(mesh)
  const roots = (buildPeer(geometry) as unknown as { readonly _roots: readonly ArrayBuffer[] })._roots
  const nodes = roots.reduce((sum, root) => sum + root.byteLength, 0)
  return { nodes, all: nodes + mesh.indices.byteLength + mesh.positions.byteLength }
}
