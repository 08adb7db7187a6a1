import { z } from 'zod'
import { CAPACITY } from '../document/capacity.ts'
import { MAX_STEPS } from '../document/store.ts'
import type { AssetKey, AtriumDocument } from '../document/types.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { assetKeyOf } from '../project/assets.ts'
import { FORMAT_VERSION, type ProjectOrigin, type ProjectView } from '../project/file/contents.ts'
import { applyPatch, diffDocuments, DocumentPatch } from './patch.ts'
import { readAgain, SnapshotLine } from './replay.ts'

/*
 * What was done in a session, as JSON, one record per line: where it began, the bytes of every model that it shows, and the edits as the journal has
 * them. It needs nothing but itself, so that it plays back on any computer.
 */

/** Of the file; models in it take four thirds of their own size. */
export const MAX_SCRIPT_BYTES = 2 ** 28
const SCRIPT_VERSION = 1

/** One step of undo: what it was called, and what it changed. */
export interface ScriptStep {
  readonly label: string
  readonly patch: DocumentPatch
}

/** What a script is written from. */
export interface Session {
  /** Every document that the steps lead through, from the first to the one at hand: one more than there are labels. */
  readonly documents: readonly AtriumDocument[]
  readonly labels: readonly string[]
  readonly view: ProjectView
  readonly origin: ProjectOrigin
  readonly bytesOf: (key: AssetKey) => Uint8Array<ArrayBuffer> | undefined
}

/** A script, read: whatever its steps lead to could have been opened as a project. */
export interface Script {
  readonly start: AtriumDocument
  readonly steps: readonly ScriptStep[]
  readonly view: ProjectView
  readonly origin: ProjectOrigin
  /** The last document, but with every model and every part of it that any step shows: what has to be loaded. */
  readonly shown: AtriumDocument
  readonly assets: readonly (readonly [key: AssetKey, bytes: Uint8Array<ArrayBuffer>])[]
}

const keysIn = (documents: readonly AtriumDocument[]): readonly AssetKey[] => [...new Set(documents.flatMap(({ assets }) => assets.map(({ key }) => key)))]

/**
 * The lines of a script, without their ends.
 *
 * @throws AtriumError `script-too-large` before the first of them
 */
export function* linesOfScript({ documents, labels, view, origin, bytesOf }: Session): Generator<string> {
  const [document] = documents
  const assets = keysIn(documents).flatMap((key) => {
    const bytes = bytesOf(key)
    return bytes === undefined ? [] : [{ key, bytes }]
  })
  const sizeBytes = assets.reduce((sum, { bytes }) => sum + bytes.length * 4 / 3, 0)
  if (sizeBytes > MAX_SCRIPT_BYTES) throw new AtriumError('script-too-large', `The models have ${Math.round(sizeBytes)} bytes as text; a script takes ${MAX_SCRIPT_BYTES}.`)
  yield JSON.stringify({ kind: 'script', script: SCRIPT_VERSION, version: FORMAT_VERSION, sequence: 0, assets: assets.length, steps: labels.length, document, view, origin })
  for (const { key, bytes } of assets) yield JSON.stringify({ kind: 'asset', key, bytes: base64Of(bytes) })
  for (const [i, label] of labels.entries()) yield JSON.stringify({ kind: 'edit', label: label.slice(0, MAX_LABEL), patch: diffDocuments(documents[i], documents[i + 1]) ?? {} })
}

const MAX_LABEL = 200
const Head = SnapshotLine.extend({
  kind: z.literal('script'),
  script: z.number().int().min(1),
  assets: z.number().int().min(0).max(CAPACITY.assets),
  steps: z.number().int().min(0).max(MAX_STEPS),
})
const AssetLine = z.object({ kind: z.literal('asset'), key: z.string().regex(/^[a-f0-9]{64}$/), bytes: z.base64() })
const EditLine = z.object({ kind: z.literal('edit'), label: z.string().max(MAX_LABEL), patch: DocumentPatch })

/**
 * Reads a script. Nothing in it is believed: every document that it leads through passes the checks and migrations of a project file.
 *
 * @param onProgress  0..1
 * @throws AtriumError `script-invalid`, `script-truncated`, `script-newer`, `script-too-large`, `project-too-many`
 */
