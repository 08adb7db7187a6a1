import { type CutPart, cutPicture, partsOfBand } from './cut.ts'
import { createLightKeeper } from './light.ts'
import type { GuidedRows, Network, Part } from './network.ts'
import { exposureScale } from './transfer.ts'

export interface DenoiseOptions {
  readonly width: number
  readonly height: number
  /** Of the whole picture, by createExposureMeter() or exposureScale(): every band gets the same, or bands show. */
  readonly scale: number
  readonly signal?: AbortSignal
  /** The network is asked for a part while it has the one before: sooner done, and longer until work that was called off is over. Left out: so it is. */
  readonly asksAhead?: boolean
  /** Share of the work done, 0..1. */
  readonly onProgress?: (share: number) => void
}

/** Takes a picture's rows from top to bottom, however many at a time, and gives them back denoised, some hundred rows later. */
export interface RowDenoiser {
  /** @returns the rows that are finished now, 4 floats per pixel, often none; all that are left when the last row was given */
  push(rows: GuidedRows): Promise<Float32Array>
}

/** Larger pictures go through in smaller parts: more work, in less than half a gigabyte on a card. */
const [LARGE, LARGE_PART] = [4096 * 2304, 600_000]

/**
 * Denoises a picture of any size in bounded memory: a merge of tiles reads its rows from a file, once for the exposure, once for this:
 *
 *     const meter = createExposureMeter(width, height)
 *     for await (const rows of bands()) meter.add(rows.radiance)
 *     const denoiser = createRowDenoiser(network, { width, height, scale: meter.scale() })
 *     for await (const rows of bands()) await write(await denoiser.push(rows))
 *
 * How the rows were cut changes nothing: the picture is the one that would come of a single piece (to 1e-6). In every tile of 64 pixels the mean
 * luminance is within 0.5 % of what came, but that what stray bright pixels bring is spread over the tiles around. What was pushed may be written over afterwards.
 */
export function createRowDenoiser(network: Network, { width, height, scale, signal, asksAhead = true, onProgress }: DenoiseOptions): RowDenoiser {
  const cut = cutPicture(width, height, width * height > LARGE ? Math.min(network.mostPixels, LARGE_PART) : network.mostPixels)
  const bands = Math.ceil(height / cut.rows)
  const perBand = Math.ceil(width / cut.columns)
  const light = createLightKeeper(width, height)
  /** Rows from `top` on that are still needed. */
  let waiting: GuidedRows = { radiance: new Float32Array(), albedo: new Float32Array(), normal: new Float32Array() }
  let [top, bottom, band] = [0, 0, 0]
  /** Denoised rows from `given` on that wait for their light. */
  let denoised: Float32Array = new Float32Array()
  let given = 0

  const rowOf = (index: number): number => Math.min(height, index * cut.rows)
  /** Rows that a band sees, from the first and up to the last. */
  function seenBy(index: number): readonly [number, number] {
    if (index >= bands) return [height, height]
    const [{ around }] = partsOfBand(width, height, rowOf(index), cut)
    return [around.y, around.y + around.height]
  }

  async function start({ around }: CutPart): Promise<Float32Array> {
    signal?.throwIfAborted()
    return network.run(waiting, width, { ...around, y: around.y - top }, scale, signal)
  }

  /** Bands up to `end`; the network has the next part while the one before is put in its place. @param made  receives them, from row `given` on */
  async function denoiseBands(end: number, made: Float32Array): Promise<void> {
    const parts = Array.from({ length: end - band }, (_, i) => partsOfBand(width, height, rowOf(band + i), cut)).flat()
    let next: Promise<Float32Array> | null = null
    for (const [i, { around, kept }] of parts.entries()) {
      const running: Promise<Float32Array> = next ?? start(parts[i])
      next = null
      if (asksAhead && i + 1 < parts.length) {
        next = start(parts[i + 1])
        // What goes wrong is heard of when its turn comes.
        next.catch(() => undefined)
      }
      const part = await running
      const [from, to] = [4 * width * (kept.y - given), 4 * width * (kept.y + kept.height - given)]
      keep(part, around, kept, made.subarray(from, to), width)
      if ((i + 1) % perBand === 0) light.add(waiting.radiance.subarray(4 * width * (kept.y - top), 4 * width * (kept.y + kept.height - top)), made.subarray(from, to))
      onProgress?.((band * perBand + i + 1) / (bands * perBand))
    }
    band = end
  }

  /** Forgets the rows before `y`, and whose memory the others lie in. */
  const keepFrom = (y: number): void => {
    const from = 4 * width * (y - top)
    waiting = { radiance: waiting.radiance.slice(from), albedo: waiting.albedo.slice(from), normal: waiting.normal.slice(from) }
    top = y
  }

  return {
    async push(rows) {
      waiting = { radiance: joinedRows(waiting.radiance, rows.radiance), albedo: joinedRows(waiting.albedo, rows.albedo), normal: joinedRows(waiting.normal, rows.normal) }
      bottom += rows.radiance.length / (4 * width)
      let end = band
      while (end < bands && bottom >= seenBy(end)[1]) end++
      // A picture of gigabytes is copied as seldom as can be: bands come into one piece, whose beginning is given away.
      const made = new Float32Array(4 * width * (rowOf(end) - given))
      made.set(denoised)
      await denoiseBands(end, made)
      const next = Math.min(bottom, seenBy(band)[0])
      if (next > top || waiting.radiance === rows.radiance) keepFrom(next)
      const finished = made.subarray(0, 4 * width * (light.known - given))
      light.apply(given, finished)
      denoised = made.slice(finished.length)
      given += finished.length / (4 * width)
      return finished
    },
  }
}

/** A whole picture at once, 4 floats per pixel. */
export function denoisePicture(network: Network, rows: GuidedRows, { scale, ...options }: Omit<DenoiseOptions, 'scale'> & { readonly scale?: number }): Promise<Float32Array> {
  return createRowDenoiser(network, { ...options, scale: scale ?? exposureScale(rows.radiance, options.width, options.height) }).push(rows)
}

/** What of a part is there for the picture, into its band. */
function keep(part: Float32Array, around: Part, kept: Part, band: Float32Array, width: number): void {
  for (let y = 0; y < kept.height; y++) {
    const from = 4 * ((kept.y - around.y + y) * around.width + kept.x - around.x)
    band.set(part.subarray(from, from + 4 * kept.width), 4 * (y * width + kept.x))
  }
}

/** Rows and those below them. The one that is not empty is not copied: whole pictures come in one piece. */
export function joinedRows(a: Float32Array, b: Float32Array): Float32Array {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  const both = new Float32Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

