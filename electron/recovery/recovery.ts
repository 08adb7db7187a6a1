import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import type { ErrorCode, JournalRecord, RecoverableSession } from '../contract.ts'
import { type Disk, makeFolder, privateDisk, replaceFile, syncFolder } from '../files/disk.ts'
import { Failure, fileFailure } from '../failure.ts'
import { Journal, readJournal } from './journal.ts'

const SESSION_ID = /^[a-f0-9]{32}$/
const SHA256 = /^[a-f0-9]{64}$/
/** What the user need not tell apart: there is no recovery copy at the moment. */
const BACKUP_CODES: ReadonlySet<ErrorCode> = new Set(['file-not-writable', 'disk-full', 'file-too-large'])
const MAX_SNAPSHOT_BYTES = 256 * 2 ** 20

/** A file as it was when we last read or wrote it. */
export const SeenFile = z.object({ sizeBytes: z.number(), mtimeMs: z.number(), sha256: z.string().nullable() })
export type SeenFile = z.infer<typeof SeenFile>

/** The first line of a journal: which project it belongs to. Written by us, so paths may stand here. */
const Head = z.object({
  kind: z.literal('head'),
  version: z.literal(1),
  path: z.string().nullable(),
  seen: SeenFile.nullable(),
  /** The session from before a crash that lives on in this one. */
  continues: z.string().nullable(),
  startedAtMs: z.number(),
  savedAtMs: z.number(),
})
type Head = z.infer<typeof Head>

/** What we read of the page's own lines; the page checks the rest. */
const Snapshot = z.looseObject({ kind: z.literal('snapshot'), name: z.string(), sequence: z.number(), gestures: z.number(), dirty: z.boolean() })
const Line = z.looseObject({ kind: z.enum(['edit', 'view']), sequence: z.number(), atMs: z.number(), gesture: z.string().optional() })

interface Active {
  readonly journal: Journal
  /** Of the window whose page writes it. */
  readonly owner: string
  head: Head
}

/** What a journal on disk holds, checked as far as the main process is concerned. */
export interface FoundSession {
  readonly head: Head
  readonly summary: RecoverableSession
  /** Snapshot and records, one JSON each. */
  readonly lines: readonly string[]
}

/**
 * Sessions that a crash must not lose: one folder each, with a journal (see journal.ts) and the bytes of its assets under
 * their hash. A folder goes when its session ends in peace; what is found at a start was left by a crash.
 */
export class Recovery {
  readonly #active = new Map<string, Active>()
  readonly #folder: string
  readonly #disk: Disk

  constructor(folder: string, disk: Disk = privateDisk) {
    this.#folder = folder
    this.#disk = disk
  }

  /** A session for what was just opened; nothing is written before its first snapshot. */
  begin(filePath: string | null, seen: SeenFile | null, continues: string | null = null, owner = ''): string {
    const id = randomBytes(16).toString('hex')
    const head: Head = { kind: 'head', version: 1, path: filePath, seen, continues, startedAtMs: Date.now(), savedAtMs: Date.now() }
    this.#active.set(id, { head, owner, journal: new Journal(path.join(this.#folder, id, 'journal'), this.#disk) })
    return id
  }

  /** The session's project got another file, or the file other bytes; written with the next snapshot. */
  moveTo(id: string, filePath: string | null, seen: SeenFile | null): void {
    const active = this.#activeOf(id)
    active.head = { ...active.head, path: filePath, seen }
  }

