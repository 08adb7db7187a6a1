import alphaWgsl from '../kernels/alpha.wgsl?raw'
import octahedralWgsl from '../kernels/octahedral.wgsl?raw'
import rayWgsl from '../kernels/ray.wgsl?raw'
import sceneWgsl from '../kernels/scene.wgsl?raw'
import shadingWgsl from '../kernels/shading.wgsl?raw'
import surfaceWgsl from '../kernels/surface.wgsl?raw'
import textureWgsl from '../kernels/texture.wgsl?raw'
import triangleWgsl from '../kernels/triangle.wgsl?raw'
import type { RenderSettings } from '../scene.ts'
import bruteForceWgsl from '../traversal/brute-force.wgsl?raw'
import objectListWgsl from '../traversal/object-list.wgsl?raw'
import standard8Wgsl from '../traversal/standard-8.wgsl?raw'
import uberWgsl from '../traversal/uber.wgsl?raw'
import frameWgsl from './frame.wgsl?raw'
import rayQueueWgsl from './ray-queue.wgsl?raw'

/** How rays find what they hit, by render mode: the pieces that offer closest_hit and any_hit. */
const TRAVERSALS: Readonly<Record<RenderSettings['mode'], readonly string[]>> = {
  'brute-force': [bruteForceWgsl],
  'object-list': [standard8Wgsl, objectListWgsl],
  uber: [standard8Wgsl, uberWgsl],
}

/** Scene access and a traversal: groups 0 and 1. */
export function tracingPieces(mode: RenderSettings['mode']): readonly string[] {
  return [rayWgsl, sceneWgsl, triangleWgsl, textureWgsl, alphaWgsl, ...TRAVERSALS[mode]]
}

/** What the shading passes are linked from. */
export function shadingPieces(mode: RenderSettings['mode']): readonly string[] {
  return [...tracingPieces(mode), octahedralWgsl, surfaceWgsl, shadingWgsl, rayQueueWgsl, frameWgsl]
}

/** Declares the frame's own structs, for those who only need their layouts. */
export const FRAME_PIECES: readonly string[] = [rayWgsl, sceneWgsl, rayQueueWgsl, frameWgsl]