export async function readScript(bytes: Uint8Array<ArrayBuffer>, onProgress: (fraction: number) => void = () => {}): Promise<Script> {
  if (bytes.length > MAX_SCRIPT_BYTES) throw new AtriumError('script-too-large', `The file has ${bytes.length} bytes; a script takes ${MAX_SCRIPT_BYTES}.`)
  const lines = textIn(bytes).split('\n')
  const first = jsonIn(lines, 0)
  checkVersion(first)
  const head = checked(Head, first, 0)
  if (lines.filter((line) => line !== '').length < 1 + head.assets + head.steps) throw new AtriumError('script-truncated', `The script announces ${head.assets} models and ${head.steps} steps, and ends before.`)
  const assets = new Map<AssetKey, Uint8Array<ArrayBuffer>>()
  for (let line = 1; line <= head.assets; line++) {
    const asset = checked(AssetLine, jsonIn(lines, line), line)
    const data = bytesIn(asset.bytes)
    if ((await assetKeyOf(data)) !== asset.key) throw invalid(line, 'the model is not what was saved')
    assets.set(asset.key, data)
  }
  const { start, steps, shown } = replayed(head, lines, onProgress)
  for (const { key, name } of shown.assets) if (!assets.has(key)) throw new AtriumError('script-invalid', `The data of “${name}” is missing in the script.`)
  return { start: start.document, steps, view: start.view, origin: start.origin, shown, assets: [...assets] }
}

/**
 * Each document as it was written leads to the next; what comes out of each is the document of this version that it stands for, and steps lead from
 * one of those to the other. No two are kept: a house in its thousand states would fill the memory.
 */
function replayed(head: z.infer<typeof Head>, lines: readonly string[], onProgress: (fraction: number) => void) {
  let written = head.document as unknown as AtriumDocument
  const read = (line: number): ReturnType<typeof readAgain> => within(line, () => readAgain(written, head.view as unknown as ProjectView, head.origin, head.version))
  const start = read(0)
  const shows = gatherShown()
  shows.add(start.document)
  let before = start.document
  const steps: ScriptStep[] = []
  for (let step = 0; step < head.steps; step++) {
    const line = 1 + head.assets + step
    const { label, patch } = checked(EditLine, jsonIn(lines, line), line)
    written = within(line, () => applyPatch(written, patch))
    const { document } = read(line)
    steps.push({ label, patch: within(line, () => diffDocuments(before, document)) ?? {} })
    shows.add(document)
    before = document
    onProgress((step + 1) / head.steps)
  }
  return { start, steps, shown: { ...before, ...shows.all() } }
}

/** Models, and what is shown of them, of many documents: one record of each. */
function gatherShown() {
  const assets = new Map<string, AtriumDocument['assets'][number]>()
  const pieces = new Map<string, AtriumDocument['pieces'][number]>()
  const materials = new Map<string, NonNullable<AtriumDocument['materials']>[number]>()
  return {
    add(document: AtriumDocument): void {
      for (const record of document.assets) assets.set(record.key, record)
      for (const piece of document.pieces) pieces.set(`${piece.asset} ${piece.part}`, piece)
      for (const material of document.materials ?? []) materials.set(JSON.stringify([material.from, material.maps]), material)
    },
    all: () => ({ assets: [...assets.values()], pieces: [...pieces.values()], materials: [...materials.values()] }),
  }
}

/** A script of a later Atrium is told as such, whatever else stands in it. */
function checkVersion(first: unknown): void {
  const { data } = z.object({ kind: z.literal('script'), script: z.number(), version: z.number() }).safeParse(first)
  if (data !== undefined && (data.script > SCRIPT_VERSION || data.version > FORMAT_VERSION)) {
    throw new AtriumError('script-newer', `The script has version ${data.script} of project format ${data.version}; this Atrium plays ${SCRIPT_VERSION} of ${FORMAT_VERSION}.`)
  }
}

const invalid = (line: number, why: string, cause?: unknown): AtriumError => new AtriumError('script-invalid', `Line ${line + 1}: ${why}.`, { cause })

function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw invalid(0, 'this is no text', error)
  }
}

function jsonIn(lines: readonly string[], line: number): unknown {
  try {
    // Keys that would reach into every object of the program are dropped.
    return JSON.parse(lines[line], (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch (error) {
    throw invalid(line, 'this is no JSON', error)
  }
}

function checked<S extends z.ZodType>(schema: S, json: unknown, line: number): z.infer<S> {
  const { data, error } = schema.safeParse(json)
  if (error !== undefined) throw invalid(line, z.prettifyError(error).slice(0, 500), error)
  return data as z.infer<S>
}

/** Whatever fails in between is the script's fault. @throws AtriumError `script-invalid`, `project-too-many` */
function within<T>(line: number, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof AtriumError && error.code === 'project-too-many') throw error
    throw invalid(line, error instanceof AtriumError ? error.detail : (error as Error).message, error)
  }
}

/** Bytes in groups of three are four signs. */
const CHUNK = 3 * 8192

function base64Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK))))
  return parts.join('')
}

function bytesIn(text: string): Uint8Array<ArrayBuffer> {
  const signs = atob(text)
  const bytes = new Uint8Array(signs.length)
  for (let at = 0; at < signs.length; at++) bytes[at] = signs.charCodeAt(at)
  return bytes
}
