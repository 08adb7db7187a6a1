import { geometricMean } from './measure.ts'
import type { BenchRow } from './row.ts'

/** A figure that is to be reached, and what the rows say of it. */
export interface Goal {
  readonly what: string
  readonly goal: string
  readonly stretch?: string
  /** Of how many scenes or points, and which. */
  readonly over: string
  /** When its rows were taken: a day, or the first and the last. */
  readonly measured: string
  readonly found: string
  readonly isMet: boolean
  readonly isStretchMet?: boolean
}

/** The scenes that means are taken over, where they were measured. */
const SCENES = ['bunny', 'dragon', 'small_house', 'sponza']

export interface Bound {
  readonly goal: number
  readonly stretch?: number
  /** No scene may be below, nor below the second to reach the stretch. */
  readonly worst?: number
  readonly worstStretch?: number
  readonly isMost?: boolean
}

export function meanGoal(found: readonly BenchRow[], title: string, bound: Bound, show: (value: number) => string): Goal | null {
  const known = found.filter(({ scene }) => SCENES.includes(scene))
  const used = known.length > 0 ? known : found
  if (used.length === 0) return null
  const ratios = used.map(({ ratio }) => ratio!)
  const mean = geometricMean(ratios)
  const worst = bound.isMost === true ? Math.max(...ratios) : Math.min(...ratios)
  const worstScene = used[ratios.indexOf(worst)].scene
  const isWorstMet = bound.worst === undefined || worst >= bound.worst
  return {
    what: title, ...described(bound, show), over: listed(used), measured: datesOf(used), found: `${show(mean)}, worst ${show(worst)} (${worstScene})`, isMet: isWithin(mean, bound.goal, bound) && isWorstMet,
    ...bound.stretch === undefined ? {} : { isStretchMet: isWithin(mean, bound.stretch, bound) && isWorstMet && (bound.worstStretch === undefined || worst >= bound.worstStretch) },
  }
}

export function described({ goal, stretch, worst, worstStretch, isMost }: Bound, show: (value: number) => string): { goal: string; stretch?: string } {
  const sign = isMost === true ? '<=' : '>='
  return { goal: `${sign} ${show(goal)}${worst === undefined ? '' : `, none under ${show(worst)}`}`, ...stretch === undefined ? {} : { stretch: `${sign} ${show(stretch)}${worstStretch === undefined ? '' : `, none under ${show(worstStretch)}`}` } }
}

export function isWithin(value: number, limit: number, { isMost }: Bound): boolean {
  return isMost === true ? value <= limit : value >= limit
}

export function listed(rows: readonly BenchRow[]): string {
  return [...new Set(rows.map(({ scene }) => scene))].join(', ')
}

/** Days (UTC) on which rows were taken. @param rows  at least one */
export function datesOf(rows: readonly BenchRow[]): string {
  const days = rows.map(({ date }) => date.slice(0, 10)).toSorted((a, b) => a.localeCompare(b))
  return days[0] === days.at(-1) ? days[0] : `${days[0]} to ${days.at(-1)}`
}

/** A goal for one row, and for a figure of it; null where there is no such row. */
export function rowGoal(title: string, row: BenchRow | undefined, value: number | null | undefined, bound: Bound, show: (value: number) => string): Goal | null {
  if (row === undefined || value === null || value === undefined) return null
  return { what: title, ...described(bound, show), over: row.scene, measured: datesOf([row]), found: show(value), isMet: isWithin(value, bound.goal, bound), ...bound.stretch === undefined ? {} : { isStretchMet: isWithin(value, bound.stretch, bound) } }
}

/** A figure, and the row that it is of. */
export interface Figure { readonly row: BenchRow; readonly value: number }

/** A goal that every one of the figures is to reach. */
export function worstGoal(title: string, figures: readonly Figure[], bound: Bound, show: (value: number) => string, name: (row: BenchRow) => string = ({ scene }) => scene): Goal | null {
  if (figures.length === 0) return null
  const worst = figures.reduce((found, each) => (bound.isMost === true ? each.value > found.value : each.value < found.value) ? each : found)
  return {
    what: title, ...described(bound, show), over: listed(figures.map(({ row }) => row)), measured: datesOf(figures.map(({ row }) => row)), found: `worst ${show(worst.value)} (${name(worst.row)})`, isMet: isWithin(worst.value, bound.goal, bound),
    ...bound.stretch === undefined ? {} : { isStretchMet: isWithin(worst.value, bound.stretch, bound) },
  }
}
