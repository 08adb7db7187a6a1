import { parseArgs } from 'node:util'
import { say } from '../../../renderer/words/say.ts'
import { sentenceOfParser, UsageError } from '../usage.ts'

/** What each option takes, in the order of the help; each is explained by the word `cli.fuzz.option.<name>`. */
const OPTIONS = { minutes: 'N', seed: 'N', formats: '', gltf: '', pictures: '', only: 'TYPE', inputs: 'N', from: 'N' } as const

/** Every option with its explanation, a line each. */
export function usage(): string {
  const named = Object.entries(OPTIONS).map(([name, value]) => [`--${name} ${value}`.trimEnd(), say(`cli.fuzz.option.${name as keyof typeof OPTIONS}`)])
  const width = Math.max(...named.map(([option]) => option.length))
  return [say('cli.fuzz.call'), ...named.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`)].join('\n')
}

export type FuzzKind = 'all' | 'formats' | 'gltf' | 'pictures'

export interface FuzzOptions {
  readonly seed: number
  /** 'formats': a file of every other format in turn; 'gltf': of every way that glTF is written; 'pictures': of textures, surroundings and luminaires; 'all': projects, journals and requests, too. */
  readonly kind: FuzzKind
  /** How the names of the files to damage end; null: all. */
  readonly only: string | null
  /** Of the first input, and of the one behind the last. */
  readonly from: number
  readonly end: number
  readonly minutes: number
}

/** Inputs of each format, of each way of glTF, and of each format of pictures, unless it is said otherwise. */
const INPUTS = 1000

/** @param types  how names of the files of each format end, in turn. @param ways  how many of glTF there are. @param pictures  how many formats of them. @throws UsageError naming the option, what it was given and what it takes */
export function parseFuzzOptions(args: readonly string[], types: readonly string[], ways = 1, pictures = 1): FuzzOptions {
  const { minutes, seed, formats, gltf, pictures: isOfPictures, only = null, inputs, from } = parseCommandLine(args)
  if (only !== null && !types.includes(only)) throw new UsageError(say('cli.error.choose', { name: 'only', value: only, choices: [...new Set(types)].join(', ') }))
  const kind = formats === true || only !== null ? 'formats' : gltf === true ? 'gltf' : isOfPictures === true ? 'pictures' : 'all'
  const first = whole('from', from) ?? 0
  return {
    seed: whole('seed', seed) ?? 1, kind, only, from: first,
    end: first + (whole('inputs', inputs) ?? (kind === 'all' ? Infinity : INPUTS * { formats: types.length, gltf: ways, pictures }[kind])),
    minutes: number('minutes', minutes) ?? (kind === 'all' ? 1 : Infinity),
  }
}

function parseCommandLine(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args: [...args], options: { minutes: text, formats: { type: 'boolean' }, gltf: { type: 'boolean' }, pictures: { type: 'boolean' }, seed: text, only: text, inputs: text, from: text } }).values
  } catch (error) {
    throw new UsageError(sentenceOfParser(error as Error & { code?: string }))
  }
}

function number(name: string, value: string | undefined): number | null {
  if (value === undefined) return null
  const read = value.trim() === '' ? NaN : Number(value)
  if (!(read >= 0 && read <= MOST)) throw new UsageError(say('cli.error.number', { name, value, least: 0, most: MOST }))
  return read
}

function whole(name: string, value: string | undefined): number | null {
  const read = number(name, value)
  if (read !== null && !Number.isInteger(read)) throw new UsageError(say('cli.error.whole', { name, value: value ?? '' }))
  return read
}

const MOST = 2 ** 31
