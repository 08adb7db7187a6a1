import { createHash } from 'node:crypto'
import path from 'node:path'
import { type Disk, errnoOf, nodeDisk } from '../../../electron/files/disk.ts'
import { Recovery } from '../../../electron/recovery/recovery.ts'
import { Saves } from '../../../electron/files/saving/save.ts'
import { Versions } from '../../../electron/recovery/versions.ts'
import { emptyDocument } from '../../../renderer/document/empty.ts'
import { useDocument } from '../../../renderer/document/store.ts'
import { textOf } from '../../../renderer/words/say.ts'
import type { AtriumDocument } from '../../../renderer/document/types.ts'
import type { ProjectContents } from '../../../renderer/project/file/contents.ts'
import { parseProject } from '../../../renderer/project/file/parse.ts'
import { SaveQueue } from '../../../renderer/project/open/save-queue.ts'
import { serializeProject } from '../../../renderer/project/file/serialize.ts'
import { sampleContents } from '../../../renderer/project/testing.ts'
import { type JournalTransport, JournalWriter } from '../../../renderer/recovery/journal-writer.ts'
import { replayJournal } from '../../../renderer/recovery/replay.ts'
import { randomStep, seededRandom } from './steps.ts'

/** What a session says as it goes, in order; whoever outlives it knows what must be found. */
export type Event =
  /** Opened in this state. */
  | { readonly kind: 'opened'; readonly from: 'nothing' | 'file' | 'recovery'; readonly n: number; readonly hash: string; readonly tookMs: number }
  | { readonly kind: 'made'; readonly n: number; readonly hash: string }
  /** Everything up to gesture `n` is safe. */
  | { readonly kind: 'safe'; readonly n: number }
  | { readonly kind: 'saving'; readonly hash: string }
  | { readonly kind: 'saved'; readonly hash: string }
  /** The project file as it was found. */
  | { readonly kind: 'file'; readonly hash: string | null }

export interface SessionOptions {
  readonly disk: Disk
  readonly folder: string
  readonly seed: number
  readonly gestures: number
  readonly say: (event: Event) => void
  /** Between two gestures. */
  readonly pause?: () => Promise<unknown>
  readonly delayMs?: number
  /** Its process is dead, as far as a process inside a test can be. */
  readonly signal?: AbortSignal
}

/** The number of the last gesture travels inside the document, where the file keeps what it does not know. */
export const numberOf = (document: AtriumDocument): number => (document.unknown['torture'] as number | undefined) ?? 0

/** Equal documents have equal hashes, whatever the order of their fields. */
export function hashOf(document: AtriumDocument): string {
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
  return createHash('sha256').update(JSON.stringify(document, sorted)).digest('hex').slice(0, 16)
}

/**
 * One life of Atrium without window and GPU: finds what the life before left, opens it, edits, journals and saves, with the
 * application's own code from the document down to the disk.
 */
