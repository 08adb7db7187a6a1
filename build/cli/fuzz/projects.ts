import { createHash } from 'node:crypto'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import { encodeLine, decodeLines } from '../../../electron/recovery/journal-lines.ts'
import { movePieces, removeItems } from '../../../renderer/document/changes/index.ts'
import { parseProject } from '../../../renderer/project/file/parse.ts'
import { serializeProject } from '../../../renderer/project/file/serialize.ts'
import { sampleContents } from '../../../renderer/project/testing.ts'
import { withoutWorkers } from '../../../renderer/workers/zip.ts'
import { diffDocuments } from '../../../renderer/recovery/patch.ts'
import { replayJournal } from '../../../renderer/recovery/replay.ts'
import { encodeText, type Json, mutateBytes, mutateJson, pick, type Random, textOf } from './mutate.ts'
import { Unforeseen } from './outcome.ts'

type Entries = Map<string, Uint8Array<ArrayBuffer>>

/** The project that is damaged, taken apart. */
export async function projectCorpus(): Promise<Entries> {
  withoutWorkers()
  const entries: Entries = new Map()
  for (const entry of await new ZipReader(new Uint8ArrayReader(await serializeProject(sampleContents(), 'fuzz'))).getEntries()) {
    if (!entry.directory) entries.set(entry.filename, (await entry.getData(new Uint8ArrayWriter())) as Uint8Array<ArrayBuffer>)
  }
  return entries
}

/** Damage to a JSON file (checksums set right, or not), to the list of files, or to the bytes of the archive. */
export async function mutateProject(random: Random, corpus: Entries): Promise<Uint8Array<ArrayBuffer>> {
  const entries = new Map(corpus)
  const dice = random()
  if (dice < 0.7) {
    const name = pick(random, ['scene.json', 'scene.json', 'views.json', 'manifest.json'])
    entries.set(name, encodeText(textOf(mutateJson(random, parse(entries.get(name)!)))))
    if (name !== 'manifest.json' && random() < 0.9) setChecksums(entries)
  } else if (dice < 0.85) {
    const name = pick(random, [...entries.keys()])
    const bytes = entries.get(name)!
    entries.delete(name)
    if (random() < 0.7) entries.set(pick(random, [name, '../evil', '/etc/x', 'a\\b', 'C:x', '', 'x'.repeat(300), 'scene.json/', `assets/${'0'.repeat(64)}.glb`]), random() < 0.5 ? bytes : mutateBytes(random, bytes))
  }
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [name, bytes] of entries) await zip.add(name, new Uint8ArrayReader(bytes), { level: random() < 0.5 ? 0 : 6 }).catch(() => {})
  const whole = (await zip.close()) as Uint8Array<ArrayBuffer>
  return dice < 0.85 ? whole : mutateBytes(random, whole)
}

function setChecksums(entries: Entries): void {
  const manifest = parse(entries.get('manifest.json')!) as { files: Record<string, string> }
  for (const name of Object.keys(manifest.files)) manifest.files[name] = createHash('sha256').update(entries.get(name) ?? '').digest('hex')
  entries.set('manifest.json', encodeText(JSON.stringify(manifest)))
}

/** What is accepted must be possible to save and open again. */
export async function openProject(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const contents = await parseProject(bytes)
  const again = await parseProject(await serializeProject(contents, 'fuzz'))
  if (JSON.stringify(again.document) !== JSON.stringify(contents.document)) throw new Unforeseen('saving and opening again gave another document')
}

/** A journal as it is written: a snapshot and two gestures. */
export function journalCorpus(): Json[] {
  const { document, view, origin } = sampleContents()
  const moved = movePieces(['p1'], [1, 0, 0])(document)
  const removed = removeItems(['p3'])(moved)
  const snapshot = { kind: 'snapshot', version: 1, name: 'x', sequence: 4, gestures: 4, dirty: true, document, view, origin }
  return [
    snapshot,
    { kind: 'edit', sequence: 5, atMs: 1, label: 'Move', patch: diffDocuments(document, moved) },
    { kind: 'edit', sequence: 6, atMs: 2, label: 'Delete', patch: diffDocuments(moved, removed) },
    { kind: 'view', sequence: 6, atMs: 3, view },
  ].map((line) => JSON.parse(JSON.stringify(line)) as Json)
}

export function mutateJournal(random: Random, corpus: readonly Json[]): Uint8Array<ArrayBuffer> {
  const hit = Math.floor(random() * corpus.length)
  const lines = corpus.map((line, i) => encodeLine(textOf(i === hit ? mutateJson(random, line) : line).replaceAll('\n', ' ')))
  const bytes = encodeText(lines.join(''))
  return random() < 0.3 ? mutateBytes(random, bytes) : bytes
}

export function openJournal(bytes: Uint8Array): void {
  replayJournal(decodeLines(bytes).join('\n'))
}

const parse = (bytes: Uint8Array): Json => JSON.parse(new TextDecoder().decode(bytes)) as Json
