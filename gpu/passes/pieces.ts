import albedoTableWgsl from '../kernels/albedo-table.wgsl?raw'
import alphaWgsl from '../kernels/alpha.wgsl?raw'
import appearanceWgsl from '../kernels/appearance.wgsl?raw'
import albedoWgsl from '../kernels/bsdf-albedo.wgsl?raw'
import microfacetWgsl from '../kernels/bsdf-microfacet.wgsl?raw'
import bsdfWgsl from '../kernels/bsdf.wgsl?raw'
import lightSamplingWgsl from '../kernels/light-sampling.wgsl?raw'
import lightsWgsl from '../kernels/lights.wgsl?raw'
import octahedralWgsl from '../kernels/octahedral.wgsl?raw'
import rayWgsl from '../kernels/ray.wgsl?raw'
import samplingWgsl from '../kernels/sampling.wgsl?raw'
import sceneWgsl from '../kernels/scene.wgsl?raw'
import shadingWgsl from '../kernels/shading.wgsl?raw'
import surfaceWgsl from '../kernels/surface.wgsl?raw'
import textureWgsl from '../kernels/texture.wgsl?raw'
import type { RenderSettings } from '../scene.ts'
import { SCENE_PIECES, traversalPieces, type TraversalName } from '../traversal/traversals.ts'
import bounceWgsl from './bounce.wgsl?raw'
import frameLightWgsl from './frame-light.wgsl?raw'
import frameWgsl from './frame.wgsl?raw'
import hybridWgsl from './hybrid.wgsl?raw'
import irradianceNoneWgsl from './irradiance-none.wgsl?raw'
import pathWgsl from './path.wgsl?raw'
import pathTraceWgsl from './path-trace.wgsl?raw'
import rayQueueWgsl from './ray-queue.wgsl?raw'

/** Scene access and a traversal: groups 0 and 1. */
export function tracingPieces(mode: RenderSettings['mode'], traversal?: TraversalName): readonly string[] {
  return [...SCENE_PIECES, textureWgsl, albedoTableWgsl, microfacetWgsl, alphaWgsl, ...traversalPieces(mode, traversal)]
}

/** How surfaces scatter light: the one source for whatever shades them. */
export const SCATTER_PIECES: readonly string[] = [samplingWgsl, microfacetWgsl, albedoWgsl, bsdfWgsl]

/** A traversal, what rays meet, and the light that leaves it. */
export function litPieces(mode: RenderSettings['mode'], traversal?: TraversalName): readonly string[] {
  return [...tracingPieces(mode, traversal), octahedralWgsl, surfaceWgsl, lightsWgsl, ...SCATTER_PIECES, appearanceWgsl, shadingWgsl]
}

/** What the shading passes are linked from. */
export function shadingPieces(mode: RenderSettings['mode'], traversal?: TraversalName): readonly string[] {
  return [...litPieces(mode, traversal), rayQueueWgsl, frameWgsl, frameLightWgsl]
}

/** What the passes that follow mirrored rays are linked from. */
export function bouncePieces(mode: RenderSettings['mode'], traversal?: TraversalName): readonly string[] {
  return [...shadingPieces(mode, traversal), bounceWgsl]
}

/**
 * What passes that follow light paths are linked from, by the traversals of `uber`.
 *
 * @param irradiance  pieces that offer cached_irradiance()
 */
export function pathPieces(traversal?: TraversalName, irradiance: readonly string[] = [irradianceNoneWgsl]): readonly string[] {
  return [...litPieces('uber', traversal), lightSamplingWgsl, ...irradiance, pathWgsl]
}

/** What the path tracer is linked from. */
export function pathTracePieces(traversal?: TraversalName): readonly string[] {
  return [...pathPieces(traversal), pathTraceWgsl]
}

/** What the hybrid frame's paths are linked from. */
export function hybridPieces(traversal?: TraversalName): readonly string[] {
  return [...pathPieces(traversal), frameWgsl, hybridWgsl]
}

/** Declares the frame's own structs, for those who only need their layouts. */
export const FRAME_PIECES: readonly string[] = [rayWgsl, sceneWgsl, rayQueueWgsl, frameWgsl]
