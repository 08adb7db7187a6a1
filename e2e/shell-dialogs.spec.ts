import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, pickRuntime, visiting as test } from './app.ts'

/** The Chromium host's own dialogs, answered as a person answers them. Electron's are the platform's. */
if (pickRuntime() === 'chromium-host') {
  test('a path typed into the open dialog gives a handle, Escape gives none', async ({ shell }) => {
    await shell.showBarePage()
    const room = path.join(shell.folder, 'room.glb')
    writeFileSync(room, 'glTF')
    const dialog = shell.page.getByRole('dialog', { name: 'Open a room' })
    const ask = () => shell.page.evaluate(() => window.atrium!.request('file:choose-open', { kind: 'model' }))

    const chosen = ask()
    await dialog.getByRole('textbox', { name: 'Path' }).fill(room)
    await dialog.getByRole('button', { name: 'Open a room' }).click()
    expect(await chosen).toMatchObject({ ok: true, value: { name: 'room.glb', sizeBytes: 4 } })

    const dismissed = ask()
    await expect(dialog).toBeVisible()
    await shell.page.keyboard.press('Escape')
    expect(await dismissed).toEqual({ ok: true, value: null })
    await expect(dialog).toHaveCount(0)
  })

  test('a file picked in Chromium’s own chooser comes with its real path', async ({ shell }) => {
    await shell.showBarePage()
    const room = path.join(shell.folder, 'picked room.glb')
    writeFileSync(room, 'glTF')
    const chosen = shell.page.evaluate(() => window.atrium!.request('file:choose-open', { kind: 'model' }))
    await shell.page.getByLabel('Browse').setInputFiles(room)
    expect(await chosen).toMatchObject({ ok: true, value: { name: 'picked room.glb' } })
  })

  test('the unsaved-changes question answers by its buttons', async ({ shell }) => {
    await shell.showBarePage()
    const answers: unknown[] = []
    for (const label of ['Save', 'Don’t save', 'Cancel']) {
      const answer = shell.page.evaluate(() => window.atrium!.request('dialog:unsaved', { name: 'studio' }))
      await shell.page.getByRole('button', { name: label, exact: true }).click()
      answers.push(await answer)
    }
    expect(answers).toEqual(['save', 'discard', 'cancel'].map((value) => ({ ok: true, value })))
  })
}