  /** Bytes of an asset, checked against their hash; resolves when they are on the disk. */
  async putAsset(id: string, sha256: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    this.#activeOf(id)
    if (!SHA256.test(sha256)) throw new Failure('request-invalid', `no asset ${sha256.slice(0, 80)}`)
    const folder = path.join(this.#folder, id, 'assets')
    const hash = createHash('sha256')
    async function* checked(): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        hash.update(chunk)
        yield chunk
      }
      if (hash.digest('hex') !== sha256) throw new Failure('checksum-mismatch', `the asset is not ${sha256}`)
    }
    await this.#writing('asset', async () => {
      await makeFolder(this.#disk, folder, path.dirname(this.#folder))
      await replaceFile(this.#disk, path.join(folder, sha256), checked())
    })
  }

  /** A new snapshot takes the place of the one before and of every gesture up to it. */
  async putSnapshot(id: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const active = this.#activeOf(id)
    const json = await textOf(body)
    const parsed = parseLine(Snapshot, json)
    if (parsed === null) throw new Failure('request-invalid', 'not a snapshot')
    await this.#writing('snapshot', async () => {
      await makeFolder(this.#disk, path.join(this.#folder, id), path.dirname(this.#folder))
      const head = { ...active.head, savedAtMs: Date.now() }
      await active.journal.restart(JSON.stringify(head), JSON.stringify(parsed))
    })
  }

  /** Resolves when the gestures would survive a loss of power. */
  append(id: string, records: readonly JournalRecord[]): Promise<void> {
    const { journal } = this.#activeOf(id)
    return this.#writing('gestures', () => journal.append(records.map((record) => JSON.stringify(record))))
  }

  /** The session ended in peace: its project is saved, or given up by the user. */
  async end(id: string): Promise<void> {
    const active = this.#active.get(id)
    if (active === undefined) return
    this.#active.delete(id)
    await active.journal.close()
    if (active.head.continues !== null) await this.#remove(active.head.continues)
    await this.#remove(id)
  }

  /** Whether a window's page writes it. */
  isOf(id: string, owner: string): boolean {
    return this.#active.get(id)?.owner === owner
  }

  /** The page that wrote a window's sessions is gone; from now on they can be found. @returns their ids */
  async abandon(owner: string): Promise<string[]> {
    const gone = [...this.#active].filter(([, active]) => active.owner === owner)
    for (const [id] of gone) this.#active.delete(id)
    await Promise.all(gone.map(([, { journal }]) => journal.close()))
    return gone.map(([id]) => id)
  }

  /** Of all windows. */
  async abandonAll(): Promise<void> {
    await Promise.all([...new Set([...this.#active.values()].map(({ owner }) => owner))].map((owner) => this.abandon(owner)))
  }

  /** Whether it lives on in a session of a window that is open. */
  #isContinued(id: string): boolean {
    return [...this.#active.values()].some(({ head }) => head.continues === id)
  }

  /** What a crash left behind, newest first. Folders without anything to recover are removed. */
  async find(): Promise<RecoverableSession[]> {
    const names = await this.#disk.readdir(this.#folder).catch(() => [])
    // What another window has taken up is its own to end.
    const ids = names.filter((name) => SESSION_ID.test(name) && !this.#active.has(name) && !this.#isContinued(name))
    const sessions = await Promise.all(ids.map((id) => this.read(id).catch(() => null)))
    // What lives on in another session, saved since perhaps, is older than that: it must not come back.
    const continued = new Set(sessions.map((session) => session?.head.continues))
    const isWanted = (session: FoundSession | null): session is FoundSession =>
      session !== null && !continued.has(session.summary.id) && (session.summary.gestures > 0 || session.summary.dirty)
    const wanted = sessions.filter(isWanted).map(({ summary }) => summary)
    // The continued go first: as long as both are there, one knows about the other.
    const unwanted = ids.filter((id) => !wanted.some((summary) => summary.id === id))
    for (const id of unwanted.sort((a, b) => Number(continued.has(b)) - Number(continued.has(a)))) await this.#remove(id)
    return wanted.sort((a, b) => b.lastAtMs - a.lastAtMs)
  }

  /** Throws `file-missing` when the session is not there or holds nothing whole. */
  async read(id: string): Promise<FoundSession> {
    if (!SESSION_ID.test(id) || this.#active.has(id) || this.#isContinued(id)) throw new Failure('file-missing', 'no such session')
    const [headJson = '', ...lines] = await readJournal(this.#disk, path.join(this.#folder, id, 'journal'))
    const head = parseLine(Head, headJson)
    const snapshot = parseLine(Snapshot, lines[0] ?? '')
    if (head === null || snapshot === null) throw new Failure('file-missing', 'the session holds nothing whole')
    const records = lines.slice(1).map((line) => parseLine(Line, line))
    // A long drag is one gesture of many records.
    const edits = new Set(records.flatMap((record) => (record?.kind === 'edit' ? [record.gesture ?? record.sequence] : [])))
    const lastAtMs = records.at(-1)?.atMs ?? head.savedAtMs
    const gestures = snapshot.gestures + edits.size
    const folder = head.path === null ? null : path.dirname(head.path)
    return { head, lines, summary: { id, name: snapshot.name, folder, lastAtMs, gestures, dirty: snapshot.dirty || edits.size > 0 } }
  }

  /** Throws `file-missing`. */
  async readAsset(id: string, sha256: string): Promise<Uint8Array> {
    if (!SESSION_ID.test(id) || !SHA256.test(sha256)) throw new Failure('request-invalid', 'no such asset')
    try {
      return await this.#disk.readFile(path.join(this.#folder, id, 'assets', sha256))
    } catch (error) {
      throw fileFailure(error, 'reading', 'asset')
    }
  }

  /** The user wants none of it, or it lives on in another session. */
  async discard(id: string): Promise<void> {
    if (!SESSION_ID.test(id) || this.#active.has(id)) throw new Failure('request-invalid', 'no such session')
    await this.#remove(id)
  }

  /** The journal goes first: without it, nothing is offered. */
  async #remove(id: string): Promise<void> {
    const folder = path.join(this.#folder, id)
    await this.#disk.rm(path.join(folder, 'journal'), { force: true }).catch(() => {})
    await syncFolder(this.#disk, folder).catch(() => {})
    await this.#disk.rm(folder, { recursive: true, force: true }).catch(() => {})
  }

  #activeOf(id: string): Active {
    const active = this.#active.get(id)
    if (active === undefined) throw new Failure('request-invalid', 'no such session')
    return active
  }

  async #writing(what: string, write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      const known = fileFailure(error, 'writing', what)
      throw known instanceof Failure && BACKUP_CODES.has(known.code) ? new Failure('backup-failed', known.message, { cause: error }) : known
    }
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > MAX_SNAPSHOT_BYTES) throw new Failure('file-too-large', 'the snapshot')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseLine<S extends z.ZodType>(schema: S, json: string): z.infer<S> | null {
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    return null
  }
}
