import { cpus } from 'node:os'
import { isSoftwareAdapter } from './adapter.ts'
import type { BenchScene } from './bench-scenes.ts'
import { type Clock, CPU_CLOCK, ratesOf, ratioOf, summarize, WALL_CLOCK } from './measure.ts'
import type { BenchRow } from './row.ts'

export const GROUPS = ['build', 'trace', 'card', 'edit', 'frame', 'picture'] as const
export type Group = (typeof GROUPS)[number]

/** The machine that is measured, and what on. */
export interface Bench {
  /** null: no adapter; experiments that need one are left out. */
  readonly device: GPUDevice | null
  /** As rows name them. */
  readonly gpu: string
  readonly cpu: string
  readonly isSoftware: boolean
  /** Of GPU work: processor time on a software adapter, wall time on hardware. */
  readonly clock: Clock
  readonly sources: ReadonlyMap<string, () => Promise<BenchScene>>
  /** The folder where compared pictures go. */
  readonly pictures: string
  /** The folder that was named for references that are kept; null: none. */
  readonly references: string | null
}

/** Rows that are measured together, saved together, and left out together when a run is resumed. */
export interface Experiment {
  /** Unique: `trace/bunny`. */
  readonly name: string
  readonly group: Group
  /** Its share of the time, against the other experiments'. */
  readonly weight: number
  readonly needsGpu: boolean
  /**
   * @param budgetMs  wall time that it should take
   * @returns what it found; a row is never made up, so there may be none
   * @throws TooSlow when the fewest repetitions would take many times the budget
   */
  run(bench: Bench, budgetMs: number): Promise<Finding[]>
}

/** A row but for what the run knows by itself. */
export type Finding = Omit<BenchRow, 'experiment' | 'date'>

/** An experiment that is left out, and why. */
export class LeftOut extends Error {
  override readonly name: string = 'LeftOut'
}

/** One that is left out of a run that is too short for it. */
export class TooSlow extends LeftOut {
  override readonly name = 'TooSlow'
}

/** @throws TooSlow  @param pilotMs  processor time of one repetition of everything */
export function checkBudget(pilotMs: number, budgetMs: number, least = 5): void {
  if (pilotMs * (least + 1) > 2 * budgetMs + 10_000) throw new TooSlow(`${least} repetitions take about ${((pilotMs * (least + 1)) / 1000).toFixed(0)} s, ${(budgetMs / 1000).toFixed(0)} s are planned`)
}

export function describeMachine(device: GPUDevice | null): Pick<Bench, 'gpu' | 'cpu' | 'isSoftware' | 'clock'> {
  const info = device?.adapterInfo
  const isSoftware = device !== null && isSoftwareAdapter(device)
  // A card's description is its driver alone.
  const names = info === undefined ? ['no GPU'] : isSoftware ? [info.description] : [info.device || `${info.vendor} ${info.architecture}`.trim(), info.description]
  const gpu = names.filter(Boolean).join(', ')
  return { gpu, isSoftware, cpu: `${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node.split('.')[0]}`, clock: isSoftware ? CPU_CLOCK : WALL_CLOCK }
}

interface What {
  readonly what: string
  readonly scene: string
  readonly triangles: number
  readonly instances?: number
  readonly variant: string
  readonly peer?: string
  readonly adapter: string
  readonly x?: number
  readonly detail?: string
}

const filled = ({ instances = 1, peer, x, detail = '', ...rest }: What) => ({ ...rest, instances, peer: peer ?? null, x: x ?? null, detail })

/** A row of a rate, in million rays. @param rays  of one repetition */
export function rateRow(what: What, { name }: Clock, rays: number, ours: readonly number[], peers?: readonly number[], peerRays = rays): Finding {
  const rates = ratesOf(ours, rays)
  return { ...filled(what), ...summarize(rates), unit: name === 'CPU' ? 'Mrays per CPU-second' : 'Mrays/s', ratio: peers === undefined ? null : ratioOf(rates, ratesOf(peers, peerRays)) }
}

/** A row of milliseconds. @param ofWhat  `frame` gives "CPU ms per frame" */
export function timeRow(what: What, { name }: Clock, ours: readonly number[], peers?: readonly number[], ofWhat?: string): Finding {
  const unit = `${name === 'CPU' ? 'CPU ms' : 'ms'}${ofWhat === undefined ? '' : ` per ${ofWhat}`}`
  return { ...filled(what), ...summarize(ours), unit, ratio: peers === undefined ? null : ratioOf(ours, peers) }
}

/** A row of something that is counted, not timed. */
export function countRow(what: What, value: number, unit: string, peer?: number): Finding {
  return { ...filled(what), median: value, spread: [value, value], repetitions: 1, unit, ratio: peer === undefined ? null : value / peer }
}
