import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describeMachine, timeRow } from '../../../gpu/bench/bench.ts'
import { CPU_CLOCK, interleave } from '../../../gpu/bench/measure.ts'
import { type BenchRow, readRows, replaceRows, writeRows } from '../../../gpu/bench/row.ts'
import { createHeadlessDevice } from '../../../gpu/headless/headless.ts'
import { createHeadlessEngine } from '../../../gpu/headless/still.ts'
import type { Vec3 } from '../../../gpu/index.ts'
import * as changes from '../../../renderer/document/changes/index.ts'
import { emptyDocument } from '../../../renderer/document/empty.ts'
import type { AtriumDocument, Change, Piece } from '../../../renderer/document/types.ts'
import { importModel } from '../../../renderer/imports/gltf/import.ts'
import { decodeImageInNode } from '../../../renderer/imports/reading/in-node.ts'
import type { LoadedAsset } from '../../../renderer/imports/types.ts'
import { createSnapshots } from '../../../renderer/scene/snapshot.ts'
import { findAdapter } from '../adapter.ts'

/*
 * `npm run edits`: processor time of one edit among 1,000 pieces, from the change of the document to what the engine was handed: its tables and über
 * tree; rows of JSON like those of the benchmarks, by kind, in turns with a move of as many pieces, and that with a move of one; `--json FILE` puts
 * them in place of those that the file holds, for `npm run bench -- --report`. The frame that follows is the same frame, whatever the edit was.
 */

const COUNT = 1000
/** Edits of a turn: one alone is too short for the clock. */
const TIMES = 12
const BUDGET_MS = 60_000
/** Of the time of a move of as many pieces. */
const GOAL = 1.5
const ITEMS = ['armchair', 'dining-chair', 'dining-table', 'floor-lamp', 'low-table', 'office-chair', 'plant', 'desk', 'vase', 'fruit-bowl', 'rug', 'sideboard']
/** Of pieces that one align, array or paste is about. */
const MANY = 20
/** Kinds of edits that are about so many. */
const OF_MANY = ['moves', 'align', 'array', 'paste', 'hide', 'group', 'delete']

await findAdapter()
const loaded = await Promise.all(ITEMS.map((item) => importModel(new Uint8Array(readFileSync(path.resolve('assets/public/catalogue', item, 'model.glb'))), { name: item, pieces: 'single', decodeImage: decodeImageInNode })))
const parsed = new Map(loaded.map((asset) => [asset.parsed.key, asset.parsed]))
const base = hall(loaded)
const slot = base.pieces[0]
const material = changes.addMaterial({ id: 'paint', name: 'Paint', baseColor: [0.5, 0.2, 0.1] })
const start = changes.wearMaterial('paint', [{ piece: slot.id, slot: parsed.get(slot.asset)!.parts[0].materials[0].name }])(material(base))

const some = (i: number): readonly Piece[] => Array.from({ length: MANY }, (_, k) => start.pieces[(i * 37 + k * 13) % COUNT])
const copies = (i: number, gap: number) => some(i).map((piece, k) => ({ ...piece, id: `${piece.id}-${i}-${k}`, position: [piece.position[0] + gap, piece.position[1], piece.position[2] + gap] as Vec3 }))
/** One of each, another one each time. */
const KINDS: Readonly<Record<string, (i: number) => Change>> = {
  move: (i) => changes.setTransform(start.pieces[(i * 37) % COUNT].id, { position: [0.01 * i, 0, 0.3] }),
  moves: (i) => changes.movePieces(some(i).map(({ id }) => id), [0.01, 0, 0.3]),
  colour: (i) => changes.setMaterial('paint', { baseColor: [0.01 * (i % 90), 0.2, 0.3] }),
  material: (i) => changes.wearMaterial('paint', [{ piece: start.pieces[1 + ((i * 37) % (COUNT - 1))].id, slot: parsed.get(start.pieces[1 + ((i * 37) % (COUNT - 1))].asset)!.parts[0].materials[0].name }]),
  group: (i) => changes.groupPieces(some(i).map(({ id }) => id), { id: `group-${i}`, name: 'Set' }),
  hide: (i) => changes.setHidden(some(i).map(({ id }) => id), i % 2 === 0),
  layer: (i) => changes.addLayer({ id: `layer-${i}`, name: 'Layer', hidden: false, locked: false, color: [1, 0, 0] }),
  align: (i) => changes.setTransforms(new Map(some(i).map((piece) => [piece.id, { position: [0.1 * i, piece.position[1], piece.position[2]] as Vec3 }]))),
  array: (i) => changes.addPieces({ assets: [], pieces: copies(i, 0.4) }),
  paste: (i) => changes.addPieces({ assets: base.assets, pieces: copies(i, 0.9).map((piece) => ({ ...piece, group: `pasted-${i}` })), groups: [{ id: `pasted-${i}`, name: 'Pasted', parent: null }] }),
  delete: (i) => changes.removeItems(some(i).map(({ id }) => id)),
}

