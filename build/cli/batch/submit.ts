import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { type BatchWish, fileNameOf, type Picture, type Sun } from '../../../electron/batch-wire.ts'
import { encodeJob, type Job, MOST_PICTURES } from '../../../electron/batch/job.ts'
import { keys, type Store } from '../../../electron/batch/files/store.ts'
import { INDIRECT_BOUNCES } from '../../../gpu/settings.ts'
import { lockAndCut, type Planned, planPictures, type Wish } from '../../../renderer/output/many/queue-plan.ts'
import { missingVariant } from '../../../renderer/output/many/room-shot.ts'
import { formatOf, listOfExtensions } from '../../../renderer/imports/formats.ts'
import { intlLocale, say } from '../../../renderer/words/say.ts'
import { parseOptions } from '../still/options.ts'
import { UsageError } from '../usage.ts'
import { type BatchOptions, deviceOf, numberOf } from './options.ts'
import { askOnce } from './renderer.ts'

export interface Submission { readonly job: Job; readonly id: string; readonly priority: number }

/**
 * Makes a job of what was asked for: its pictures, their brightness, and how they are cut. All that it is made of lies in the store before the
 * queue hears of it.
 *
 * @throws UsageError
 */
export async function prepareJob({ words, values }: BatchOptions, store: Store, version: string, tell: (share: number) => void): Promise<Submission> {
  if (words.length !== 1) throw new UsageError(say('cli.batch.error.oneFile'))
  const file = path.resolve(words[0])
  if (formatOf(file)?.kind !== 'project') throw new UsageError(say('cli.error.type', { file, extensions: listOfExtensions(intlLocale(), 'project') }))
  const work = { signal: new AbortController().signal, tell }
  const { job, id } = await makeJob({ file, name: fileNameOf(values.name ?? path.basename(file, path.extname(file))), wishOf: (known) => wishOf(values, known), values, store, version }, work)
  return { job, id, priority: numberOf(values, 'priority', 0, -1000, 1000) }
}

/** Names that a project has. */
export interface Known { readonly views: readonly string[]; readonly variants: readonly string[] }

/** What a job is made of. */
export interface JobOrder {
  readonly file: string
  readonly name: string
  /** @throws UsageError */
  readonly wishOf: (known: Known) => Wish
  /** How it is measured and cut. */
  readonly values: Pick<BatchOptions['values'], 'device' | 'exposure' | 'tile-seconds'>
  readonly store: Store
  readonly version: string
}

/** @throws UsageError */
export async function makeJob({ file, name, wishOf: wish, values, store, version }: JobOrder, work: Parameters<typeof askOnce>[1]): Promise<{ readonly job: Job; readonly id: string }> {
  const { views = [], variants = [] } = await askOnce({ kind: 'views', file }, work)
  const planned = planPictures(wish({ views, variants }))
  if (planned.length > MOST_PICTURES) throw new UsageError(say('cli.batch.error.tooMany', { count: planned.length, most: MOST_PICTURES }))
  const pictures = await measured(planned, file, values, deviceOf(values), work)
  const sha256 = await hashOf(file)
  const job: Job = { format: 1, atrium: version, name, project: sha256, pictures }
  const { bytes, id } = encodeJob(job)
  if (await store.size(keys.project(sha256)) === null) await store.put(keys.project(sha256), file)
  await store.putBytes(keys.job(id), bytes)
  return { job, id }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer)
  return hash.digest('hex')
}

