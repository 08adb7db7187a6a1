import { create } from 'zustand'
import type { OwnItem } from '../../electron/contract.ts'
import { reportError, tell } from '../errors/notices.ts'
import type { CatalogueItem } from '../imports/types.ts'
import { request } from '../platform.ts'
import { say } from '../words/say.ts'

/** Before the key of the model, in the ids of what is the user's own. */
const OWN = 'own:'
export const isOwn = (id: string): boolean => id.startsWith(OWN)
export const ownId = (key: string): string => OWN + key
export const keyOfOwn = (id: string): string => id.slice(OWN.length)

/** The user's own catalogue, as pieces to place. */
export const useOwnCatalogue = create<{ readonly items: readonly CatalogueItem[] }>()(() => ({ items: [] }))

/** Reads it anew; folders that are no pieces are told of once. */
export async function fetchOwnCatalogue(): Promise<void> {
  try {
    const { items, broken } = await request('own:list')
    useOwnCatalogue.setState({ items: items.map(toItem) })
    if (broken > 0) tell(say('own.broken', { count: broken }), [say('own.broken.detail')])
  } catch (error) {
    reportError(error, say('own.title'))
  }
}

const toItem = ({ id, ...facts }: OwnItem): CatalogueItem => ({ ...facts, id: ownId(id), keywords: [], light: null, model: 'model.glb', picture: 'picture.png', licence: '' })

/** Where an item's model and picture are read from, beside the page. */
export function addressOf({ id, model, picture }: Pick<CatalogueItem, 'id' | 'model' | 'picture'>): { readonly model: string; readonly picture: string } {
  const folder = isOwn(id) ? `./own/${keyOfOwn(id)}` : `./catalogue/${encodeURIComponent(id)}`
  return isOwn(id) ? { model: `${folder}/model`, picture: `${folder}/picture` } : { model: `${folder}/${model}`, picture: `${folder}/${picture}` }
}
