import { type Bench, type Experiment, LeftOut, TooSlow } from './bench.ts'
import { type BenchRow, readRows, replaceRows, writeRows } from './row.ts'

export interface RunOptions {
  readonly file: string
  readonly minutes: number
  readonly resume: boolean
  /** Told as things happen, one line each. */
  readonly tell: (line: string) => void
}

/**
 * Runs experiments one after the other; each gets its share of the time that is left, and its rows are saved as soon as it ends,
 * in place of what the file held for it. An experiment that fails or would take too long is told and leaves no rows. None begins after
 * twice the time.
 *
 * @returns how many failed
 */
export async function runExperiments(bench: Bench, experiments: readonly Experiment[], { file, minutes, resume, tell }: RunOptions): Promise<number> {
  const end = performance.now() + 60_000 * minutes
  const latest = end + 60_000 * minutes
  let rows = readRows(file)
  const adapters = new Set([bench.gpu, bench.cpu])
  const isDone = ({ name }: Experiment) => resume && rows.some(({ experiment, adapter }) => experiment === name && adapters.has(adapter))
  const wanted = experiments.filter((experiment) => !isDone(experiment))
  if (wanted.length < experiments.length) tell(`${experiments.length - wanted.length} of ${experiments.length} experiments are in ${file} already`)
  let failed = 0
  for (const [i, experiment] of wanted.entries()) {
    if (performance.now() > latest) {
      tell(`${wanted.length - i} experiments left out: twice the time is over. The same command with --resume goes on.`)
      break
    }
    if (experiment.needsGpu && bench.device === null) {
      tell(`${experiment.name}: left out, there is no GPU adapter`)
      continue
    }
    const weights = wanted.slice(i).reduce((sum, { weight }) => sum + weight, 0)
    const budgetMs = Math.max(1000, ((end - performance.now()) * experiment.weight) / weights)
    const start = performance.now()
    try {
      const found = await experiment.run(bench, budgetMs)
      const date = new Date().toISOString()
      const fresh = found.map((finding) => ({ ...finding, experiment: experiment.name, date }))
      rows = replaceRows(rows, fresh)
      writeRows(file, rows)
      tell(`${experiment.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
      for (const row of fresh.filter(({ what, ratio }) => !/^(?:gate|memory)/.test(what) && ratio !== null)) tell(`  ${describeRow(row)}`)
    } catch (error) {
      if (error instanceof LeftOut) {
        tell(`${experiment.name}: left out, ${error.message}.${error instanceof TooSlow ? ' Give it more with --minutes.' : ''}`)
        continue
      }
      failed++
      tell(`${experiment.name}: failed. ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  return failed
}

/** A row as one line. */
export function describeRow({ what, variant, x, median, spread, unit, ratio, peer, repetitions, detail }: BenchRow): string {
  const around = repetitions > 1 ? ` (${round(spread[0])} to ${round(spread[1])}, ${repetitions}x)` : ''
  const against = ratio === null ? '' : `, ${round(ratio)} of ${peer}`
  return `${what}, ${variant}${x === null ? '' : ` at ${x}`}: ${round(median)}${around} ${unit}${against}${detail === '' ? '' : `; ${detail}`}`
}

/** Three significant digits, without an exponent. */
export function round(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}
