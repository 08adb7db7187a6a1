import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FileHandle } from '../electron/contract.ts'
import { command, expect, launch, removeFolder, test, visiting } from './app.ts'

/** What the page can do with a handle, in the page's own words. */
const readText = (id: string): Promise<{ status: number; text: string }> =>
  fetch(`file/${id}`).then(async (response) => ({ status: response.status, text: await response.text() }))

/** PUT and commit, as platform.ts does it. */
async function save({ id, text, claimed = text }: { id: string; text: string; claimed?: string }) {
  const bytes = new TextEncoder().encode(claimed)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const put = await fetch(`file/${id}`, { method: 'PUT', body: text })
  if (!put.ok) return { ok: false, code: ((await put.json()) as { code: string }).code }
  return window.atrium!.request('file:commit', { handle: id, sha256, sizeBytes: bytes.length })
}

visiting('the window opens, isolated, with a WebGPU adapter', async ({ shell }) => {
  const facts = await shell.page.evaluate(async () => ({
    isolated: crossOriginIsolated,
    adapter: (await navigator.gpu.requestAdapter()) !== null,
    info: await window.atrium!.request('app:info', undefined),
  }))
  expect(facts).toMatchObject({ isolated: true, adapter: true, info: { ok: true, value: { runtime: shell.runtime, demo: null, open: null } } })
})

