import type { PathTracer } from '../../../gpu/index.ts'
import type { Shot } from '../picture/picture.ts'

/** Of a picture whose speed is measured: pixels, and samples and milliseconds at most. */
const [SIZE, SAMPLES, MOST_MS] = [{ width: 256, height: 144 }, 8, 1500] as const

/** Seconds that a path of this picture takes on this computer: what its tiles are cut by. A part of a sample tells as much as all of it. */
export async function secondsOfPath(tracer: PathTracer, shot: Shot, bounces: number): Promise<number> {
  // A table of what the sun lights is drawn once a picture, and may take longer than all this.
  await tracer.begin({ ...shot, ...SIZE, bounces, seed: 1, connectsLit: false })
  const began = performance.now()
  do await tracer.step(SAMPLES - tracer.samples)
  while (tracer.samples < SAMPLES && performance.now() - began < MOST_MS)
  return (performance.now() - began) / 1000 / ((tracer.samples + tracer.fraction) * SIZE.width * SIZE.height)
}
