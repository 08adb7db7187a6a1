import { addSums, createExposureMeter, guidesOfSums, type PathGuides, radianceOfSums } from '../../../gpu/index.ts'
import { type Band, type Denoising, type LayeredRows, type Painter, writeDenoisedBands } from '../picture/picture.ts'
import type { PictureEncoder } from '../encoders/sink.ts'
import { isFirstPart, SumsError, type SumsFile, sumsIn, vectorsIn } from './sums.ts'

/** A band of the whole picture in sums; all samples of it are there. */
export interface MergedBand {
  /** Radiance in nits, premultiplied, and coverage: 4 floats per pixel. */
  readonly radiance: Float32Array
  /** What is seen there; null where the parts have no layers. */
  readonly guides: PathGuides | null
}

/** Reads any band of a picture that lies in parts. */
export interface Merge {
  readonly facts: Pick<SumsFile['facts'], 'width' | 'height' | 'panorama' | 'transparent' | 'shown' | 'layered' | 'things'>
  readonly samples: number
  /** Who traced it; more than one: its last bits may differ from part to part. */
  readonly adapters: readonly string[]
  readonly band: (band: Band) => Promise<MergedBand>
}

/** Parts of one region, in the order of their samples. */
interface Column { readonly region: SumsFile['facts']['region']; readonly parts: readonly SumsFile[] }

/**
 * Puts parts together: every pixel once, all of its samples, in their order. What comes out has the bits of the picture that was traced as one.
 *
 * @throws SumsError for parts that do not belong together, overlap or are missing
 */
export function createMerge(files: readonly SumsFile[]): Merge {
  if (files.length === 0) throw new SumsError('', 'There are no parts')
  const [{ facts }] = files
  for (const other of files) {
    const { width, height, panorama, transparent, picture, layered, shown } = other.facts
    const isSame = width === facts.width && height === facts.height && panorama === facts.panorama && transparent === facts.transparent && picture === facts.picture && layered === facts.layered &&
      shown.exposureEv === facts.shown.exposureEv && shown.toneMap === facts.shown.toneMap && shown.whiteBalance === facts.shown.whiteBalance
    if (!isSame) throw new SumsError(other.name, `It belongs to another picture than ${files[0].name}`)
  }
  const columns = columnsOf(files)
  const samples = endOf(columns[0])
  for (const column of columns) if (endOf(column) !== samples) throw new SumsError(column.parts.at(-1)!.name, `It ends at sample ${endOf(column)}, others at ${samples}`)
  checkCover(columns, facts.width, facts.height)
  const things = files.find((file) => isFirstPart(file.facts))?.facts.things
  return { facts: { ...facts, things }, samples, adapters: [...new Set(files.map((file) => file.facts.adapter))].sort(), band: (band) => mergeBand(columns, facts.width, vectorsIn(facts), samples, band) }
}

const endOf = ({ parts }: Column): number => parts.at(-1)!.facts.firstSample + parts.at(-1)!.facts.samples

function columnsOf(files: readonly SumsFile[]): Column[] {
  const byRegion = new Map<string, SumsFile[]>()
  for (const file of files) {
    const { x, y, width, height } = file.facts.region
    const key = `${x},${y},${width},${height}`
    byRegion.set(key, [...(byRegion.get(key) ?? []), file])
  }
  return [...byRegion.values()].map((parts) => {
    parts.sort((a, b) => a.facts.firstSample - b.facts.firstSample)
    let next = 0
    for (const { name, facts: { firstSample, samples } } of parts) {
      if (firstSample !== next) throw new SumsError(name, `It begins at sample ${firstSample}, not ${next}`)
      next += samples
    }
    return { region: parts[0].facts.region, parts }
  })
}

/** Every pixel once: rows between the edges of regions, each of them covered from end to end. */
function checkCover(columns: readonly Column[], width: number, height: number): void {
  const edges = [...new Set([0, height, ...columns.flatMap(({ region }) => [region.y, region.y + region.height])])].sort((a, b) => a - b)
  for (let i = 0; i + 1 < edges.length; i++) {
    const there = columns.filter(({ region }) => region.y <= edges[i] && edges[i] < region.y + region.height).sort((a, b) => a.region.x - b.region.x)
    let next = 0
    for (const { region, parts } of there) {
      if (region.x < next) throw new SumsError(parts[0].name, 'It covers what another part covers')
      if (region.x > next) break
      next += region.width
    }
    if (next !== width) throw new SumsError('', `The part at ${next}, ${edges[i]} is missing`)
  }
}

async function mergeBand(columns: readonly Column[], width: number, vectors: number, samples: number, { y, rows }: Band): Promise<MergedBand> {
  const sums = Array.from({ length: vectors }, () => new Float32Array(width * rows * 4))
  for (const { region, parts } of columns) {
    const [top, bottom] = [Math.max(y, region.y), Math.min(y + rows, region.y + region.height)]
    if (top >= bottom) continue
    for (let vector = 0; vector < vectors; vector++) {
      let sum: Float32Array | null = null
      for (const part of parts) {
        for (let i = 0; i < sumsIn(part.facts); i++) {
          const block = await part.rows(i, vector, top, bottom - top)
          sum = sum === null ? block : addSums(sum, block)
        }
      }
      for (let row = 0; row < bottom - top; row++) {
        sums[vector].set(sum!.subarray(4 * row * region.width, 4 * (row + 1) * region.width), 4 * ((top - y + row) * width + region.x))
      }
    }
  }
  return { radiance: radianceOfSums(sums[0], samples), guides: vectors === 1 ? null : guidesOfSums(sums[1], sums[2], sums[3], samples) }
}

/** The light of a merged picture as it was traced. */
export const mergedLight = ({ band }: Merge): Painter<Float32Array> => async (at, tell) => {
  const { radiance } = await band(at)
  tell(1)
  return radiance
}

/** The same with what is seen there. @throws SumsError where its parts have no layers */
export const mergedRows = ({ band }: Merge): Painter<LayeredRows> => async (at, tell) => {
  const { radiance, guides } = await band(at)
  if (guides === null) throw new SumsError('', 'Its parts have no layers')
  tell(1)
  return { radiance, ...guides }
}

/**
 * Denoises the whole picture: the parts hold what was traced, so no seam shows. Their rows are read twice, once for the exposure that all bands
 * share. @param encoder  and `shownOf`: as writeDenoised() takes them
 */
export async function writeMergedDenoised<Values>(
  merge: Merge, denoising: Omit<Denoising, 'look'>, shownOf: (denoised: Float32Array, noisy: LayeredRows) => Values, encoder: PictureEncoder<Values>, onProgress: (share: number) => void, bands: readonly Band[],
): Promise<void> {
  const { width, height } = merge.facts
  const meter = createExposureMeter(width, height)
  for (const band of bands) {
    meter.add((await merge.band(band)).radiance)
    onProgress((band.y + band.rows) / height / 2)
  }
  await writeDenoisedBands({ paint: mergedRows(merge), bands, scale: meter.scale(), size: merge.facts }, denoising, shownOf, encoder, (share) => onProgress((1 + share) / 2))
}
