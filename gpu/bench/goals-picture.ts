import { datesOf, type Figure, type Goal, listed, worstGoal } from './goal.ts'
import type { BenchRow } from './row.ts'

/** What pictures are to reach, by FLIP and light against the reference; a goal without rows is null. */
export function pictureGoals(rows: readonly BenchRow[]): (Goal | null)[] {
  return [
    ...FLIPS.map(([what, title, variant, goal]) => meanOfViews(rows.filter((row) => row.what === what && row.variant === `hybrid, ${variant}`), `FLIP of the frame ${title}, ${variant}`, goal)),
    lightGoal(rows.filter(({ what }) => what === 'picture/moving')),
    worstGoal('FLIP of two successive moving pictures of a view that stands', rows.filter(({ what }) => what === 'picture/standing').map((row) => ({ row, value: row.median })), { goal: 0.01, isMost: true }, (value) => value.toFixed(4), ({ scene, variant }) => `${scene}, ${variant}`),
    ...shownGoals(rows.filter(({ what, unit }) => what === 'picture/shown' && unit === 'FLIP')),
    spotsGoal(rows.filter(({ what }) => what === 'picture/cold')),
    worstGoal('FLIP where a piece was, from the second step of a drag on', rows.filter(({ what }) => what === 'picture/drag').map((row) => ({ row, value: row.median })), { goal: 0.03, isMost: true }, (value) => value.toFixed(3), ({ scene, variant, x }) => `${scene}, ${variant.endsWith('off') ? 'without indirect light, ' : ''}step ${x}`),
    ...quickGoals(rows.filter(({ what, variant }) => what === 'picture/quick' && variant === 'whitted, indirect on')),
    ...Object.entries(UNLIT).flatMap(([scene, before]) => convergeGoals(rows.filter((row) => row.what === 'picture/converge' && row.scene === scene), scene, before)),
    ...denoisedGoals(rows.filter(({ what, scene, x }) => what === 'picture/denoised' && scene === 'apartment' && x === 32)),
    worstGoal('a picture of 3840x2160 denoised on a card', rows.filter(({ what, variant, unit }) => what === 'picture/denoise-time' && variant === '3840x2160' && unit === 'ms').map((row) => ({ row, value: row.median })), { goal: 1000, isMost: true }, (value) => `${value.toFixed(0)} ms`),
  ]
}

/** Mean FLIP over all views that a method's pictures are to have against the reference. */
const FLIPS: readonly (readonly [what: string, title: string, variant: string, goal: number])[] = [
  ['picture/rest', 'at rest against the reference', 'indirect on', 0.02], ['picture/rest', 'at rest against the reference', 'indirect off', 0.02],
  ['picture/moving', 'after a second of a walk', 'indirect on', 0.08], ['picture/moving', 'after a second of a walk', 'indirect off', 0.06], ['picture/moving', 'in a walk', 'indirect on, fifth frame', 0.12],
]

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const largest = (rows: readonly BenchRow[]): BenchRow => rows.reduce((most, row) => (row.median > most.median ? row : most))

function meanOfViews(found: readonly BenchRow[], what: string, goal: number): Goal | null {
  if (found.length === 0) return null
  const [value, worst] = [mean(found.map(({ median }) => median)), largest(found)]
  return { what, goal: `<= ${goal}`, over: `${found.length} views`, measured: datesOf(found), found: `${value.toFixed(4)}, worst ${worst.median.toFixed(4)} (${worst.scene})`, isMet: value <= goal }
}

/** Share of the mean luminance that a moving picture may be off by. */
const LIGHT = 0.01

function lightGoal(found: readonly BenchRow[]): Goal | null {
  const looks = found.flatMap((row) => {
    const light = /; light ([\d.]+)/.exec(row.detail)
    return light === null ? [] : [{ row, off: Number(light[1]) - 1 }]
  })
  if (looks.length === 0) return null
  const worst = looks.reduce((most, look) => (Math.abs(look.off) > Math.abs(most.off) ? look : most))
  const lost = looks.filter(({ off }) => Math.abs(off) > LIGHT + 1e-9).length
  return {
    what: 'mean luminance of moving pictures against the reference', goal: 'within 1 %', over: `${looks.length} looks`, measured: datesOf(looks.map(({ row }) => row)),
    found: `worst ${worst.off < 0 ? '-' : '+'}${(100 * Math.abs(worst.off)).toFixed(1)} % (${worst.row.scene}, ${worst.row.variant}), ${lost === 0 ? 'none' : lost} off by more`, isMet: lost === 0,
  }
}

