import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { violations } from './pages/axe.ts'
import { expect, test } from './pages/story.ts'

test.use({ size: [64, 36] })

const job = (state: string, fields: object = {}): object => ({
  id: 'b'.repeat(32), name: 'Mirror room', version: '0.1.0', priority: 0, state, tiles: 8, done: 3, running: 1, again: 0, secondsLeft: state === 'running' ? 340 : null, adapters: ['SwiftShader'],
  pictures: [{ name: 'View 1 32x18', clip: null, tiles: 4, done: 3, isThere: false, failed: [], note: '' }], ...fields,
})

test('an architect puts the frames of a clip into the queue, sees a machine at work, what failed, and calls it off', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, shell } = atrium
  const dialog = page.getByRole('dialog', { name: 'Render many' })
  await atrium.open(files.mirrorRoom)
  const names = await atrium.saveTwoViews()
  const project = path.join(files.folder, 'queue room.atrium')
  const queue = path.join(files.folder, 'queue room.batch', 'queue')
  const inbox = path.join(queue, 'inbox')

  await atrium.choose('File > Render Many…')
  await dialog.getByText('Render Queue', { exact: true }).click()
  await dialog.getByRole('switch', { name: 'Frames of a clip' }).setChecked(true, { force: true })
  // Whoever rendered before may have asked for two sizes.
  await dialog.getByLabel('Sizes').fill('1920 x 1080')
  await dialog.getByLabel('Sizes').press('Tab')
  const seconds = dialog.getByLabel('Seconds', { exact: true })
  await seconds.fill('2')
  await seconds.press('Enter')
  await expect(dialog.getByText('60 pictures')).toBeVisible()
  await shell.answerSave(project)
  await dialog.getByRole('button', { name: 'Add to Queue' }).click()
  await expect(dialog.getByText('Waiting for a machine')).toBeVisible()
  await expect(dialog.getByText('Turn on Render on this computer.')).toBeInViewport()
  await page.screenshot({ path: 'test-results/render-queue-waiting.png' })
  expect(await violations(page)).toEqual([])
  const [note] = readdirSync(inbox)
  expect(JSON.parse(readFileSync(path.join(inbox, note), 'utf8'))).toMatchObject({ kind: 'wish', name: 'queue room', priority: 0, wish: { views: names, clip: { seconds: 2, framesPerSecond: 30 }, sizes: [{ width: 1920, height: 1080 }] } })
  expect(existsSync(project)).toBe(true)

  // What `npm run batch -- work` writes down.
  mkdirSync(queue, { recursive: true })
  const machine = { machine: 'attic', adapter: 'SwiftShader', everySeconds: 2, silentSeconds: 0, trouble: null, tasks: [{ job: 'b'.repeat(32), picture: 0, tile: 3, share: 0.5 }] }
  const tell = (...jobs: object[]): void => writeFileSync(path.join(queue, 'status.json'), JSON.stringify({ jobs, machines: [machine], refused: [] }))
  tell(job('running'))
  await expect(dialog.getByText('3 of 8 tiles')).toBeVisible()
  await expect(dialog.getByText('1 tile in progress')).toBeVisible()
  await page.screenshot({ path: 'test-results/render-queue-running.png' })
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel Mirror room' }).click()
  await expect.poll(() => readdirSync(inbox).map((name) => JSON.parse(readFileSync(path.join(inbox, name), 'utf8')) as object)).toContainEqual({ kind: 'cancel', job: 'b'.repeat(32) })
  tell(job('failed', { pictures: [{ name: 'View 1 32x18', clip: null, tiles: 4, done: 3, isThere: false, failed: ['The graphics card was lost.'], note: '' }] }))
  await expect(dialog.getByText('The graphics card was lost.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try Again: Mirror room' }).click()
  await expect.poll(() => readdirSync(inbox).map((name) => JSON.parse(readFileSync(path.join(inbox, name), 'utf8')) as object)).toContainEqual({ kind: 'submit', job: 'b'.repeat(32), priority: 0 })
  await page.screenshot({ path: 'test-results/render-queue-failed.png' })
  await page.keyboard.press('Escape')
})
