import type { SceneUpdate } from '../../tables/scene-tables.ts'
import type { TraversalName } from '../../traversal/traversals.ts'
import type { FrameReport } from '../frame.ts'
import { isFullSize, type Job, passTimes, tracedSize } from '../job.ts'
import type { Tracer } from '../pass.ts'
import { samplesOf } from '../plan.ts'

/** Before the first picture. */
export const emptyReport = (traversal: TraversalName): FrameReport => ({
  passMs: { gbuffer: 0, shade: 0, reflect: 0, irradiance: 0, denoise: 0, edges: 0, tonemap: 0 }, frameMs: 0, rays: { shadow: 0, reflection: 0 }, width: 0, height: 0,
  samples: 0, samplesWanted: 0, uberBuildMs: 0, instances: 0, triangles: 0, region: null, heat: null,
  executor: { kind: 'gpu', threads: 0 }, traversal, exposureEv: 0,
})

/** Of a picture whose first sample is complete. */
export function reportOf(job: Job, tracer: Tracer, update: SceneUpdate, found: Pick<FrameReport, 'rays' | 'heat' | 'exposureEv'>): FrameReport {
  const { x, y, width, height } = job.region
  const spacing = job.stride * job.shrink
  return {
    ...found, passMs: passTimes(job), frameMs: job.ms.frame, ...tracedSize(job),
    executor: { kind: tracer.kind, threads: tracer.kind === 'gpu' ? 0 : tracer.executor.threads }, traversal: job.walk.traversal,
    samples: isFullSize(job) ? 1 : 0, samplesWanted: job.reason === null ? samplesOf(job.input) : 1,
    uberBuildMs: update.uberBuildMs, instances: update.instances, triangles: update.triangles,
    region: job.reason === null ? null : { x: x * spacing, y: y * spacing, width: width * spacing, height: height * spacing, reason: job.reason },
  }
}
