import { importInWorker } from '../../imports/reading/in-worker.ts'
import { named } from '../../catalogue/catalogue-items.ts'
import { lightOfLamp } from '../../catalogue/lamp.ts'
import { addressOf, isOwn, useOwnCatalogue } from '../../catalogue/own-store.ts'
import type { CatalogueItem, LoadedAsset, ParsedPart } from '../../imports/types.ts'
import { hasRoomFor } from '../../document/capacity.ts'
import { addPiece } from '../../document/changes/index.ts'
import { newId } from '../../document/ids.ts'
import { freeName } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { quatFromAxisAngle, type Transform } from '../../document/transform.ts'
import type { AssetRecord, Change, Piece, PieceId } from '../../document/types.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { useInteraction } from '../../interaction/store.ts'
import { phrase, say } from '../../words/say.ts'
import { addAssets } from '../assets.ts'

/** A catalogue item whose model is loaded: it can enter the document at once. */
export interface PlaceableItem {
  readonly item: CatalogueItem
  readonly record: AssetRecord
  readonly asset: LoadedAsset
  readonly part: ParsedPart
  /** A piece of this item, and the change that puts it (with a lamp's light) into the document. */
  create(transform?: Partial<Transform>): { readonly piece: Piece; readonly change: Change }
}

const loading = new Map<string, Promise<PlaceableItem>>()

/**
 * Loads a catalogue item's model; each is fetched and parsed once. Afterwards its asset is in `useAssets`, so a piece of it
 * shows as soon as it enters the document.
 *
 * @throws AtriumError `file-missing` when the catalogue has no such item, or what importing throws
 */
export async function loadCatalogueItem(itemId: string): Promise<PlaceableItem> {
  if (!loading.has(itemId)) loading.set(itemId, load(itemId))
  try {
    const placeable = await (loading.get(itemId) as Promise<PlaceableItem>)
    // Opening another project forgot it; the parse result is still at hand.
    addAssets([placeable.asset])
    return placeable
  } catch (error) {
    loading.delete(itemId)
    throw error
  }
}

async function load(itemId: string): Promise<PlaceableItem> {
  const [item, modelResponse] = await Promise.all([loadFacts(itemId), fetch(addressOf({ id: itemId, model: 'model.glb', picture: 'picture.png' }).model)])
  if (item === null || !modelResponse.ok) throw new AtriumError('file-missing', `The catalogue has no piece “${itemId}”.`)
  const bytes = new Uint8Array(await modelResponse.arrayBuffer())
  const [asset] = await importInWorker([{ name: item.name, bytes, pieces: 'single' }])
  const record: AssetRecord = { key: asset.parsed.key, name: item.name, sizeBytes: asset.bytes.byteLength, catalogueId: item.id }
  const part = asset.parsed.parts[0]
  return { item, record, asset, part, create: (transform = {}) => create(item, record, part, transform) }
}

/** null: there is no such item. */
async function loadFacts(itemId: string): Promise<CatalogueItem | null> {
  if (isOwn(itemId)) return useOwnCatalogue.getState().items.find(({ id }) => id === itemId) ?? null
  const response = await fetch(`./catalogue/${encodeURIComponent(itemId)}/item.json`)
  return response.ok ? ((await response.json()) as CatalogueItem) : null
}

/** What is known of an item may have changed. */
export function forgetItem(itemId: string): void {
  loading.delete(itemId)
}

function create(item: CatalogueItem, record: AssetRecord, part: ParsedPart, transform: Partial<Transform>): { piece: Piece; change: Change } {
  const { document } = useDocument.getState()
  const piece: Piece = {
    id: newId(),
    name: freeName(document, named(item).name),
    asset: record.key,
    part: part.id,
    position: transform.position ?? [0, 0, 0],
    rotation: transform.rotation ?? [0, 0, 0, 1],
    scale: transform.scale ?? [1, 1, 1],
    mount: item.mount,
    hidden: false,
    locked: false,
    ...(item.motion === undefined ? {} : { motion: item.motion }),
  }
  const light = item.light === null ? null : lightOfLamp(item.light, { id: newId(), name: freeName(document, say('light.ofLamp', { name: piece.name })), attachedTo: piece.id })
  return { piece, change: addPiece(piece, record, light) }
}

/**
 * Places a piece as one undo step and selects it; without a transform, on the floor before the camera, facing it.
 *
 * @returns the piece's id
 */
export async function placeCatalogueItem(itemId: string, transform?: Partial<Transform>): Promise<PieceId> {
  const placeable = await loadCatalogueItem(itemId)
  const { document } = useDocument.getState()
  if (!hasRoomFor(document, { pieces: 1, lights: placeable.item.light === null ? 0 : 1, assets: 1 })) throw new AtriumError('project-too-many', 'The room is full.')
  const { piece, change } = placeable.create(transform ?? inFrontOfCamera(placeable.item))
  useDocument.getState().edit(phrase('undo.place', { name: piece.name }), change)
  useInteraction.setState({ selection: [piece.id] })
  return piece.id
}

/** On the height of the eyes for what hangs, on the ground for what stands. */
export function inFrontOfCamera({ mount, size }: Pick<CatalogueItem, 'mount' | 'size'>): Pick<Transform, 'position' | 'rotation'> {
  const { position: eye, target } = useInteraction.getState().pose
  const [dx, dz] = [target[0] - eye[0], target[2] - eye[2]]
  const length = Math.hypot(dx, dz) || 1
  const distance = Math.min(Math.max(1.5 + size[2], 0.6 * length), 4)
  const height = mount === 'wall' ? 1.5 : mount === 'ceiling' ? 2.4 : 0
  return {
    position: [eye[0] + (dx / length) * distance, height, eye[2] + (dz / length) * distance],
    rotation: quatFromAxisAngle([0, 1, 0], Math.atan2(-dx, -dz)),
  }
}
