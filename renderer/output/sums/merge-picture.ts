import type { FileTone } from '../../../gpu/index.ts'
import { createExrEncoder } from '../encoders/exr.ts'
import { createMerge, type Merge, mergedLight, mergedRows, writeMergedDenoised } from './merge.ts'
import { bandsOf, createPictureEncoder, denoisedLayers, type Denoising, layersOf, type Painter, toned, writePicture } from '../picture/picture.ts'
import type { PictureFormat, Sink } from '../encoders/sink.ts'
import { openSums, type SumsFile, type SumsSource, vectorsIn } from './sums.ts'

/** Rows of many parts are read at once: bands are a quarter of what a tracer paints. */
const BAND_SHARE = 4

/** A picture of its parts. @throws SumsError */
export async function openMerge(sources: readonly SumsSource[]): Promise<Merge> {
  const files: SumsFile[] = []
  for (const source of sources) files.push(await openSums(source))
  return createMerge(files)
}

/**
 * Writes the picture that the parts make.
 *
 * @param tone  null: an EXR needs none
 * @param denoising  null: as it was traced
 * @param onProgress  share done, 0..1
 */
export async function writeMerged(merge: Merge, format: PictureFormat, sink: Sink, tone: FileTone | null, denoising: Omit<Denoising, 'look'> | null, onProgress: (share: number) => void): Promise<void> {
  const { facts } = merge
  const bands = bandsOf(facts.width, facts.height, BAND_SHARE * vectorsIn(facts))
  if (denoising !== null) {
    if (format === 'exr') await writeMergedDenoised(merge, denoising, denoisedLayers, await createExrEncoder(sink, facts, 'denoised'), onProgress, bands)
    else await writeMergedDenoised(merge, denoising, (denoised) => tone!(denoised, facts.shown), await createPictureEncoder(format, sink, facts), onProgress, bands)
  } else if (format === 'exr') {
    const rows = mergedRows(merge)
    const paint: Painter<Float32Array> = facts.layered ? async (band, tell) => layersOf(await rows(band, tell)) : mergedLight(merge)
    await writePicture(paint, await createExrEncoder(sink, facts, facts.layered ? 'guides' : 'none'), facts, onProgress, undefined, bands)
  } else await writePicture(toned(mergedLight(merge), tone!, facts.shown), await createPictureEncoder(format, sink, facts), facts, onProgress, undefined, bands)
}
