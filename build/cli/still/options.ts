import { parseArgs } from 'node:util'
import type { RenderSettings, Rgb } from '../../../gpu/index.ts'

export const USAGE = `npm run still -- FILE.atrium|FILE.glb --out FILE.png|.jpg|.exr
  --view NAME          a saved view of the project or a camera of the model; left out: where the project was left, or the first camera
  --size WxH           pixels; 1280x720
  --samples N          paths per pixel of the reference and of hybrid; 64
  --mode NAME          reference (path traced), or a picture of the window, its camera rays traced: hybrid (as it is at rest), whitted
  --bounces N          rays that follow the camera ray, 0 to 64; reference and hybrid: 8, whitted: the project's own
  --environment E      R,G,B in nits, or an image FILE.hdr|FILE.exr around the scene
  --tone-map NAME      agx, neutral, aces or none
  --exposure EV|auto   at ISO 100, or as the picture's brightness asks for; the project's own, or 5
  --white-balance K    colour temperature of the light that shows white, kelvin; the project's own, or 6500
  --seed N             equal seeds give equal pictures; 1
  --caustics R         blurs what shines off glossy things onto others, as if they were at least so rough, 0 to 1, and so its noise; 0
  --panorama           every direction around the camera, equirectangular, marked as such for viewers (reference); 2048x1024 unless --size says otherwise
  --transparent        what no camera ray meets is transparent (PNG, EXR; reference)
  --device NAME        gpu, cpu; left out: the GPU where there is a real one`

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
  readonly device: 'gpu' | 'cpu' | null
}

/** What the caller got wrong, in a sentence. */
export class UsageError extends Error {}

const TONE_MAPS: readonly RenderSettings['toneMap'][] = ['agx', 'neutral', 'aces', 'none']
const MOST_PIXELS = 16_384

/** @throws UsageError naming the option, what it was given and what it takes */
export function parseOptions(args: readonly string[]): StillOptions {
  const { values, positionals } = parseCommandLine(args)
  if (positionals.length !== 1) throw new UsageError(positionals.length === 0 ? 'Which project or model? Name a .atrium, .glb or .gltf file.' : `One file at a time, not ${positionals.join(', ')}.`)
  const { out } = values
  if (out === undefined) throw new UsageError('Where should the picture go? Give --out FILE.png, FILE.jpg or FILE.exr.')
  const format = /\.(png|jpg|jpeg|exr)$/i.exec(out)?.[1].toLowerCase().replace('jpeg', 'jpg') as StillOptions['format'] | undefined
  if (format === undefined) throw new UsageError(`--out ${out}: pictures are written as .png, .jpg or .exr.`)
  const size = /^(\d+)x(\d+)$/.exec(values.size ?? (values.panorama === true ? '2048x1024' : '1280x720'))
  const [width, height] = size === null ? [0, 0] : [Number(size[1]), Number(size[2])]
  if (!(width >= 1 && height >= 1 && width <= MOST_PIXELS && height <= MOST_PIXELS)) {
    throw new UsageError(`--size ${values.size}: give width and height, such as 1920x1080, up to ${MOST_PIXELS} each.`)
  }
  const mode = oneOf('mode', values.mode ?? 'reference', ['reference', 'hybrid', 'whitted'] as const)
  if (values.transparent === true && (format === 'jpg' || mode !== 'reference')) throw new UsageError('--transparent needs a .png or .exr of the reference.')
  if (values.panorama === true && mode !== 'reference') throw new UsageError('Only the reference looks into every direction: --panorama needs --mode reference.')
  if (format === 'exr' && mode === 'whitted') throw new UsageError('Whitted pictures hold no radiance that could be compared: an .exr needs --mode reference or hybrid.')
  return {
    file: positionals[0], out, format, width, height, mode,
    view: values.view ?? null,
    samples: whole('samples', values.samples ?? '64', 1, 1_000_000),
    bounces: values.bounces === undefined ? null : whole('bounces', values.bounces, 0, mode === 'whitted' ? 8 : 64),
    environment: values.environment === undefined ? null : parseEnvironment(values.environment),
    toneMap: values['tone-map'] === undefined ? null : oneOf('tone-map', values['tone-map'], TONE_MAPS),
    exposure: values.exposure === undefined ? null : values.exposure === 'auto' ? 'auto' : finite('exposure', values.exposure, -40, 40),
    whiteBalance: values['white-balance'] === undefined ? null : finite('white-balance', values['white-balance'], 1000, 25_000),
    seed: whole('seed', values.seed ?? '1', 0, 2 ** 32 - 1),
    panorama: values.panorama === true,
    transparent: values.transparent === true,
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
        out: text, view: text, size: text, samples: text, mode: text, bounces: text, environment: text, 'tone-map': text, exposure: text, 'white-balance': text, seed: text, device: text, caustics: text,
        panorama: { type: 'boolean' }, transparent: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
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
  if (!isColor) throw new UsageError(`--environment ${value}: give R,G,B in nits, such as 1,1,1, or a .hdr or .exr file.`)
  return { color: numbers.length === 1 ? [numbers[0], numbers[0], numbers[0]] : [numbers[0], numbers[1], numbers[2]] }
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value.toLowerCase())
  if (found === undefined) throw new UsageError(`--${name} ${value}: choose ${choices.join(', ')}.`)
  return found
}

function finite(name: string, value: string, least: number, most: number): number {
  const number = value.trim() === '' ? NaN : Number(value)
  if (!(number >= least && number <= most)) throw new UsageError(`--${name} ${value}: give a number from ${least} to ${most}.`)
  return number
}

function whole(name: string, value: string, least: number, most: number): number {
  const number = finite(name, value, least, most)
  if (!Number.isInteger(number)) throw new UsageError(`--${name} ${value}: give a whole number.`)
  return number
}
