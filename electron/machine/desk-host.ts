import { type UtilityProcess, utilityProcess } from 'electron'
import type { FromDesk, ToDesk } from '../batch/worker/desk-wire.ts'
import type { DeskState } from '../batch/worker/desk.ts'
import type { Place } from '../batch/files/place.ts'
import type { Log } from '../log.ts'
import { LEAVE_MS } from '../window/quitting.ts'
import type { TileWindow } from './tile-window.ts'

export type DeskStart = Omit<Extract<ToDesk, { kind: 'start' }>, 'kind'>

/** The process that holds queues (electron/batch/worker/desk-process.ts), and what it asks of the page that traces. */
export class DeskHost {
  readonly #process: UtilityProcess
  readonly #tiles: TileWindow
  /** Ids of the page, by those of the desk. */
  readonly #asked = new Map<number, string>()
  /** @property asked  it was told to stop */
  readonly ended: Promise<void>
  #isStopping = false

  constructor(file: string, start: DeskStart, tiles: TileWindow, log: Log, onState: (state: DeskState) => void) {
    this.#tiles = tiles
    this.#process = utilityProcess.fork(file, [], { serviceName: 'Atrium Render Queue', stdio: 'pipe' })
    this.#process.stderr?.on('data', (text: Buffer) => log.warn(`desk: ${text.toString().slice(0, 2000)}`))
    this.#process.on('message', (message: FromDesk) => {
      if (message.kind === 'state') onState(message.state)
      else if (message.kind === 'stop') this.#stopAsked(message.id)
      else void this.#ask(message)
    })
    this.ended = new Promise((resolve) => { this.#process.once('exit', () => resolve()) })
    void this.ended.then(() => { for (const id of this.#asked.values()) tiles.stop(id) })
    this.#post({ kind: 'start', ...start })
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  tellPlaces(places: readonly Place[]): void {
    this.#post({ kind: 'places', places })
  }

  /** Tiles at hand go back as if they had never been begun; a desk that hangs is ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#post({ kind: 'stop' })
    const late = setTimeout(() => this.#process.kill(), LEAVE_MS)
    await this.ended
    clearTimeout(late)
  }

  async #ask({ id, request, files }: Extract<FromDesk, { kind: 'ask' }>): Promise<void> {
    const reply = await this.#tiles.ask(request, files, (share) => this.#post({ kind: 'share', id, share }), (own) => this.#asked.set(id, own))
    this.#asked.delete(id)
    this.#post({ kind: 'reply', id, reply })
  }

  #stopAsked(id: number): void {
    const own = this.#asked.get(id)
    if (own !== undefined) this.#tiles.stop(own)
  }

  #post(message: ToDesk): void {
    this.#process.postMessage(message)
  }
}
