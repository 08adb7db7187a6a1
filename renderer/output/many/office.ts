import { create } from 'zustand'
import type { BatchChange, BatchView, BatchWish } from '../../../electron/batch-wire.ts'
import { isDirty } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { request } from '../../platform.ts'
import { save, useProjectFile } from '../../project/open/open-project.ts'
import type { ManyWish } from './many-plan.ts'

/*
 * The queue beside the project, on which `npm run batch -- work` works: what is asked for here is there after a restart, and whoever has the command
 * sees the same jobs.
 */

/** What was chosen last of what the queue alone can do. */
export interface OfficeWish {
  /** null: pictures. */
  readonly clip: BatchWish['clip']
  /** Higher goes first. */
  readonly priority: number
}

export const useOffice = create<{ readonly wish: OfficeWish; /** null: there is none, or nobody has looked yet. */ readonly view: BatchView | null }>()(() => ({ wish: { clip: null, priority: 0 }, view: null }))

/** Pictures of one wish at most (electron/batch/job.ts). */
export const MOST_QUEUED = 20_000
export const DEFAULT_CLIP_OF_QUEUE = { seconds: 10, framesPerSecond: 30 } as const

/** How many pictures a wish becomes. */
export function countQueued({ views, sizes, times, variants }: Pick<ManyWish, 'views' | 'sizes' | 'times' | 'variants'>, clip: BatchWish['clip']): number {
  const each = sizes.length * Math.max(1, times.length) * Math.max(1, variants.length)
  return clip === null ? each * views.length : each * Math.max(1, Math.round(clip.seconds * clip.framesPerSecond))
}

/**
 * Saves the project, for machines render what its file holds, and asks for its pictures.
 *
 * @returns false when the user did not want to save
 * @throws AtriumError
 */
export async function submitToQueue({ views, sizes, ...wish }: ManyWish, { clip, priority }: OfficeWish): Promise<boolean> {
  if ((useProjectFile.getState().handle === null || isDirty(useDocument.getState())) && !(await save())) return false
  const { handle } = useProjectFile.getState()
  if (handle === null) return false
  const names = useDocument.getState().document.views.filter(({ id }) => views.includes(id)).map(({ name }) => name)
  const asked: BatchWish = { ...wish, sizes: sizes.map(({ width, height }) => ({ width, height })), times: [...wish.times], variants: [...wish.variants], views: names, clip }
  await request('batch:submit', { handle: handle.id, wish: asked, priority })
  await lookAtQueue()
  return true
}

/** @throws AtriumError */
export async function changeQueue(change: BatchChange): Promise<void> {
  const { handle } = useProjectFile.getState()
  if (handle === null) return
  await request('batch:change', { handle: handle.id, change })
  await lookAtQueue()
}

/** Reads what the machines have written down. @throws AtriumError */
export async function lookAtQueue(): Promise<void> {
  const { handle } = useProjectFile.getState()
  const view = handle === null ? null : await request('batch:view', { handle: handle.id })
  if (useProjectFile.getState().handle?.id === handle?.id) useOffice.setState({ view })
}