visiting('a project is opened, saved in place and saved under a new name, by handle alone', async ({ shell }) => {
  const original = path.join(shell.folder, 'room.atrium')
  const copy = path.join(shell.folder, 'copy')
  writeFileSync(original, 'first')
  await shell.answerOpen(original)
  const opened = await shell.page.evaluate(() => window.atrium!.request('file:choose-open', { kind: 'project' }))
  if (!opened.ok || !opened.value) throw new Error('not opened')
  expect(opened.value).toMatchObject({ name: 'room.atrium', kind: 'project', sizeBytes: 5, writable: true })
  expect(JSON.stringify(opened.value)).not.toContain(shell.folder)
  expect(await shell.page.evaluate(readText, opened.value.id)).toEqual({ status: 200, text: 'first' })
  expect(await shell.page.evaluate(save, { id: opened.value.id, text: 'second' })).toMatchObject({ ok: true })
  expect(readFileSync(original, 'utf8')).toBe('second')

  await shell.answerSave(copy)
  const target = await shell.page.evaluate(() => window.atrium!.request('file:choose-save', { suggestedName: 'copy' }))
  if (!target.ok || !target.value) throw new Error('no target')
  expect(await shell.page.evaluate(save, { id: target.value.id, text: 'third' })).toMatchObject({ ok: true })
  expect(readFileSync(`${copy}.atrium`, 'utf8')).toBe('third')
  expect(readdirSync(shell.folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

visiting('a save whose bytes do not match their checksum leaves the old file', async ({ shell }) => {
  const original = path.join(shell.folder, 'room.atrium')
  writeFileSync(original, 'first')
  await shell.answerOpen(original)
  const opened = await shell.page.evaluate(() => window.atrium!.request('file:choose-open', { kind: 'project' }))
  if (!opened.ok || !opened.value) throw new Error('not opened')
  const reply = await shell.page.evaluate(save, { id: opened.value.id, text: 'secon', claimed: 'second' })
  expect(reply).toMatchObject({ ok: false, code: 'checksum-mismatch' })
  expect(readFileSync(original, 'utf8')).toBe('first')
  expect(readdirSync(shell.folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

visiting('cancelled dialogs give no handle', async ({ shell }) => {
  await shell.answerOpen(null)
  await shell.answerSave(null)
  const replies = await shell.page.evaluate(async () => [
    await window.atrium!.request('file:choose-open', { kind: 'any' }),
    await window.atrium!.request('file:choose-save', { suggestedName: 'x' }),
  ])
  expect(replies).toEqual([{ ok: true, value: null }, { ok: true, value: null }])
})

visiting('a .gltf reaches the files beside it and nothing else', async ({ shell }) => {
  const models = path.join(shell.folder, 'models')
  mkdirSync(path.join(models, 'textures'), { recursive: true })
  writeFileSync(path.join(models, 'room.gltf'), '{}')
  writeFileSync(path.join(models, 'textures', 'oak floor.png'), 'oak')
  writeFileSync(path.join(shell.folder, 'secret.bin'), 'secret')
  symlinkSync(path.join(shell.folder, 'secret.bin'), path.join(models, 'link.bin'))
  await shell.answerOpen(path.join(models, 'room.gltf'))
  const opened = await shell.page.evaluate(() => window.atrium!.request('file:choose-open', { kind: 'model' }))
  if (!opened.ok || !opened.value) throw new Error('not opened')
  const answers = await shell.page.evaluate(async (id) => {
    const answer = async (sibling: string) => {
      const response = await fetch(`file/${id}/sibling/${sibling}`)
      return response.ok ? response.text() : ((await response.json()) as { code: string }).code
    }
    const names = ['textures/oak%20floor.png', '..%2Fsecret.bin', 'link.bin', 'missing.bin']
    return Promise.all(names.map(answer))
  }, opened.value.id)
  expect(answers).toEqual(['oak', 'sibling-refused', 'sibling-refused', 'model-missing-file'])
})

visiting('a dropped file becomes a handle', async ({ shell }) => {
  await shell.showBarePage()
  const dropped = path.join(shell.folder, 'dropped.glb')
  writeFileSync(dropped, 'glTF')
  await shell.page.evaluate(() => {
    const results: unknown[] = []
    Object.assign(window, { results })
    window.addEventListener('dragover', (event) => event.preventDefault())
    window.addEventListener('drop', (event) => {
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) void window.atrium!.adopt(file).then((reply) => results.push(reply))
    })
  })
  await shell.drop(dropped)
  const results = () => shell.page.evaluate(() => (window as unknown as { results: { ok: boolean; value: FileHandle }[] }).results)
  await expect.poll(results).toHaveLength(1)
  expect((await results())[0]).toMatchObject({ ok: true, value: { name: 'dropped.glb', kind: 'model', sizeBytes: 4, writable: false } })
})

visiting('settings and recent projects are there after a restart', async ({ shell }) => {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'atrium-profile-'))
  const project = path.join(shell.folder, 'studio.atrium')
  writeFileSync(project, 'x')
  const first = await launch({ userData: profile })
  await first.answerOpen(project)
  await first.page.evaluate(async () => {
    await window.atrium!.request('settings:set', { theme: 'dark', unit: 'cm', developer: true })
    const chosen = await window.atrium!.request('file:choose-open', { kind: 'any' })
    // A file is a recent one when it could be opened.
    if (chosen.ok && chosen.value !== null) await window.atrium!.request('recent:add', { handle: chosen.value.id })
    localStorage.setItem('kept', 'yes')
  })
  // Storage is flushed at an orderly end; give it one.
  await first.electron.evaluate(({ session }) => (session.defaultSession as { flushStorageData?: () => void }).flushStorageData?.())
  await first.quit()

  const second = await launch({ userData: profile })
  // The page puts its theme on when it has read the settings.
  await second.page.waitForFunction(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const found = await second.page.evaluate(async () => {
    const recent = await window.atrium!.request('recent:list', undefined)
    const id = recent.ok ? (recent.value[0]?.id ?? '') : ''
    return {
      settings: await window.atrium!.request('settings:get', undefined),
      recent,
      reopened: await window.atrium!.request('recent:open', { id }),
      forgotten: await window.atrium!.request('recent:forget', { id }),
      after: await window.atrium!.request('recent:list', undefined),
      kept: localStorage.getItem('kept'),
    }
  })
  expect(found).toMatchObject({
    settings: { ok: true, value: { theme: 'dark', unit: 'cm', developer: true } },
    recent: { ok: true, value: [{ name: 'studio.atrium', folder: shell.folder, missing: false }] },
    reopened: { ok: true, value: { name: 'studio.atrium' } },
    after: { ok: true, value: [] },
    kept: 'yes',
  })
  await second.quit()
  await removeFolder(second.folder)
  await removeFolder(first.folder)
  await removeFolder(profile)
})

test('closing asks the page, which may cancel or let go', async ({ shell }) => {
  await shell.showBarePage()
  await shell.page.evaluate(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    window.atrium!.on('window:close-requested', () => {
      void window.atrium!.request('dialog:unsaved', { name: 'studio' }).then((reply) => {
        asked.push(reply.ok ? reply.value : reply.code)
        if (reply.ok && reply.value === 'discard') void window.atrium!.request('window:close', undefined)
      })
    })
  })
  const close = () => shell.electron.evaluate(({ BrowserWindow }) => void setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 0))
  await shell.answerMessage(2)
  await close()
  await expect.poll(() => shell.page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toContain('cancel')
  expect(await shell.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)

  await shell.answerMessage(1)
  const closed = shell.electron.waitForEvent('close')
  await close()
  await closed
})

visiting('a native menu item reaches the page by its id', async ({ shell }) => {
  await shell.showBarePage()
  await shell.page.evaluate(() => {
    const commands: string[] = []
    Object.assign(window, { commands })
    window.atrium!.on('menu:command', ({ id }) => commands.push(id))
    const items = [{ kind: 'command' as const, id: 'test.open', label: 'Open…', accelerator: 'CmdOrCtrl+O' }]
    return window.atrium!.request('menu:set', [{ kind: 'submenu', label: 'File', items }])
  })
  await shell.menu('test.open')
  await expect.poll(() => shell.page.evaluate(() => (window as unknown as { commands: string[] }).commands)).toEqual(['test.open'])
})

test('a crashed page is loaded again, and, untouched, closes without a question', async ({ shell }) => {
  await shell.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  const answers = () =>
    shell.electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return contents && !contents.isCrashed() ? contents.executeJavaScript('typeof window.atrium.request') : 'crashed'
    }).catch(() => 'crashed')
  await expect.poll(answers).toBe('function')
  expect(readFileSync(path.join(shell.folder, 'profile/logs/atrium.log'), 'utf8')).toContain('render-process-gone')

  await shell.electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.reject(new Error('asked'))
  })
  const closed = shell.electron.waitForEvent('close')
  await shell.electron.evaluate(({ BrowserWindow }) => void setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 0))
  await closed
})

