import { newId } from '../../document/ids.ts'
import { useDocument } from '../../document/store.ts'
import type { AssetRecord, LaidRecord, MaterialRecord, MaterialValues } from '../../document/types.ts'
import { laidAs, laidOf } from '../../materials/laying.ts'
import { findLibraryMaterial, type LibraryMaterial } from '../../materials/library.ts'
import type { PatternRequest, PatternResult } from '../../materials/pattern.worker.ts'
import { textOf } from '../../words/say.ts'
import { runTask, type TaskOptions } from '../../workers/run-task.ts'
import { loadTextures } from './textures.ts'

/** Pixels on each side of a texture. */
const SIDE = 1024
const ALL_MAPS = ['color', 'roughness', 'normal'] as const

const createWorker = (): Worker => new Worker(new URL('../../materials/pattern.worker.ts', import.meta.url), { type: 'module', name: 'pattern' })

export interface TakenMaterial {
  readonly material: MaterialRecord
  readonly assets: readonly AssetRecord[]
}

export const nameOfLibrary = ({ id }: LibraryMaterial): string => textOf({ id: `library.${id}` })

/**
 * A material of the library for the project: the one that it has already, or a new one, whose textures are made in a worker and are in `useAssets`
 * afterwards.
 *
 * @throws AtriumError what workers throw
 */
export async function takeFromLibrary(entry: LibraryMaterial, options: TaskOptions = {}): Promise<TakenMaterial> {
  const known = useDocument.getState().document.materials?.find(({ library }) => library === entry.id)
  if (known !== undefined) return { material: known, assets: [] }
  const { id, values, pattern, maps = ALL_MAPS } = entry
  const laid = laidOf(entry)
  const plain: MaterialRecord = { id: newId(), name: nameOfLibrary(entry), library: id, ...values, ...(laid !== null && { laid }) }
  if (pattern === undefined) return { material: plain, assets: [] }
  const { asset, roughest } = await texturesOf(entry, options)
  return {
    material: { ...plain, ...(maps.includes('roughness') && { roughness: roughest }), maps: Object.fromEntries(maps.map((map) => [map, asset.key])) },
    assets: [asset],
  }
}

/** How a material of the project is laid, where its textures are ours; null: it has no units, or pictures of another origin. */
export function laidOn({ library, laid, maps }: MaterialRecord): LaidRecord | null {
  if (laid !== undefined) return laid
  const entry = library === undefined || typeof maps?.color !== 'string' ? null : findLibraryMaterial(library)
  return entry === null ? null : laidOf(entry)
}

/**
 * Textures of other units or another bond, made in a worker; in `useAssets` afterwards.
 *
 * @returns what the material shows then; null: its pattern is not known (any more)
 * @throws AtriumError what workers throw
 */
export async function layAnew(record: MaterialRecord, laid: LaidRecord, options: TaskOptions = {}): Promise<{ readonly values: MaterialValues; readonly assets: readonly AssetRecord[] } | null> {
  const entry = findLibraryMaterial(laid.pattern)
  const made = entry === null ? null : laidAs(entry, laid)
  if (entry === null || made === null) return null
  const { maps = ALL_MAPS, values } = entry
  const mapping = { ...(record.mapping ?? values.mapping!), width: made.width, height: made.height }
  const { asset } = await texturesOf({ ...entry, pattern: made.pattern, values: { ...values, mapping } }, options)
  return { values: { laid, mapping, maps: Object.fromEntries(maps.map((map) => [map, asset.key])) }, assets: [asset] }
}

async function texturesOf({ id, values: { mapping }, pattern, maps = ALL_MAPS }: LibraryMaterial, options: TaskOptions): Promise<{ readonly asset: AssetRecord; readonly roughest: number }> {
  const request: PatternRequest = { pattern: pattern!, side: SIDE, aspect: mapping!.width / mapping!.height, maps }
  const { pictures, roughest } = await runTask<PatternResult>(createWorker, request, options)
  return { asset: await loadTextures(textOf({ id: `library.${id}` }), pictures), roughest }
}
