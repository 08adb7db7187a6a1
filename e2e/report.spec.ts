import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { chairObj, CRATES } from '../renderer/imports/testing-files.ts'
import { violations } from './pages/axe.ts'
import { expect, test } from './pages/story.ts'

// Nobody looks at the picture.
test.use({ size: [32, 18] })

test('a client is asked how large a nameless crate is, takes it back, and opens it in feet', async ({ atrium, files }) => {
  const { page, shell } = atrium
  const file = path.join(files.folder, 'crate.stl')
  writeFileSync(file, await CRATES.find(({ name }) => name === 'crate.stl')!.bytes())
  const before = await atrium.document()
  await shell.answerOpen(file)
  const dialog = page.getByRole('dialog', { name: 'How large is the model?' })
  await atrium.choose('File > Open…')
  await expect(dialog).toContainText('feet: ')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await atrium.document()).toEqual(before)

  await atrium.choose('File > Open…')
  await dialog.getByRole('radio', { name: /^feet/ }).check()
  await expect(dialog.getByRole('img', { name: /0\.61 m high|0\.914 m high/ })).toBeVisible()
  await atrium.replacing(() => dialog.getByRole('button', { name: 'Open' }).click())
  expect((await atrium.document()).assets[0]).toMatchObject({ source: { answers: { metresPerUnit: 0.3048 } } })
})

test('a client opens a chair drawn in millimetres on its side, reads what was done about it, takes it back, and mends its surfaces', async ({ atrium, files }) => {
  const { page } = atrium
  const file = path.join(files.folder, 'chair.obj')
  // Turned inside out, and its last box once more.
  const text = new TextDecoder().decode(chairObj(1000, true)).replace(/^f (.*)$/gm, (_, corners: string) => `f ${corners.split(' ').reverse().join(' ')}`)
  writeFileSync(file, `${text}${text.match(/^f .*$/gm)!.slice(-6).join('\n')}\n`)
  await atrium.open(file)
  await expect(page.locator('.notices')).toContainText('chair.obj is open')
  await page.getByRole('button', { name: 'Show report' }).click()
  const report = page.getByRole('complementary', { name: 'Import Report' })
  await expect(report).toContainText(/millimetres \(\d+% sure\)/)
  await expect(report).toContainText('0.45 × 0.45 m, 0.9 m high')
  await expect(report).toContainText('stood up')
  expect(await violations(page)).toEqual([])

  const height = async (): Promise<number> => (await atrium.document()).pieces[0].scale[1]
  await report.getByLabel('Unit of the file').selectOption({ label: 'centimetres' })
  expect(await height()).toBeCloseTo(10)
  await atrium.choose('Edit > Undo Read Model in centimetres')
  expect(await height()).toBeCloseTo(1)
  await expect(report.getByLabel('Unit of the file')).toHaveValue('0.001')

  const mending = async (remedy: string, undo: string): Promise<void> => {
    const before = await atrium.document()
    const button = report.getByRole('button', { name: remedy })
    await button.click()
    await expect(button).toHaveCount(0)
    expect((await atrium.document()).assets[0].key).not.toBe(before.assets[0].key)
    await atrium.choose(`Edit > Undo ${undo}`)
    await expect(button).toBeVisible()
    expect(await atrium.document()).toEqual(before)
    await atrium.choose(`Edit > Redo ${undo}`)
    await expect(button).toHaveCount(0)
  }
  await expect(report).toContainText('12 triangles are duplicates.')
  await mending('Remove', 'Remove Triangles')
  await expect(report).toContainText('is inside out: its surface faces inwards.')
  await mending('Flip', 'Flip Surfaces')

  await report.getByRole('button', { name: 'Close the report' }).click()
  await expect(report).toHaveCount(0)
  await atrium.choose('File > Import Report')
  await expect(report).toBeVisible()
})