/** FLIP that one picture may have above the one before it: a reference of 4,096 samples has noise of its own, and a picture that fits it by chance is no better. */
const CHANCE = 0.002

/** What is shown never gets worse with time: from look to look, and when it is denoised in the end. */
function shownGoals(found: readonly BenchRow[]): (Goal | null)[] {
  const [denoised, refined] = [found.filter(({ ratio }) => ratio !== null), found.filter(({ ratio }) => ratio === null).toSorted((a, b) => a.x! - b.x!)]
  const rises = [...new Set(refined.map(({ scene }) => scene))].flatMap((view) => {
    const looks = refined.filter(({ scene }) => scene === view)
    return looks.slice(1).map((row, i) => ({ row, value: row.median - looks[i].median, after: looks[i].x! }))
  })
  return [
    neverWorse('what is shown at rest never gets worse with time: FLIP over that of the look before', rises, (row) => `${row.scene}, from ${rises.find((rise) => rise.row === row)!.after} to ${row.x} samples`),
    neverWorse('nor when it is denoised in the end: FLIP over that of before', denoised.map((row) => ({ row, value: row.median - row.median / row.ratio! })), ({ scene, x }) => `${scene}, ${x} samples`),
  ]
}

function neverWorse(what: string, figures: readonly Figure[], name: (row: BenchRow) => string): Goal | null {
  const goal = worstGoal(what, figures, { goal: CHANCE, isMost: true }, (value) => value.toFixed(4), name)
  if (goal === null) return null
  const viewsOf = (some: readonly Figure[]) => new Set(some.map(({ row }) => row.scene)).size
  const worse = viewsOf(figures.filter(({ value }) => value > CHANCE))
  return { ...goal, over: `${viewsOf(figures)} views`, found: `${goal.found}${worse === 0 ? '' : `, ${worse} views`}` }
}

function spotsGoal(found: readonly BenchRow[]): Goal | null {
  if (found.length === 0) return null
  const worst = largest(found)
  return {
    what: 'bright spots of a view that opens, after its third frame', goal: 'none', over: `${new Set(found.map(({ scene }) => scene)).size} views`, measured: datesOf(found),
    found: worst.median === 0 ? 'none' : `worst ${worst.median} (${worst.scene}, frame ${worst.x})`, isMet: worst.median === 0,
  }
}

function quickGoals(found: readonly BenchRow[]): (Goal | null)[] {
  const [flip, light] = [found.filter(({ unit, ratio }) => unit === 'FLIP' && ratio !== null), found.filter(({ unit }) => unit === 'of its luminance')]
  const said = { over: `${flip.length} views`, measured: found.length === 0 ? '' : datesOf(found) }
  const ratio = mean(flip.map((row) => row.ratio!))
  const off = Math.abs(mean(light.map(({ median }) => median)) - 1)
  return [
    flip.length === 0 ? null : { what: 'FLIP of quick pictures with indirect light, of that with the flat ambient', goal: '<= 0.50', ...said, found: `${ratio.toFixed(2)}, worst ${Math.max(...flip.map((row) => row.ratio!)).toFixed(2)}`, isMet: ratio <= 0.5 },
    light.length === 0 ? null : { what: 'light of quick pictures with indirect light, mean of views', goal: 'within 5 %', ...said, found: `off by ${(100 * off).toFixed(1)} %`, isMet: off <= 0.05 },
  ]
}

/** FLIP at which samples are counted. */
const REACHED = 0.06

