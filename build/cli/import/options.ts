import { parseArgs } from 'node:util'
import { listOfExtensions } from '../../../renderer/imports/formats.ts'
import { intlLocale, say } from '../../../renderer/words/say.ts'
import { sentenceOfParser, UsageError } from '../usage.ts'

/** What each option takes, in the order of the help; each is explained by the word `cli.import.option.<name>`. */
const OPTIONS = { out: 'FILE.atrium', as: 'room|piece', unit: 'NAME', up: 'y|z', textures: 'DIR', simplify: '', picture: 'FILE.png', denoise: 'on|off', json: '', window: '' } as const

/** Every option with its explanation, a line each. */
export function usage(): string {
  const named = Object.entries(OPTIONS).map(([name, value]) => [`--${name} ${value}`.trimEnd(), say(`cli.import.option.${name as keyof typeof OPTIONS}`)])
  const width = Math.max(...named.map(([option]) => option.length))
  return [say('cli.import.call'), ...named.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`)].join('\n')
}

export interface ImportOptions {
  readonly files: readonly string[]
  /** The project; null: none is written. */
  readonly out: string | null
  readonly as: 'room' | 'piece'
  /** Metres; null: as the file says, or as the doctor finds. */
  readonly metresPerUnit: number | null
  readonly up: 'y' | 'z' | null
  /** Another folder to look for textures in. */
  readonly textures: string | null
  /** What is small and dense becomes simpler in a model with too many triangles. */
  readonly simplify: boolean
  /** Of the first view; null: none is written. */
  readonly picture: string | null
  /** The picture that is written is denoised. */
  readonly denoise: boolean
  readonly json: boolean
  /** The window's picture at rest is made, too, and its mean told in the JSON. */
  readonly window: boolean
}

/** What is said when somebody stops it: what was asked for was not written. */
export const whenStopped = ({ out, picture }: Pick<ImportOptions, 'out' | 'picture'>): string => say(out === null && picture !== null ? 'cli.stopped' : 'cli.import.stopped')

/** Metres. */
const UNITS: Readonly<Record<string, number>> = { mm: 0.001, cm: 0.01, dm: 0.1, m: 1, km: 1000, in: 0.0254, ft: 0.3048, yd: 0.9144 }

/** @throws UsageError naming the option, what it was given and what it takes */
export function parseImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parseCommandLine(args)
  const { out = null, picture = null, textures = null, as = 'room', denoise = 'on', unit, up } = values
  if (positionals.length === 0) throw new UsageError(say('cli.import.error.noFile', { extensions: listOfExtensions(intlLocale(), 'model') }))
  if (out !== null && !/\.atrium$/i.test(out)) throw new UsageError(say('cli.import.error.out', { out }))
  if (picture !== null && !/\.png$/i.test(picture)) throw new UsageError(say('cli.import.error.picture', { picture }))
  if (picture !== null && positionals.length > 1) throw new UsageError(say('cli.import.error.onePicture'))
  if (values.denoise !== undefined && picture === null) throw new UsageError(say('cli.import.error.denoise'))
  return {
    files: positionals, out, textures, picture, simplify: values.simplify === true, json: values.json === true, window: values.window === true,
    denoise: oneOf('denoise', denoise, ['on', 'off'] as const) === 'on',
    as: oneOf('as', as, ['room', 'piece'] as const),
    metresPerUnit: unit === undefined ? null : metresIn(unit),
    up: up === undefined ? null : oneOf('up', up, ['y', 'z'] as const),
  }
}

function parseCommandLine(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { out: text, as: text, unit: text, up: text, textures: text, picture: text, denoise: text, simplify: { type: 'boolean' }, json: { type: 'boolean' }, window: { type: 'boolean' } } })
  } catch (error) {
    throw new UsageError(sentenceOfParser(error as Error & { code?: string }))
  }
}

/** By name, or as a number of metres. */
function metresIn(unit: string): number {
  const metres = Number(unit)
  return metres > 0 && metres < Infinity ? metres : UNITS[oneOf('unit', unit, Object.keys(UNITS))]
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value.toLowerCase())
  if (found === undefined) throw new UsageError(say('cli.error.choose', { name, value, choices: choices.join(', ') }))
  return found
}
