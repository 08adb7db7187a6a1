import { type FileTone, SAMPLE_BLOCK } from '../../../gpu/index.ts'
import { SumsError, type SumsFacts, type SumsFile } from './sums.ts'

/** A small picture of a large one whose tiles come one after the other. */
export interface TilePicture {
  /** Of the small one, pixels. */
  readonly width: number
  readonly height: number
  /** Adds what a tile holds: of its sums the first, which is there, and of that a row for every row of the small picture. @throws SumsError for a tile of another picture */
  add(file: SumsFile): Promise<void>
  /** @returns 4 bytes per pixel, straight alpha; where no tile is yet, nothing is seen. null: no tile is there at all */
  paint(tone: FileTone): Uint8ClampedArray<ArrayBuffer> | null
}

/** Samples of the first sum of a file. */
const samplesOf = ({ firstSample, samples }: SumsFacts): number => (firstSample === 0 ? samples : Math.min(SAMPLE_BLOCK, samples))

/** @param longest  of the small picture, pixels */
export function createTilePicture(pictureWidth: number, pictureHeight: number, longest: number): TilePicture {
  const factor = Math.min(1, longest / Math.max(pictureWidth, pictureHeight))
  const [width, height] = [Math.max(1, Math.round(pictureWidth * factor)), Math.max(1, Math.round(pictureHeight * factor))]
  // Radiance and coverage, and of how many samples.
  const sums = new Float64Array(4 * width * height)
  const samples = new Float64Array(width * height)
  let shown: SumsFacts['shown'] | null = null

  async function addRow(file: SumsFile, row: number): Promise<void> {
    const { region } = file.facts
    const y = Math.min(pictureHeight - 1, Math.floor(((row + 0.5) * pictureHeight) / height))
    if (y < region.y || y >= region.y + region.height) return
    const values = await file.rows(0, 0, y, 1)
    for (let i = 0; i < region.width; i++) {
      const pixel = row * width + Math.min(width - 1, Math.floor(((region.x + i) * width) / pictureWidth))
      for (let channel = 0; channel < 4; channel++) sums[4 * pixel + channel] += values[4 * i + channel]
      samples[pixel] += samplesOf(file.facts)
    }
  }

  return {
    width, height,
    async add(file) {
      const { facts } = file
      if (facts.width !== pictureWidth || facts.height !== pictureHeight) throw new SumsError(file.name, `It belongs to a picture of ${facts.width} x ${facts.height}`)
      shown ??= facts.shown
      const [first, end] = [Math.floor((facts.region.y * height) / pictureHeight), Math.ceil(((facts.region.y + facts.region.height) * height) / pictureHeight)]
      for (let row = first; row < Math.min(height, end); row++) await addRow(file, row)
    },
    paint(tone) {
      if (shown === null) return null
      const bytes = new Uint8ClampedArray(tone(Float32Array.from(sums, (sum, i) => sum / Math.max(1, samples[i >> 2])), shown))
      for (const [pixel, count] of samples.entries()) if (count === 0) bytes[4 * pixel + 3] = 0
      return bytes
    },
  }
}
