import { setImmediate } from 'node:timers/promises'

/** Milliseconds of something that only grows. */
export interface Clock {
  readonly name: 'CPU' | 'wall'
  now(): number
}

/** Processor time of this process, all its threads: what a busy machine measures well. A software adapter's threads count too. */
export const CPU_CLOCK: Clock = {
  name: 'CPU',
  now() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}

/** For work on a hardware adapter, of which processor time says nothing. */
export const WALL_CLOCK: Clock = { name: 'wall', now: () => performance.now() }

/** One of those that take turns: does its work once, and resolves when it is done. */
export interface Contestant {
  readonly name: string
  /** @returns milliseconds by the clock of the turns, where not all that it did is to count; else nothing */
  run(): Promise<number | void> | number | void
}

export interface Turns {
  readonly clock: Clock
  /** Wall milliseconds that all turns together should take; the fewest repetitions are made all the same. */
  readonly budgetMs: number
  /** At least, and at most; by default 5 and 9. */
  readonly repetitions?: readonly [least: number, most: number]
}

/**
 * Lets contestants take turns, so that whatever else the machine does falls on all alike: one unmeasured turn each, then rounds
 * whose order turns by one.
 *
 * @returns milliseconds of each repetition by name; all have equally many, and the i-th of all were measured side by side
 */
export async function interleave(contestants: readonly Contestant[], { clock, budgetMs, repetitions: [least, most] = [5, 9] }: Turns): Promise<Record<string, number[]>> {
  const series: Record<string, number[]> = Object.fromEntries(contestants.map(({ name }) => [name, []]))
  for (const contestant of contestants) await contestant.run()
  const start = performance.now()
  for (let round = 0; round < most; round++) {
    if (round >= least && ((performance.now() - start) * (round + 1)) / round > budgetMs) break
    for (let i = 0; i < contestants.length; i++) {
      const contestant = contestants[(i + round) % contestants.length]
      const before = clock.now()
      const own = await contestant.run()
      series[contestant.name].push(own ?? clock.now() - before)
      // Lets the last turn's garbage and callbacks go before the next one starts.
      await setImmediate()
    }
  }
  return series
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export interface Summary {
  readonly median: number
  readonly spread: [number, number]
  readonly repetitions: number
}

export function summarize(values: readonly number[]): Summary {
  return { median: median(values), spread: [Math.min(...values), Math.max(...values)], repetitions: values.length }
}

/** Median of the ratios of repetitions that were measured side by side. */
export function ratioOf(ours: readonly number[], peers: readonly number[]): number {
  return median(ours.map((value, i) => value / peers[i]))
}

/** @param units  of work per repetition  @returns million units per second */
export function ratesOf(ms: readonly number[], units: number): number[] {
  return ms.map((value) => units / Math.max(value, 1e-6) / 1000)
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}
