import { type Bound, datesOf, type Goal, listed, meanGoal, rowGoal } from './goal.ts'
import { cardGoals } from './goals-card.ts'
import { pictureGoals } from './goals-picture.ts'
import type { BenchRow } from './row.ts'

/** Goals that rows exist for; a goal without rows is not listed, for nothing can be said of it. */
export function goalsOf(rows: readonly BenchRow[]): Goal[] {
  const variant = bestDefault(rows)
  const times = (value: number) => `${value.toFixed(2)}x`
  const percent = (value: number) => `${(100 * value).toFixed(0)} %`
  const goals: (Goal | null)[] = []
  const gates = rows.filter(({ what }) => /^(?:card\/gate-|gate\/)/.test(what))
  if (gates.length > 0) {
    const worst = gates.reduce((least, row) => (row.median < least.median ? row : least))
    goals.push({ what: 'gate: same hits as the peer on the rays that are timed', goal: '>= 99.999 %', over: `${gates.length} ray sets`, measured: datesOf(gates), found: `worst ${(100 * worst.median).toFixed(4)} % (${worst.scene}, ${worst.what.replace(/^.*gate[/-]/, '')})`, isMet: worst.median >= 0.99999 })
  }
  const mean = (what: string, title: string, bound: Bound, show: (value: number) => string, pick: (row: BenchRow) => boolean = () => true) =>
    meanGoal(rows.filter((row) => row.what === what && row.ratio !== null && pick(row)), title, bound, show)
  const own = (row: BenchRow) => row.variant === variant
  for (const kind of ['primary', 'diffuse']) goals.push(mean(`trace/${kind}`, `closest hit, ${kind} rays, against three-mesh-bvh's WebGPU traversal (${variant})`, { goal: 4, stretch: 6, worst: 2.5 }, times, own))
  goals.push(mean('trace/shadow', `any hit on shadow rays against three-mesh-bvh's closest hit (${variant})`, { goal: 5 }, times, own))
  goals.push(mean('trace/shadow-any', 'any hit on shadow rays against our own closest hit', { goal: 1.25 }, times))
  goals.push(mean('ceiling/primary', `share of the tree's arithmetic ceiling, primary rays (${variant})`, { goal: 0.35, stretch: 0.45 }, percent, own))
  goals.push(mean('ceiling/diffuse', `share of the tree's arithmetic ceiling, diffuse rays (${variant})`, { goal: 0.25, stretch: 0.35 }, percent, own))
  goals.push(mean('twin/primary', `twin on one thread against raycastFirst, primary rays (${variant})`, { goal: 3 }, times, own))
  goals.push(mean('twin/diffuse', `twin on one thread against raycastFirst, diffuse rays (${variant})`, { goal: 2 }, times, own))
  goals.push(mean('twin/shadow', `twin on one thread against raycastFirst, shadow rays (${variant})`, { goal: 3 }, times, own))
  goals.push(mean('build', "fast builder's CPU time against three-mesh-bvh SAH", { goal: 2, stretch: 1, isMost: true }, times, ({ variant: name }) => name === 'binned-sah'))
  goals.push(mean('tree-cost', "fast builder's tree cost against the exact one's", { goal: 1.15, isMost: true }, times, ({ variant: name }) => name === 'binned-sah'))
  goals.push(mean('build', "exact builder's CPU time against three-mesh-bvh SAH", { goal: 8, stretch: 5, isMost: true }, times, ({ variant: name }) => name === 'exact-sah'))
  const two = rows.filter(({ what, ratio }) => what === 'build/two-threads' && ratio !== null).map((row) => ({ ...row, ratio: 1 / row.ratio! }))
  goals.push(meanGoal(two, 'exact builder on two threads: gain over one', { goal: 1.5, stretch: 1.7 }, (value) => `${value.toFixed(3)}x`))
  const one = (...goal: Parameters<typeof rowGoal>) => goals.push(rowGoal(...goal))
  const ms = (value: number) => `${value.toFixed(2)} ms`
  for (const [count, goal, stretch] of [[1000, 2, 1], [4000, 8, 4]]) {
    for (const scene of new Set(rows.filter(({ what }) => what === 'edit/rebuild').map((row) => row.scene))) {
      const row = rows.find(({ what, x, variant: name, scene: own }) => what === 'edit/rebuild' && name === 'uber' && x === count && own === scene)
      one(`über tree rebuilt at ${count} instances, CPU time (${row?.detail.match(/[\d.]+ references per instance/)?.[0] ?? ''})`, row, row?.median, { goal, stretch, isMost: true }, ms)
      const upload = rows.find(({ what, x, scene: own }) => what === 'edit/upload' && x === count && own === scene)
      one(`upload for one moved object at ${count} instances`, upload, upload?.median, { goal: 256, isMost: true }, (value) => `${value.toFixed(0)} KiB`)
    }
  }
  const guides = rows.find(({ what, x }) => what === 'guides/step' && x === 10_000)
  one('guides: one step of a drag among 10,000 pieces, CPU time', guides, guides?.median, { goal: 4, isMost: true }, ms)
  for (const side of ['side', 'front']) {
    const last = rows.find(({ what, x }) => what === `kept/row-${side}` && x === 150)
    one(`rays/s kept from 1 to 150 objects in a row, seen from the ${side}`, last, last?.ratio, { goal: 0.75 }, percent)
    const points = rows.filter(({ what, variant: name, ratio }) => what === `row/${side}` && name === 'uber' && ratio !== null).toSorted((a, b) => a.x! - b.x!)
    const crossing = points.find((_, i) => points.slice(i).every(({ ratio }) => ratio! >= 1))
    if (points.length > 0) goals.push({ what: `über tree ahead of the object list in a row, seen from the ${side}`, goal: 'from 4 objects on', over: points[0].scene, measured: datesOf(points), found: crossing === undefined ? 'never for good' : `from ${crossing.x} on`, isMet: crossing !== undefined && crossing.x! <= 4 })
  }
  for (const kind of ['primary', 'diffuse']) {
    const row = rows.find(({ what, x }) => what === `kept/objects-${kind}` && x === 4000)
    one(`rays/s kept from 100 to 4,000 objects, ${kind} rays`, row, row?.ratio, { goal: 0.8 }, percent)
  }
  const largest = rows.filter(({ what, variant: name }) => what === 'kept/triangles' && name === variant).toSorted((a, b) => b.triangles - a.triangles)[0]
  one(`rays/s kept from ${largest?.peer} to ${largest?.triangles.toLocaleString('en')}`, largest, largest?.ratio, { goal: 0.7 }, percent)
  for (const [what, title, goal] of [['memory/tree', 'nodes and references, 8-byte standard', 75], ['memory/all', 'the same with intersection records', 130]] as const) {
    const found = rows.filter((row) => row.what === what && row.variant === 'standard-8')
    if (found.length === 0) continue
    const worst = found.reduce((most, row) => (row.median > most.median ? row : most))
    goals.push({ what: `bytes per triangle: ${title}`, goal: `<= ${goal}`, over: listed(found), measured: datesOf(found), found: `worst ${worst.median.toFixed(1)} (${worst.scene})`, isMet: worst.median <= goal })
  }
  goals.push(...pictureGoals(rows), ...cardGoals(rows))
  return goals.filter((goal) => goal !== null)
}

/** The engine's default traversal, as it was when these rows were measured. */
function bestDefault(rows: readonly BenchRow[]): string {
  return rows.find(({ what }) => what.startsWith('twin/'))?.variant ?? rows.find(({ what, peer }) => what === 'trace/primary' && peer !== null)?.variant ?? 'standard-8'
}
