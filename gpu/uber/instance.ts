import { determinant, invertAffine } from '../math.ts'
import type { KdTree } from '../kdtree/node.ts'
import type { InstanceId, Mat4, MeshData, Shape } from '../scene.ts'

/** 32-bit words per `Instance` of kernels/scene.wgsl. */
export const INSTANCE_WORDS = 48

export const INSTANCE_ALIVE = 1
export const INSTANCE_MASKED = 2
export const INSTANCE_MIRRORED = 4
/** Rays meet the shape itself: kernels/shape.wgsl. */
const INSTANCE_SHAPES: Readonly<Record<Shape, number>> = { sphere: 8, box: 16, polygon: 32 }

/** An instance whose tree rays can walk; null while it is being built. */
export interface TraceableInstance<Tree extends KdTree | null = KdTree> {
  readonly id: InstanceId
  readonly mesh: MeshData
  readonly tree: Tree
  readonly worldFromObject: Mat4
}

/** Where a mesh lies in the arenas, and what an instance adds to it. */
export interface InstancePlacement {
  readonly worldFromObject: Mat4
  /** First node of the object tree in `nodes`, or NONE (0xffffffff) while it is being built. */
  readonly nodes: number
  readonly references: number
  readonly triangles: number
  readonly triangleCount: number
  readonly attributes: number
  readonly materials: number
  /** Root cell of the object tree; null without a tree. */
  readonly bounds: KdTree['bounds'] | null
  /** What the über tree was given (instanceBounds); left out where its root is a leaf. */
  readonly worldBounds?: Float32Array | null
  /** Some material has an alpha to test, or lets light pass. */
  readonly masked: boolean
  readonly shape?: Shape | undefined
}

/** Writes one row of the instance table; `words` and `floats` view the same buffer. */
export function packInstance(words: Uint32Array, floats: Float32Array, slot: number, placement: InstancePlacement): void {
  const at = slot * INSTANCE_WORDS
  const m = placement.worldFromObject
  const inverse = invertAffine(m)
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      floats[at + 4 * row + column] = m[4 * column + row]
      floats[at + 12 + 4 * row + column] = inverse[4 * row + column]
    }
  }
  for (let axis = 0; axis < 3; axis++) {
    floats[at + 24 + axis] = placement.bounds?.[axis] ?? 1
    floats[at + 28 + axis] = placement.bounds?.[3 + axis] ?? -1
    floats[at + 40 + axis] = placement.worldBounds?.[axis] ?? -1e30
    floats[at + 44 + axis] = placement.worldBounds?.[3 + axis] ?? 1e30
  }
  words[at + 27] = placement.nodes
  words[at + 31] = placement.references
  words[at + 32] = placement.triangles
  words[at + 33] = placement.triangleCount
  words[at + 34] = placement.attributes
  words[at + 35] = placement.materials
  words[at + 36] = INSTANCE_ALIVE | (placement.masked ? INSTANCE_MASKED : 0) | (determinant(m) < 0 ? INSTANCE_MIRRORED : 0) |
    (placement.shape === undefined ? 0 : INSTANCE_SHAPES[placement.shape])
}

/** An unused or hidden slot: nothing looks at it. */
export function clearInstance(words: Uint32Array, slot: number): void {
  words.fill(0, slot * INSTANCE_WORDS, (slot + 1) * INSTANCE_WORDS)
  words[slot * INSTANCE_WORDS + 27] = 0xffffffff
}
