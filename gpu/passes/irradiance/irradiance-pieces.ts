import octahedralWgsl from '../../kernels/octahedral.wgsl?raw'
import rayWgsl from '../../kernels/ray.wgsl?raw'
import samplingWgsl from '../../kernels/sampling.wgsl?raw'
import type { Way } from '../../traversal/walk.ts'
import irradianceCacheKeepWgsl from './irradiance-cache-keep.wgsl?raw'
import irradianceCacheShareWgsl from './irradiance-cache-share.wgsl?raw'
import irradianceCacheTraceWgsl from './irradiance-cache-trace.wgsl?raw'
import irradianceCacheCpuWgsl from './irradiance-cache-cpu.wgsl?raw'
import irradianceCacheGpuWgsl from './irradiance-cache-gpu.wgsl?raw'
import irradianceCacheVisitWgsl from './irradiance-cache-visit.wgsl?raw'
import irradianceProbeWgsl from './irradiance-probe.wgsl?raw'
import { CACHE_SIZE, cachePieces, type CacheSize, irradiancePieces, pathPieces, queuedPathPieces, radiancePieces } from '../pieces.ts'

/** What keeps the cache's table. */
export const irradianceKeepPieces = (size: CacheSize = CACHE_SIZE): readonly string[] =>
  [rayWgsl, samplingWgsl, octahedralWgsl, ...cachePieces(size), irradianceCacheKeepWgsl, irradianceCacheShareWgsl]

/** What finds where it is traced from. */
export const irradianceVisitPieces = (traversal?: Way, size: CacheSize = CACHE_SIZE): readonly string[] =>
  [...radiancePieces('uber', traversal), ...cachePieces(size), irradianceCacheVisitWgsl]

/** What traces for it, on the processor and on the GPU. */
export const irradianceTracePieces = (traversal?: Way): readonly string[] =>
  [...pathPieces(traversal, irradiancePieces()), irradianceCacheTraceWgsl, irradianceCacheCpuWgsl]

export const queuedIrradiancePieces = (size: CacheSize = CACHE_SIZE): readonly string[] =>
  [...queuedPathPieces(irradiancePieces(size)), irradianceCacheTraceWgsl, irradianceCacheGpuWgsl]

export const irradianceProbePieces = (size: CacheSize = CACHE_SIZE): readonly string[] => [rayWgsl, samplingWgsl, ...cachePieces(size), irradianceProbeWgsl]