const withFile = test.extend<{ rooms: string }>({
  rooms: async ({}, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-rooms-'))
    writeFileSync(path.join(folder, 'house.glb'), 'glTF')
    writeFileSync(path.join(folder, 'other.glb'), 'glTF')
    await use(folder)
    await removeFolder(folder)
  },
  start: async ({ rooms }, use) => use({ args: [path.join(rooms, 'house.glb')] }),
})

withFile('a file named at the start is there, and a second start hands its file over', async ({ shell, rooms }) => {
  const info = await shell.page.evaluate(() => window.atrium!.request('app:info', undefined))
  expect(info).toMatchObject({ ok: true, value: { open: { name: 'house.glb', kind: 'model' } } })
  await shell.page.evaluate(() => {
    const opened: string[] = []
    Object.assign(window, { opened })
    window.atrium!.on('file:open-requested', ({ name }) => opened.push(name))
  })
  // The same profile: the second process hands its arguments to the first and ends.
  const [executable, ...args] = command(shell.runtime)
  const env = { ...process.env, ATRIUM_USER_DATA: path.join(shell.folder, 'profile') }
  const second = spawn(executable, [...args, path.join(rooms, 'other.glb')], { env, stdio: 'ignore' })
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0)
  await expect.poll(() => shell.page.evaluate(() => (window as unknown as { opened: string[] }).opened)).toEqual(['other.glb'])
})
