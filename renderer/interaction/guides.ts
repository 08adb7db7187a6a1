import { create } from 'zustand'
import type { Vec3 } from '../../gpu/index.ts'

/** A measured way, world space. */
export interface ShownDimension {
  readonly from: Vec3
  readonly to: Vec3
  readonly metres: number
  /** What is typed is this one's length. */
  readonly isActive: boolean
}

/** What is shown of a drag: where it falls into line, and how far away things are. */
export interface ShownGuides {
  /** World space. */
  readonly lines: readonly (readonly [Vec3, Vec3])[]
  readonly dimensions: readonly ShownDimension[]
  /** What was typed so far. */
  readonly draft: string
}

export const useGuides = create<{ readonly shown: ShownGuides | null }>()(() => ({ shown: null }))

export const showGuides = (shown: ShownGuides | null): void => {
  if (useGuides.getState().shown !== shown) useGuides.setState({ shown })
}
