import type { JournalRecord } from '../../electron/contract.ts'
import type { AssetKey, AtriumDocument } from '../document/types.ts'
import { FORMAT_VERSION, type ProjectOrigin, type ProjectView } from '../project/file/contents.ts'
import { diffDocuments } from './patch.ts'
import type { Snapshot } from './replay.ts'

/** Where a journal goes; every call resolves when what it brought would survive a loss of power. */
export interface JournalTransport {
  putAsset(key: AssetKey, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  putSnapshot(json: string): Promise<void>
  append(records: readonly JournalRecord[]): Promise<void>
}

/** What is open, read when it is needed. */
export interface JournalSource {
  view(): ProjectView
  origin(): ProjectOrigin
  bytesOf(key: AssetKey): Uint8Array<ArrayBuffer> | undefined
}

export interface JournalOptions {
  /** Gestures wait at most so long for others to share a write with. */
  readonly delayMs?: number
  /** The camera is written at most so often. */
  readonly viewDelayMs?: number
  /** After a failure. */
  readonly retryMs?: number
  /** Then a snapshot takes the place of the gestures so far. */
  readonly recordsPerSnapshot?: number
  readonly onFailure?: (error: unknown) => void
  /** Gestures up to this number are safe. */
  readonly onAcknowledged?: (sequence: number) => void
}

/** At most so many gestures go in one message. */
const MAX_BATCH = 500

/** A gesture that has not left yet: documents before and after it, compared when it leaves and not at every step of a drag. */
interface Waiting {
  readonly base: AtriumDocument
  readonly document: AtriumDocument
  readonly sequence: number
  readonly atMs: number
  readonly label: string
  readonly gesture: string | undefined
}

function recordOf({ base, document, label, ...rest }: Waiting): JournalRecord {
  // A gesture that led back to where it began stays a gesture, of no effect.
  return { kind: 'edit', ...rest, label: label.slice(0, 200), patch: diffDocuments(base, document) ?? {}, view: undefined }
}

/**
 * Follows a document and journals what becomes of it: a snapshot first, then one patch per gesture. After any failure, and
 * now and then, a new snapshot holds everything. Nothing waits for it but who calls `flush`.
 */
export class JournalWriter {
  #document: AtriumDocument
  #waiting: Waiting[] = []
  #sequence = 0
  #acknowledged = -1
  #gestures = 0
  #gesture: string | undefined
  /** Number of the last gesture before the project was saved. */
  #savedSequence = 0
  #records = 0
  #isDirty: boolean
  #needsSnapshot = true
  #isViewDue = false
  readonly #stored = new Set<AssetKey>()
  readonly #wanted: Set<AssetKey>
  #timer: ReturnType<typeof setTimeout> | undefined
  #timerAtMs = Infinity
  #running: Promise<void> | null = null
  #isStopped = false
  readonly #hearers: { readonly wanted: number; tell(): void }[] = []
  readonly #transport: JournalTransport
  readonly #source: JournalSource
  readonly #options: Required<JournalOptions>

  constructor(transport: JournalTransport, source: JournalSource, document: AtriumDocument, isDirty: boolean, options: JournalOptions = {}) {
    this.#transport = transport
    this.#source = source
    this.#document = document
    this.#wanted = new Set(document.assets.map(({ key }) => key))
    this.#isDirty = isDirty
    this.#options = { delayMs: 80, viewDelayMs: 2000, retryMs: 10_000, recordsPerSnapshot: 300, onFailure: () => {}, onAcknowledged: () => {}, ...options }
    this.#schedule(0)
  }

  /** Number of the last gesture made. */
  get sequence(): number {
    return this.#sequence
  }

