import { describeMachine, timeRow } from '../../../gpu/bench/bench.ts'
import { CPU_CLOCK, interleave } from '../../../gpu/bench/measure.ts'
import { type BenchRow, readRows, replaceRows, writeRows } from '../../../gpu/bench/row.ts'
import type { SceneQuery, SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../../../renderer/document/empty.ts'
import type { Piece } from '../../../renderer/document/types.ts'
import { createLineUp } from '../../../renderer/tools/move/line-up.ts'

/*
 * `npm run guides`: processor time of the guides while a piece is dragged among 1,000, 4,000 and 10,000 others, as rows of JSON like those of the
 * benchmarks; `--json FILE` puts them in place of those that the file holds, for `npm run bench -- --report`. `guides/step` is one move of the pointer, `guides/begin` what comes before the first of them. The hall's walls are met by arithmetic: rays are the engine's affair.
 */

const COUNTS = [1000, 4000, 10_000]
/** Square metres that a piece of furniture has to itself. */
const AREA = 2
const STEPS = 500
const BEGINNINGS = 10
const BUDGET_MS = 10_000
/** The most that one step may take, milliseconds. */
const GOAL_MS = 4

const BOUNDS = { min: [-0.25, 0, -0.25] as Vec3, max: [0.25, 0.9, 0.25] as Vec3 }

/** Chairs strewn over a hall, seed 7; the first is the one that is dragged. */
function hallOf(count: number) {
  const side = Math.sqrt(count * AREA)
  let state = 7
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const place = (): number => side * (random() - 0.5)
  const pieces = Array.from({ length: count }, (_, i): Piece => ({
    id: `chair-${i}`, name: 'Chair', asset: 'chair', part: 'chair', position: [place(), 0, place()], rotation: [0, 0, 0, 1], scale: [1, 1, 1], mount: 'floor', hidden: false, locked: false,
  }))
  const closestHit: SceneQuery['closestHit'] = ([x, , z], [dx, , dz]) => {
    const [from, along, normal] = Math.abs(dx) > Math.abs(dz) ? [x, dx, [-Math.sign(dx), 0, 0]] as const : [z, dz, [0, 0, -Math.sign(dz)]] as const
    return along === 0 ? null : { t: (Math.sign(along) * side / 2 - from) / along, normal } as unknown as ReturnType<SceneQuery['closestHit']>
  }
  const snapshot = { instances: pieces.map(({ id }) => ({ id, mesh: 'chair' })), meshes: new Map([['chair', { bounds: BOUNDS }]]) } as unknown as SceneSnapshot
  const at = (x: number, z: number) => ({ bounds: BOUNDS, mount: 'floor' as const, transform: { ...pieces[0], position: [x, 0, z] as Vec3 } })
  return {
    side, at,
    begin: () => createLineUp({ query: { closestHit } as SceneQuery, snapshot, document: { ...emptyDocument(), pieces }, skip: new Set([pieces[0].id]), grid: 0 }),
  }
}

const { cpu: adapter } = describeMachine(null)
let isWithin = true
const rows: BenchRow[] = []
for (const count of COUNTS) {
  const { begin, at, side } = hallOf(count)
  const lineUp = begin()
  const timed = (times: number, run: (i: number) => void) => (): number => {
    const before = CPU_CLOCK.now()
    for (let i = 0; i < times; i++) run(i)
    return (CPU_CLOCK.now() - before) / times
  }
  const series = await interleave([
    { name: 'step', run: timed(STEPS, (i) => { lineUp.snap(at(side * (i / STEPS - 0.5), side * 0.1), 0.15) }) },
    { name: 'begin', run: timed(BEGINNINGS, () => { begin().snap(at(0, 0), 0.15) }) },
  ], { clock: CPU_CLOCK, budgetMs: BUDGET_MS, repetitions: [9, 9] })
  for (const name of ['step', 'begin']) {
    const row = timeRow({ what: `guides/${name}`, scene: 'hall', triangles: 0, instances: count, variant: 'guides', adapter, x: count }, CPU_CLOCK, series[name], undefined, name === 'step' ? 'step' : 'drag')
    rows.push({ ...row, experiment: 'guides', date: new Date().toISOString() })
    process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`)
    if (name === 'step') isWithin &&= row.median <= GOAL_MS
  }
}
const flag = process.argv.indexOf('--json')
const file = flag === -1 ? undefined : process.argv[flag + 1]
if (file !== undefined) writeRows(file, replaceRows(readRows(file), rows))
process.stdout.write(`goal: a step among ${COUNTS.at(-1)} pieces within ${GOAL_MS} ms of CPU: ${isWithin ? 'met' : 'missed'}\n`)
process.exit(isWithin ? 0 : 1)
