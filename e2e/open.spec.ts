import { houseOfSixtyPieces } from '../assets/generators/fixtures/house.ts'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CRATES } from '../renderer/imports/testing-files.ts'
import { LEAF } from '../assets/generators/fixtures/formats.ts'
import { colorAt } from './pages/picture.ts'
import type { Atrium } from './pages/atrium.ts'
import { expect, type Files, test } from './pages/story.ts'

test('a client opens a house and finds her furniture by name', { tag: '@proof' }, async ({ atrium, files }) => {
  const { outline, viewport, inspector } = atrium
  await atrium.open(files.house)
  await expect(atrium.title).toHaveText('house')
  await outline.show()
  const listed = [...await outline.names('Furniture'), ...await outline.names('Room')]
  expect(listed.toSorted()).toEqual(houseOfSixtyPieces().map(({ name }) => name).toSorted())
  // No light came with the file: the sun is listed, so that it can be switched and deleted. Every room has a window, so none has a lamp.
  expect(await outline.names('Lights')).toEqual(['Sun'])

  // From the middle of the living room to its north side: the seat of the sofa, and the window behind the bed is not there.
  await viewport.look([-3.4, 1.5, 3.2], [-4.2, 0.5, 0.6])
  await viewport.settled()
  expect(await viewport.pieceAt(await viewport.pixelOf([-4.2, 0.42, 0.8]))).toBe('Sofa')
  await viewport.click([-4.2, 0.42, 0.8])
  await expect(inspector.title).toHaveValue('Sofa')
  await expect(outline.row('Sofa')).toHaveAttribute('aria-selected', 'true')
  await expect(inspector.field('Position X')).toHaveValue('-4.200 m')
  await expect(inspector.field('Size Width')).toHaveValue('2.100 m')

  await outline.row('Red cushion').click()
  await expect(inspector.title).toHaveValue('Red cushion')
  const red = await viewport.pixelOf([-3.6, 0.56, 0.75])
  const [r, g, b] = colorAt(await viewport.still(), red)
  expect(r).toBeGreaterThan(2 * Math.max(g, b))

  await atrium.page.getByLabel('Search the outline').fill('dining chair')
  await expect(outline.tree.getByRole('treeitem', { level: 2 })).toHaveCount(4)
})

test('a glTF opens with the files beside it, its texture on the box', async ({ atrium, files }) => {
  const { viewport } = atrium
  await atrium.open(files.box)
  await expect(atrium.title).toHaveText('box')
  await viewport.look([0, 0, 3], [0, 0, 0])
  const picture = await viewport.still()
  // The checker of half a metre, on the front of the cube: opposite quarters are alike, neighbours are not.
  const [redder, whiter] = [[-0.25, 0.25], [0.25, 0.25]].map(([x, y]) => [[x, y], [-x, -y]])
  const redness = async ([x, y]: readonly number[]): Promise<number> => {
    const [r, g] = colorAt(picture, await viewport.pixelOf([x, y, 0.5]))
    return r / Math.max(1, g)
  }
  const ratios = await Promise.all([...redder, ...whiter].map(redness))
  const [reds, whites] = ratios[0] > ratios[2] ? [ratios.slice(0, 2), ratios.slice(2)] : [ratios.slice(2), ratios.slice(0, 2)]
  for (const ratio of reds) expect(ratio).toBeGreaterThan(1.8)
  for (const ratio of whites) expect(ratio).toBeLessThan(1.2)
})

/** Readers that are WebAssembly, that inflate in a worker and that are text; each of the others reads its crate in renderer/imports/readers.test.ts. */
const FEW_CRATES: readonly string[] = ['crate.3dm', 'crate.ifczip', 'crate.obj']

async function openCrates({ atrium, files }: { readonly atrium: Atrium; readonly files: Files }, crates: typeof CRATES): Promise<void> {
  for (const { name, bytes } of crates) {
    const file = path.join(files.folder, name)
    writeFileSync(file, await bytes())
    await atrium.open(file, { isUncertain: /\.(?:obj|stl|ply|3ds)$/.test(name) })
    await expect(atrium.title).toHaveText(name.replace(/\.[^.]+$/, ''))
    expect((await atrium.document()).pieces, name).toHaveLength(1)
    await atrium.notices.dismissAll()
  }
}

test('a model of another format opens under the policy of the page', async ({ atrium, files }) => {
  const few = CRATES.filter(({ name }) => FEW_CRATES.includes(name))
  expect(few).toHaveLength(FEW_CRATES.length)
  await openCrates({ atrium, files }, few)
})

test('a model of every other format opens under the policy of the page', { tag: '@proof' }, ({ atrium, files }) => openCrates({ atrium, files }, CRATES))

test('a file dropped on the window opens, as bright as a picture to show', async ({ atrium, files }) => {
  await atrium.replacing(() => atrium.drop(files.mirrorRoom))
  await expect(atrium.title).toHaveText('mirror-room')
  const { rgba } = await atrium.viewport.still()
  let sum = 0
  for (let at = 0; at < rgba.length; at += 4) sum += (0.2126 * rgba[at] + 0.7152 * rgba[at + 1] + 0.0722 * rgba[at + 2]) / 255
  const mean = (4 * sum) / rgba.length
  expect(mean).toBeGreaterThan(0.25)
  expect(mean).toBeLessThan(0.6)
  await expect(atrium.page.locator('.drop-overlay')).toHaveCount(0)
})

test('a client drops a chair of hers on the room, pastes another and undoes both', async ({ atrium, files }) => {
  const chair = path.join(import.meta.dirname, '../assets/public/catalogue/dining-chair/model.glb')
  const own = path.join(files.folder, 'Anna’s chair.glb')
  copyFileSync(chair, own)
  const names = async (): Promise<readonly string[]> => (await atrium.document()).pieces.map(({ name }) => name)
  await atrium.drop(own)
  await expect.poll(names).toEqual(['Anna’s chair'])
  // Into the room, not in its place.
  await atrium.shell.answerMessage(0)
  await atrium.page.evaluate((base64) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'stool.glb'))
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
  }, readFileSync(chair).toString('base64'))
  await expect.poll(names).toEqual(['Anna’s chair', 'stool'])
  await atrium.choose('Edit > Undo Bring In stool')
  await atrium.choose('Edit > Undo Bring In Anna’s chair')
  expect(await names()).toEqual([])
})

test('texels without alpha are not there', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport } = atrium
  // Flat as it is, it may be meant to lie.
  await atrium.open(files.leaf, { isUncertain: true })
  await atrium.removeGround()
  await viewport.look([0, 0.5, 2], [0, 0.5, 0])
  await atrium.choose('View > Background > Debug green')
  const picture = await viewport.still()
  const [x, y] = LEAF.center
  const middle = colorAt(picture, await viewport.pixelOf([x, y, 0]))
  expect(middle[1]).toBeGreaterThan(middle[0])
  expect(middle[1]).toBeLessThan(240)
  for (const [dx, dy] of [[0.45, 0.45], [-0.45, 0.45], [0.45, -0.45], [-0.45, -0.45]]) {
    const corner = await viewport.pixelOf([x + dx, y + dy, 0])
    const [r, g, b] = colorAt(picture, corner)
    expect([r < 90, g > 180, b < 90], `${r} ${g} ${b}`).toEqual([true, true, true])
  }
  expect(await viewport.pieceAt(await viewport.pixelOf([x, y, 0]))).not.toBeNull()
})
