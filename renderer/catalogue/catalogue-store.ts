import { z } from 'zod'
import { create } from 'zustand'
import type { CatalogueItem } from '../imports/types.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { reportError } from '../errors/notices.ts'
import { say } from '../words/say.ts'
import { named } from './catalogue-items.ts'

const Triple = z.tuple([z.number(), z.number(), z.number()])
/** index.json as it ships. */
export const CatalogueIndex: z.ZodType<readonly CatalogueItem[]> = z.array(z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  category: z.enum(['seating', 'tables', 'beds', 'storage', 'kitchen', 'lighting', 'mirrors', 'decoration', 'primitives']),
  keywords: z.array(z.string()),
  mount: z.enum(['floor', 'surface', 'wall', 'ceiling']),
  size: Triple,
  light: z.object({ position: Triple, color: Triple, temperature: z.number().optional(), intensity: z.number(), radius: z.number(), kind: z.literal('disc').optional(), glow: z.number().optional() }).nullable(),
  motion: z.object({ axis: Triple, speed: z.number(), pivot: Triple.optional(), swing: z.number().optional() }).optional(),
  model: z.literal('model.glb'),
  picture: z.literal('picture.png'),
  licence: z.string(),
}))

export interface CatalogueState {
  /** null while loading. */
  readonly items: readonly CatalogueItem[] | null
  readonly failed: boolean
}

export const useCatalogue = create<CatalogueState>()(() => ({ items: null, failed: false }))

async function loadIndex(): Promise<readonly CatalogueItem[]> {
  const response = await fetch('./catalogue/index.json')
  if (!response.ok) throw new AtriumError('file-missing', `${response.status} catalogue/index.json`)
  const index = CatalogueIndex.safeParse(await response.json())
  if (!index.success) throw new AtriumError('internal', z.prettifyError(index.error))
  return index.data.map(named)
}

/** Loads the list of furniture once; after a failure, asks again. */
export async function fetchCatalogue(): Promise<void> {
  useCatalogue.setState({ failed: false })
  try {
    useCatalogue.setState({ items: await loadIndex() })
  } catch (error) {
    useCatalogue.setState({ failed: true })
    reportError(error, say('command.view.catalogue'))
  }
}
