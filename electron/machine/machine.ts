import { z } from 'zod'
import type { DeskState, Place } from '../batch/desk.ts'
import { placeBeside } from '../batch/desk.ts'
import type { MachineState } from '../batch-wire.ts'
import { JsonFile } from '../files/json-file.ts'

/** What is remembered from one start to the next. */
const Remembered = z.object({
  /** This computer works on queues. */
  works: z.boolean().catch(false),
  /** Folders of projects' queues, the one that was asked last first. */
  queues: z.array(z.string().max(4096)).max(200).catch([]),
})
export type Remembered = z.infer<typeof Remembered>
export const openRemembered = (file: string, onLost: (error: unknown) => void): JsonFile<Remembered> => new JsonFile(file, Remembered, { works: false, queues: [] }, onLost)

const MOST_QUEUES = 50
/** After the last word of somebody at a window. */
const PERSON_MS = 20_000
/** A desk that ends by itself begins anew, later each time. */
const [FIRST_AGAIN_MS, LAST_AGAIN_MS] = [2000, 120_000]

/** A desk at work; DeskHost is one. */
export interface RunningDesk {
  readonly ended: Promise<void>
  readonly isStopping: boolean
  tellPlaces(places: readonly Place[]): void
  stop(): Promise<void>
}

export interface MachineParts {
  readonly remembered: JsonFile<Remembered>
  readonly startDesk: (places: readonly Place[], works: boolean, onState: (state: DeskState) => void) => RunningDesk
  /** Tiles wait, or go on. */
  readonly hold: (on: boolean) => void
  /** Nothing is at hand: the page that traces may go. */
  readonly rest: () => Promise<void>
  readonly onChange: (state: MachineState) => void
}

/** This computer as a machine that renders: it works on the queues of projects whenever it is told to, and makes room for whoever works in a window. */
export class Machine {
  readonly #parts: MachineParts
  #choice: Remembered = { works: false, queues: [] }
  #desk: RunningDesk | null = null
  #state: DeskState = { kind: 'idle', tasks: 0, trouble: '' }
  #person: ReturnType<typeof setTimeout> | null = null
  #again: ReturnType<typeof setTimeout> | null = null
  #againMs = FIRST_AGAIN_MS
  #isOver = false
  #told = ''

  constructor(parts: MachineParts) {
    this.#parts = parts
  }

  /** Goes on where the last start was left. */
  async start(): Promise<void> {
    this.#choice = await this.#parts.remembered.read()
    this.#follow()
  }

  get state(): MachineState {
    const { works } = this.#choice
    const { kind, tasks, trouble } = this.#state
    return { works, kind: this.#desk === null ? (trouble === '' ? 'off' : 'trouble') : kind, tasks, trouble, isHeld: this.#person !== null && kind === 'working' }
  }

  /** Somebody asked for pictures in this folder. */
  async add(folder: string): Promise<void> {
    await this.#change((before) => ({ ...before, queues: [folder, ...before.queues.filter((other) => other !== folder)].slice(0, MOST_QUEUES) }))
    this.#desk?.tellPlaces(this.#places())
  }

  async work(on: boolean): Promise<void> {
    await this.#change((before) => ({ ...before, works: on }))
    if (on) this.#follow()
    else await this.#stop()
    this.#tell()
  }

  /** Somebody works in a window: tiles wait until nothing was heard for a while. */
  person(): void {
    if (this.#desk === null) return
    if (this.#person === null) this.#parts.hold(true)
    else clearTimeout(this.#person)
    this.#person = setTimeout(() => this.#release(), PERSON_MS)
    this.#tell()
  }

  /** The next start goes on. */
  async dispose(): Promise<void> {
    this.#isOver = true
    await this.#stop()
  }

  #places(): Place[] {
    return this.#choice.queues.map(placeBeside)
  }

  async #change(change: (before: Remembered) => Remembered): Promise<void> {
    this.#choice = change(this.#choice)
    await this.#parts.remembered.update(() => this.#choice)
  }

  #follow(): void {
    if (this.#isOver || this.#desk !== null || !this.#choice.works) return
    const desk = this.#parts.startDesk(this.#places(), true, (state) => {
      const wasWorking = this.#state.kind === 'working'
      this.#state = state
      if (state.tasks > 0) this.#againMs = FIRST_AGAIN_MS
      if (wasWorking && state.kind === 'idle') void this.#parts.rest()
      this.#tell()
    })
    this.#desk = desk
    void desk.ended.then(() => {
      if (this.#desk !== desk) return
      this.#desk = null
      this.#state = { kind: 'idle', tasks: 0, trouble: '' }
      if (!desk.isStopping) this.#restart()
      this.#tell()
    })
  }

  /** What ended it may end the next one, too: not at once, and less and less often. */
  #restart(): void {
    this.#again = setTimeout(() => this.#follow(), this.#againMs)
    this.#againMs = Math.min(LAST_AGAIN_MS, 2 * this.#againMs)
  }

  async #stop(): Promise<void> {
    if (this.#again !== null) clearTimeout(this.#again)
    await this.#desk?.stop()
    this.#desk = null
    this.#state = { kind: 'idle', tasks: 0, trouble: '' }
    this.#release()
    await this.#parts.rest()
  }

  #release(): void {
    if (this.#person !== null) clearTimeout(this.#person)
    this.#person = null
    this.#parts.hold(false)
    this.#tell()
  }

  #tell(): void {
    const { state } = this
    const text = JSON.stringify(state)
    if (text === this.#told || this.#isOver) return
    this.#told = text
    this.#parts.onChange(state)
  }
}
