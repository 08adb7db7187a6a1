import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { BrowserWindow, type WebContents } from 'electron'
import { say } from '../../renderer/words/say.ts'
import type { TileFiles, TileReply, TileRequest } from '../batch-wire.ts'
import { Failure } from '../failure.ts'
import type { Exports } from '../files/exports/exports.ts'
import { notify } from '../ipc.ts'
import type { Log } from '../log.ts'
import { ORIGIN } from '../protocol.ts'
import { WEB_PREFERENCES } from '../security.ts'

interface Open {
  readonly request: TileRequest
  readonly files: TileFiles
  /** Who was asked. */
  readonly window: BrowserWindow
  /** Of what it writes, once it has begun. */
  output: Promise<string> | null
  readonly tell: (share: number) => void
  readonly settle: (reply: TileReply) => void
}

/** Of a part at most, at a time: rows of many parts are read together. */
const MOST_READ = 1 << 28

/**
 * The page that traces tiles: renderer/tiles in a window that is never shown, with the graphics card that windows have. What kills it (a driver, memory)
 * takes nothing else along; the next request starts another.
 */
export class TileWindow {
  #window: BrowserWindow | null = null
  #ready: Promise<void> = Promise.resolve()
  #onReady = (): void => {}
  #closedByQuit: BrowserWindow | null = null
  #isHeld = false
  readonly #open = new Map<string, Open>()
  readonly #preload: string
  readonly #exports: Exports
  readonly #log: Log

  readonly #isQuitting: () => boolean

  /** @param exports  of its own: what a killed Atrium leaves is removed by its notes @param isQuitting  windows are closed one after the other */
  constructor(preload: string, exports: Exports, log: Log, isQuitting: () => boolean = () => false) {
    this.#isQuitting = isQuitting
    this.#preload = preload
    this.#exports = exports
    this.#log = log
  }

