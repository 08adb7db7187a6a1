import type { OwnItem } from '../../../electron/contract.ts'
import type { Vec3 } from '../../../gpu/index.ts'
import { guessCategory } from '../../catalogue/guess-category.ts'
import { isOwn, keyOfOwn } from '../../catalogue/own-store.ts'
import type { Mount, Piece } from '../../document/types.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import type { PartOfModel } from '../../imports/gltf/extract.ts'
import { importInWorker } from '../../imports/reading/in-worker.ts'
import { type CatalogueItem, type LoadedAsset, WHOLE_MODEL } from '../../imports/types.ts'
import { putOwn, request } from '../../platform.ts'
import { useAssets } from '../assets.ts'
import type { RunningTask } from '../tasks/tasks.ts'

/** What a piece of the own catalogue is made of: a GLB, or a part of one. */
export interface OwnSource {
  readonly name: string
  readonly category: OwnItem['category']
  readonly mount: Mount
  /** Metres, of what it would be as it is. */
  readonly size: Vec3
  /** Along the model's axes. */
  readonly scale: Vec3
  /** It is in the catalogue already, and what comes of it takes its place. */
  readonly replaces: string | null
  readonly part: PartOfModel | null
  bytes(): Promise<Uint8Array<ArrayBuffer>>
}

/** What the user says about it. */
export interface OwnFacts extends Pick<OwnItem, 'name' | 'category' | 'mount'> {
  /** That bring the side that is the front to +z. */
  readonly quarterTurns: number
  /** Of the source's size. */
  readonly factor: number
}

/** A piece of the room, in the size that it has there; null while its model is not loaded. */
export function sourceOfPiece({ name, asset: key, part: id, mount, scale }: Piece): OwnSource | null {
  const { parsed, bytes } = useAssets.getState()
  const asset = parsed.get(key)
  const part = asset?.parts.find((other) => other.id === id)
  const bounds = asset?.meshes.get(part?.mesh ?? '')?.bounds
  const model = bytes.get(key)
  if (part === undefined || bounds === undefined || model === undefined) return null
  return {
    name, mount, category: guessCategory(name), replaces: null,
    size: [0, 1, 2].map((k) => Math.abs((bounds.max[k] - bounds.min[k]) * scale[k])) as unknown as Vec3,
    // The file places a part in a size of its own, which comes along.
    scale: [0, 1, 2].map((k) => Math.abs(scale[k] / part.scale[k])) as unknown as Vec3,
    part: id === WHOLE_MODEL ? null : { id, rotation: part.rotation },
    bytes: () => Promise.resolve(model.slice()),
  }
}

/** What is in the catalogue, to be changed. */
export function sourceOfItem({ id, name, category, mount, size }: CatalogueItem): OwnSource {
  if (!isOwn(id)) throw new AtriumError('internal', `${id} is not the user's own`)
  return {
    name, category, mount, size, scale: [1, 1, 1], part: null, replaces: keyOfOwn(id),
    async bytes() {
      const response = await fetch(`./own/${keyOfOwn(id)}/model`)
      if (!response.ok) throw new AtriumError('file-missing', `${response.status} own/${id}`)
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}

/**
 * Makes the model of a piece, held, turned and sized as the user says. The same source and facts make the same bytes.
 *
 * @throws AtriumError what reading throws
 */
export async function makeOwnModel(source: OwnSource, { name, mount, quarterTurns, factor }: OwnFacts, task: RunningTask): Promise<LoadedAsset> {
  const scale = source.scale.map((value) => value * factor) as unknown as Vec3
  const [asset] = await importInWorker([{ name, bytes: await source.bytes(), pieces: 'single', settle: { mount, quarterTurns, scale }, ...(source.part && { part: source.part }) }], {
    signal: task.signal, onProgress: (fraction) => task.progress(0.4 * fraction),
  })
  return asset
}

/** Puts a piece into the own catalogue, in place of the one that it was made of. A model that is there already gets the new facts. */
export async function keepOwn({ parsed, bytes }: LoadedAsset, { name, category, mount }: OwnFacts, picture: Uint8Array<ArrayBuffer> | null, replaces: string | null): Promise<OwnItem> {
  const { bounds: { min, max } } = parsed.meshes.get(parsed.parts[0].mesh)!
  const item: OwnItem = { id: parsed.key, name, category, mount, size: [max[0] - min[0], max[1] - min[1], max[2] - min[2]] }
  await putOwn(item.id, 'model', bytes)
  if (picture !== null) await putOwn(item.id, 'picture', picture)
  await request('own:save', item)
  if (replaces !== null && replaces !== item.id) await request('own:remove', { id: replaces })
  return item
}
