import albedoTableWgsl from '../kernels/albedo-table.wgsl?raw'
import alphaWgsl from '../kernels/alpha.wgsl?raw'
import ambientWgsl from '../kernels/ambient.wgsl?raw'
import appearanceWgsl from '../kernels/appearance.wgsl?raw'
import albedoWgsl from '../kernels/bsdf-albedo.wgsl?raw'
import bodyWgsl from '../kernels/bsdf-body.wgsl?raw'
import filmWgsl from '../kernels/bsdf-film.wgsl?raw'
import glassWgsl from '../kernels/bsdf-glass.wgsl?raw'
import glossWgsl from '../kernels/bsdf-gloss.wgsl?raw'
import lobesWgsl from '../kernels/bsdf-lobes.wgsl?raw'
import microfacetWgsl from '../kernels/bsdf-microfacet.wgsl?raw'
import bsdfWgsl from '../kernels/bsdf.wgsl?raw'
import mediaWgsl from '../kernels/media.wgsl?raw'
import lightSamplingWgsl from '../kernels/light-sampling.wgsl?raw'
import lightTreeWgsl from '../kernels/light-tree.wgsl?raw'
import lightsWgsl from '../kernels/lights.wgsl?raw'
import luminanceWgsl from '../kernels/luminance.wgsl?raw'
import octahedralWgsl from '../kernels/octahedral.wgsl?raw'
import rayWgsl from '../kernels/ray.wgsl?raw'
import rootsWgsl from '../kernels/roots.wgsl?raw'
import samplingWgsl from '../kernels/sampling.wgsl?raw'
import sceneWgsl from '../kernels/scene.wgsl?raw'
import shadingWgsl from '../kernels/shading.wgsl?raw'
import sidesWgsl from '../kernels/sides.wgsl?raw'
import surfaceWgsl from '../kernels/surface.wgsl?raw'
import textureWgsl from '../kernels/texture.wgsl?raw'
import type { RenderSettings } from '../settings.ts'
import { SCENE_PIECES, SURFACE_PIECES, traversalPieces } from '../traversal/traversals.ts'
import type { Way } from '../traversal/walk.ts'
import bounceWgsl from './whitted/bounce.wgsl?raw'
import bounceWalksWgsl from './whitted/bounce-walks.wgsl?raw'
import frameLightWgsl from './whitted/frame-light.wgsl?raw'
import frameWgsl from './raster/frame.wgsl?raw'
import guideWgsl from './hybrid/guide.wgsl?raw'
import hybridWgsl from './hybrid/hybrid.wgsl?raw'
import mirroredGpuWgsl from './hybrid/mirrored-gpu.wgsl?raw'
import mirroredWgsl from './hybrid/mirrored.wgsl?raw'
import hybridCpuWgsl from './hybrid/hybrid-cpu.wgsl?raw'
import hybridGpuWgsl from './hybrid/hybrid-gpu.wgsl?raw'
import irradianceAroundNoneWgsl from './irradiance/irradiance-around-none.wgsl?raw'
import irradianceAroundWgsl from './irradiance/irradiance-around.wgsl?raw'
import irradianceCacheWgsl from './irradiance/irradiance-cache.wgsl?raw'
import irradianceCachedWgsl from './irradiance/irradiance-cached.wgsl?raw'
import irradianceNoneWgsl from './irradiance/irradiance-none.wgsl?raw'
import lightRayWgsl from './paths/lights/light-ray.wgsl?raw'
import litNoneWgsl from './paths/lights/lit-none.wgsl?raw'
import * as litSize from './paths/lights/lit-size.ts'
import litTableWgsl from './paths/lights/lit-table.wgsl?raw'
import litTraceWgsl from './paths/lights/lit-trace.wgsl?raw'
import pathWgsl from './paths/path.wgsl?raw'
import pathArriveWgsl from './paths/path-arrive.wgsl?raw'
import pathConnectWgsl from './paths/queue/path-connect.wgsl?raw'
import pathConnectPanesWgsl from './paths/queue/path-connect-panes.wgsl?raw'
import pathCountWgsl from './paths/queue/path-count.wgsl?raw'
import pathExtendWgsl from './paths/queue/path-extend.wgsl?raw'
import pathFollowWgsl from './paths/path-follow.wgsl?raw'
import pathLightsWgsl from './paths/lights/path-lights.wgsl?raw'
import pathQueueWgsl from './paths/queue/path-queue.wgsl?raw'
import pathScatterWgsl from './paths/path-scatter.wgsl?raw'
import pathShadeWgsl from './paths/queue/path-shade.wgsl?raw'
import pathStoreWgsl from './paths/queue/path-store.wgsl?raw'
import pathTraceWgsl from './paths/path-trace.wgsl?raw'
import pathTraceCpuWgsl from './paths/path-trace-cpu.wgsl?raw'
import pathTraceGpuWgsl from './paths/path-trace-gpu.wgsl?raw'
import pathWalkWgsl from './paths/queue/path-walk.wgsl?raw'
import rayQueueWgsl from './whitted/ray-queue.wgsl?raw'
import shadeStageWgsl from './whitted/shade-stage.wgsl?raw'
import stagesWgsl from './whitted/stages.wgsl?raw'
import walkStageWgsl from './whitted/walk-stage.wgsl?raw'
import virtualImageWgsl from './paths/virtual-image.wgsl?raw'

