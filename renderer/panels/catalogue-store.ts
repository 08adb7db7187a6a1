import { create } from 'zustand'
import { loadCatalogue } from '../catalogue/index.ts'
import type { CatalogueItem } from '../catalogue/types.ts'
import { reportError } from '../errors/notices.ts'

export interface CatalogueState {
  /** null while loading. */
  readonly items: readonly CatalogueItem[] | null
  readonly failed: boolean
}

export const useCatalogue = create<CatalogueState>()(() => ({ items: null, failed: false }))

/** Loads the list once; after a failure, asks again. */
export async function fetchCatalogue(): Promise<void> {
  useCatalogue.setState({ failed: false })
  try {
    useCatalogue.setState({ items: await loadCatalogue() })
  } catch (error) {
    useCatalogue.setState({ failed: true })
    reportError(error, 'Catalogue')
  }
}