/** FLIP at 8, 32, 128 and 512 samples of 640 x 360 without a table of what the sun lights: what the goals of convergence count from (H200, 27 November 2026). */
const UNLIT: Readonly<Record<string, readonly Point[]>> = {
  apartment: [[8, 0.2866], [32, 0.1783], [128, 0.1125], [512, 0.07411]],
  'apartment-dusk': [[8, 0.1784], [32, 0.1212], [128, 0.08518], [512, 0.06067]],
  'mirror-room': [[8, 0.1655], [32, 0.1181], [128, 0.07734], [512, 0.05024]],
  small_house: [[8, 0.09287], [32, 0.05407], [128, 0.03222], [512, 0.02042]],
}
/** Seconds that a sample of it took of the tracer that takes several at once, and the card that they are of (passes/paths/MEASURED.md). The rows of the 27th took four times as long, one sample after another, and would say more of that than of the table. */
const UNLIT_SAMPLE = { scene: 'apartment', seconds: 0.0085, card: 'H200' } as const

/** What a FLIP costs: samples, or seconds. */
type Point = readonly [cost: number, flip: number]

/** By day the table and the openings are to save samples and time; in other rooms they are to cost none. */
function convergeGoals(found: readonly BenchRow[], scene: string, before: readonly Point[]): (Goal | null)[] {
  const own = found.filter(({ detail }) => detail.includes('640x360')).toSorted((a, b) => a.x! - b.x!)
  const flips = own.filter(({ unit }) => unit === 'FLIP')
  const samples = flips.map(({ x, median }): Point => [x!, median])
  const timed = own.filter(({ unit, adapter }) => unit === 's' && scene === UNLIT_SAMPLE.scene && adapter.includes(UNLIT_SAMPLE.card))
  const seconds = timed.flatMap(({ x, median }) => flips.filter((row) => row.x === x).map((row): Point => [median, row.median]))
  const goalOf = (what: string, points: readonly Point[], then: number, goal: number, show: (cost: number) => string): Goal | null => {
    if (points.length < 2) return null
    const now = costUntil(points, REACHED)
    return { what, goal: `>= ${goal.toFixed(2)}x`, over: scene, measured: datesOf(own), found: `${(then / now).toFixed(2)}x (${show(then)}, ${show(now)})`, isMet: then / now >= goal }
  }
  const then = costUntil(before, REACHED)
  return [
    goalOf(`samples until FLIP ${REACHED} without a table of what the sun lights, over those of now`, samples, then, scene === 'apartment' ? 2.3 : 1 / 1.05, (cost) => cost.toFixed(0)),
    goalOf(`seconds until FLIP ${REACHED} without that table, over those of now`, seconds, then * UNLIT_SAMPLE.seconds, 1.7, (cost) => `${cost.toFixed(1)} s`),
  ]
}

/** Where a line through the points, straight in logarithms, reaches a FLIP; beyond them as their last two go. */
export function costUntil(points: readonly Point[], flip: number): number {
  const below = points.findIndex(([, value]) => value <= flip)
  const last = Math.max(1, below < 0 ? points.length - 1 : below)
  const [[fromCost, fromFlip], [toCost, toFlip]] = [points[last - 1], points[last]]
  return fromCost * (toCost / fromCost) ** (Math.log(flip / fromFlip) / Math.log(toFlip / fromFlip))
}

function denoisedGoals(found: readonly BenchRow[]): (Goal | null)[] {
  const of = (variant: string, unit: string) => found.find((row) => row.variant === variant && row.unit === unit)?.median
  const [noisy, clean, flip] = [of('noisy', 'relMSE'), of('denoised', 'relMSE'), of('denoised', 'FLIP')]
  const said = { over: listed(found), measured: found.length === 0 ? '' : datesOf(found) }
  return [
    noisy === undefined || clean === undefined ? null : { what: 'relMSE of 32 samples over that of the denoised picture', goal: '>= 9.0x', ...said, found: `${(noisy / clean).toFixed(1)}x`, isMet: noisy / clean >= 9 },
    flip === undefined ? null : { what: 'FLIP of 32 samples, denoised', goal: '<= 0.130', stretch: '< 0.100', ...said, found: flip.toFixed(3), isMet: flip <= 0.13, isStretchMet: flip < 0.1 },
  ]
}
