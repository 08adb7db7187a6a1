import { formatClock, parseClock } from '../../format/quantities.ts'
import { LARGEST_PICTURE, type PictureOptions } from '../options.ts'

/** What is asked for: every view in every size at every time of day in every variant. */
export interface ManyWish extends Pick<PictureOptions, 'format' | 'samples' | 'bounces' | 'denoise' | 'panorama'> {
  /** Ids of saved views. */
  readonly views: readonly string[]
  readonly sizes: readonly ManySize[]
  /** Minutes since midnight, by the clocks of the place; empty: as the views have it. */
  readonly times: readonly number[]
  /** By name, of the models that have one; empty: models as they are. */
  readonly variants: readonly string[]
}

export interface ManySize { readonly width: number; readonly height: number }

export interface ManyPicture extends ManySize {
  /** Of its file, without an ending; no two are the same. */
  readonly name: string
  /** Id of its view. */
  readonly view: string
  /** null: as the view has it. */
  readonly minutes: number | null
  /** null: models as they are. */
  readonly variant: string | null
}

/** Pictures of one wish at most: a night has no room for more. */
export const MOST_MANY = 1000

/** `1920x1080, 3840 × 2160`; null where a part is no size. Nothing is named twice. */
export function parseSizes(text: string): ManySize[] | null {
  const sizes = partsOf(text).map((part) => /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/i.exec(part)).map((match) => (match === null ? null : { width: Number(match[1]), height: Number(match[2]) }))
  const isSize = (size: ManySize | null): size is ManySize => size !== null && Math.min(size.width, size.height) >= 1 && Math.max(size.width, size.height) <= LARGEST_PICTURE
  return sizes.length > 0 && sizes.every(isSize) ? unique(sizes, formatSize) : null
}

/** `9:00, 17:30`, or nothing; null where a part is no time of day. */
export function parseTimes(text: string): number[] | null {
  const times = partsOf(text).map(parseClock)
  return times.every((minutes) => minutes !== null) ? unique(times, String) : null
}

export const formatSize = ({ width, height }: ManySize): string => `${width} × ${height}`
export const formatSizes = (sizes: readonly ManySize[]): string => sizes.map(formatSize).join(', ')
export const formatTimes = (times: readonly number[]): string => times.map(formatClock).join(', ')

const partsOf = (text: string): string[] => text.split(/[,;]/).map((part) => part.trim()).filter((part) => part !== '')

function unique<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()]
}

/** The pictures of a wish, named so that nobody needs a list to tell them apart. */
export function planMany({ views, sizes, times, variants }: Pick<ManyWish, 'views' | 'sizes' | 'times' | 'variants'>, known: readonly { readonly id: string; readonly name: string }[]): ManyPicture[] {
  const planned: ManyPicture[] = []
  const taken = new Set<string>()
  for (const { id, name } of known.filter((view) => views.includes(view.id))) {
    for (const { width, height, minutes, variant } of looksOf(sizes, times, variants)) {
      // A colon is no part of a file's name.
      const words = [name, ...(sizes.length > 1 ? [`${width}x${height}`] : []), ...(minutes === null ? [] : [formatClock(minutes).replace(':', '.')]), ...(variant === null ? [] : [variant])].join(' ')
      let free = words
      for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${words} ${n}`
      taken.add(free.toLowerCase())
      planned.push({ name: free, view: id, width, height, minutes, variant })
    }
  }
  return planned
}

function looksOf(sizes: readonly ManySize[], times: readonly number[], variants: readonly string[]): Omit<ManyPicture, 'name' | 'view'>[] {
  const [minutesOf, variantOf] = [times.length === 0 ? [null] : times, variants.length === 0 ? [null] : variants]
  return sizes.flatMap(({ width, height }) => minutesOf.flatMap((minutes) => variantOf.map((variant) => ({ width, height, minutes, variant }))))
}
