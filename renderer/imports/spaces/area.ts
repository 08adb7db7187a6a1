import type { ParsedPart } from '../types.ts'
import type { Columns } from './columns.ts'
import type { Voxels } from './voxels.ts'

/** The floor of a space, and what was found out around it. */
export interface Area {
  readonly cells: readonly number[]
  /** Metres, world y. */
  readonly floor: number
  readonly ceiling: number
  readonly roofed: boolean
  readonly enclosed: boolean
  /** Of the looks outward from its rim, those that meet no wall. */
  readonly openShare: number
  /** Square metres. */
  readonly area: number
}

/** What was made of a model to find its spaces. */
export interface Survey {
  readonly voxels: Voxels
  readonly columns: Columns
  /** Metres to the nearest thing from the knee to the head, by column. */
  readonly elbowRoom: Float32Array
  readonly parts: readonly ParsedPart[]
  /** 1: a part small enough to be furniture; by Voxels.owners. */
  readonly small: Uint8Array
}

/** Every nth of a list, about `count` of them. */
export function spread<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list
  return Array.from({ length: count }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)])
}
