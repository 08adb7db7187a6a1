import { parseArgs } from 'node:util'
import { type PathRegion, type RenderSettings, type Rgb, SAMPLE_BLOCK } from '../../../gpu/index.ts'
import { listOfExtensions } from '../../../renderer/imports/formats.ts'
import { CLEAN_SAMPLES } from '../../../renderer/output/options.ts'
import { intlLocale, say } from '../../../renderer/words/say.ts'
import { sentenceOfParser, UsageError } from '../usage.ts'

/** What each option takes, in the order of the help; each is explained by the word `cli.option.<name>`. */
const OPTIONS = {
  view: 'NAME', size: 'WxH', samples: 'N', mode: 'NAME', bounces: 'N', environment: 'R,G,B|FILE', 'tone-map': 'NAME', exposure: 'EV|auto', 'white-balance': 'K', seed: 'N', caustics: 'R', denoise: 'on|off',
  panorama: '', transparent: '', device: 'NAME', sun: '[DATET]HH:MM', variant: 'NAME', way: 'SHARE', moved: 'SECONDS',
  region: 'X,Y,W,H', tile: 'K/N', 'first-sample': 'N', sums: '', layers: '', merge: '',
} as const

/** Every option with its explanation, a line each. */
export function usage(): string {
  const named = Object.entries(OPTIONS).map(([name, value]) => [`--${name} ${value}`.trimEnd(), say(`cli.option.${name as keyof typeof OPTIONS}`)])
  const width = Math.max(...named.map(([option]) => option.length))
  return [say('cli.call'), ...named.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`)].join('\n')
}

export interface StillOptions {
  readonly file: string
  /** Parts to merge. */
  readonly files: readonly string[]
  readonly out: string
  readonly format: 'png' | 'jpg' | 'exr' | 'sums'
  readonly view: string | null
  readonly width: number
  readonly height: number
  readonly samples: number
  readonly mode: 'reference' | 'hybrid' | 'whitted'
  /** null: the mode's own. */
  readonly bounces: number | null
  readonly environment: { readonly color: Rgb } | { readonly file: string } | null
  readonly toneMap: RenderSettings['toneMap'] | null
  readonly exposure: number | 'auto' | null
  readonly whiteBalance: number | null
  readonly seed: number
  readonly panorama: boolean
  readonly transparent: boolean
  /** 0: the truth. */
  readonly glossFloor: number
  /** Of the reference. */
  readonly denoises: boolean
  /** As it was asked for; null: whoever makes the picture decides by its samples. */
  readonly denoise: boolean | null
  readonly device: 'gpu' | 'cpu' | null
  /** Where the sun stands; null: as the view has it. No date: the project's own. */
  readonly sun: { readonly date: string | null; readonly minutes: number } | null
  /** Of the models that have one of this name; null: as they are. */
  readonly variant: string | null
  /** Share of the way through the saved views, 0..1; null: the view's camera. */
  readonly way: number | null
  /** Seconds that have passed for what moves by itself. */
  readonly moved: number
  /** null: all of the picture. Pixels. */
  readonly region: PathRegion | null
  /** A multiple of SAMPLE_BLOCK. */
  readonly firstSample: number
  /** Sums keep what is seen, too. */
  readonly layers: boolean
  /** Files of sums become a picture. */
  readonly merges: boolean
}

const TONE_MAPS: readonly RenderSettings['toneMap'][] = ['agx', 'neutral', 'aces', 'none']
const MOST_PIXELS = 16_384

/** @throws UsageError naming the option, what it was given and what it takes */
export function parseOptions(args: readonly string[]): StillOptions {
  const { values, positionals } = parseCommandLine(args)
  const merges = values.merge === true
  if (positionals.length !== 1 && !(merges && positionals.length > 0)) throw new UsageError(positionals.length === 0 ? say('cli.error.noFile', { extensions: listOfExtensions(intlLocale(), 'project', 'model') }) : say('cli.error.manyFiles', { files: positionals.join(', ') }))
  const { out } = values
  if (out === undefined) throw new UsageError(say('cli.error.noOut'))
  const named = /\.(png|jpg|jpeg|exr)$/i.exec(out)?.[1].toLowerCase().replace('jpeg', 'jpg') as StillOptions['format'] | undefined
  const format = values.sums === true ? 'sums' : named
  if (format === undefined) throw new UsageError(say('cli.error.format', { out }))
  const size = /^(\d+)x(\d+)$/.exec(values.size ?? (values.panorama === true ? '2048x1024' : '1280x720'))
  const [width, height] = size === null ? [0, 0] : [Number(size[1]), Number(size[2])]
  if (!(width >= 1 && height >= 1 && width <= MOST_PIXELS && height <= MOST_PIXELS)) {
    throw new UsageError(say('cli.error.size', { size: values.size ?? '', most: MOST_PIXELS }))
  }
  const mode = oneOf('mode', values.mode ?? 'reference', ['reference', 'hybrid', 'whitted'] as const)
  if (values.transparent === true && (format === 'jpg' || mode !== 'reference')) throw new UsageError(say('cli.error.transparent'))
  if (values.panorama === true && mode !== 'reference') throw new UsageError(say('cli.error.panorama'))
  const samples = whole('samples', values.samples ?? '64', 1, 1_000_000)
  const denoise = values.denoise === undefined ? null : oneOf('denoise', values.denoise, ['on', 'off'] as const)
  if (denoise === 'on' && (mode !== 'reference' || format === 'sums')) throw new UsageError(say('cli.error.denoise'))
  if (format === 'exr' && mode === 'whitted') throw new UsageError(say('cli.error.whittedExr'))
  const isPart = values.region !== undefined || values.tile !== undefined || values['first-sample'] !== undefined || values.layers === true
  if ((isPart && format !== 'sums') || (format === 'sums' && (mode !== 'reference' || merges))) throw new UsageError(say('cli.error.sums'))
  return {
    file: positionals[0], files: positionals, out, format, width, height, mode, merges,
    view: values.view ?? null,
    samples,
    bounces: values.bounces === undefined ? null : whole('bounces', values.bounces, 0, mode === 'whitted' ? 8 : 64),
    environment: values.environment === undefined ? null : parseEnvironment(values.environment),
    toneMap: values['tone-map'] === undefined ? null : oneOf('tone-map', values['tone-map'], TONE_MAPS),
    exposure: values.exposure === undefined ? null : values.exposure === 'auto' ? 'auto' : finite('exposure', values.exposure, -40, 40),
    whiteBalance: values['white-balance'] === undefined ? null : finite('white-balance', values['white-balance'], 1000, 25_000),
    seed: whole('seed', values.seed ?? '1', 0, 2 ** 32 - 1),
    panorama: values.panorama === true,
    transparent: values.transparent === true,
    denoise: denoise === null ? null : denoise === 'on',
    denoises: mode === 'reference' && format !== 'sums' && (denoise === null ? samples < CLEAN_SAMPLES : denoise === 'on'),
    glossFloor: finite('caustics', values.caustics ?? '0', 0, 1),
    device: values.device === undefined ? null : oneOf('device', values.device, ['gpu', 'cpu'] as const),
    sun: values.sun === undefined ? null : parseSun(values.sun),
    variant: values.variant ?? null,
    way: values.way === undefined ? null : finite('way', values.way, 0, 1),
    moved: finite('moved', values.moved ?? '0', 0, 86_400),
    region: values.region !== undefined ? parseRegion(values.region, width, height) : values.tile !== undefined ? parseTile(values.tile, width, height) : null,
    firstSample: parseFirstSample(values['first-sample'] ?? '0'),
    layers: values.layers === true,
  }
}

function parseSun(value: string): NonNullable<StillOptions['sun']> {
  const match = /^(?:(\d{4}-\d{2}-\d{2})T?|T?)(\d{1,2}):(\d{2})$/i.exec(value)
  const minutes = match === null ? NaN : 60 * Number(match[2]) + Number(match[3])
  const isDay = match?.[1] === undefined || !Number.isNaN(Date.parse(`${match[1]}T00:00Z`))
  if (!(minutes < 24 * 60 && Number(match![3]) < 60 && isDay)) throw new UsageError(say('cli.error.sun', { value }))
  return { date: match![1] ?? null, minutes }
}

function parseRegion(value: string, width: number, height: number): PathRegion {
  const numbers = /^\d+,\d+,\d+,\d+$/.test(value) ? value.split(',').map(Number) : []
  const [x, y, w, h] = numbers
  if (numbers.length === 0 || w < 1 || h < 1 || x + w > width || y + h > height) throw new UsageError(say('cli.error.region', { value, width, height }))
  return { x, y, width: w, height: h }
}

/** Of so many parts from top to bottom the k-th, from 0: farms number their tasks. */
function parseTile(value: string, width: number, height: number): PathRegion {
  const [k, n] = /^\d{1,9}\/\d{1,9}$/.test(value) ? value.split('/').map(Number) : [0, 0]
  const [top, bottom] = [Math.round((k * height) / n), Math.round(((k + 1) * height) / n)]
  if (!(k < n && n <= height)) throw new UsageError(say('cli.error.tile', { value, most: height }))
  return { x: 0, y: top, width, height: bottom - top }
}

function parseFirstSample(value: string): number {
  const number = whole('first-sample', value, 0, 1_000_000)
  if (number % SAMPLE_BLOCK !== 0) throw new UsageError(say('cli.error.firstSample', { value, block: SAMPLE_BLOCK }))
  return number
}

function parseCommandLine(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: joinNegatives(args), allowPositionals: true,
      options: {
        out: text, view: text, size: text, samples: text, mode: text, bounces: text, environment: text, 'tone-map': text, exposure: text, 'white-balance': text, seed: text, device: text, caustics: text, denoise: text, sun: text, variant: text, way: text, moved: text, region: text, tile: text, 'first-sample': text,
        panorama: { type: 'boolean' }, transparent: { type: 'boolean' }, sums: { type: 'boolean' }, layers: { type: 'boolean' }, merge: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(sentenceOfParser(error as Error & { code?: string }))
  }
}

/** `--exposure -1` means the number, not an option named 1. */
function joinNegatives(args: readonly string[]): string[] {
  const joined: string[] = []
  for (const arg of args) {
    if (/^-\.?\d/.test(arg) && /^--[a-z-]+$/.test(joined.at(-1) ?? '')) joined.push(`${joined.pop()}=${arg}`)
    else joined.push(arg)
  }
  return joined
}

function parseEnvironment(value: string): NonNullable<StillOptions['environment']> {
  if (/\.(hdr|exr)$/i.test(value)) return { file: value }
  const numbers = value.split(',').map(Number)
  const isColor = (numbers.length === 3 || numbers.length === 1) && value.trim() !== '' && numbers.every((v) => Number.isFinite(v) && v >= 0 && v <= 1e9)
  if (!isColor) throw new UsageError(say('cli.error.environment', { value }))
  return { color: numbers.length === 1 ? [numbers[0], numbers[0], numbers[0]] : [numbers[0], numbers[1], numbers[2]] }
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value.toLowerCase())
  if (found === undefined) throw new UsageError(say('cli.error.choose', { name, value, choices: choices.join(', ') }))
  return found
}

function finite(name: string, value: string, least: number, most: number): number {
  const number = value.trim() === '' ? NaN : Number(value)
  if (!(number >= least && number <= most)) throw new UsageError(say('cli.error.number', { name, value, least, most }))
  return number
}

function whole(name: string, value: string, least: number, most: number): number {
  const number = finite(name, value, least, most)
  if (!Number.isInteger(number)) throw new UsageError(say('cli.error.whole', { name, value }))
  return number
}