const device = await createHeadlessDevice()
const engine = await createHeadlessEngine(device)
const snapshotOf = createSnapshots()
const show = (document: AtriumDocument): void => void engine.setScene(snapshotOf(document, parsed))
show(start)
await engine.treesReady()

/** Edits one after another; what they led to is taken back at the end, which does not count. */
function edited(kind: (i: number) => Change): number {
  let document = start
  show(start)
  const before = CPU_CLOCK.now()
  for (let i = 0; i < TIMES; i++) {
    document = kind(i + 1)(document)
    show(document)
  }
  const spent = CPU_CLOCK.now() - before
  show(start)
  return spent / TIMES
}

const names = Object.keys(KINDS)
const series = await interleave(names.map((name) => ({ name, run: () => edited(KINDS[name]) })), { clock: CPU_CLOCK, budgetMs: BUDGET_MS, repetitions: [9, 15] })
const { cpu: adapter } = describeMachine(null)
const triangles = start.pieces.reduce((sum, piece) => sum + [...parsed.get(piece.asset)!.meshes.values()].reduce((all, { indices }) => all + indices.length / 3, 0), 0)
/** What an edit is compared with; null: a move of one piece, with nothing. */
const peerOf = (name: string): string | null => (name === 'move' ? null : name !== 'moves' && OF_MANY.includes(name) ? 'moves' : 'move')
/** Who reads the row alone sees of how many pieces it tells. */
const nameOf = (name: string): string => (OF_MANY.includes(name) ? `edits/${name} of ${MANY}` : `edits/${name}`)
const rows = names.map((name): BenchRow => {
  const peer = peerOf(name)
  const what = { what: nameOf(name), scene: 'hall', triangles, instances: COUNT, variant: 'uber', adapter, x: COUNT, ...(peer !== null && { peer: peer === 'move' ? 'a move of one piece' : `a move of ${MANY} pieces` }), detail: OF_MANY.includes(name) ? `${MANY} pieces` : '' }
  return { ...timeRow(what, CPU_CLOCK, series[name], peer === null ? undefined : series[peer], 'edit'), experiment: 'edits', date: new Date().toISOString() }
})
for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`)
const slowest = rows.filter(({ what }) => ![nameOf('move'), nameOf('moves')].includes(what)).map(({ what, ratio }) => [what, ratio ?? Infinity] as const).sort((a, b) => b[1] - a[1])[0]
const flag = process.argv.indexOf('--json')
const file = flag === -1 ? undefined : process.argv[flag + 1]
if (file !== undefined) writeRows(file, replaceRows(readRows(file), rows))
process.stdout.write(`goal: every edit among ${COUNT} pieces within ${GOAL} of the time of a move of as many: ${slowest[1] <= GOAL ? 'met' : 'missed'} (${slowest[0]} ${slowest[1].toFixed(2)})\n`)
process.exit(slowest[1] <= GOAL ? 0 : 1)

/** Pieces of our catalogue on a grid. */
function hall(models: readonly LoadedAsset[]): AtriumDocument {
  const side = Math.ceil(Math.sqrt(COUNT))
  return {
    ...emptyDocument(),
    assets: models.map(({ parsed: { key }, bytes }, i) => ({ key, name: `${ITEMS[i]}.glb`, sizeBytes: bytes.length, catalogueId: ITEMS[i] })),
    pieces: Array.from({ length: COUNT }, (_, i): Piece => {
      const { parsed: { key, parts } } = models[i % models.length]
      return { id: `piece-${i}`, name: ITEMS[i % ITEMS.length], asset: key, part: parts[0].id, position: [1.7 * (i % side), 0, 1.7 * Math.floor(i / side)], rotation: [0, 0, 0, 1], scale: [1, 1, 1], mount: 'floor', hidden: false, locked: false }
    }),
  }
}
