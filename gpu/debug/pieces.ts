import octahedralWgsl from '../kernels/octahedral.wgsl?raw'
import lightsWgsl from '../kernels/lights.wgsl?raw'
import shadingWgsl from '../kernels/shading.wgsl?raw'
import surfaceWgsl from '../kernels/surface.wgsl?raw'
import { tracingPieces } from '../passes/pieces.ts'
import type { RenderSettings } from '../scene.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import debugPixelWgsl from './debug-pixel.wgsl?raw'
import { instrument } from './instrument.ts'
import traceWgsl from './trace.wgsl?raw'

/** The pieces of debug_pixel and debug_ray for a render mode: the app's own traversal and shading, with a log. */
export function debugPieces(mode: RenderSettings['mode'], traversal?: TraversalName): readonly string[] {
  return [...instrument([...tracingPieces(mode, traversal), octahedralWgsl, surfaceWgsl, lightsWgsl, shadingWgsl]), traceWgsl, debugPixelWgsl]
}