  /** Never rejects: what fails is a reply. @param began  its id, by which it is stopped */
  async ask(request: TileRequest, files: TileFiles, tell: (share: number) => void, began: (id: string) => void): Promise<TileReply> {
    const id = randomBytes(16).toString('hex')
    const window = this.#started()
    const replied = new Promise<TileReply>((settle) => this.#open.set(id, { request, files, window, output: null, tell, settle }))
    began(id)
    await this.#ready
    // It may have been stopped, or the page be gone, meanwhile.
    if (this.#open.has(id) && !window.isDestroyed()) notify(window.webContents, 'tiles:ask', { id, request })
    const reply = await replied
    const { output } = this.#open.get(id)!
    this.#open.delete(id)
    return output === null ? reply : this.#finished(await output.catch(() => ''), reply)
  }

  async #finished(output: string, reply: TileReply): Promise<TileReply> {
    if ('failed' in reply) {
      await this.#exports.discard(output)
      return reply
    }
    try {
      await this.#exports.commit(output, reply.sizeBytes ?? 0)
      return reply
    } catch (error) {
      return failureOf(error)
    }
  }

  /** Nobody waits for it any more. */
  stop(id: string): void {
    const open = this.#open.get(id)
    if (open === undefined) return
    if (this.#window !== null && !this.#window.isDestroyed()) notify(this.#window.webContents, 'tiles:stop', { id })
    open.settle({ failed: say('batch.error.stopped') })
  }

  /** Nobody quits after all: what was asked of a page that is gone has failed. */
  stays(): void {
    if (this.#closedByQuit !== null) this.#lose(this.#closedByQuit, say('batch.error.stopped'))
    this.#closedByQuit = null
  }

  /** Tiles wait between two steps, or go on. */
  hold(on: boolean): void {
    if (this.#isHeld === on) return
    this.#isHeld = on
    if (this.#window !== null && !this.#window.isDestroyed()) notify(this.#window.webContents, 'tiles:hold', { on })
  }

  /** Whether a page that asks is this one. @throws Failure `request-invalid` */
  check(sender: WebContents): void {
    if (this.#window === null || this.#window.isDestroyed() || this.#window.webContents !== sender) throw new Failure('request-invalid', 'Another page asked')
  }

  ready(): void {
    this.#onReady()
    if (this.#isHeld && this.#window !== null) notify(this.#window.webContents, 'tiles:hold', { on: true })
  }

  told(id: string, share: number): void {
    this.#open.get(id)?.tell(share)
  }

  done(id: string, reply: TileReply): void {
    this.#open.get(id)?.settle(reply)
  }

  // --- bytes

  /** @throws Failure `handle-unknown` */
  project(id: string): ReadableStream<Uint8Array> {
    const { project } = this.#of(id).files
    if (project === undefined) throw new Failure('handle-unknown', id)
    return Readable.toWeb(createReadStream(project)) as ReadableStream<Uint8Array>
  }

  /** @throws Failure `handle-unknown`, `request-invalid` for bytes that are not there */
  async part(id: string, index: number, at: number, count: number): Promise<Uint8Array<ArrayBuffer>> {
    const part = this.#of(id).files.parts?.[index]
    if (part === undefined) throw new Failure('handle-unknown', id)
    if (!(Number.isSafeInteger(at) && at >= 0 && Number.isSafeInteger(count) && count >= 0 && count <= MOST_READ)) throw new Failure('request-invalid', `${at} ${count}`)
    const file = await open(part, 'r')
    try {
      const bytes = new Uint8Array(count)
      for (let done = 0; done < count;) {
        const { bytesRead } = await file.read(bytes, done, count - done, at + done)
        if (bytesRead === 0) throw new Failure('request-invalid', `${part} ends at ${at + done}`)
        done += bytesRead
      }
      return bytes
    } finally {
      await file.close()
    }
  }

  /** A chunk of what it writes, which takes its name when all of it is there. @throws Failure */
  async write(id: string, at: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const asked = this.#of(id)
    const { out } = asked.files
    if (out === undefined) throw new Failure('handle-unknown', id)
    asked.output ??= this.#exports.begin(out).then((begun) => begun.id)
    await this.#exports.write(await asked.output, at, body)
  }

  #of(id: string): Open {
    const found = this.#open.get(id)
    if (found === undefined) throw new Failure('handle-unknown', id)
    return found
  }

  // --- life

  #started(): BrowserWindow {
    if (this.#window !== null && !this.#window.isDestroyed()) return this.#window
    const window = new BrowserWindow({ width: 320, height: 180, show: false, skipTaskbar: true, title: 'Atrium', webPreferences: { ...WEB_PREFERENCES, backgroundThrottling: false, preload: this.#preload } })
    const { webContents } = window
    webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
    webContents.on('will-navigate', (event) => event.preventDefault())
    webContents.on('render-process-gone', (_event, { reason }) => {
      this.#log.error('tiles', new Error(reason))
      this.#lose(window, say('batch.error.ended', { status: reason }))
    })
    window.on('closed', () => {
      // Quitting closes this window, too, before anybody is told to stop. That costs a tile none of its tries: the desk will hear of the end, and takes it back.
      if (this.#isQuitting()) this.#closedByQuit = window
      else this.#lose(window, say('batch.error.stopped'))
    })
    this.#window = window
    this.#ready = new Promise((resolve) => (this.#onReady = resolve))
    void window.loadURL(`${ORIGIN}/tiles.html`).catch((error: unknown) => {
      this.#log.error('tiles', error)
      this.#lose(window, say('batch.error.ended', { status: String(error) }))
    })
    return window
  }

  #lose(window: BrowserWindow, failed: string): void {
    for (const asked of this.#open.values()) if (asked.window === window) asked.settle({ failed })
    if (this.#window === window) {
      this.#window = null
      this.#onReady()
    }
    if (!window.isDestroyed()) window.destroy()
  }

  /** Nothing is at hand for now: its memory is given back. */
  async close(): Promise<void> {
    if (this.#window !== null) this.#lose(this.#window, say('batch.error.stopped'))
    await this.#exports.dispose()
  }
}

/** What the queue knows of disks by the system's own codes. */
const SYSTEM_CODES: Partial<Record<string, string>> = { 'export-disk-full': 'ENOSPC', 'disk-full': 'ENOSPC', 'export-not-writable': 'EACCES', 'file-not-writable': 'EACCES', 'drive-missing': 'ENODEV' }

function failureOf(error: unknown): TileReply {
  const code = error instanceof Failure ? SYSTEM_CODES[error.code] : undefined
  return { failed: error instanceof Error ? error.message.slice(0, 2000) : String(error), ...(code === undefined ? {} : { code }) }
}
