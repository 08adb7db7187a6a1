import type { FileHandle } from '../../../electron/contract.ts'
import type { Vec3 } from '../../../gpu/index.ts'
import type { Arriving } from '../../document/changes/index.ts'
import { composeMatrix, multiplyQuats, transformPoint, type Transform } from '../../document/transform.ts'
import type { AssetRecord, AssetSource, Mount, Piece } from '../../document/types.ts'
import { ownId } from '../../catalogue/own-store.ts'
import { withoutExtension } from '../../imports/formats.ts'
import { type Box, boxAround, boxOfPart, sizeOf } from '../../imports/pieces/box.ts'
import { importExaminedInWorker, importInWorker } from '../../imports/reading/in-worker.ts'
import { footOf, guessMount } from '../../imports/pieces/mount.ts'
import type { LoadedAsset, ParsedAsset } from '../../imports/types.ts'
import { readFile } from '../../platform.ts'
import { broughtLights } from '../../scene/opening/light.ts'
import { useDocument } from '../../document/store.ts'
import { addAssets } from '../assets.ts'
import { loadHandle } from '../file/load.ts'
import { partsAsPieces, pieceOf } from './parts-as-pieces.ts'
import { sourceOf } from '../tasks/report.ts'
import { answersAbout, keepSource } from '../tasks/source.ts'
import type { Phrase } from '../../words/say.ts'
import { framedPicture } from './picture-piece.ts'
import { type RunningTask, throwIfAborted } from '../tasks/tasks.ts'

/** A model of the user's own that was read and may come into the open room. */
export interface ModelAtHand {
  readonly handle: FileHandle
  /** Its parts, where the file places them. */
  readonly asset: LoadedAsset
  readonly source: AssetSource
  /** What was mended, guessed or left out. */
  readonly said: readonly Phrase[]
  /** Ids of parts that lie far from everything else. */
  readonly strays: readonly string[]
  /** Without them. */
  readonly bounds: Box
}

/** What comes into the room from one file, its foot (top, back) at the origin until somebody says where it lands. */
export interface Arrival extends Arriving {
  readonly name: string
  readonly mount: Mount
  readonly bounds: Box
}

/** Metres, the longest side: below it is a piece, above it may be a room. */
export const LARGEST_PIECE = 4
/** More are made one piece. */
export const MOST_PARTS = 200

/**
 * Reads a model of any format, as `loadHandle` does, and changes nothing.
 *
 * @throws AtriumError what reading throws
 */
export async function readForRoom(handle: FileHandle, task: RunningTask): Promise<ModelAtHand> {
  const { signal } = task
  task.stage?.('file')
  const bytes = await readFile(handle, { signal, onProgress: (loaded, total) => task.progress(total === null ? null : (0.2 * loaded) / total) })
  const { asset, report: found } = await importExaminedInWorker({ name: handle.name, bytes, pieces: 'objects', mayAsk: true, asksTextures: true, offersSimpler: true }, false, {
    signal,
    onProgress: (fraction) => task.progress(0.2 + 0.5 * fraction),
    onStage: (stage) => task.stage?.(stage),
    onAsk: answersAbout(handle, signal),
  })
  throwIfAborted(signal)
  const report = await keepSource(handle, found)
  return { handle, asset, source: sourceOf(report), said: report.findings.filter(({ kind, severity }) => severity !== 'info' || kind === 'note').map(({ sentence }) => sentence), strays: report.strays, bounds: boxAround(boxesOfParts(asset.parsed, report.strays)) }
}

export const longestSideOf = (box: Box): number => Math.max(...sizeOf(box))

/** How many things in the model stand apart from each other, where they could be kept as pieces; 1: it is one thing. */
export function countApart({ asset: { parsed }, strays }: ModelAtHand): number {
  const boxes = boxesOfParts(parsed, strays)
  if (boxes.length > MOST_PARTS) return 1
  const leader = boxes.map((_, i) => i)
  const find = (i: number): number => (leader[i] === i ? i : (leader[i] = find(leader[i])))
  boxes.forEach((a, i) => boxes.slice(0, i).forEach((b, j) => { if (touch(a, b)) leader[find(i)] = find(j) }))
  return boxes.filter((_, i) => find(i) === i).length
}

/** Metres between boxes that still belong to one thing. */
const NEAR = 0.005
const touch = (a: Box, b: Box): boolean => [0, 1, 2].every((k) => a.min[k] <= b.max[k] + NEAR && b.min[k] <= a.max[k] + NEAR)

