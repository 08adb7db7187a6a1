import octahedralWgsl from '../../kernels/octahedral.wgsl?raw'
import rayWgsl from '../../kernels/ray.wgsl?raw'
import samplingWgsl from '../../kernels/sampling.wgsl?raw'
import type { TraversalName } from '../../traversal/traversals.ts'
import irradianceCacheKeepWgsl from './irradiance-cache-keep.wgsl?raw'
import irradianceCacheShareWgsl from './irradiance-cache-share.wgsl?raw'
import irradianceCacheTraceWgsl from './irradiance-cache-trace.wgsl?raw'
import irradianceProbeWgsl from './irradiance-probe.wgsl?raw'
import { CACHE_SIZE, cachePieces, type CacheSize, irradiancePieces, pathPieces } from '../pieces.ts'

/** What keeps the cache's table. */
export const irradianceKeepPieces = (size: CacheSize = CACHE_SIZE): readonly string[] =>
  [rayWgsl, samplingWgsl, octahedralWgsl, ...cachePieces(size), irradianceCacheKeepWgsl, irradianceCacheShareWgsl]

/** What traces for it. */
export const irradianceTracePieces = (traversal?: TraversalName, size: CacheSize = CACHE_SIZE): readonly string[] =>
  [...pathPieces(traversal, irradiancePieces(size)), irradianceCacheTraceWgsl]

export const irradianceProbePieces = (size: CacheSize = CACHE_SIZE): readonly string[] => [rayWgsl, samplingWgsl, ...cachePieces(size), irradianceProbeWgsl]
