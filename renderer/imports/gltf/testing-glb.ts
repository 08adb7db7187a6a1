import { writeGlb } from './resources.ts'

/** A small model for tests, written by hand: two boxes on a z-up wrapper, and whatever a test breaks in it. */
export interface TestModel {
  json: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests break it in every place
  bin: Uint8Array<ArrayBuffer>
}

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 2 : 0])
const TRIANGLES = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]

/** A room of z-up boxes: `House` → `Chair`, `Chair`, `Lamp`; the chairs show the same mesh. Box 2 x 2 x 2 m standing on z = 0. */
export function twoChairsAndALamp(): TestModel {
  const positions = Float32Array.from(CORNERS)
  const indices = Uint16Array.from(TRIANGLES)
  const bin = new Uint8Array(positions.byteLength + indices.byteLength)
  bin.set(new Uint8Array(positions.buffer), 0)
  bin.set(new Uint8Array(indices.buffer), positions.byteLength)
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'House', rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], children: [1, 2, 3] },
      { name: 'Chair', translation: [3, 0, 0], children: [4] },
      { name: 'Chair', translation: [-3, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], children: [5] },
      { name: 'Lamp', mesh: 1, translation: [0, 4, 0] },
      { mesh: 0, scale: [0.5, 0.5, 0.5] },
      { mesh: 0, scale: [0.5, 0.5, 0.5] },
    ],
    meshes: [
      { name: 'seat', primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] },
      { name: 'shade', primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }, { attributes: { POSITION: 0 }, indices: 1, material: 1 }] },
    ],
    materials: [{ name: 'Wood' }, { name: 'Brass', pbrMetallicRoughness: { metallicFactor: 1, roughnessFactor: 0 }, emissiveFactor: [1, 1, 1] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: positions.byteLength },
      { buffer: 0, byteOffset: positions.byteLength, byteLength: indices.byteLength },
    ],
    buffers: [{ byteLength: bin.byteLength }],
  }
  return { json, bin }
}

export const glbOf = ({ json, bin }: TestModel): Uint8Array<ArrayBuffer> => writeGlb(json, bin)

export const gltfOf = ({ json }: TestModel): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(json))
