import path from 'node:path'
import { parseArgs } from 'node:util'
import { isServer } from '../../../electron/batch/queue/queue.ts'
import { say } from '../../../renderer/words/say.ts'
import { sentenceOfParser, UsageError } from '../usage.ts'

/** What each option takes, in the order of the help; each is explained by the word `cli.batch.option.<name>`. */
const OPTIONS = {
  queue: 'FOLDER|postgres://…', folder: 'FOLDER|s3://…', name: 'NAME', views: 'NAME,…', size: 'WxH,…', sun: '[DATET]HH:MM,…', variants: 'NAME,…', clip: 'SECONDS', fps: 'N', samples: 'N', bounces: 'N', format: 'NAME', exposure: 'EV|auto', seed: 'N', caustics: 'R', denoise: 'on|off',
  panorama: '', transparent: '', layers: '', priority: 'N', 'tile-seconds': 'N', 'at-once': 'N', poll: 'SECONDS', device: 'NAME', machine: 'NAME', 'until-done': '', json: '',
} as const

const FLAGS = ['panorama', 'transparent', 'layers', 'until-done', 'json'] as const

export function usage(): string {
  const named = Object.entries(OPTIONS).map(([name, value]) => [`--${name} ${value}`.trimEnd(), say(`cli.batch.option.${name as keyof typeof OPTIONS}`)])
  const width = Math.max(...named.map(([option]) => option.length))
  return [say('cli.batch.call'), ...named.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`)].join('\n')
}

const COMMANDS = ['submit', 'work', 'status', 'cancel', 'merge'] as const

type Values = { readonly [Name in keyof typeof OPTIONS]?: Name extends (typeof FLAGS)[number] ? boolean : string }

export interface BatchOptions {
  readonly command: (typeof COMMANDS)[number]
  /** Behind the command: files, or ids of jobs. */
  readonly words: readonly string[]
  /** A folder with a database in it, or a server. */
  readonly queue: string
  /** Where files are. */
  readonly folder: string
  readonly values: Values
}

/** @throws UsageError */
export function parseBatchOptions(args: readonly string[]): BatchOptions {
  const { values, positionals } = parseWords(args)
  const command = COMMANDS.find((name) => name === positionals[0])
  if (command === undefined) throw new UsageError(say('cli.batch.error.command', { commands: COMMANDS.join(', ') }))
  const words = positionals.slice(1)
  const { queue: asked } = values
  if (asked !== undefined && isServer(asked)) {
    if (values.folder === undefined) throw new UsageError(say('cli.batch.error.folder'))
    return { command, words, queue: asked, folder: resolved(values.folder), values }
  }
  const project = words.find((word) => /\.[a-z0-9]+$/i.test(word))
  const folder = values.folder ?? asked ?? (project === undefined ? undefined : `${project.slice(0, -path.extname(project).length)}.batch`)
  if (folder === undefined) throw new UsageError(say('cli.batch.error.queue'))
  if (asked === undefined && folder.startsWith('s3://')) throw new UsageError(say('cli.batch.error.s3Queue'))
  return { command, words, queue: path.join(resolved(asked ?? folder), 'queue'), folder: resolved(folder), values }
}

const resolved = (folder: string): string => (folder.startsWith('s3://') ? folder : path.resolve(folder))

function parseWords(args: readonly string[]): { readonly values: Values; readonly positionals: readonly string[] } {
  const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: FLAGS.some((flag) => flag === name) ? 'boolean' as const : 'string' as const }]))
  // `--exposure -1` means the number, not an option named 1.
  const joined: string[] = []
  for (const arg of args) {
    if (/^-\.?\d/.test(arg) && /^--[a-z-]+$/.test(joined.at(-1) ?? '')) joined.push(`${joined.pop()}=${arg}`)
    else joined.push(arg)
  }
  try {
    return parseArgs({ args: joined, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(sentenceOfParser(error as Error & { code?: string }))
  }
}

/** @throws UsageError */
export function numberOf(values: Values, name: keyof typeof OPTIONS, fallback: number, least: number, most: number, isWhole = true): number {
  const value = values[name]
  if (value === undefined) return fallback
  const number = String(value).trim() === '' ? NaN : Number(value)
  if (!(number >= least && number <= most)) throw new UsageError(say('cli.error.number', { name, value: String(value), least, most }))
  if (isWhole && !Number.isInteger(number)) throw new UsageError(say('cli.error.whole', { name, value: String(value) }))
  return number
}

export function deviceOf({ device }: Values): 'gpu' | 'cpu' | null {
  if (device === undefined || device === 'gpu' || device === 'cpu') return device ?? null
  throw new UsageError(say('cli.error.choose', { name: 'device', value: device, choices: 'gpu, cpu' }))
}
