import { radiancePieces } from '../passes/pieces.ts'
import type { RenderSettings } from '../settings.ts'
import type { Way } from '../traversal/walk.ts'
import debugPixelWgsl from './debug-pixel.wgsl?raw'
import { instrument } from './instrument.ts'
import traceWgsl from './trace.wgsl?raw'

/** The pieces of debug_pixel and debug_ray for a render mode: the app's own traversal and shading, with a log. */
export function debugPieces(mode: RenderSettings['mode'], traversal?: Way): readonly string[] {
  return [...instrument(radiancePieces(mode, traversal)), traceWgsl, debugPixelWgsl]
}
