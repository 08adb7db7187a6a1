import { structOf } from '../../../kernels/kernel.ts'
import type { Vec3 } from '../../../math.ts'
import type { IesProfile, Light } from '../../../scene.ts'
import { isSeen, packLight, type PackedLight, powerOf, reachOf } from '../../../tables/lights.ts'
import { queuedPathPieces } from '../../pieces.ts'
import { keptLightTree, MOST_IN_LEAF, type TreeLight } from './light-tree.ts'

/** The lights of the room as light-tree.wgsl reads them. */
export interface Lamps {
  /** `Lamp` each, in the order of their tree. */
  readonly rows: Uint32Array
  readonly tree: Uint32Array
  readonly count: number
  /** Those with extent: rays may meet them. */
  readonly seen: number
}

/** A lamp that is on, and its box. */
interface TreeLamp extends TreeLight { readonly packed: PackedLight }

let layout: ReturnType<typeof structOf> | null = null
const treeOf = keptLightTree(MOST_IN_LEAF)

/**
 * The lights that are on and stand in the room, and a tree over them.
 *
 * @param placeOf  of a profile in the luminaire table; null: it is not there
 */
export function buildLamps(lights: readonly Light[], placeOf: (profile: IesProfile) => number | null): Lamps {
  const lamps = lights.flatMap((light): TreeLamp[] => {
    if (!light.on || light.kind === 'directional') return []
    const packed = packLight(light, placeOf)
    const power = Math.min(powerOf(packed), MOST_POWER)
    return power > 0 ? [{ packed, power, ...boxOf(packed) }] : []
  })
  const { nodes, order, trails } = treeOf(lamps)
  layout ??= structOf(queuedPathPieces(), 'Lamp')
  const rows = new Uint32Array((lamps.length * layout.sizeBytes) / 4)
  const view = new DataView(rows.buffer)
  for (const [at, i] of order.entries()) layout.write(view, at * layout.sizeBytes, { light: lamps[i].packed, trail: trails[i] })
  return { rows, tree: nodes, count: lamps.length, seen: lamps.filter(({ packed }) => isSeen(packed)).length }
}

/** Of one lamp; sums of many stay finite in single precision. */
const MOST_POWER = 1e30

function boxOf(packed: PackedLight): { min: Vec3; max: Vec3 } {
  const [x, y, z] = packed.place
  const [a, b, c] = reachOf(packed)
  return { min: [x - a, y - b, z - c], max: [x + a, y + b, z + c] }
}