export async function runSession({ disk, folder, seed, gestures, say, pause = () => Promise.resolve(), delayMs = 20, signal }: SessionOptions): Promise<void> {
  const random = seededRandom(seed)
  const project = path.join(folder, 'room.atrium')
  const recovery = new Recovery(path.join(folder, 'recovery'), disk)
  const versions = new Versions(path.join(folder, 'versions'), disk)
  const saves = new Saves(disk)
  const assets = new Map(sampleContents().assets)

  if (disk === nodeDisk) await saves.removeStrays(project)
  const left = await openLeft({ disk, project, recovery, assets, say })
  // What was found goes when it is safe in a session of its own.
  const id = recovery.begin(project, null, left)
  const { view, origin } = sampleContents()
  const opened = useDocument.getState().document
  const numbers = new Map<number, number>([[0, numberOf(opened)]])
  const transport: JournalTransport = {
    putAsset: (key, bytes) => recovery.putAsset(id, key, once(bytes)),
    putSnapshot: (json) => recovery.putSnapshot(id, once(Buffer.from(json))),
    append: (records) => recovery.append(id, records),
  }
  const writer = new JournalWriter(transport, { view: () => view, origin: () => origin, bytesOf: (key) => assets.get(key) }, opened, left !== null, {
    delayMs,
    retryMs: 5,
    recordsPerSnapshot: 7,
    onAcknowledged: (sequence) => say({ kind: 'safe', n: numbers.get(sequence) ?? -1 }),
  })
  await writer.flush()
  if (left !== null) await recovery.discard(left)

  const stop = useDocument.subscribe((state, before) => {
    if (state.document === before.document || state.replaced !== before.replaced || signal?.aborted) return
    writer.follow(state.document, textOf(state.undos.at(-1)?.label ?? 'Change'), state.undos.at(-1)?.gesture)
    numbers.set(writer.sequence, numberOf(state.document))
    say({ kind: 'made', n: numberOf(state.document), hash: hashOf(state.document) })
  })
  // Asked for and not waited for: the next edits and saves come while one runs.
  const queue = new SaveQueue()
  const asked: Promise<boolean>[] = []
  const askToSave = (): void => {
    const saving = queue.ask(save, () => useDocument.getState().document !== useDocument.getState().saved)
    saving.catch(() => {})
    asked.push(saving)
  }
  try {
    for (let made = 0; made < gestures; made++) {
      const { change, label, gesture, asset } = randomStep(random, useDocument.getState().document)
      if (signal?.aborted) return
      if (asset !== null) assets.set(asset.key, asset.bytes)
      const n = numberOf(useDocument.getState().document) + 1
      const before = useDocument.getState().document
      useDocument.getState().edit(label, (now) => ({ ...change(now), unknown: { torture: n } }), gesture)
      if (useDocument.getState().document === before) continue
      await pause()
      if (random() < 0.06) {
        askToSave()
        if (random() < 0.5) await pause()
        if (random() < 0.5) askToSave()
      }
      // Most wait, as people do; the others go on at once.
      if (random() < 0.7) await Promise.all(asked)
    }
    await Promise.all(asked)
    await writer.flush()
  } finally {
    stop()
    await writer.stop()
  }

  async function save(): Promise<boolean> {
    const saving = useDocument.getState().document
    const bytes = await serializeProject({ document: saving, view, origin, assets, thumbnail: null }, 'torture')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    say({ kind: 'saving', hash: hashOf(saving) })
    await saves.receive(id, project, once(bytes))
    await saves.commit(id, { sha256, sizeBytes: bytes.length })
    say({ kind: 'saved', hash: hashOf(saving) })
    await versions.keep(project, sha256, Date.now())
    useDocument.getState().markSaved(saving)
    writer.saved(useDocument.getState().document !== saving)
    return true
  }
}

/** Opens what the life before left: its journal, else the file. @returns the id of the recovery that it was found in, or null */
async function openLeft({ disk, project, recovery, assets, say }: Pick<SessionOptions, 'disk' | 'say'> & { readonly project: string; readonly recovery: Recovery; readonly assets: Map<string, Uint8Array<ArrayBuffer>> }): Promise<string | null> {
  const startedMs = performance.now()
  const file = await readProject(disk, project)
  say({ kind: 'file', hash: file === null ? null : hashOf(file.document) })
  const [found] = await recovery.find()
  let document = file?.document ?? emptyDocument('Torture')
  for (const [key, bytes] of file?.assets ?? []) assets.set(key, bytes)
  if (found !== undefined) {
    ;({ document } = replayJournal((await recovery.read(found.id)).lines.join('\n')))
    for (const { key } of document.assets) assets.set(key, Uint8Array.from(await recovery.readAsset(found.id, key)))
  }
  useDocument.getState().replace(document, found === undefined ? document : null)
  const from = found !== undefined ? 'recovery' : file === null ? 'nothing' : 'file'
  say({ kind: 'opened', from, n: numberOf(document), hash: hashOf(document), tookMs: performance.now() - startedMs })
  return found?.id ?? null
}

async function readProject(disk: Disk, project: string): Promise<ProjectContents | null> {
  try {
    return await parseProject(Uint8Array.from(await disk.readFile(project)))
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  // In two pieces, as a body arrives.
  const half = bytes.length >> 1
  yield await Promise.resolve(bytes.subarray(0, half))
  yield bytes.subarray(half)
}