/** Scene access and a traversal: groups 0 and 1. */
export function tracingPieces(mode: RenderSettings['mode'], traversal?: Way): readonly string[] {
  return [...SCENE_PIECES, sidesWgsl, textureWgsl, albedoTableWgsl, microfacetWgsl, alphaWgsl, ...traversalPieces(mode, traversal)]
}

/** How surfaces scatter light: the one source for whatever shades them. */
export const SCATTER_PIECES: readonly string[] = [luminanceWgsl, samplingWgsl, microfacetWgsl, filmWgsl, albedoWgsl, bsdfWgsl, glossWgsl, bodyWgsl, glassWgsl, lobesWgsl]

/** What rays meet, and how that scatters light: groups 0 and 1 but for the trees. */
const MATERIAL_PIECES: readonly string[] = [
  ...SURFACE_PIECES, sidesWgsl, textureWgsl, albedoTableWgsl, microfacetWgsl, alphaWgsl, octahedralWgsl, surfaceWgsl, lightsWgsl, mediaWgsl, ...SCATTER_PIECES, appearanceWgsl, ambientWgsl,
]

/** A traversal, what rays meet, and the radiance that leaves it. @param around  pieces that offer known_around() */
export function radiancePieces(mode: RenderSettings['mode'], traversal?: Way, around: readonly string[] = [irradianceAroundNoneWgsl]): readonly string[] {
  return [...tracingPieces(mode, traversal), ...MATERIAL_PIECES, ...around, shadingWgsl]
}

/** What the shading passes are linked from. */
export function shadingPieces(mode: RenderSettings['mode'], traversal?: Way, around?: readonly string[]): readonly string[] {
  return [...radiancePieces(mode, traversal, around), rayQueueWgsl, frameWgsl, frameLightWgsl]
}

/** What the passes that follow mirrored rays are linked from. @param isCached  indirect light is the irradiance cache's, group 3, not the ambient gradient alone */
export function bouncePieces(mode: RenderSettings['mode'], traversal?: Way, isCached = false): readonly string[] {
  return [...shadingPieces(mode, traversal, aroundPieces(isCached)), bounceWgsl, bounceWalksWgsl]
}

/** The same in two kernels, of which one walks along mirrored rays; they share their bind groups. */
export const STAGE_KERNELS = {
  walk: (mode: RenderSettings['mode'], traversal: Way, isCached: boolean) => [...shadingPieces(mode, traversal, aroundPieces(isCached)), stagesWgsl, walkStageWgsl],
  shade: (mode: RenderSettings['mode'], traversal: Way, isCached: boolean) => [...shadingPieces(mode, traversal, aroundPieces(isCached)), bounceWgsl, stagesWgsl, shadeStageWgsl],
} as const

const aroundPieces = (isCached: boolean): readonly string[] | undefined => (isCached ? [...cachePieces(CACHE_SIZE), irradianceAroundWgsl] : undefined)

/**
 * The stages of a light path that trace nothing, as functions.
 *
 * @param irradiance  pieces that offer cached_irradiance() and reach_around()
 * @param lit  and those that offer ask_for_light() and go_from()
 */
const stagePieces = (irradiance: readonly string[], lit: readonly string[] = [litNoneWgsl]): readonly string[] =>
  [...MATERIAL_PIECES, lightSamplingWgsl, lightTreeWgsl, rootsWgsl, lightRayWgsl, virtualImageWgsl, pathWgsl, ...irradiance, pathArriveWgsl, pathLightsWgsl, pathScatterWgsl, ...lit]

const litSizeWgsl = ['// lit-size.wgsl: generated by pieces.ts.', ...Object.entries(litSize).map(([name, value]) => `const ${name} = ${value}u;`), ''].join('\n')
/** Of pictures with a table of what the sun lights; moving frames and the irradiance cache have none. */
const LIT_PIECES: readonly string[] = [litSizeWgsl, litTableWgsl]

/** What the processor follows whole light paths by, with the traversals of `uber`. */
export function pathPieces(traversal?: Way, irradiance: readonly string[] = [irradianceNoneWgsl], lit?: readonly string[]): readonly string[] {
  return [...tracingPieces('uber', traversal), ...stagePieces(irradiance, lit), pathConnectWgsl, pathFollowWgsl]
}

