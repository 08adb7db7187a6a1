import { createUniform } from '../../buffers/buffer.ts'
import type { PassTimer } from '../../device/timestamps.ts'
import { createKernel, structOf } from '../../kernels/kernel.ts'
import luminanceWgsl from '../../kernels/luminance.wgsl?raw'
import type { SceneBindings } from '../../tables/scene-bindings.ts'
import type { Way } from '../../traversal/walk.ts'
import { tracingPieces } from '../pieces.ts'
import type { CameraRays } from '../raster/camera.ts'
import edgeMarkWgsl from './edge-mark.wgsl?raw'
import subpixelWgsl from './subpixel.wgsl?raw'

/** A moving picture whose edges are to be reconstructed. */
export interface Composed {
  readonly bindings: SceneBindings
  readonly ids: GPUTexture
  /** rgba32float, as large as the raster: of compose.wgsl. */
  readonly composed: GPUTexture
  /** The same, with edges. */
  readonly covered: GPUTexture
  readonly rays: CameraRays
  /** Metres. */
  readonly near: number
  readonly width: number
  readonly height: number
  readonly jitter: readonly [x: number, y: number]
  /** What the display shows as 1, nits. */
  readonly white: number
  readonly timestamps: PassTimer
}

/** Reconstructs the edges of moving pictures: subpixel.wgsl. */
export interface Subpixel {
  readonly encode: (encoder: GPUCommandEncoder, picture: Composed) => void
  dispose(): void
}

/** @throws EngineError `gpu-kernel` */
export async function createSubpixel(device: GPUDevice, traversal: Way): Promise<Subpixel> {
  const pieces = [...tracingPieces('uber', traversal), luminanceWgsl, edgeMarkWgsl, subpixelWgsl]
  const kernel = await createKernel(device, 'reconstruct', pieces)
  const params = createUniform(device, structOf(pieces, 'SubpixelParams'))
  return {
    encode(encoder, { bindings: { scene, textures }, ids, composed, covered, rays, near, width, height, jitter, white, timestamps }) {
      params.write({
        camera_position: rays.position, near, corner: rays.corner, spread: rays.spread, step_x: rays.stepX, step_y: rays.stepY, forward: rays.forward, size: [width, height], jitter, white,
      })
      const pass = encoder.beginComputePass({ label: 'subpixel', timestampWrites: timestamps.writes('edges') })
      kernel.dispatch(pass, [scene, textures, kernel.bind(2, {
        subpixel: params.buffer, subpixel_ids: ids.createView(), composed: composed.createView(), covered: covered.createView(),
      })], Math.ceil(width / 8), Math.ceil(height / 8))
      pass.end()
    },
    dispose: () => params.dispose(),
  }
}
