import { parseArgs } from 'node:util'
import type { RenderSettings, Rgb } from '../../../gpu/index.ts'
import { listOfExtensions } from '../../../renderer/imports/formats.ts'
import { CLEAN_SAMPLES } from '../../../renderer/output/options.ts'
import { intlLocale, say } from '../../../renderer/words/say.ts'
import { sentenceOfParser, UsageError } from '../usage.ts'

/** What each option takes, in the order of the help; each is explained by the word `cli.option.<name>`. */
const OPTIONS = {
  view: 'NAME', size: 'WxH', samples: 'N', mode: 'NAME', bounces: 'N', environment: 'R,G,B|FILE', 'tone-map': 'NAME', exposure: 'EV|auto', 'white-balance': 'K', seed: 'N', caustics: 'R', denoise: 'on|off',
  panorama: '', transparent: '', device: 'NAME',
} as const

/** Every option with its explanation, a line each. */
export function usage(): string {
  const named = Object.entries(OPTIONS).map(([name, value]) => [`--${name} ${value}`.trimEnd(), say(`cli.option.${name as keyof typeof OPTIONS}`)])
  const width = Math.max(...named.map(([option]) => option.length))
  return [say('cli.call'), ...named.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`)].join('\n')
}

export interface StillOptions {
  readonly file: string
  readonly out: string
  readonly format: 'png' | 'jpg' | 'exr'
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
  readonly device: 'gpu' | 'cpu' | null
}

const TONE_MAPS: readonly RenderSettings['toneMap'][] = ['agx', 'neutral', 'aces', 'none']
const MOST_PIXELS = 16_384

/** @throws UsageError naming the option, what it was given and what it takes */
export function parseOptions(args: readonly string[]): StillOptions {
  const { values, positionals } = parseCommandLine(args)
  if (positionals.length !== 1) throw new UsageError(positionals.length === 0 ? say('cli.error.noFile', { extensions: listOfExtensions(intlLocale(), 'project', 'model') }) : say('cli.error.manyFiles', { files: positionals.join(', ') }))
  const { out } = values
  if (out === undefined) throw new UsageError(say('cli.error.noOut'))
  const format = /\.(png|jpg|jpeg|exr)$/i.exec(out)?.[1].toLowerCase().replace('jpeg', 'jpg') as StillOptions['format'] | undefined
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
  if (denoise === 'on' && mode !== 'reference') throw new UsageError(say('cli.error.denoise'))
  if (format === 'exr' && mode === 'whitted') throw new UsageError(say('cli.error.whittedExr'))
  return {
    file: positionals[0], out, format, width, height, mode,
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
    denoises: mode === 'reference' && (denoise === null ? samples < CLEAN_SAMPLES : denoise === 'on'),
    glossFloor: finite('caustics', values.caustics ?? '0', 0, 1),
    device: values.device === undefined ? null : oneOf('device', values.device, ['gpu', 'cpu'] as const),
  }
}

function parseCommandLine(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: joinNegatives(args), allowPositionals: true,
      options: {
        out: text, view: text, size: text, samples: text, mode: text, bounces: text, environment: text, 'tone-map': text, exposure: text, 'white-balance': text, seed: text, device: text, caustics: text, denoise: text,
        panorama: { type: 'boolean' }, transparent: { type: 'boolean' },
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