/** One piece, held by its foot. Its GLB is the file's with one node more, so that it is the same thing when the project opens again. */
export async function asPiece({ handle, asset, source, strays }: ModelAtHand, task: RunningTask): Promise<Arrival> {
  const name = withoutExtension(handle.name)
  const mount = guessMount(name)
  const [whole] = await importInWorker([{ name: handle.name, bytes: asset.bytes.slice(), pieces: 'single', settle: { mount }, leaveOut: strays }], {
    signal: task.signal, onProgress: (fraction) => task.progress(0.7 + 0.3 * fraction),
  })
  throwIfAborted(task.signal)
  const [part] = whole.parsed.parts
  addAssets([whole])
  const pieces = [pieceOf(whole.parsed, part, name, mount)]
  return { name, mount, bounds: whole.parsed.meshes.get(part.mesh)!.bounds, assets: [recordOf(whole, handle.name, source)], pieces, lights: broughtLights(whole.parsed, pieces) }
}

/** Its parts as pieces of one group. */
export function asParts({ handle, asset, source, bounds, strays }: ModelAtHand): Arrival {
  const name = withoutExtension(handle.name)
  const mount = guessMount(name)
  const foot = footOf(mount, bounds)
  const [x, y, z] = foot
  addAssets([asset])
  const { pieces, groups, lights } = partsAsPieces(asset.parsed, name, strays, foot)
  return {
    name, mount, pieces, lights, assets: [recordOf(asset, handle.name, source)], groups: groups.map(({ group }) => group),
    bounds: { min: [bounds.min[0] - x, bounds.min[1] - y, bounds.min[2] - z], max: [bounds.max[0] - x, bounds.max[1] - y, bounds.max[2] - z] },
  }
}

/** A framed picture of the right proportions, for a wall. @throws AtriumError `texture-invalid` */
export async function asPicture(handle: FileHandle, task: RunningTask): Promise<Arrival> {
  const name = withoutExtension(handle.name)
  const { signal } = task
  const glb = framedPicture(await readFile(handle, { signal, onProgress: (loaded, total) => task.progress(total === null ? null : (0.5 * loaded) / total) }))
  const [asset] = await importInWorker([{ name: handle.name, bytes: glb, pieces: 'single' }], { signal, onProgress: (fraction) => task.progress(0.5 + 0.5 * fraction) })
  throwIfAborted(signal)
  addAssets([asset])
  const [part] = asset.parsed.parts
  return {
    name, mount: 'wall', bounds: asset.parsed.meshes.get(part.mesh)!.bounds, assets: [recordOf(asset, handle.name)],
    pieces: [pieceOf(asset.parsed, part, name, 'wall')],
  }
}

/**
 * A building's trade: what `openHandle` would make of the file, at the file's own coordinates, and no light that it does not bring itself.
 *
 * @param beside  what was taken off the trades that are there
 */
export async function atItsPlace(handle: FileHandle, beside: readonly Vec3[], task: RunningTask): Promise<Arriving> {
  const { contents: { document }, assets } = await loadHandle(handle, useDocument.getState().document.unit, new Map(), task, { beside })
  addAssets(assets)
  return { assets: document.assets, pieces: document.pieces, lights: assets.flatMap(({ parsed }) => broughtLights(parsed, document.pieces)), groups: document.groups }
}

/** The pieces of an arrival where it landed. */
export function landed({ pieces }: Arrival, { position: [x, y, z], rotation }: Pick<Transform, 'position' | 'rotation'>): readonly Piece[] {
  const turn = composeMatrix({ position: [x, y, z], rotation, scale: [1, 1, 1] })
  return pieces.map((piece) => ({ ...piece, position: transformPoint(turn, piece.position), rotation: multiplyQuats(rotation, piece.rotation) }))
}

/** Furniture, whoever made it: a room without a building keeps its ground. */
export const recordOf = ({ parsed: { key }, bytes }: LoadedAsset, name: string, source?: AssetSource): AssetRecord =>
  ({ key, name, sizeBytes: bytes.byteLength, catalogueId: ownId(key), ...(source !== undefined && { source }) })

const boxesOfParts = (asset: ParsedAsset, strays: readonly string[]): readonly Box[] => asset.parts.flatMap((part) => (strays.includes(part.id) ? [] : boxOfPart(asset, part) ?? []))
