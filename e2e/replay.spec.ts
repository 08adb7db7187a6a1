import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { launch, removeFolder } from './app.ts'
import { Atrium } from './pages/atrium.ts'
import { expect, test } from './pages/story.ts'

test('replays what was done', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, shell } = atrium
  await atrium.open(files.mirrorRoom)
  await atrium.viewport.settled()
  await page.getByRole('tab', { name: 'Catalogue' }).click()
  const undo = page.getByRole('toolbar', { name: 'History' }).getByRole('button').first()
  await page.locator('[data-item="armchair"]').press('Enter')
  // It has come, and has room to turn in: the table beside it would not.
  await expect(undo).toBeEnabled()
  await atrium.choose('Arrange > Turn > Turn Left 15°')
  await page.locator('[data-item="dining-table"]').press('Enter')
  await expect(undo).not.toHaveAccessibleName(/Turn/)
  await atrium.choose('Edit > Duplicate')
  await page.keyboard.press('Control+z')
  await page.locator('[data-item="armchair"]').press('Enter')
  await atrium.choose('Edit > Delete')
  const content = await atrium.content()
  const file = path.join(files.folder, 'afternoon.atrium-script')
  await shell.answerSave(file)
  await atrium.choose('Help > Save What I Did…')
  await expect(page.getByText('afternoon.atrium-script holds 5 steps')).toBeVisible()

  const other = await launch({ args: ['--script', file] })
  try {
    const played = new Atrium(other)
    await expect(other.page.getByText('afternoon.atrium-script: 5 steps done')).toBeVisible()
    // The room is told before its picture begins.
    await other.page.waitForFunction(() => 'atriumTest' in globalThis)
    expect(await played.content()).toEqual(content)
    await other.page.keyboard.press('Control+z')
    expect(await played.content()).not.toEqual(content)
    expect(other.problems).toEqual([])
  } finally {
    await other.quit()
    await removeFolder(other.folder)
  }

  // What is no script is told, and what is open stays.
  const none = path.join(files.folder, 'none.atrium-script')
  writeFileSync(none, 'move the sofa 45 cm')
  await shell.answerMessage(1)
  await shell.drop(none)
  await expect(page.getByText('This script is damaged or was not made by Atrium.')).toBeVisible()
  expect(await atrium.content()).toEqual(content)
})
