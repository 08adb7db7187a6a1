import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PNG } from 'pngjs'
import { launch, removeFolder, type Shell } from './app.ts'
import { Atrium } from './pages/atrium.ts'
import { expect, test } from './pages/story.ts'

interface Status { readonly jobs: readonly { readonly state: string; readonly done: number; readonly pictures: readonly { readonly isThere: boolean }[] }[] }

/** What is written down of a queue. */
function statusIn(folder: string): Status['jobs'] {
  const file = path.join(folder, 'queue', 'status.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Status).jobs : []
}

function picturesIn(folder: string): string[] {
  const pictures = path.join(folder, 'pictures')
  return existsSync(pictures) ? readdirSync(pictures, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png')).sort() : []
}

async function started(userData: string): Promise<Atrium> {
  const atrium = new Atrium(await launch({ userData }))
  await atrium.page.locator('.start-foot', { hasText: 'Version' }).waitFor()
  return atrium
}

/** kill -9 of the application: nobody is asked, nothing is told. */
async function killed({ electron }: Shell): Promise<void> {
  const child = electron.process()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

test('an architect turns this computer into a machine; Atrium is killed, started again, and the pictures are there', { tag: '@proof' }, async ({ files }) => {
  const userData = path.join(files.folder, 'machine-profile')
  const project = path.join(files.folder, 'machine room.atrium')
  const folder = path.join(files.folder, 'machine room.batch')
  const first = await started(userData)
  await first.page.keyboard.press('Control+n')
  await first.page.waitForFunction(() => 'atriumTest' in globalThis)
  await first.viewport.resize(64, 36)
  await first.open(files.mirrorRoom)
  await first.saveTwoViews()
  const dialog = first.page.getByRole('dialog', { name: 'Render many' })
  await first.choose('File > Render Many…')
  await dialog.getByText('Render Queue', { exact: true }).click()
  await dialog.getByLabel('Sizes', { exact: true }).fill('64 × 36, 32 × 18')
  const samples = dialog.getByLabel('Samples', { exact: true })
  await samples.fill('64')
  await samples.press('Enter')
  await dialog.getByRole('switch', { name: 'Render on this computer' }).setChecked(true, { force: true })
  await first.shell.answerSave(project)
  await dialog.getByRole('button', { name: 'Add to Queue' }).click()
  await expect.poll(() => picturesIn(folder).length).toBeGreaterThan(0)
  await first.page.screenshot({ path: 'test-results/machine-working.png' })
  await killed(first.shell)

  const second = await started(userData)
  await expect.poll(() => statusIn(folder).map(({ state }) => state)).toEqual(['done'])
  const pictures = picturesIn(folder)
  expect(pictures).toHaveLength(4)
  for (const name of pictures) {
    const { width, height } = PNG.sync.read(readFileSync(path.join(folder, 'pictures', name)))
    expect(name).toContain(`${width}x${height}`)
  }
  expect(await second.page.evaluate(() => window.atrium!.request('machine:get', undefined))).toMatchObject({ ok: true, value: { works: true, trouble: '' } })
  expect(second.shell.problems).toEqual([])
  await second.shell.quit()
  await removeFolder(first.shell.folder)
  await removeFolder(second.shell.folder)
})
