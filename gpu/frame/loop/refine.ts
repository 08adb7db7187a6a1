import { isFullSize, type Job, tracedSize } from '../job.ts'
import { CENTRE, centredRegion, PATIENCE_MS } from '../pace.ts'
import { isHybrid, samplesOf } from '../plan.ts'

/** No sample follows: the picture is as good as it gets, or a part of it as good as there is patience for. */
export const isLastSample = (job: Job): boolean => !job.input.interacting && isFullSize(job) && !job.isLearning && job.warming === 0 && (job.reason !== null || job.sample + 1 >= samplesOf(job.input))

/**
 * After a complete sample: makes the job what comes next.
 *
 * @param quickMs  of its pace
 * @returns 'done': nothing; 'trace': its next sample; 'raster': that, by a new raster
 */
export function refine(job: Job, quickMs: number): 'done' | 'trace' | 'raster' {
  const { settings, interacting, width, height } = job.input
  if (interacting) return 'done'
  job.wholeMs = (job.ms.shade + job.ms.reflect) * (job.shrink * job.stride) ** 2
  // Hybrid paths at rest start at the eye; the raster is for outlines then, and not jittered.
  let isOutdated = isHybrid(settings) && job.jitter !== CENTRE
  // How many times as long as that the whole picture would take.
  const times = quickMs > 0 ? job.wholeMs / quickMs : Infinity
  if (job.isLearning && (isFullSize(job) || times > 1)) {
    job.stride = Math.min(job.stride, Math.ceil(Math.sqrt(times) / job.shrink))
    return 'trace'
  }
  if (isFullSize(job) && job.warming > 0) {
    job.warming--
    return 'raster'
  }
  if (!isFullSize(job)) {
    isOutdated ||= job.shrink > 1
    job.shrink = job.stride = 1
    job.learned += job.updates
    job.updates = 0
    job.reason = null
    limitTo(job, width * height)
  } else if (job.isFinal || !isHybrid(settings)) {
    if (job.reason !== null || job.sample + 1 >= samplesOf(job.input)) return 'done'
    job.sample++
    isOutdated = !isHybrid(settings)
  }
  return isOutdated ? 'raster' : 'trace'
}

/** Brute force that would take too long goes on with a centred part of the picture. @returns whether it starts over with that */
export function limitBruteForce(job: Job): boolean {
  // Later samples are no dearer than the first, and have its parts in the picture already.
  if (job.reason !== null || job.sample > 0) return false
  return limitTo(job, job.region.width * job.region.height - job.pixels)
}

/** Whether so many pixels more would take brute force too long; then `region` is what it has time for. */
function limitTo(job: Job, pixels: number): boolean {
  const { settings, patienceMs = PATIENCE_MS } = job.input
  const pixelMs = settings.mode === 'brute-force' ? job.outlook.pixelMs(patienceMs) : null
  if (pixelMs === null || pixels * pixelMs < patienceMs) return false
  const { width, height } = tracedSize(job)
  job.region = centredRegion(width, height, (patienceMs * 0.8) / pixelMs)
  job.reason = `Brute force would take about ${Math.round(width * height * pixelMs / 1000)} s for the whole picture`
  return true
}
