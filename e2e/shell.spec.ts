import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, visiting as test } from './app.ts'

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

test('the window opens, isolated, with a WebGPU adapter', async ({ shell }) => {
  const facts = await shell.page.evaluate(async () => ({
    isolated: crossOriginIsolated,
    adapter: (await navigator.gpu.requestAdapter()) !== null,
    info: await window.atrium!.request('app:info', undefined),
  }))
  expect(facts).toMatchObject({ isolated: true, adapter: true, info: { ok: true, value: { runtime: shell.runtime, demo: null, open: null } } })
})

test('a project is opened, saved in place and saved under a new name, by handle alone', async ({ shell }) => {
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

test('a save whose bytes do not match their checksum leaves the old file', async ({ shell }) => {
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

test('cancelled dialogs give no handle', async ({ shell }) => {
  await shell.answerOpen(null)
  await shell.answerSave(null)
  const replies = await shell.page.evaluate(async () => [
    await window.atrium!.request('file:choose-open', { kind: 'any' }),
    await window.atrium!.request('file:choose-save', { suggestedName: 'x' }),
  ])
  expect(replies).toEqual([{ ok: true, value: null }, { ok: true, value: null }])
})

test('a .gltf reaches the files beside it and nothing else', async ({ shell }) => {
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
