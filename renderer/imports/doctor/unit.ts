import type { Declared } from './declared.ts'
import { type KnownThing, thingOf } from './known-things.ts'
import { sizeOf } from '../pieces/box.ts'
import type { Survey } from './survey.ts'

export interface UnitShare {
  readonly metresPerUnit: number
  /** 0..1 of all candidates. */
  readonly share: number
}

export interface UnitGuess {
  readonly metresPerUnit: number
  /** 0..1 */
  readonly sure: number
  /** Most likely first. */
  readonly candidates: readonly UnitShare[]
}

/** Units that models are drawn in, metres, and how often. */
export const UNITS = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254, ft: 0.3048 } as const
export type Unit = keyof typeof UNITS
/** @returns undefined: nobody draws in it */
export const unitOf = (metresPerUnit: number): Unit | undefined => (Object.keys(UNITS) as Unit[]).find((unit) => isSame(UNITS[unit], metresPerUnit))
const USUAL: Readonly<Record<Unit, number>> = { m: 1, mm: 0.9, cm: 0.8, in: 0.35, ft: 0.25 }
/** So many of what a file states are its units in truth, where it was scaled twice, or to the wrong end; rare. */
const SCALED = [100, 1000, 39.37, 10, 0.01]
const SCALED_SHARE = 0.03

/** Scores are sums of hints that know of each other: less certain than their sum. */
const TEMPERATURE = 1

/**
 * Which unit a model is drawn in: by what it says, how large it would be, how large the things in it would be that are known by name, and
 * which unit's grid its corners stand on.
 *
 * @param seen      in what the reader took for metres
 * @param fileName  names the whole, as a rule
 * @param height    of all of it, as `seen`
 * O(objects + steps).
 */
export function guessUnit(seen: Survey, { metresPerUnit: declared, trust }: Pick<Declared, 'metresPerUnit' | 'trust'>, fileName: string, height = sizeOf(seen.box)[1]): UnitGuess {
  const taken = declared ?? 1
  const [wx, wy, wz] = sizeOf(seen.box)
  const longest = Math.max(wx, wy, wz)
  const wholes = [{ name: fileName, longest }]
  const parts = seen.objects.map(({ name, box }) => ({ name, longest: Math.max(...sizeOf(box)) }))
  const named = namedSizes(parts.length === 0 ? wholes : [...wholes, ...parts])
  const isBuilding = namesBuilding([fileName, ...seen.objects.map(({ name }) => name)]) && height > FLAT * longest
  const isLow = (factor: number): boolean => isBuilding && height * factor < LOWEST_BUILDING
  const onGrid = new Map<number, number>()
  const candidates = priors(declared, trust.unit).map(({ metresPerUnit, prior }) => {
    const factor = metresPerUnit / taken
    onGrid.set(metresPerUnit, shareOnGrid(seen.steps, factor))
    return { metresPerUnit, prior, score: Math.log(plausible(longest * factor, seen.objects.length)) + namedScore(named, factor) + hintOf(fileName, metresPerUnit) + (isLow(factor) ? LOW * Math.log((height * factor) / LOWEST_BUILDING) : 0) }
  })
  const best = Math.max(...onGrid.values())
  const seenIn = candidates.map(({ metresPerUnit, score, prior }) => ({ metresPerUnit, prior, score: score + GRID_WEIGHT * Math.log((GRID_CHANCE + onGrid.get(metresPerUnit)!) / (GRID_CHANCE + best)) }))
  const candidatesByShare = sharesOf(seenIn.map(({ metresPerUnit, prior, score }) => ({ metresPerUnit, score: (score + Math.log(prior)) / TEMPERATURE })))
  const [{ metresPerUnit, share }] = candidatesByShare
  // That most models are in metres is no proof that this one is: what makes a guess sure must be seen in the file.
  const shown = declared === null ? sharesOf(seenIn).find((one) => one.metresPerUnit === metresPerUnit)!.share : 1
  // Nor is it proof that all others would be more absurd still.
  const isTold = declared !== null || named.length > 0 || hintOf(fileName, metresPerUnit) > 0
  const usual = isTold ? 1 : Math.min(1, plausible((longest * metresPerUnit) / taken, seen.objects.length) / ABSURD)
  return { metresPerUnit, sure: Math.min(share, shown, isLow(metresPerUnit / taken) ? SURE_OF_LOW : 1) * usual, candidates: candidatesByShare }
}

