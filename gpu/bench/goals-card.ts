import { OBJECT_TRAVERSALS } from '../traversal/traversals.ts'
import { type Bound, type Figure, type Goal, meanGoal, rowGoal, worstGoal } from './goal.ts'
import { geometricMean } from './measure.ts'
import type { BenchRow } from './row.ts'

/** What a graphics card is to reach, by its own clock; a goal without rows is null. */
export function cardGoals(rows: readonly BenchRow[]): (Goal | null)[] {
  const paths = rows.filter(({ what, scene }) => what === 'card/paths' && scene === 'mirror-room').toSorted((a, b) => b.median - a.median)[0]
  const edit = rows.find(({ what, x }) => what === 'card/edit' && x === 1000)
  return [
    ...RAY_GOALS.map((goal) => rayGoal(rows, goal)),
    ...FRAMES.map(([scene, variant, goal, stretch]) => {
      const row = rows.find((candidate) => candidate.what === 'card/frame' && candidate.scene === scene && candidate.variant === variant)
      return rowGoal(`frame of 1920x1080, ${variant}`, row, row?.median, { goal, stretch, isMost: true }, ms)
    }),
    ...PASSES.map(([pass, method, name, goal]) => worstGoal(`${pass} of a moving ${name} frame of 1920x1080`, figuresOf(rows.filter(({ what, variant }) => what === 'card/pass' && variant === `${method}, moving: ${pass}`), ({ median }) => median), { goal, isMost: true }, ms)),
    worstGoal('moving frames of 1920x1080: by the wall, over the sum of their passes', overPasses(rows), { goal: 2, isMost: true }, ms, ({ scene, variant }) => `${scene}, ${variant}`),
    worstGoal('submits of a moving frame of 1920x1080', figuresOf(movingFrames(rows), ({ detail }) => Number(/([\d.]+) submits/.exec(detail)?.[1] ?? NaN)), { goal: 12, isMost: true }, String, ({ scene, variant }) => `${scene}, ${variant}`),
    rowGoal(`${paths?.variant}, million paths a second`, paths, paths?.median, { goal: 40, stretch: 70 }, (value) => value.toFixed(1)),
    rowGoal('one of 1,000 objects moved, until its picture of 1280x720', edit, edit?.median, { goal: 4, stretch: 3, isMost: true }, ms),
    worstGoal('moving frames of a room in a house of 10,000 lit rooms, against the room alone', figuresOf(rows.filter(({ what, x }) => what === 'card/lamps' && x === 10_000), ({ ratio }) => ratio!), { goal: 2, isMost: true }, times, ({ variant }) => variant),
  ]
}

const ms = (value: number): string => `${value.toFixed(2)} ms`
const times = (value: number): string => `${value.toFixed(2)}x`
const figuresOf = (rows: readonly BenchRow[], valueOf: (row: BenchRow) => number): Figure[] => rows.map((row) => ({ row, value: valueOf(row) }))

/** Milliseconds that a frame is to take. */
const FRAMES: readonly (readonly [scene: string, variant: string, goal: number, stretch: number])[] = [
  ['apartment', 'whitted, moving, indirect off, 2 lights', 3.6, 2.8],
  ['apartment', 'hybrid, moving, indirect off', 20, 12], ['small_house', 'hybrid, moving, indirect off', 8, 5],
  ['apartment', 'hybrid, moving', 28, 16.6], ['small_house', 'hybrid, moving', 14, 8.3],
  ['apartment', 'hybrid, at rest, one sample', 75, 50], ['small_house', 'hybrid, at rest, one sample', 20, 12],
]

/** Milliseconds that a pass is to take. The cache of quick pictures has the same plan as that of hybrid ones, and a fixed cost that is larger (passes/irradiance/MEASURED.md). */
const PASSES = [['denoise', 'hybrid', 'hybrid', 1.2], ['irradiance', 'hybrid', 'hybrid', 3], ['irradiance', 'whitted', 'quick', 3]] as const

interface RayGoal extends Bound {
  readonly title: string
  readonly what: RegExp
  readonly walks: readonly string[]
  /** Over the objects as they stand; else all triangles are one. */
  readonly isOverInstances?: boolean
  readonly show: (value: number) => string
}

const KD_TREE = Object.keys(OBJECT_TRAVERSALS).filter((name) => name !== 'bvh')
const AGAINST_THREE = { what: /^card\/(?:primary|diffuse|shadow)$/, goal: 2.3, stretch: 2.8, worst: 1.4, show: times }
const NATIVE_SHARE = 'share of the best native kernel\'s rays, all kinds'
const AGAINST_NATIVE = { what: /^card\/native-(?:primary|diffuse|shadow)$/, show: (value: number) => value.toFixed(2) }

/** Rays a second, as geometric means over kinds and scenes. */
const RAY_GOALS: readonly RayGoal[] = [
  { ...AGAINST_THREE, title: 'rays of all kinds on a card against three-mesh-bvh\'s WebGPU walk, kD-tree', walks: KD_TREE }, { ...AGAINST_THREE, title: 'rays of all kinds on a card against three-mesh-bvh\'s WebGPU walk, BVH', walks: ['bvh'] },
  { ...AGAINST_NATIVE, title: `${NATIVE_SHARE}, kD-tree`, walks: KD_TREE, goal: 0.6, stretch: 0.65, worst: 0.48, worstStretch: 0.52 },
  { ...AGAINST_NATIVE, title: `${NATIVE_SHARE}, BVH`, walks: ['bvh'], goal: 0.65, stretch: 0.75, worst: 0.52, worstStretch: 0.6 },
  { ...AGAINST_NATIVE, title: `${NATIVE_SHARE}, over instances`, walks: Object.keys(OBJECT_TRAVERSALS), isOverInstances: true, goal: 0.5, stretch: 0.6 },
]

/** All kinds of rays and scenes by the walk that is the best of its kind, as it fits. */
function rayGoal(rows: readonly BenchRow[], { title, what: asked, walks, isOverInstances = false, show, ...bound }: RayGoal): Goal | null {
  const isOf = (name: string, { variant, instances }: BenchRow): boolean => (isOverInstances ? instances > 1 && variant === `${name}, ${instances} instances` : variant === name)
  const found = walks.map((name) => ({ name, rows: rows.filter((row) => asked.test(row.what) && row.ratio !== null && isOf(name, row)) })).filter(({ rows: own }) => own.length > 0)
    .map((walk) => ({ ...walk, mean: geometricMean(walk.rows.map(({ ratio }) => ratio!)) })).toSorted((a, b) => b.mean - a.mean)
  if (found.length === 0) return null
  return meanGoal(found[0].rows, `${title} (${found[0].name})`, bound, show)
}

const movingFrames = (rows: readonly BenchRow[]): BenchRow[] => rows.filter(({ what, variant, detail }) => what === 'card/frame' && variant.includes('moving') && detail.startsWith('1920x1080'))

/** What frames take by the wall beside their passes. */
function overPasses(rows: readonly BenchRow[]): Figure[] {
  return movingFrames(rows).flatMap((row) => {
    const wall = rows.find(({ what, scene, variant }) => what === 'card/frame-wall' && scene === row.scene && variant === row.variant)
    return wall === undefined ? [] : [{ row, value: wall.median - row.median }]
  })
}
