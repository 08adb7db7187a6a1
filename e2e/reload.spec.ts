import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { violations } from './pages/axe.ts'
import { expect, test } from './pages/story.ts'

// Nobody looks at the picture.
test.use({ size: [32, 18] })

interface GltfNode { name?: string; translation?: number[]; children?: number[] }
interface Gltf { readonly nodes: GltfNode[]; readonly images?: { uri?: string }[] }

/** As another program saves it anew: the GLB with other nodes. */
function savedAnew(file: string, change: (gltf: Gltf) => void): void {
  const bytes = readFileSync(file)
  const length = bytes.readUInt32LE(12)
  const gltf = JSON.parse(bytes.toString('utf8', 20, 20 + length)) as Gltf
  change(gltf)
  const text = Buffer.from(JSON.stringify(gltf))
  const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')])
  const head = Buffer.from(bytes.subarray(0, 20))
  head.writeUInt32LE(20 + json.length + bytes.length - 20 - length, 8)
  head.writeUInt32LE(json.length, 12)
  writeFileSync(file, Buffer.concat([head, json, bytes.subarray(20 + length)]))
}
const nodeOf = ({ nodes }: Gltf, name: string): GltfNode => nodes.find((node) => node.name === name)!
function without({ nodes }: Gltf, name: string): void {
  const gone = nodes.findIndex((node) => node.name === name)
  for (const node of nodes) if (node.children !== undefined) node.children = node.children.filter((child) => child !== gone)
}

test('an architect changes the house elsewhere: it is offered, reloads, her work stays, and undo brings the old one back', async ({ atrium, files }) => {
  const { page } = atrium
  const file = path.join(files.folder, 'architect.glb')
  copyFileSync(files.lounge, file)
  await atrium.open(file)
  const idOf = async (name: string): Promise<string> => (await atrium.piece(name)).id
  const [sofa, lamp, vase] = [await idOf('Sofa'), await idOf('Floor lamp'), await idOf('Blue vase')]
  await page.evaluate(([moved, lit, locked]) => {
    const document = atriumTest.document()
    document.edit('Move', atriumTest.changes.movePieces([moved], [0.5, 0, 0.25]))
    document.edit('Light', atriumTest.changes.setEmission([lit], { radiance: 500 }))
    document.edit('Lock', atriumTest.changes.setLocked([locked], true))
  }, [sofa, lamp, vase] as const)
  const before = await atrium.document()

  savedAnew(file, (gltf) => {
    without(gltf, 'Floor lamp')
    const table = nodeOf(gltf, 'Coffee table')
    table.translation = [table.translation![0] + 0.3, table.translation![1], table.translation![2]]
    const mine = nodeOf(gltf, 'Sofa')
    mine.translation = [mine.translation![0] - 0.4, mine.translation![1], mine.translation![2]]
    const vase = nodeOf(gltf, 'Blue vase')
    vase.name = 'Cobalt vase'
    vase.translation = [vase.translation![0] + 0.5, vase.translation![1], vase.translation![2]]
  })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.locator('.notices')).toContainText('architect.glb has changed')
  const reload = page.locator('.notices').getByRole('button', { name: 'Reload', exact: true })
  await reload.click()
  // Another name in another place: nobody but she can tell whether it is the vase that she locked.
  const dialog = page.getByRole('dialog', { name: 'Are these the same?' })
  await expect(dialog.getByRole('checkbox', { name: 'Blue vase is now Cobalt vase' })).toBeChecked()
  await expect(dialog).toContainText('Same shape, 0.5 m away')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await atrium.document()).toEqual(before)
  await atrium.choose('File > Reload Model')
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('.notices')).toContainText('architect.glb is up to date')

  const after = await atrium.document()
  const now = (id: string) => after.pieces.find((piece) => piece.id === id)
  const was = (id: string) => before.pieces.find((piece) => piece.id === id)
  expect(now(sofa)?.position).toEqual(was(sofa)?.position)
  expect(now(vase)).toMatchObject({ name: 'Cobalt vase', locked: true })
  expect(now(lamp)).toMatchObject({ hidden: true, emission: { radiance: 500 } })
  const table = before.pieces.find(({ name }) => name === 'Coffee table')!
  expect(now(table.id)?.position[0]).toBeCloseTo(table.position[0] + 0.3, 5)
  await expect(page.getByText('No longer in the model').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show report' }).click()
  const report = page.getByRole('complementary', { name: 'Import Report' })
  await expect(report).toContainText('“Sofa” was changed by you and in the file.')
  expect(await violations(page)).toEqual([])

  await atrium.choose('Edit > Undo Reload architect.glb')
  expect(await atrium.document()).toEqual(before)
  await atrium.choose('Edit > Redo Reload architect.glb')
  expect((await atrium.document()).pieces).toEqual(after.pieces)
  await atrium.choose('File > Reload Model')
  await expect(page.locator('.notices')).toContainText('architect.glb has not changed')
})

test('a client is asked once where textures are, and a neighbour of the model finds them by itself', async ({ atrium, files }) => {
  const { page, shell } = atrium
  const folderOf = (name: string): string => {
    const folder = path.join(files.folder, name)
    mkdirSync(folder, { recursive: true })
    return folder
  }
  const [models, maps] = [folderOf('models'), folderOf('maps')]
  copyFileSync(path.join(path.dirname(files.box), 'checker.png'), path.join(maps, 'checker.png'))
  copyFileSync(path.join(path.dirname(files.box), 'box.bin'), path.join(models, 'box.bin'))
  const gltf = JSON.parse(readFileSync(files.box, 'utf8')) as Gltf
  gltf.images![0].uri = '../maps/checker.png'
  for (const name of ['one.gltf', 'two.gltf']) writeFileSync(path.join(models, name), JSON.stringify(gltf))
  const textures = async (): Promise<readonly number[]> => (await atrium.document()).assets.map(({ sizeBytes }) => sizeBytes)

  await shell.answerOpen(path.join(models, 'one.gltf'))
  await atrium.choose('File > Open…')
  const dialog = page.getByRole('dialog', { name: 'Where are the textures?' })
  await expect(dialog).toContainText('checker.png')
  await expect(dialog).toContainText('../maps')
  expect(await violations(page)).toEqual([])
  await atrium.replacing(() => dialog.getByRole('button', { name: 'Open Without Them' }).click())
  const [bare] = await textures()
  await page.getByRole('button', { name: 'Show report' }).click()
  await shell.answerOpen(maps)
  await page.getByRole('button', { name: 'Find textures…' }).click()
  await expect.poll(async () => (await textures())[0]).toBeGreaterThan(bare)
  await atrium.choose('Edit > Undo Find Textures of one.gltf')
  expect(await textures()).toEqual([bare])

  await atrium.open(path.join(models, 'two.gltf'))
  expect((await textures())[0]).toBeGreaterThan(bare)
  expect((await atrium.document()).assets[0].source?.answers.textures).toMatch(/^[a-f0-9]{32}$/)
  atrium.forgive(/Failed to load resource/)
})
