import { create } from 'zustand'
import { useDocument } from '../../document/store.ts'
import type { AssetRecord, MaterialRecord } from '../../document/types.ts'
import { reportError, tell } from '../../errors/notices.ts'
import { putMaterial, readMaterialFile, request } from '../../platform.ts'
import { say } from '../../words/say.ts'
import { addAssets } from '../assets.ts'
import { ANY_VIEW } from '../insert/clipping.ts'
import { newOrigin } from '../file/contents.ts'
import type { TakenMaterial } from './library-materials.ts'
import { type LoadedProject, loadContents } from '../file/load.ts'
import { type MaterialFile, readMaterial, writeMaterial } from './material-file.ts'
import { knownAssets } from '../open/open-project.ts'
import type { RunningTask } from '../tasks/tasks.ts'

/** A material of the user's own, which every project can take; its textures stay on the disk until they are asked for. */
export interface OwnMaterial {
  readonly id: string
  readonly material: MaterialRecord
}

/** By name. */
export const useOwnMaterials = create<{ readonly materials: readonly OwnMaterial[] }>()(() => ({ materials: [] }))

/** In a project, what a material was taken from. */
const origin = (id: string): string => `own:${id}`

/** Reads them anew; files that are none are told of once. */
export async function fetchOwnMaterials(): Promise<void> {
  try {
    const { ids } = await request('material:list')
    const found: OwnMaterial[] = []
    for (const id of ids) {
      const file = await fileOf(id).catch(() => null)
      if (file !== null) found.push({ id, material: file.document.materials[0] })
    }
    useOwnMaterials.setState({ materials: found.toSorted((a, b) => a.material.name.localeCompare(b.material.name)) })
    if (found.length < ids.length) tell(say('ownMaterial.broken', { count: ids.length - found.length }), [say('ownMaterial.broken.detail')])
  } catch (error) {
    reportError(error, say('ownMaterial.title'))
  }
}

/** @throws AtriumError `file-missing`, `material-invalid` */
export const fileOf = async (id: string): Promise<MaterialFile> => readMaterial(await readMaterialFile(id))

const SILENT: RunningTask = { signal: new AbortController().signal, progress: () => {}, commit: () => {} }

/** With the models that its textures come from, parsed. @throws AtriumError what importing throws */
export const loadMaterial = ({ document, models }: MaterialFile): Promise<LoadedProject> =>
  loadContents({ document, assets: new Map(models), view: ANY_VIEW, origin: newOrigin() }, knownAssets(), SILENT)

/** A material of the user's own for the project: the one that it has already, or a new one. @throws AtriumError as `fileOf` and `loadMaterial` */
export async function takeOwnMaterial(id: string): Promise<TakenMaterial> {
  const known = useDocument.getState().document.materials?.find(({ library }) => library === origin(id))
  if (known !== undefined) return { material: known, assets: [] }
  const file = await fileOf(id)
  addAssets((await loadMaterial(file)).assets)
  return { material: { ...file.document.materials[0], library: origin(id) }, assets: file.document.assets }
}

/** `Oak`, `Oak 2`: the first that none of the user's own wears. */
function freeName(wanted: string, except?: string): string {
  const taken = new Set(useOwnMaterials.getState().materials.flatMap(({ id, material }) => (id === except ? [] : [material.name.toLowerCase()])))
  const stem = wanted.replace(/ \d+$/, '')
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem} ${number}`
  return name
}

/** Joins the user's own. @returns its name, which no other has @throws AtriumError `material-too-large`, `disk-full`, `file-not-writable` */
export async function keepMaterial(material: MaterialRecord, assets: readonly AssetRecord[], bytes?: MaterialFile['models']): Promise<string> {
  const name = freeName(material.name)
  await putMaterial(crypto.randomUUID().replaceAll('-', ''), writeMaterial({ ...material, name }, assets, bytes))
  await fetchOwnMaterials()
  return name
}

/** Projects that took it keep their name for it. */
export async function renameOwnMaterial(id: string, wanted: string): Promise<void> {
  const { document, models } = await fileOf(id)
  await putMaterial(id, writeMaterial({ ...document.materials[0], name: freeName(wanted, id) }, document.assets, models))
  await fetchOwnMaterials()
}
