import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from './failure.ts'
import { answer, answerAdopt, isOwnFrame, notify } from './ipc.ts'
import { Log } from './log.ts'

type Handler = (event: unknown, raw: unknown) => Promise<unknown>
const { handlers } = vi.hoisted(() => ({ handlers: new Map<string, Handler>() }))
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, handler: Handler) => handlers.set(channel, handler),
    removeHandler: (channel: string) => handlers.delete(channel),
  },
}))

const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-ipc-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = new Log(path.join(folder, 'atrium.log'))
const frame = (url: string, parent: object | null = null) => ({ url, parent }) as Parameters<typeof isOwnFrame>[0]
const own = { senderFrame: frame('app://atrium/index.html'), sender: {} }
const ask = (channel: string, raw: unknown, event: object = own) => Promise.resolve().then(() => handlers.get(channel)?.(event, raw))

beforeEach(() => {
  handlers.clear()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

test('only the top frame of our own page is heard', async () => {
  expect(isOwnFrame(frame('app://atrium/index.html'))).toBe(true)
  expect(isOwnFrame(frame('app://atrium/index.html', {}))).toBe(false)
  expect(isOwnFrame(frame('https://atrium/index.html'))).toBe(false)
  expect(isOwnFrame(frame('app://atrium.evil/index.html'))).toBe(false)
  expect(isOwnFrame(null)).toBe(false)
  answer('settings:get', log, () => ({ theme: 'dark', unit: 'm' }))
  answerAdopt(log, () => Promise.reject(new Error('never asked')))
  const foreign = { senderFrame: frame('https://example.org/'), sender: {} }
  await expect(ask('request:settings:get', undefined, foreign)).rejects.toThrow('foreign frame')
  await expect(ask('adopt', '/etc/passwd', foreign)).rejects.toThrow('foreign frame')
})

test('a handler sees only well-formed requests', async () => {
  const handler = vi.fn()
  answer('settings:set', log, handler)
  expect(await ask('request:settings:set', { theme: 'pink', unit: 'm' })).toMatchObject({ ok: false, code: 'request-invalid' })
  expect(handler).not.toHaveBeenCalled()
  expect(await ask('request:settings:set', { theme: 'dark', unit: 'm', extra: 1 })).toMatchObject({ ok: true })
  expect(handler).toHaveBeenCalledWith({ theme: 'dark', unit: 'm' }, own.sender)
  answerAdopt(log, handler)
  expect(await ask('adopt', 7)).toMatchObject({ ok: false, code: 'request-invalid' })
  expect(await ask('adopt', '')).toMatchObject({ ok: false, code: 'request-invalid' })
})

test('failures cross as values with a code', async () => {
  answer('recent:open', log, () => {
    throw new Failure('file-missing', 'gone')
  })
  expect(await ask('request:recent:open', { id: 'x' })).toEqual({ ok: false, code: 'file-missing', detail: 'gone' })
  handlers.clear()
  answer('recent:open', log, () => Promise.reject(new TypeError('oops')))
  expect(await ask('request:recent:open', { id: 'x' })).toEqual({ ok: false, code: 'internal', detail: 'oops' })
})

test('events go out under their own prefix', () => {
  const send = vi.fn()
  notify({ send }, 'menu:command', { id: 'file.save' })
  expect(send).toHaveBeenCalledWith('event:menu:command', { id: 'file.save' })
})
