import { z } from 'zod'
import path from 'node:path'
import type { DeskState } from '../batch/worker/desk.ts'
import { besideOf, isServer, type Place, placeBeside, placeOfOffice } from '../batch/files/place.ts'
import { isBusy, type MachineState, NOTHING_AT_HAND } from '../batch-wire.ts'
import { Failure } from '../failure.ts'
import { JsonFile } from '../files/json-file.ts'
import { decrypted, encrypted, Office, readAddress, withPassword } from './office.ts'

/** What is remembered from one start to the next. */
const Remembered = z.object({
  /** This computer works on queues. */
  works: z.boolean().catch(false),
  /** Folders of projects' queues, the one that was asked last first. */
  queues: z.array(z.string().max(4096)).max(200).catch([]),
  /** Its queue in place of the projects' own; null: none. */
  office: Office.nullable().catch(null),
})
export type Remembered = z.infer<typeof Remembered>
const NOTHING: Remembered = { works: false, queues: [], office: null }
export const openRemembered = (file: string, onLost: (error: unknown) => void): JsonFile<Remembered> => new JsonFile(file, Remembered, NOTHING, onLost)

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
  /** A folder of this computer, for notes to an office's queue. */
  readonly officeNotes: string
}

/** This computer as a machine that renders: it works on the queues of projects whenever it is told to, and makes room for whoever works in a window. */
export class Machine {
  readonly #parts: MachineParts
  #choice: Remembered = NOTHING
  /** Of the office; null: nobody gave it, and the system keeps none. */
  #password: string | null = null
  #desk: RunningDesk | null = null
  #state: DeskState = { kind: 'idle', atHand: NOTHING_AT_HAND, trouble: '' }
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
    this.#password = decrypted(this.#choice.office?.secret ?? '')
    this.#follow()
  }

  get state(): MachineState {
    const { works, office } = this.#choice
    const { kind, atHand, trouble } = this.#state
    return { works, kind: this.#desk === null ? (trouble === '' ? 'off' : 'trouble') : kind, atHand, trouble, isHeld: this.#person !== null && kind === 'working', office: office && { address: office.address, folder: path.basename(office.folder), hasPassword: this.#password !== null } }
  }

  /** Somebody asked for pictures in this folder. */
  async add({ queue, folder }: Place): Promise<void> {
    if (isServer(queue)) return
    await this.#change((before) => ({ ...before, queues: [folder, ...before.queues.filter((other) => other !== folder)].slice(0, MOST_QUEUES) }))
    this.#desk?.tellPlaces(this.#places())
  }

  /** Where pictures of a project are asked for, and looked at. */
  placeOf(project: string): Place {
    const { office } = this.#choice
    if (office === null) return placeBeside(besideOf(project))
    return placeOfOffice(withPassword(office.address, this.#password ?? ''), office.folder, this.#parts.officeNotes)
  }

  /** An office's queue takes the place of the projects' own; null: no longer. @param password  null: the one that is kept @throws Failure `queue-address` */
  async setOffice(chosen: { readonly address: string; readonly folder: string | null; readonly password: string | null } | null): Promise<void> {
    if (chosen === null) {
      this.#password = null
      await this.#change((before) => ({ ...before, office: null }))
    } else {
      const read = readAddress(chosen.address)
      const folder = chosen.folder ?? this.#choice.office?.folder ?? null
      if (read === null || folder === null) throw new Failure('queue-address', chosen.address.replace(/:[^:@/]*@/, ':…@'))
      this.#password = chosen.password ?? read.password ?? this.#password
      const secret = this.#password === null ? '' : encrypted(this.#password)
      await this.#change((before) => ({ ...before, office: { address: read.address, folder, secret } }))
    }
    await this.#stop()
    this.#follow()
    this.#tell()
  }

  async work(on: boolean): Promise<void> {
    await this.#change((before) => ({ ...before, works: on }))
    await this.#stop()
    this.#follow()
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
    return this.#choice.office === null ? this.#choice.queues.map(placeBeside) : [this.placeOf('')]
  }

  async #change(change: (before: Remembered) => Remembered): Promise<void> {
    this.#choice = change(this.#choice)
    await this.#parts.remembered.update(() => this.#choice)
  }

  #follow(): void {
    if (this.#isOver || this.#desk !== null) return
    // An office's queue is asked by this process alone: it takes wishes there, and shows what becomes of them.
    const { works, office } = this.#choice
    if (!works && office === null) return
    if (office !== null && this.#password === null) return
    const desk = this.#parts.startDesk(this.#places(), works, (state) => {
      const wasWorking = this.#state.kind === 'working'
      this.#state = state
      if (isBusy(state.atHand)) this.#againMs = FIRST_AGAIN_MS
      if (wasWorking && state.kind === 'idle') void this.#parts.rest()
      this.#tell()
    })
    this.#desk = desk
    void desk.ended.then(() => {
      if (this.#desk !== desk) return
      this.#desk = null
      this.#state = { kind: 'idle', atHand: NOTHING_AT_HAND, trouble: '' }
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
    this.#state = { kind: 'idle', atHand: NOTHING_AT_HAND, trouble: '' }
    this.#release()
    await this.#parts.rest()
  }

  #release(): void {
    if (this.#person === null) return
    clearTimeout(this.#person)
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