const QUEUE_PIECES: readonly string[] = [rayWgsl, rootsWgsl, lightRayWgsl, pathQueueWgsl]

/** What kernels that begin and end the queue's paths are linked from: they trace nothing. */
export const queuedPathPieces = (irradiance: readonly string[] = [irradianceNoneWgsl], lit?: readonly string[]): readonly string[] => [...stagePieces(irradiance, lit), pathQueueWgsl, pathStoreWgsl]

/** A kernel of each stage of the queue's paths, and the one that counts between their turns. */
export const PATH_KERNELS = {
  walk: (traversal: Way) => [...tracingPieces('uber', traversal), ...QUEUE_PIECES, pathWalkWgsl],
  extend: (traversal: Way) => [...tracingPieces('uber', traversal), ...QUEUE_PIECES, pathExtendWgsl],
  /** @param connectsLit  with a table of what the sun lights, and then without a cache */
  shade: (irradiance?: readonly string[], connectsLit = false) => [...(connectsLit ? queuedPathPieces(undefined, LIT_PIECES) : queuedPathPieces(irradiance)), pathShadeWgsl],
  connectPanes: (traversal: Way) => [...tracingPieces('uber', traversal), ...MATERIAL_PIECES, ...QUEUE_PIECES, pathConnectWgsl, pathConnectPanesWgsl],
  count: [...QUEUE_PIECES, pathCountWgsl],
} as const

/** What the path tracer is linked from, on the processor and on the GPU. */
export function pathTracePieces(traversal?: Way): readonly string[] {
  return [...pathPieces(traversal), pathTraceWgsl, pathTraceCpuWgsl]
}

/** The same on the processor for pictures with a table of what the sun lights. */
export function litPathTracePieces(traversal?: Way): readonly string[] {
  return [...pathPieces(traversal, undefined, LIT_PIECES), pathTraceWgsl, pathTraceCpuWgsl]
}

/** What draws that table, on the processor and on the GPU. */
export function litTracePieces(traversal?: Way): readonly string[] {
  return [...tracingPieces('uber', traversal), ...stagePieces([irradianceNoneWgsl], LIT_PIECES), pathConnectWgsl, litTraceWgsl]
}

export const QUEUED_PATH_TRACE_PIECES: readonly string[] = [...queuedPathPieces(), pathTraceWgsl, pathTraceGpuWgsl]

/** What the hybrid frame's paths are linked from, on the processor and on the GPU. */
export function hybridPieces(traversal?: Way): readonly string[] {
  return [...pathPieces(traversal, irradiancePieces()), guideWgsl, frameWgsl, hybridWgsl, mirroredWgsl, hybridCpuWgsl]
}

/** What asks where mirrored things are, of moving hybrid pictures. */
export const mirroredPieces = (traversal: Way): readonly string[] =>
  [...tracingPieces('uber', traversal), octahedralWgsl, surfaceWgsl, luminanceWgsl, rootsWgsl, virtualImageWgsl, guideWgsl, frameWgsl, mirroredWgsl, mirroredGpuWgsl]

export const queuedHybridPieces = (): readonly string[] => [...queuedPathPieces(irradiancePieces()), guideWgsl, frameWgsl, hybridWgsl, hybridGpuWgsl]

/** Room of an irradiance cache: cells (a power of two), cells updated at once, and their paths. 20 MB as it is. */
export interface CacheSize { readonly slots: number; readonly updates: number; readonly rays: number }
export const CACHE_SIZE: CacheSize = { slots: 65536, updates: 16384, rays: 262144 }

/** Paths of one cell in one update, at most. */
export const CACHE_MOST_PATHS = 256

/**
 * The cache's table, bind group 3.
 *
 * @param readsAhead  all keys of a bucket are read before one is looked at: a card waits for memory once instead of up to eight times, and
 * pays with registers; not worth it where the kernel walks trees, too, nor on a processor
 */
export const cachePieces = ({ slots, updates, rays }: CacheSize, readsAhead = false): readonly string[] => [
  `// irradiance-cache-size.wgsl: generated by pieces.ts.\nconst CACHE_SLOTS = ${slots}u;\nconst CACHE_UPDATES = ${updates}u;\nconst CACHE_RAYS = ${rays}u;\nconst CACHE_MOST_PATHS = ${CACHE_MOST_PATHS}u;\nconst CACHE_READS_AHEAD = ${String(readsAhead)};\n`,
  irradianceCacheWgsl,
]

/** For pathPieces: paths may end in the cache. */
export const irradiancePieces = (size: CacheSize = CACHE_SIZE, readsAhead = false): readonly string[] => [...cachePieces(size, readsAhead), irradianceCachedWgsl]

/** Declares the frame's own structs, for those who only need their layouts. */
export const FRAME_PIECES: readonly string[] = [rayWgsl, sceneWgsl, rayQueueWgsl, frameWgsl]
