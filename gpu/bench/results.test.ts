import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { GROUPS } from './bench.ts'
import { experimentsOn } from './experiments.ts'
import { PEER_HOUSES } from './peers/peer-house.ts'
import { slugOf } from './pictures/picture-kit.ts'
import { makeReport } from './report.ts'
import { type BenchRow, readRows } from './row.ts'

// What is committed is what BENCHMARKS.md shows: a figure that stands there twice, or that nothing can measure again, shows what is no longer so.

const RESULTS = path.join(import.meta.dirname, 'results')
const files = readdirSync(RESULTS).filter((file) => file.endsWith('.json'))
const rowsOf = (file: string): BenchRow[] => readRows(path.join(RESULTS, file))

/** What two rows of one figure share, whoever measured them and when. */
const keyOf = ({ what, scene, instances, variant, peer, x, unit }: BenchRow): string => JSON.stringify([what, scene, instances, variant, peer, x, unit])

test.each(files)('%s has every figure once', (file) => {
  const known = new Map<string, BenchRow>()
  const twice: string[] = []
  for (const row of rowsOf(file)) {
    const other = known.get(keyOf(row))
    if (other !== undefined) twice.push(`${keyOf(row)}: ${other.experiment} of ${other.date.slice(0, 10)}, ${row.experiment} of ${row.date.slice(0, 10)}`)
    known.set(keyOf(row), row)
  }
  expect(twice).toEqual([])
})

/** Scenes and rooms whose rows are committed; an experiment is asked for its name alone. */
const SCENES = ['bunny', 'dragon', 'small_house', 'sponza']
const ROOMS = ['apartment', 'apartment-dusk', 'mirror-room', 'small_house']
/** By `npm run guides`; and of houses that no clone holds. */
const OTHERS = ['guides', ...PEER_HOUSES.map(({ name }) => `picture/cycles/${slugOf(name)}`)]

test('every committed row is of an experiment that there is', () => {
  const unread = (): never => { throw new Error('No scene is read for a name') }
  const experiments = experimentsOn(new Map(SCENES.map((name) => [name, unread])), ROOMS.map((name) => ({ name, load: unread })), { only: new Set(GROUPS), names: [] })
  const known = new Set([...experiments.map(({ name }) => name), ...OTHERS])
  const lost = files.flatMap((file) => rowsOf(file).filter(({ experiment }) => !known.has(experiment)).map(({ experiment }) => `${file}: ${experiment}`))
  expect([...new Set(lost)]).toEqual([])
})

test('the report shows every committed row, or a figure that is to be reached speaks of it', () => {
  const rows = files.flatMap(rowsOf)
  const told = (some: readonly BenchRow[]): string => makeReport([{ slug: 'test', rows: some }], 'plots').markdown.replace(/^## .*$/m, '')
  const silent = [...new Set(rows.map(({ what }) => what))].filter((what) => {
    const own = rows.filter((row) => row.what === what).map((row) => ({ ...row, spread: [row.median, row.median] as [number, number] }))
    return told(own) === told(own.map((row) => ({ ...row, what: 'nothing/of-this-kind' })))
  })
  expect(silent).toEqual([])
})
