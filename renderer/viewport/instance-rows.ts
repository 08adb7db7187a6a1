import { DynamicDrawUsage, InstancedBufferAttribute, InstancedInterleavedBuffer, InterleavedBufferAttribute } from 'three/webgpu'
import type { Instance, Mat4, MeshData } from '../../gpu/index.ts'

/** Matrix and slot of every instance of a batch: the instanced attributes worldX, worldY, worldZ and slot. */
export interface InstanceRows {
  readonly attributes: Readonly<Record<'worldX' | 'worldY' | 'worldZ', InterleavedBufferAttribute>> & { readonly slot: InstancedBufferAttribute }
  readonly capacity: number
  /** @param objectFromDrawn  what is drawn is not the mesh itself: where it lies in object space */
  write(instances: readonly Instance[], slots: readonly number[], objectFromDrawn?: UnitBox): void
}

/** The cube from -1 to 1, scaled and moved. */
export interface UnitBox {
  readonly center: readonly number[]
  readonly half: readonly number[]
}

export function unitBoxOf({ bounds: { min, max } }: MeshData): UnitBox {
  return { center: [0, 1, 2].map((k) => (min[k] + max[k]) / 2), half: [0, 1, 2].map((k) => (max[k] - min[k]) / 2) }
}

const FLOATS_PER_INSTANCE = 12

/** Room for `count` instances and then some, so that adding one chair seldom needs new buffers. */
export function capacityFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(4, count)))
}

export function createInstanceRows(capacity: number): InstanceRows {
  const matrices = new InstancedInterleavedBuffer(new Float32Array(capacity * FLOATS_PER_INSTANCE), FLOATS_PER_INSTANCE, 1)
  const slot = new InstancedBufferAttribute(new Uint32Array(capacity), 1)
  matrices.setUsage(DynamicDrawUsage)
  slot.setUsage(DynamicDrawUsage)
  const row = (index: number): InterleavedBufferAttribute => new InterleavedBufferAttribute(matrices, 4, index * 4)
  return {
    attributes: { worldX: row(0), worldY: row(1), worldZ: row(2), slot },
    capacity,
    write(instances, slots, drawn) {
      const floats = matrices.array as Float32Array
      for (let index = 0; index < instances.length; index++) {
        const { worldFromObject } = instances[index]
        writeRows(floats, index * FLOATS_PER_INSTANCE, drawn === undefined ? worldFromObject : placed(worldFromObject, drawn))
        slot.array[index] = slots[index]
      }
      matrices.needsUpdate = true
      slot.needsUpdate = true
    },
  }
}

/** Three rows of an affine column-major 4x4. */
function writeRows(target: Float32Array, offset: number, matrix: Float32Array): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) target[offset + row * 4 + column] = matrix[column * 4 + row]
  }
}

function placed(m: Mat4, { center, half }: UnitBox): Mat4 {
  const placedMatrix = m.slice()
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 3; k++) {
      placedMatrix[4 * k + row] = m[4 * k + row] * half[k]
      placedMatrix[12 + row] += m[4 * k + row] * center[k]
    }
  }
  return placedMatrix
}
