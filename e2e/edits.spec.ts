import { STORY_MS } from './limits.ts'
import { type Memory, makeEdits, memoryOf, rewind } from './pages/edits.ts'
import { largestDifference } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

/** A person's afternoon; `ATRIUM_EDITS=1000 npx playwright test -c e2e/playwright.config.ts edits` makes the whole day. */
const EDITS = Number(process.env['ATRIUM_EDITS'] ?? 50)
const SEED = 5
/** Memory may grow by so much over all edits, undone. */
const GROWTH = 0.05

const grown = (now: Memory, before: Memory, what: 'heap' | 'gpu'): number => now[what] / before[what] - 1

test(`${EDITS} edits of all kinds (seed ${SEED}), undone to the start and redone to the end: the same document, picture and memory`, { tag: '@proof' }, async ({ atrium, files }) => {
  test.setTimeout(STORY_MS * Math.max(1, EDITS / 100))
  const { page, viewport } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([-1.7, 1.7, 1.8], [0.3, 0.7, -0.6])
  await atrium.place('Brass floor lamp', [0.2, 0, 0.2])
  await page.evaluate(() => {
    for (const id of ['door', 'window']) atriumTest.document().edit('addView', atriumTest.changes.addView({ id, name: id, position: [0, 1, 0], target: [1, 1, 0], verticalFov: 1 }))
    for (const id of ['upper', 'lower']) atriumTest.document().edit('addLayer', atriumTest.changes.addLayer({ id, name: id, hidden: false, locked: false, color: [1, 0, 0] }))
  })
  // A piece, its light, two views and two layers become part of the room: nothing can be undone.
  await page.evaluate(() => atriumTest.document().replace(atriumTest.document().document))
  // What is made once and kept is made in a first round: compiled code, kernels, caches, the largest that a table gets.
  await makeEdits(page, EDITS, SEED)
  await rewind(page, 'undo')
  await page.evaluate(() => atriumTest.document().replace(atriumTest.document().document))
  const first = { document: await atrium.content(), picture: await viewport.still(), memory: await memoryOf(page) }

  const { kinds, made } = await makeEdits(page, EDITS, SEED)
  expect(Object.keys(made).sort()).toEqual([...kinds].sort())
  const last = { document: await atrium.content(), picture: await viewport.still(), memory: await memoryOf(page) }
  expect(last.document).not.toEqual(first.document)
  expect(largestDifference(last.picture, first.picture)).toBeGreaterThan(10)

  expect(await rewind(page, 'undo')).toBe(EDITS)
  expect(await atrium.content()).toEqual(first.document)
  expect(largestDifference(await viewport.still(), first.picture)).toBe(0)
  const undone = await memoryOf(page)

  expect(await rewind(page, 'redo')).toBe(EDITS)
  expect(await atrium.content()).toEqual(last.document)
  expect(largestDifference(await viewport.still(), last.picture)).toBe(0)
  const redone = await memoryOf(page)

  const report = Object.entries({ first: first.memory, last: last.memory, undone, redone })
    .map(([when, { heap, gpu }]) => `${when}: heap ${(heap / 1e6).toFixed(2)} MB, GPU ${(gpu / 1e6).toFixed(3)} MB`)
  test.info().annotations.push({ type: 'memory', description: report.join('; ') })
  if (process.env['ATRIUM_EDITS'] !== undefined) console.log(report.join('\n'))
  expect(grown(undone, first.memory, 'heap'), report.join('\n')).toBeLessThan(GROWTH)
  expect(grown(undone, first.memory, 'gpu'), JSON.stringify([first.memory.gpuByLabel, undone.gpuByLabel])).toBeLessThan(GROWTH)
  expect(grown(redone, last.memory, 'heap'), report.join('\n')).toBeLessThan(GROWTH)
  expect(grown(redone, last.memory, 'gpu'), JSON.stringify([last.memory.gpuByLabel, redone.gpuByLabel])).toBeLessThan(GROWTH)
})
