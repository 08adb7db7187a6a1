import rayWgsl from '../kernels/ray.wgsl?raw'
import sceneWgsl from '../kernels/scene.wgsl?raw'
import triangleWgsl from '../kernels/triangle.wgsl?raw'
import type { RenderSettings } from '../scene.ts'
import bruteForceWgsl from './brute-force.wgsl?raw'
import objectListWgsl from './object-list.wgsl?raw'
import standard8Wgsl from './standard-8.wgsl?raw'
import uberWgsl from './uber.wgsl?raw'

/** What every tracing kernel lists first: rays, the scene's bindings, the triangle test. */
export const SCENE_PIECES: readonly string[] = [rayWgsl, sceneWgsl, triangleWgsl]

/** How one object tree is walked: each is a piece that offers `traverse_object`. */
export const OBJECT_TRAVERSALS = { 'standard-8': standard8Wgsl } as const
export type TraversalName = keyof typeof OBJECT_TRAVERSALS

export const DEFAULT_TRAVERSAL: TraversalName = 'standard-8'

/**
 * The pieces that offer `closest_hit(ray) -> Hit` and `any_hit(ray) -> bool`; list them behind SCENE_PIECES and a piece that
 * offers `is_opaque` (kernels/alpha.wgsl, or alpha-none.wgsl).
 */
export function traversalPieces(mode: RenderSettings['mode'], traversal: TraversalName = DEFAULT_TRAVERSAL): readonly string[] {
  if (mode === 'brute-force') return [bruteForceWgsl]
  return [OBJECT_TRAVERSALS[traversal], mode === 'uber' ? uberWgsl : objectListWgsl]
}
