import { newId } from '../document/ids.ts'
import { useDocument } from '../document/store.ts'
import type { AssetRecord, MaterialRecord } from '../document/types.ts'
import type { LibraryMaterial } from '../materials/library.ts'
import type { PatternRequest, PatternResult } from '../materials/pattern.worker.ts'
import { textOf } from '../words/say.ts'
import { runTask, type TaskOptions } from '../workers/run-task.ts'
import { loadTextures } from './textures.ts'

/** Pixels on each side of a texture. */
const SIDE = 1024
const ALL_MAPS = ['color', 'roughness', 'normal'] as const

const createWorker = (): Worker => new Worker(new URL('../materials/pattern.worker.ts', import.meta.url), { type: 'module', name: 'pattern' })

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
  const plain: MaterialRecord = { id: newId(), name: nameOfLibrary(entry), library: id, ...values }
  if (pattern === undefined) return { material: plain, assets: [] }
  const { asset, roughest } = await texturesOf(entry, options)
  return {
    material: { ...plain, ...(maps.includes('roughness') && { roughness: roughest }), maps: Object.fromEntries(maps.map((map) => [map, asset.key])) },
    assets: [asset],
  }
}

async function texturesOf({ id, values: { mapping }, pattern, maps = ALL_MAPS }: LibraryMaterial, options: TaskOptions): Promise<{ readonly asset: AssetRecord; readonly roughest: number }> {
  const request: PatternRequest = { pattern: pattern!, side: SIDE, aspect: mapping!.width / mapping!.height, maps }
  const { pictures, roughest } = await runTask<PatternResult>(createWorker, request, options)
  return { asset: await loadTextures(textOf({ id: `library.${id}` }), pictures), roughest }
}
