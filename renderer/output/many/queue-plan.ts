import { fileNameOf, MOST_SUM_VECTORS, type Picture, type Sun } from '../../../electron/batch-wire.ts'
import { CLEAN_SAMPLES } from '../options.ts'

/** What is asked for: every view in every size at every time of day in every variant, or a clip along the views. */
export interface Wish {
  readonly views: readonly string[]
  readonly sizes: readonly { readonly width: number; readonly height: number }[]
  /** null: as the views have it. */
  readonly suns: readonly (Sun | null)[]
  /** null: models as the project has them. */
  readonly variants: readonly (string | null)[]
  /** Seconds, and frames in each; null: pictures. */
  readonly clip: { readonly seconds: number; readonly framesPerSecond: number } | null
  readonly samples: number
  readonly bounces: number
  readonly seed: number
  readonly glossFloor: number
  readonly panorama: boolean
  readonly transparent: boolean
  readonly layers: boolean
  /** null: where few samples leave noise. */
  readonly denoise: boolean | null
  readonly format: Picture['format']
}

/** A picture before its brightness was measured and it was cut. */
export type Planned = Omit<Picture, 'exposureEv' | 'cut'>

const two = (n: number): string => String(n).padStart(2, '0')
const sunName = ({ date, minutes }: Sun): string => `${date === null ? '' : `${date} `}${two(Math.floor(minutes / 60))}.${two(minutes % 60)}`

/** The pictures of a wish, named so that nobody needs a list to tell them apart. */
export function planPictures(wish: Wish): Planned[] {
  const { clip, samples, bounces, seed, glossFloor, panorama, transparent, format } = wish
  const denoise = wish.denoise ?? samples < CLEAN_SAMPLES
  const shared = { samples, bounces, glossFloor, panorama, transparent, layers: wish.layers || denoise, denoise, format }
  return unique(looksOf(wish).flatMap(({ sun, variant, width, height }): Planned[] => {
    const more = [...(wish.sizes.length > 1 ? [`${width}x${height}`] : []), ...(sun === null ? [] : [sunName(sun)]), ...(variant === null ? [] : [variant])].join(' ')
    const look = { ...shared, sun, variant, width, height }
    if (clip === null) return wish.views.map((view) => ({ ...look, name: fileNameOf(`${view} ${more}`.trim()), clip: null, view, way: null, moved: 0, seed }))
    const frames = Math.max(1, Math.round(clip.seconds * clip.framesPerSecond))
    return Array.from({ length: frames }, (_, frame) => {
      const way = frames === 1 ? 0 : frame / (frames - 1)
      // Every frame has noise of its own: one that stood still over all of them would look like dirt on the lens.
      return { ...look, name: String(frame + 1).padStart(5, '0'), clip: fileNameOf(`Clip ${more}`.trim()), view: null, way, moved: way * clip.seconds, seed: (seed + frame) % 2 ** 32 }
    })
  }))
}

/** How a view is looked at: in every variant at every time of day, in every size. */
function looksOf({ suns, sizes, variants }: Wish) {
  return variants.flatMap((variant) => suns.flatMap((sun) => sizes.map(({ width, height }) => ({ sun, variant, width, height }))))
}

/** Views may share a name; files may not, and case counts for nothing on some disks. */
function unique(planned: readonly Planned[]): Planned[] {
  const taken = new Set<string>()
  return planned.map((picture) => {
    let { name } = picture
    for (let n = 2; taken.has(`${picture.clip ?? ''}/${name}`.toLowerCase()); n++) name = `${picture.name} ${n}`
    taken.add(`${picture.clip ?? ''}/${name}`.toLowerCase())
    return { ...picture, name }
  })
}

/** What was measured of pictures: EV at ISO 100 of each, and how long one sample of one pixel takes here. */
export interface Measured { readonly exposures: readonly number[]; readonly secondsPerPath: number }

/** Locks the brightness of pictures and cuts them. @param measure  is asked for one picture of those that must be alike */
export async function lockAndCut(planned: readonly Planned[], tileSeconds: number, measure: (pictures: readonly Planned[]) => Promise<Measured>): Promise<Picture[]> {
  // Sizes of one shape are as bright as each other, a clip's frames as its first (it must not flicker), and variants: they are compared.
  const alike = (picture: Planned): string => JSON.stringify([picture.clip !== null, picture.view, picture.sun, picture.panorama, (picture.width / picture.height).toFixed(3)])
  const firsts = new Map<string, Planned>()
  for (const picture of planned) if (!firsts.has(alike(picture))) firsts.set(alike(picture), picture)
  const groups = [...firsts.keys()]
  const { exposures, secondsPerPath } = await measure([...firsts.values()])
  return planned.map((picture) => ({ ...picture, exposureEv: exposures[groups.indexOf(alike(picture))], cut: cutFor(picture, secondsPerPath, tileSeconds) }))
}

/** Pixels of a tile at least: fewer leave a card idle and cost more for starting than for tracing. */
const FEWEST_PIXELS = 16_384

/**
 * How a picture is cut, so that a tile takes about so long.
 *
 * @param secondsPerPath  of one sample of one pixel, as measured where the job was made; other machines take their own time
 */
export function cutFor({ samples, layers, width, height }: Planned, secondsPerPath: number, tileSeconds: number): Picture['cut'] {
  const paths = Math.max(1, tileSeconds / secondsPerPath)
  const blocks = Math.ceil(samples / 64)
  const most = Math.floor(MOST_SUM_VECTORS / (layers ? 4 : 1))
  const pixels = Math.min(most, Math.max(Math.min(FEWEST_PIXELS, width * height), Math.floor(paths / samples)))
  // Clocks are never twice the same: in powers of two, the same wish is mostly the same job.
  const evenPixels = Math.min(most, 2 ** Math.round(Math.log2(pixels)))
  return { pixels: evenPixels, blocks: Math.max(1, Math.min(1024, blocks, Math.floor(paths / evenPixels / 64))) }
}