/** Most likely first. */
function sharesOf(scores: readonly { readonly metresPerUnit: number; readonly score: number }[]): readonly UnitShare[] {
  const highest = Math.max(...scores.map(({ score }) => score))
  const sum = scores.reduce((total, { score }) => total + Math.exp(score - highest), 0)
  return scores.map(({ metresPerUnit, score }) => ({ metresPerUnit, share: Math.exp(score - highest) / sum })).toSorted((a, b) => b.share - a.share)
}

function priors(declared: number | null, trust: number): readonly { readonly metresPerUnit: number; readonly prior: number }[] {
  const usual = (Object.keys(UNITS) as Unit[]).map((unit) => ({ metresPerUnit: UNITS[unit], prior: USUAL[unit] }))
  if (declared === null) return usual
  const scaled = SCALED.map((factor) => ({ metresPerUnit: declared * factor, prior: SCALED_SHARE })).filter((one) => !usual.some(({ metresPerUnit }) => isSame(metresPerUnit, one.metresPerUnit)))
  const others = [...usual, ...scaled].filter(({ metresPerUnit }) => !isSame(metresPerUnit, declared))
  const sum = others.reduce((total, { prior }) => total + prior, 0)
  return [{ metresPerUnit: declared, prior: trust }, ...others.map(({ metresPerUnit, prior }) => ({ metresPerUnit, prior: ((1 - trust) * prior) / sum }))]
}

/** What a report offers, metres. @param stated  of a model whose size is to be checked: it may be a hundred times as large, or as small */
export const unitsToChoose = (taken: number, stated: number | null): readonly number[] =>
  [taken, ...(stated === null ? [] : [0.01 * stated, 100 * stated])].reduce<readonly number[]>((all, unit) => (all.some((other) => isSame(other, unit)) ? all : [...all, unit]), Object.values(UNITS))

export const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 1e-4 * Math.abs(b)

/** Metres: nobody stands upright in a lower building, under its roof or in the open. */
const LOWEST_BUILDING = 2
/** Share of the longest side: what is flatter is the drawing of a plan. */
const FLAT = 0.02
/** The power of its share of that height, in its likelihood; and how sure anybody can be of it at most. */
const [LOW, SURE_OF_LOW] = [4, 0.5]

/** A building by its name, or by those of its parts; walls alone may be cut off above the floor. */
function namesBuilding(names: readonly string[]): boolean {
  const ids = new Set(names.map((name) => thingOf(name)?.id))
  return ids.has('building') || (ids.has('roof') && ids.has('wall'))
}

/** Below that, a size speaks for no unit: a single thing of 400 m, or of 4 cm. */
const ABSURD = 0.1

/** How likely a model of this longest side is: a piece of furniture, a room or a building. What has many parts is no single piece. */
function plausible(metres: number, objects: number): number {
  const smallest = objects >= 12 ? 1.8 : 0.25
  const largest = objects >= 100 ? 150 : 60
  if (metres < smallest) return Math.max(1e-12, (metres / smallest) ** 1.2)
  if (metres > largest) return Math.max(1e-12, (largest / metres) ** 1.2)
  return metres < 0.6 ? 0.85 : metres > largest / 2 ? 0.8 : 1
}

interface NamedSizes {
  readonly thing: KnownThing
  readonly longest: readonly number[]
}

/** Sizes by thing: forty chairs are one witness. */
function namedSizes(objects: readonly { readonly name: string; readonly longest: number }[]): readonly NamedSizes[] {
  const sizes = new Map<KnownThing, number[]>()
  for (const { name, longest } of objects) {
    const thing = thingOf(name)
    if (thing !== null && longest > 0) sizes.set(thing, [...(sizes.get(thing) ?? []).slice(0, 63), longest])
  }
  return [...sizes].map(([thing, longest]) => ({ thing, longest }))
}

