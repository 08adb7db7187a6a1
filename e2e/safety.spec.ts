import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ProjectLock } from '../electron/files/project-lock.ts'
import { expect, test } from './pages/story.ts'

// Nobody looks at the picture.
test.use({ size: [32, 18] })

test('a project that is open elsewhere is saved under another name, and an empty room over a full one only when that is meant', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, shell } = atrium
  const ours = path.join(files.folder, 'Shared.atrium')
  await atrium.open(files.mirrorRoom)
  await atrium.saveAs(ours)
  const furnished = readFileSync(ours)

  // Somebody else has it: this test, which is alive as long as it takes.
  await atrium.replacing(() => page.keyboard.press('Control+n'))
  const elsewhere = new ProjectLock()
  await expect.poll(() => elsewhere.moveTo(ours)).toBe(true)
  try {
    await atrium.open(ours)
    await expect(page.locator('.notices')).toContainText('Shared.atrium is open in another window')
    await atrium.notices.dismissAll()
    const copy = path.join(files.folder, 'Copy.atrium')
    await shell.answerSave(copy)
    await atrium.choose('File > Save')
    await expect(atrium.title).toHaveText('Copy')
    expect(readFileSync(ours).equals(furnished)).toBe(true)

    // All of it goes; Save asks, with Cancel as the answer first.
    await page.evaluate(() => {
      const state = atriumTest.document()
      state.edit('Delete', atriumTest.changes.removeItems(state.document.pieces.map(({ id }) => id)))
    })
    await expect(atrium.unsavedMark).toBeVisible()
    const full = readFileSync(copy)
    await shell.answerMessage(1)
    await atrium.choose('File > Save')
    await expect.poll(() => shell.messages()).toEqual(['Save “Copy.atrium” without any furniture?'])
    await expect(atrium.unsavedMark).toBeVisible()
    expect(readFileSync(copy).equals(full)).toBe(true)
    await shell.answerMessage(0)
    await atrium.choose('File > Save')
    await expect(atrium.unsavedMark).toHaveCount(0)
    expect(readFileSync(copy).equals(full)).toBe(false)
    await atrium.choose('File > Versions…')
    const versions = page.getByRole('dialog', { name: 'Versions' })
    await expect(versions.getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(versions).toBeHidden()
  } finally {
    await elsewhere.release()
  }
})
