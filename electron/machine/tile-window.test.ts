import { EventEmitter } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { WebContents } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Exports } from '../files/exports/exports.ts'
import { Log } from '../log.ts'
import { TileWindow } from './tile-window.ts'

interface Page extends EventEmitter { readonly sent: { readonly channel: string; readonly payload: { readonly id: string } }[] }
const made = vi.hoisted(() => ({ windows: [] as (EventEmitter & { webContents: Page; isDestroyed: () => boolean; destroy: () => void })[] }))
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  return {
    BrowserWindow: class extends Emitter {
      #isGone = false
      webContents = Object.assign(new Emitter(), { sent: [] as object[], setWindowOpenHandler: () => {}, send: (channel: string, payload: object) => this.webContents.sent.push({ channel, payload }) })
      constructor() {
        super()
        made.windows.push(this as unknown as (typeof made.windows)[number])
      }
      loadURL() { return Promise.resolve() }
      isDestroyed() { return this.#isGone }
      destroy() { this.#isGone = true }
    },
    ipcMain: {},
  }
})

let folder: string
let tiles: TileWindow
let isQuitting = false
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-tiles-'))
  made.windows = []
  isQuitting = false
  tiles = new TileWindow('/preload.cjs', new Exports(), new Log(path.join(folder, 'logs', 'atrium.log')), () => isQuitting)
})
afterEach(async () => {
  await tiles.close()
  await rm(folder, { recursive: true })
})
const at = (name: string): string => path.join(folder, name)
const page = (): Page => made.windows.at(-1)!.webContents
async function* bodyOf(text: string): AsyncGenerator<Uint8Array> { yield await Promise.resolve(new TextEncoder().encode(text)) }

/** Asks, and waits until the page hears of it. */
async function ask(files: Parameters<TileWindow['ask']>[1]) {
  let id = ''
  const reply = tiles.ask({ kind: 'adapter' }, files, () => {}, (own) => (id = own))
  tiles.ready()
  await expect.poll(() => page().sent.some(({ channel, payload }) => channel === 'event:tiles:ask' && payload.id === id)).toBe(true)
  return { id, reply }
}

test('what the page writes takes its name when all of it is there; what failed leaves nothing', async () => {
  const whole = await ask({ out: at('tile.sums') })
  await tiles.write(whole.id, 0, bodyOf('sum'))
  await tiles.write(whole.id, 3, bodyOf('s'))
  expect(await readdir(folder)).not.toContain('tile.sums')
  tiles.done(whole.id, { sizeBytes: 4 })
  expect(await whole.reply).toEqual({ sizeBytes: 4 })
  expect(await readFile(at('tile.sums'), 'utf8')).toBe('sums')
  // Fewer bytes than it says are no file.
  const short = await ask({ out: at('short.sums') })
  await tiles.write(short.id, 0, bodyOf('su'))
  tiles.done(short.id, { sizeBytes: 4 })
  expect(await short.reply).toHaveProperty('failed')
  const failed = await ask({ out: at('failed.sums') })
  await tiles.write(failed.id, 0, bodyOf('su'))
  tiles.done(failed.id, { failed: 'The graphics card was lost.' })
  expect(await failed.reply).toEqual({ failed: 'The graphics card was lost.' })
  expect((await readdir(folder)).filter((name) => name !== 'logs')).toEqual(['tile.sums'])
})

test('the page reads what it was asked about and nothing else, within its bounds', async () => {
  await writeFile(at('0.sums'), 'abcdef')
  const { id, reply } = await ask({ parts: [at('0.sums')] })
  expect(new TextDecoder().decode(await tiles.part(id, 0, 2, 3))).toBe('cde')
  for (const [index, from, count] of [[1, 0, 1], [0, 4, 9], [0, -1, 1], [0, 0, 1e12], [NaN, 0, 1], [0, NaN, 1]]) await expect(tiles.part(id, index, from, count)).rejects.toThrow()
  expect(() => tiles.project(id)).toThrow(id)
  await expect(tiles.write(id, 0, bodyOf('x'))).rejects.toThrow(id)
  tiles.done(id, {})
  await reply
  await expect(tiles.part(id, 0, 0, 1)).rejects.toThrow(id)
})

test('a page that dies fails what it was asked, and the next request starts another; only that page may answer', async () => {
  const { reply } = await ask({})
  const first = page()
  expect(() => tiles.check(first as unknown as WebContents)).not.toThrow()
  expect(() => tiles.check(new EventEmitter() as unknown as WebContents)).toThrow()
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  first.emit('render-process-gone', {}, { reason: 'oom' })
  expect(told.mock.calls.flat().join('')).toMatch(/^\[atrium\] tiles: Error: oom\n/)
  told.mockRestore()
  expect(await reply).toEqual({ failed: 'Its process ended early (oom).' })
  const next = await ask({})
  expect(page()).not.toBe(first)
  tiles.stop(next.id)
  expect(await next.reply).toHaveProperty('failed')
  expect(page().sent.at(-1)).toEqual({ channel: 'event:tiles:stop', payload: { id: next.id } })
})

test('quitting closes the page before anybody is told to stop: what it was asked waits for that, and fails only when the user stays after all', async () => {
  const heard: string[] = []
  const closed = ({ id, reply }: { readonly id: string; readonly reply: Promise<unknown> }): void => {
    void reply.then(() => heard.push(id))
    made.windows.at(-1)!.destroy()
    made.windows.at(-1)!.emit('closed')
  }
  const first = await ask({})
  closed(first)
  expect(await first.reply).toEqual({ failed: 'Stopped.' })

  isQuitting = true
  const second = await ask({})
  closed(second)
  // A turn of the loop, in which a failure would have been heard.
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toEqual([first.id])
  tiles.stop(second.id)
  expect(await second.reply).toEqual({ failed: 'Stopped.' })

  const third = await ask({})
  closed(third)
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toEqual([first.id, second.id])
  tiles.stays()
  expect(await third.reply).toEqual({ failed: 'Stopped.' })
})
