import type { DocumentStore } from './store.ts'
import { profileOf } from './light-frame.ts'
import { assetsOfMaterial } from './materials.ts'
import { VIEW_SETTINGS } from './types.ts'
import { textOf } from '../words/say.ts'
import type { AssetKey, AtriumDocument, DirectionalLight, DocumentLight, Piece, ViewRecord, ViewSettings } from './types.ts'

const labelOf = (steps: DocumentStore['undos']): string | null => (steps.length === 0 ? null : textOf(steps[steps.length - 1].label))

/** What Edit > Undo would take back; null: nothing. */
export const undoLabel = ({ undos }: Pick<DocumentStore, 'undos'>): string | null => labelOf(undos)
export const redoLabel = ({ redos }: Pick<DocumentStore, 'redos'>): string | null => labelOf(redos)
export const isDirty = ({ document, saved }: Pick<DocumentStore, 'document' | 'saved'>): boolean => document !== saved

export const findPiece = (document: AtriumDocument, id: string): Piece | null =>
  document.pieces.find((piece) => piece.id === id) ?? null

export const findLight = (document: AtriumDocument, id: string): DocumentLight | null =>
  document.lights.find((light) => light.id === id) ?? null

/** The sun that a place, a moment and the sky speak of: the first. */
export const findSun = (document: AtriumDocument): DirectionalLight | null =>
  document.lights.find((light) => light.kind === 'directional') ?? null

/** Shown by a piece, read by a luminaire, or where a material has its look from. */
export const usedAssets = ({ pieces, lights, environment, materials = [] }: Pick<AtriumDocument, 'pieces' | 'lights' | 'environment' | 'materials'>): ReadonlySet<AssetKey> =>
  new Set([...pieces.map(({ asset }) => asset), ...lights.flatMap((light) => profileOf(light) ?? []), ...materials.flatMap(assetsOfMaterial), ...(environment.surroundings === undefined ? [] : [environment.surroundings.asset])])

/** What a view says about the picture; of a newer or foreign writer's settings, those that views bring along. */
export const settingsOfView = ({ settings = {} }: Pick<ViewRecord, 'settings'>): ViewSettings =>
  Object.fromEntries(VIEW_SETTINGS.filter((key) => settings[key] !== undefined).map((key) => [key, settings[key]]))

/** `Chair`, `Chair 2`, `Chair 3`: the first that no piece or light wears yet. */
export const freeName = (document: AtriumDocument, wanted: string): string => freeNames(document)(wanted)

interface Named {
  readonly name: string
}

/** The same of groups. */
export const freeGroupNames = ({ groups = [] }: Pick<AtriumDocument, 'groups'>): ((wanted: string) => string) => freeNames({ pieces: groups, lights: [] })

/** Free names for many, one after another: what was given once is not given again. */
export function freeNames({ pieces, lights }: { readonly pieces: readonly Named[]; readonly lights: readonly Named[] }): (wanted: string) => string {
  const taken = new Set([...pieces, ...lights].map(({ name }) => name))
  // Of each stem, the first number not yet asked for: below it, all are taken.
  const numbers = new Map<string, number>()
  return (wanted) => {
    const stem = wanted.replace(/ \d+$/, '')
    let number = numbers.get(stem) ?? 2
    let name = wanted
    while (taken.has(name)) name = `${stem} ${number++}`
    numbers.set(stem, number)
    taken.add(name)
    return name
  }
}
