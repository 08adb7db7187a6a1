import { useEffect, useState } from 'react'
import type { CatalogueItem } from '../catalogue/types.ts'
import { reportError } from '../errors/notices.ts'
import { loadCatalogue } from '../catalogue/index.ts'

export interface CatalogueState {
  /** null while loading. */
  readonly items: readonly CatalogueItem[] | null
  readonly failed: boolean
  readonly retry: () => void
}

export function useCatalogue(): CatalogueState {
  const [items, setItems] = useState<readonly CatalogueItem[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setFailed(false)
    loadCatalogue().then(
      (loaded) => isCurrent && setItems(loaded),
      (error: unknown) => {
        if (!isCurrent) return
        setFailed(true)
        reportError(error, 'Catalogue')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [attempt])
  return { items, failed, retry: () => setAttempt(attempt + 1) }
}
