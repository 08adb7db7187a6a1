import { createKernel, type Resource } from '../../kernels/kernel.ts'
import type { SceneBindings } from '../../tables/scene-bindings.ts'
import type { Way } from '../../traversal/walk.ts'
import { keptFor } from '../paths/queue/path-stages.ts'
import { mirroredPieces } from '../pieces.ts'
import type { HybridTargets } from './hybrid-targets.ts'

/** Where what glosses mirror seems to stand: mirrored.wgsl, of a slice whose paths have ended. */
export interface Mirrored {
  /** @param frame  `FrameParams` @param groups  of 64 pixels */
  encode(pass: GPUComputePassEncoder, bindings: SceneBindings, frame: Resource, ids: GPUTexture, targets: HybridTargets, groups: number): void
}

/** @throws EngineError `gpu-kernel` */
export async function createMirrored(device: GPUDevice, traversal: Way): Promise<Mirrored> {
  const kernel = await createKernel(device, 'find_mirrored', mirroredPieces(traversal))
  const groupOf = keptFor((frame: Resource, ids: GPUTexture, { found, mirrored }: HybridTargets) =>
    kernel.bind(2, { frame, ids: ids.createView(), guide_of_paths: found.createView(), mirrored: mirrored.createView() }))
  return {
    encode: (pass, { scene, textures }, frame, ids, targets, groups) => kernel.dispatch(pass, [scene, textures, groupOf(frame, ids, targets)], groups),
  }
}
