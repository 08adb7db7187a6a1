import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createExrEncoder } from '../../../renderer/output/exr.ts'
import { createMerge, type Merge, mergedLight, mergedRows, writeMergedDenoised } from '../../../renderer/output/merge.ts'
import { bandsOf, createPictureEncoder, denoisedLayers, type Denoising, layersOf, type Painter, toned, writePicture } from '../../../renderer/output/picture.ts'
import type { PictureFormat, Sink } from '../../../renderer/output/sink.ts'
import { openSums, SumsError, type SumsFile, type SumsSource, vectorsIn } from '../../../renderer/output/sums.ts'
import { loadTone } from './tone.ts'

/** Rows of many parts are read at once: bands are a quarter of what a tracer paints. */
const BAND_SHARE = 4

/** Opened anew at every read: a large picture has more parts than a process may have open files. */
export async function sourceOfFile(name: string): Promise<SumsSource> {
  const { size: sizeBytes } = await stat(name)
  return {
    name, sizeBytes,
    async read(at, count) {
      const file = await open(name, 'r')
      try {
        return await readAt(file, name, at, count)
      } finally {
        await file.close()
      }
    },
  }
}

async function readAt(file: FileHandle, name: string, at: number, count: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(count)
  for (let done = 0; done < count;) {
    const { bytesRead } = await file.read(bytes, done, count - done, at + done)
    if (bytesRead === 0) throw new SumsError(name, 'It ends too early')
    done += bytesRead
  }
  return bytes
}

/** Files as they were named; of a folder all files of sums in it. */
export async function namedSums(names: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    if (!(await stat(name)).isDirectory()) found.push(name)
    else found.push(...(await readdir(name)).filter((entry) => entry.endsWith('.sums')).sort().map((entry) => path.join(name, entry)))
  }
  return found
}

/** A picture of its parts. @throws SumsError */
export async function openMerge(sources: readonly SumsSource[]): Promise<Merge> {
  const files: SumsFile[] = []
  for (const source of sources) files.push(await openSums(source))
  return createMerge(files)
}

/**
 * Writes the picture that the parts make.
 *
 * @param denoising  null: as it was traced
 * @param onProgress  share done, 0..1
 */
export async function writeMerged(merge: Merge, format: PictureFormat, sink: Sink, denoising: Omit<Denoising, 'look'> | null, onProgress: (share: number) => void): Promise<void> {
  const { facts } = merge
  const bands = bandsOf(facts.width, facts.height, BAND_SHARE * vectorsIn(facts))
  const tone = format === 'exr' ? null : loadTone()
  if (denoising !== null) {
    if (format === 'exr') await writeMergedDenoised(merge, denoising, denoisedLayers, await createExrEncoder(sink, facts, 'denoised'), onProgress, bands)
    else await writeMergedDenoised(merge, denoising, (denoised) => tone!(denoised, facts.shown), await createPictureEncoder(format, sink, facts), onProgress, bands)
  } else if (format === 'exr') {
    const rows = mergedRows(merge)
    const paint: Painter<Float32Array> = facts.layered ? async (band, tell) => layersOf(await rows(band, tell)) : mergedLight(merge)
    await writePicture(paint, await createExrEncoder(sink, facts, facts.layered ? 'guides' : 'none'), facts, onProgress, undefined, bands)
  } else await writePicture(toned(mergedLight(merge), tone!, facts.shown), await createPictureEncoder(format, sink, facts), facts, onProgress, undefined, bands)
}
