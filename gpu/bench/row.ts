import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** One measured figure. Nothing stands in a row that was not measured in the run that wrote it. */
export const BenchRow = z.strictObject({
  /** What was measured: `trace/primary`, `build`, `memory` ... (README.md lists them). */
  what: z.string().min(1),
  scene: z.string().min(1),
  triangles: z.int().min(0),
  instances: z.int().min(0),
  /** Which of our ways of doing it: a traversal, a builder, a mode. */
  variant: z.string().min(1),
  /** What it was measured against, interleaved in the same run; null: nothing. */
  peer: z.string().nullable(),
  /** The GPU, or the processor where no GPU takes part. */
  adapter: z.string().min(1),
  /** Of the repetitions, in `unit`. */
  median: z.number(),
  /** Smallest and largest repetition, in `unit`. */
  spread: z.tuple([z.number(), z.number()]),
  unit: z.string().min(1),
  /** Median over the repetitions of ours / peer's: above 1 is faster where the unit is a rate, slower where it is a time. */
  ratio: z.number().nullable(),
  /** 1: a count that cannot vary. */
  repetitions: z.int().min(1),
  /** What a series runs over (pixels, objects, bounces ...), or null. */
  x: z.number().nullable(),
  /** Resolution, hit rate, steps per ray and the like, to be read. */
  detail: z.string(),
  /** The group of rows that was measured together. */
  experiment: z.string().min(1),
  /** When, ISO 8601, UTC. */
  date: z.iso.datetime(),
})
export type BenchRow = z.infer<typeof BenchRow>

/** @throws Error naming the file and the first row that is not one */
export function readRows(file: string): BenchRow[] {
  if (!existsSync(file)) return []
  const parsed = z.array(BenchRow).safeParse(parseJson(file))
  if (!parsed.success) throw new Error(`${file} holds no rows of this tool (${z.prettifyError(parsed.error)}). Name another file after --json, or move it away.`)
  return parsed.data
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} is not JSON. Name another file after --json, or move it away.`, { cause })
  }
}

/** One row a line, so that differences read well; whole or not at all. */
export function writeRows(file: string, rows: readonly BenchRow[]): void {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  const text = `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
}

/** What an experiment found takes the place of what it found before, on the same adapters. */
export function replaceRows(rows: readonly BenchRow[], fresh: readonly BenchRow[]): BenchRow[] {
  const experiments = new Set(fresh.map(({ experiment }) => experiment))
  return [...rows.filter(({ experiment }) => !experiments.has(experiment)), ...fresh]
}