const MOST_WITNESSES = 8
const FITS = 1
const WORST = -4

function namedScore(named: readonly NamedSizes[], factor: number): number {
  if (named.length === 0) return 0
  const scores = named.map(({ thing, longest }) => longest.reduce((sum, length) => sum + fit(thing, length * factor), 0) / longest.length)
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return mean * Math.min(named.length, MOST_WITNESSES) ** 0.75
}

/** Names are not always the thing: no single one is proof. */
function fit({ smallest, largest }: KnownThing, metres: number): number {
  // 0 in the middle of what is usual, 1 at its ends; sizes spread by factors.
  const off = Math.abs(Math.log((metres * metres) / (smallest * largest)) / Math.log(largest / smallest))
  return off <= 1 ? FITS * (1 - off) : Math.max(WORST, -Math.log(largest / smallest) * (off - 1))
}

/** So many times the largest, or of the smallest, that a thing is made: no unit, but whoever drew it was off. Of several parts it may be a set. */
const [ODD, ODD_SET] = [1.5, 5]
/** What is made in sizes more different than that is as large as somebody wants it: a window, a table. */
const MOST_RANGE = 5

/** Whether what a file is named after is far larger or smaller than such things are; null: neither, or nobody knows. @param seen  metres */
export function oddSize(name: string, { box, objects }: Pick<Survey, 'box' | 'objects'>): 'large' | 'small' | null {
  const thing = thingOf(name)
  if (thing === null || thing.largest > MOST_RANGE * thing.smallest) return null
  const whole = Math.max(...sizeOf(box))
  // Many chairs are longer than one, and each part of one is shorter.
  const part = objects.reduce((most, each) => Math.max(most, ...sizeOf(each.box)), 0)
  const odd = objects.length === 1 ? ODD : ODD_SET
  return part > odd * thing.largest ? 'large' : whole > 0 && odd * whole < thing.smallest ? 'small' : null
}

/** A file's name that ends with its unit: `flat_mm.obj`. */
const HINTS: readonly (readonly [RegExp, number])[] = [
  [/(?:^|[^a-z])(?:mm|millimet(?:er|re)s?)(?:[^a-z]|$)/i, UNITS.mm], [/(?:^|[^a-z])(?:cm|centimet(?:er|re)s?|zentimeter)(?:[^a-z]|$)/i, UNITS.cm],
  [/(?:^|[^a-z])(?:inch(?:es)?)(?:[^a-z]|$)/i, UNITS.in], [/(?:^|[^a-z])(?:feet|ft)(?:[^a-z]|$)/i, UNITS.ft], [/(?:^|[^a-z])(?:met(?:er|re)s?)(?:[^a-z]|$)/i, UNITS.m],
]
const HINT = 3
const hintOf = (fileName: string, metresPerUnit: number): number => (HINTS.some(([pattern, unit]) => isSame(unit, metresPerUnit) && pattern.test(fileName)) ? HINT : 0)

/** Metres: what is drawn by people stands on millimetres, or on eighths of an inch. */
const GRIDS = [0.001, 0.0254 / 8]
/** Share of a step of the grid within which a distance counts as on it. */
const GRID_TOLERANCE = 0.02
/** Distances of fewer steps are on any grid; single precision ends beyond so many. */
const [FEWEST_STEPS, MOST_STEPS] = [3, 50_000]
const GRID_CHANCE = 0.15
const GRID_WEIGHT = 1.2
const FEWEST_DISTANCES = 12

function shareOnGrid(steps: Float64Array, factor: number): number {
  let most = 0
  for (const grid of GRIDS) {
    let [on, count] = [0, 0]
    for (const step of steps) {
      const value = (step * factor) / grid
      if (value < FEWEST_STEPS || value > MOST_STEPS) continue
      count++
      if (Math.abs(value - Math.round(value)) < GRID_TOLERANCE) on++
    }
    if (count >= FEWEST_DISTANCES) most = Math.max(most, on / count)
  }
  return most
}