function wishOf(values: BatchOptions['values'], { views: known, variants: offered }: Known): Wish {
  const list = (text: string): string[] => text.split(',').map((part) => part.trim()).filter((part) => part !== '')
  // As the command of a single still reads them: the same words mean the same, and are refused alike.
  const still = (...words: string[]) => parseOptions(['x.atrium', '--out=x.png', ...words])
  const sizes = list(values.size ?? (values.panorama === true ? '4096x2048' : '1920x1080')).map((size) => still(`--size=${size}`))
  const suns: (Sun | null)[] = values.sun === undefined ? [null] : list(values.sun).map((sun) => still(`--sun=${sun}`).sun)
  const format = (values.format ?? 'png').toLowerCase()
  if (format !== 'png' && format !== 'jpg' && format !== 'exr') throw new UsageError(say('cli.error.choose', { name: 'format', value: format, choices: 'png, jpg, exr' }))
  if (values.transparent === true && format === 'jpg') throw new UsageError(say('cli.error.transparent'))
  const clip = values.clip === undefined ? null : { seconds: numberOf(values, 'clip', 10, 0.01, 3600, false), framesPerSecond: numberOf(values, 'fps', 30, 1, 120) }
  if ((clip !== null && known.length === 0) || (values.views === undefined && known.length === 0)) throw new UsageError(say('cli.batch.error.noViews'))
  const views = values.views === undefined ? known : list(values.views).map((name) => {
    const found = known.find((view) => view === name) ?? known.find((view) => view.toLowerCase() === name.toLowerCase())
    if (found === undefined) throw new UsageError(say('cli.error.view', { name, views: known.map((view) => say('cli.quoted', { name: view })).join(', ') }))
    return found
  })
  return {
    views, sizes, suns, clip, format, variants: values.variants === undefined ? [null] : list(values.variants).map((name) => offered.find((each) => each === name) ?? offered.find((each) => each.toLowerCase() === name.toLowerCase()) ?? missingVariant(name, offered)), samples: numberOf(values, 'samples', 256, 1, 65_536), bounces: numberOf(values, 'bounces', INDIRECT_BOUNCES, 0, 64), seed: numberOf(values, 'seed', 1, 0, 2 ** 32 - 1),
    glossFloor: numberOf(values, 'caustics', 0, 0, 1, false), panorama: values.panorama === true, transparent: values.transparent === true, layers: values.layers === true || format === 'exr', denoise: still(...(values.denoise === undefined ? [] : [`--denoise=${values.denoise}`])).denoise,
  }
}

/** What a window has asked for, as a wish of this command. @throws UsageError, ShotError */
export function wishOfNote({ views, times, variants, clip, ...rest }: BatchWish, { views: known, variants: offered }: Known): Wish {
  const missing = views.find((view) => !known.includes(view))
  if (missing !== undefined) throw new UsageError(say('cli.error.view', { name: missing, views: known.map((view) => say('cli.quoted', { name: view })).join(', ') }))
  if (known.length === 0) throw new UsageError(say('cli.batch.error.noViews'))
  for (const name of variants) if (!offered.includes(name)) missingVariant(name, offered)
  const suns = times.length === 0 ? [null] : times.map((minutes): Sun => ({ date: null, minutes }))
  return { ...rest, views, clip, suns, variants: variants.length === 0 ? [null] : variants, seed: 1, glossFloor: 0, transparent: false, layers: rest.format === 'exr' }
}

const wordsOfPlanned = ({ view, way, moved, sun, variant, width, height, bounces, panorama }: Planned): string[] => [
  `--size=${width}x${height}`, `--bounces=${bounces}`, `--moved=${moved}`, ...(view === null ? [] : [`--view=${view}`]), ...(way === null ? [] : [`--way=${way}`]), ...(panorama ? ['--panorama'] : []), ...(variant === null ? [] : [`--variant=${variant}`]),
  ...(sun === null ? [] : [`--sun=${sun.date === null ? '' : `${sun.date}T`}${Math.floor(sun.minutes / 60)}:${String(sun.minutes % 60).padStart(2, '0')}`]),
]

/** Measures every picture's brightness once, and how fast this machine is, on little pictures. */
function measured(planned: readonly Planned[], file: string, values: JobOrder['values'], device: 'gpu' | 'cpu' | null, work: Parameters<typeof askOnce>[1]): Promise<Picture[]> {
  const exposure = values.exposure === undefined ? [] : [values.exposure === 'auto' ? '--exposure=auto' : `--exposure=${numberOf(values, 'exposure', 0, -40, 40, false)}`]
  return lockAndCut(planned, numberOf(values, 'tile-seconds', 120, 0.01, 36_000, false), async (pictures) => {
    const { exposures = [], secondsPerPath = 1e-4 } = await askOnce({ kind: 'measure', file, device, pictures: pictures.map((picture) => [...wordsOfPlanned(picture), ...exposure]) }, work)
    return { exposures, secondsPerPath }
  })
}
