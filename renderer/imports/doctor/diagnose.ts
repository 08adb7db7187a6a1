import type { Vec3 } from '../../../gpu/index.ts'
import type { ParsedAsset } from '../types.ts'
import type { Declared, UpAxis } from './declared.ts'
import { partsApart } from '../spaces/apart.ts'
import { findStrays } from './strays.ts'
import { type Box, boxAround, sizeOf } from '../pieces/box.ts'
import { type Survey, survey, surveyObjects } from './survey.ts'
import { guessUnit, isSame, type UnitGuess, unitOf } from './unit.ts'
import { guessUp, type UpGuess } from './up.ts'

/** From here on the doctor acts without asking. */
export const SURE = 0.8
/** A declaration that is less likely than this is absurd, and so is one by which the model is so small or so large; metres. */
const ABSURD = 0.1
const [SMALLEST, LARGEST] = [0.02, 3000]
/** Metres from the origin beyond which single precision blurs what is small. */
const FAR = 5000
/** What is taken off is a multiple of this: a number that people can write down. Metres. */
const ORIGIN_STEP = 10
/** Heights are counted from the ground: they are kept unless they are far themselves. */
const HIGH = 1000

export interface Diagnosis {
  readonly seen: Survey
  readonly strays: readonly string[]
  readonly unit: UnitGuess
  readonly up: UpGuess
  /** What is taken while nobody answers. */
  readonly metresPerUnit: number
  readonly upTaken: UpAxis
}

/** Examines a model as its reader left it. */
export function diagnose(parsed: Pick<ParsedAsset, 'parts' | 'meshes'>, declared: Declared, fileName: string): Diagnosis {
  const objects = surveyObjects(parsed)
  const strays = findStrays(objects)
  // Marks of a survey and north arrows make a model look larger than it is, too.
  const uncounted = new Set([...strays, ...partsApart(parsed, new Set(strays))])
  const seen = survey(parsed, objects.filter(({ part }) => !uncounted.has(part)))
  const up = guessUp(seen, declared, fileName)
  const upTaken = up.sure >= SURE ? up.up : (declared.up ?? up.up)
  const size = sizeOf(seen.box)
  const unit = guessUnit(seen, declared, fileName, size[upTaken === declared.takenUp ? 1 : 2])
  return { seen, strays, unit, up, metresPerUnit: defaultUnit(unit, declared, Math.max(...size)), upTaken }
}

/**
 * What nobody is sure of stays as the file states it, unless that is absurd and something that people draw in is not: a printed house of 30 cm is no house in units of 39.37 m.
 *
 * @param longest  metres of its longest side, as declared
 */
function defaultUnit({ metresPerUnit, sure, candidates }: UnitGuess, declared: Declared, longest: number): number {
  if (sure >= SURE || declared.metresPerUnit === null || longest < SMALLEST || longest > LARGEST) return metresPerUnit
  const stated = candidates.find((candidate) => isSame(candidate.metresPerUnit, declared.metresPerUnit as number))
  return stated !== undefined && (stated.share >= ABSURD || unitOf(metresPerUnit) === undefined) ? stated.metresPerUnit : metresPerUnit
}

/** What is done to a parsed model so that it stands upright, in metres, near the origin: scaled, then turned, then moved. */
export interface Treatment {
  readonly factor: number
  /** About x, radians: a quarter turn either way, or none. */
  readonly turn: number
  /** Metres, taken off last. */
  readonly origin: Vec3
}

/** @param origin  given when the file is read again; null: what is far is brought near */
export function treatmentOf(box: Box, declared: Declared, metresPerUnit: number, up: UpAxis, origin: Vec3 | null): Treatment {
  const factor = metresPerUnit / (declared.metresPerUnit ?? 1)
  const turn = up === declared.takenUp ? 0 : up === 'z' ? -Math.PI / 2 : Math.PI / 2
  const turned = { factor, turn, origin: [0, 0, 0] as const }
  return { ...turned, origin: origin ?? originOf(treatedBox(box, turned)) }
}

export const isNeeded = ({ factor, turn, origin }: Treatment): boolean => !isSame(factor, 1) || turn !== 0 || origin.some((value) => value !== 0)

export function treated([x, y, z]: Vec3, { factor, turn, origin }: Treatment): Vec3 {
  const [ty, tz] = turn === 0 ? [y, z] : turn < 0 ? [z, -y] : [-z, y]
  return [factor * x - origin[0], factor * ty - origin[1], factor * tz - origin[2]]
}

export function treatedBox({ min, max }: Box, treatment: Treatment): Box {
  const [a, b] = [treated(min, treatment), treated(max, treatment)]
  return boxAround([{ min: a, max: a }, { min: b, max: b }])
}

/** What was taken off a model, by its reader and by the doctor; metres. */
export function originInFull(treatment: Treatment, { origin }: Declared): Vec3 {
  // The reader took its share off before: scaled and turned with everything else.
  const [x, y, z] = treated(origin, { ...treatment, origin: [0, 0, 0] })
  return [x + treatment.origin[0], y + treatment.origin[1], z + treatment.origin[2]]
}

const middleOf = ({ min, max }: Box): readonly number[] => [0, 1, 2].map((axis) => (min[axis] + max[axis]) / 2)

/** Whether single precision is fine enough for it. */
export const isNear = (box: Box): boolean => Math.hypot(...middleOf(box)) < FAR

function originOf(box: Box): Vec3 {
  if (isNear(box)) return [0, 0, 0]
  const middle = middleOf(box)
  const rounded = (value: number): number => Math.round(value / ORIGIN_STEP) * ORIGIN_STEP
  return [rounded(middle[0]), Math.abs(middle[1]) < HIGH ? 0 : rounded(middle[1]), rounded(middle[2])]
}