  /** The document is another one now. Edits of one gesture that have not left yet become one. */
  follow(document: AtriumDocument, label: string, gesture?: string): void {
    if (document === this.#document) return
    const last = this.#waiting.at(-1)
    // What was saved is said; a drag that goes on after that is new work.
    const continues = last !== undefined && gesture !== undefined && last.gesture === gesture && last.sequence > this.#savedSequence
    const base = continues ? last.base : this.#document
    this.#document = document
    if (continues) this.#waiting.pop()
    else if (gesture === undefined || gesture !== this.#gesture) this.#gestures += 1
    this.#gesture = gesture
    for (const { key } of document.assets) this.#wanted.add(key)
    const sequence = continues ? last.sequence : ++this.#sequence
    this.#waiting.push({ base, document, sequence, atMs: Date.now(), label, gesture })
    this.#schedule(this.#options.delayMs)
  }

  /** Camera or settings changed. */
  followView(): void {
    this.#isViewDue = true
    this.#schedule(this.#options.viewDelayMs)
  }

  /** The project was saved: from here on gestures are counted anew. */
  saved(isDirty: boolean): void {
    this.#isDirty = isDirty
    this.#gestures = 0
    this.#gesture = undefined
    this.#savedSequence = this.#sequence
    this.#needsSnapshot = true
    this.#schedule(0)
  }

  /** Resolves when every gesture so far is safe. Throws what keeps it from being so. */
  async flush(): Promise<void> {
    const wanted = this.#sequence
    let failure: unknown = null
    for (let tries = 0; (this.#acknowledged < wanted || this.#needsSnapshot || this.#running !== null) && tries < 3; tries++) {
      failure = await this.#write().then(() => null, (error: unknown) => error)
    }
    if (this.#acknowledged < wanted) throw failure ?? new Error('the journal was stopped')
  }

  /** Resolves when every gesture so far is safe, as `flush` does, but hurries nothing. */
  written(): Promise<void> {
    const wanted = this.#sequence
    return new Promise((resolve) => {
      this.#hearers.push({ wanted, tell: resolve })
      this.#tellHearers()
    })
  }

  #tellHearers(): void {
    if (this.#running !== null || this.#needsSnapshot) return
    for (const hearer of this.#hearers.splice(0)) {
      if (hearer.wanted <= this.#acknowledged) hearer.tell()
      else this.#hearers.push(hearer)
    }
  }

  /** Nothing is written any more; resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running?.catch(() => {})
  }

  #schedule(delayMs: number): void {
    const atMs = Date.now() + delayMs
    if (this.#isStopped || atMs >= this.#timerAtMs) return
    clearTimeout(this.#timer)
    this.#timerAtMs = atMs
    this.#timer = setTimeout(() => {
      this.#timerAtMs = Infinity
      this.#write().catch(() => {})
    }, delayMs)
  }

  /** One at a time; who is writing takes along what comes meanwhile. */
  #write(): Promise<void> {
    this.#running ??= this.#writeAll().finally(() => {
      this.#running = null
      this.#tellHearers()
    })
    return this.#running
  }

  async #writeAll(): Promise<void> {
    try {
      while (!this.#isStopped && (this.#needsSnapshot || this.#waiting.length > 0 || this.#isViewDue)) {
        if (this.#records >= this.#options.recordsPerSnapshot) this.#needsSnapshot = true
        await (this.#needsSnapshot ? this.#writeSnapshot() : this.#writeGestures())
      }
    } catch (error) {
      // What was on its way may or may not have arrived: a snapshot holds it all.
      this.#needsSnapshot = true
      this.#options.onFailure(error)
      this.#schedule(this.#options.retryMs)
      throw error
    }
  }

  async #writeSnapshot(): Promise<void> {
    const document = this.#document
    const sequence = this.#sequence
    const snapshot: Snapshot = {
      kind: 'snapshot',
      version: FORMAT_VERSION,
      name: document.name,
      sequence,
      gestures: this.#gestures,
      dirty: this.#isDirty || sequence > this.#savedSequence,
      document,
      view: this.#source.view(),
      origin: this.#source.origin(),
    }
    this.#waiting = []
    this.#needsSnapshot = false
    this.#isViewDue = false
    await this.#storeAssets()
    await this.#transport.putSnapshot(JSON.stringify(snapshot))
    this.#records = 0
    this.#acknowledge(sequence)
  }

  async #writeGestures(): Promise<void> {
    const records = this.#waiting.splice(0, MAX_BATCH).map(recordOf)
    const sequence = records.at(-1)?.sequence ?? this.#acknowledged
    if (this.#isViewDue && this.#waiting.length === 0) records.push({ kind: 'view', sequence, atMs: Date.now(), patch: undefined, view: this.#source.view() })
    if (this.#waiting.length === 0) this.#isViewDue = false
    await this.#storeAssets()
    await this.#transport.append(records)
    this.#records += records.length
    this.#acknowledge(sequence)
  }

  /** What gestures show is stored before them. */
  async #storeAssets(): Promise<void> {
    for (const key of this.#wanted) {
      const bytes = this.#stored.has(key) ? undefined : this.#source.bytesOf(key)
      if (bytes === undefined) continue
      await this.#transport.putAsset(key, bytes)
      this.#stored.add(key)
    }
  }

  #acknowledge(sequence: number): void {
    this.#acknowledged = sequence
    this.#options.onAcknowledged(sequence)
  }
}
