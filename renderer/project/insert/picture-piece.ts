import { AtriumError } from '../../errors/atrium-error.ts'
import { writeGlb } from '../../imports/gltf/resources.ts'
import { mimeTypeOf } from '../../imports/pictures/picture-type.ts'
import { pictureSize } from '../file/picture-size.ts'

/** Metres: the longest side with its frame, the frame's width and depth, and how far the picture lies behind its front. */
export const LONGEST_SIDE = 0.8
const FRAME = 0.02
const DEPTH = 0.022
const INSET = 0.004
const MOST_BYTES = 64 * 2 ** 20
/** No picture is thinner than this share of its length. */
const THINNEST = 0.05

/** Corners of the file's picture, as u and v, at the lower left, lower right, upper left and upper right of what is seen, by EXIF orientation (JEITA CP-3451, 4.6.4). */
const [A, B, C, D] = [[0, 0], [1, 0], [0, 1], [1, 1]] as const
const CORNERS = { 1: [C, D, A, B], 2: [D, C, B, A], 3: [B, A, D, C], 4: [A, B, C, D], 5: [B, D, A, C], 6: [D, B, C, A], 7: [C, A, D, B], 8: [A, C, B, D] } as const
type Orientation = keyof typeof CORNERS

/**
 * A framed picture to hang: its back at z = 0 around the origin, the picture's own proportions, as it is meant to be seen.
 *
 * @param bytes  PNG or JPEG, which the GLB holds as it is
 * @throws AtriumError `texture-invalid`, `file-too-large`
 */
export function framedPicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (bytes.byteLength > MOST_BYTES) throw new AtriumError('file-too-large', `The picture has ${bytes.byteLength} bytes; ${MOST_BYTES} are taken.`)
  const size = pictureSize(bytes)
  if (size === null || size.width < 1 || size.height < 1) throw new AtriumError('texture-invalid', 'The file is neither a PNG nor a JPEG picture.')
  const orientation = orientationOf(bytes)
  const [across, up] = orientation > 4 ? [size.height, size.width] : [size.width, size.height]
  const longest = Math.max(across, up)
  const inner = LONGEST_SIDE - 2 * FRAME
  const [x, y] = [across, up].map((side) => (inner * Math.max(side / longest, THINNEST)) / 2)
  const uvs = CORNERS[orientation].flat()
  const front = DEPTH - INSET
  const frame = frameOf(x, y)
  const packing = new Packing()
  const accessor = (values: Float32Array | Uint16Array, type: 'VEC2' | 'VEC3' | 'SCALAR'): number => packing.accessor(values, type)
  const picture = {
    attributes: {
      POSITION: accessor(Float32Array.of(-x, -y, front, x, -y, front, -x, y, front, x, y, front), 'VEC3'),
      NORMAL: accessor(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1), 'VEC3'),
      TEXCOORD_0: accessor(Float32Array.from(uvs), 'VEC2'),
    },
    indices: accessor(Uint16Array.of(0, 1, 2, 2, 1, 3), 'SCALAR'), material: 0,
  }
  const wood = { attributes: { POSITION: accessor(frame.positions, 'VEC3'), NORMAL: accessor(frame.normals, 'VEC3') }, indices: accessor(frame.indices, 'SCALAR'), material: 1 }
  const image = packing.view(bytes)
  const { bin, accessors, bufferViews } = packing
  return writeGlb({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: 'Picture', mesh: 0 }], meshes: [{ primitives: [picture, wood] }],
    materials: [
      { name: 'Picture', pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 0.7 } },
      { name: 'Frame', pbrMetallicRoughness: { baseColorFactor: [0.035, 0.03, 0.026, 1], metallicFactor: 0, roughnessFactor: 0.45 } },
    ],
    textures: [{ source: 0, sampler: 0 }], samplers: [{ wrapS: 33_071, wrapT: 33_071 }], images: [{ bufferView: image, mimeType: mimeTypeOf(bytes) }],
    accessors, bufferViews, buffers: [{ byteLength: bin().byteLength }],
  }, bin())
}

/** Four bars around a rectangle of these half sides, from the wall to the front; and a board that closes the back. */
function frameOf(x: number, y: number): { readonly positions: Float32Array; readonly normals: Float32Array; readonly indices: Uint16Array } {
  const [X, Y] = [x + FRAME, y + FRAME]
  const boxes = [[-X, y, 0, X, Y, DEPTH], [-X, -Y, 0, X, -y, DEPTH], [-X, -y, 0, -x, y, DEPTH], [x, -y, 0, X, y, DEPTH], [-x, -y, 0, x, y, DEPTH / 2]]
  const [positions, normals, indices]: [number[], number[], number[]] = [[], [], []]
  for (const box of boxes) {
    for (const axis of [0, 1, 2]) {
      for (const side of [0, 1]) {
        const [u, v] = side === 1 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3]
        const first = positions.length / 3
        for (const [a, b] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
          const corner = [0, 0, 0]
          corner[axis] = box[axis + 3 * side]
          corner[u] = box[u + 3 * a]
          corner[v] = box[v + 3 * b]
          positions.push(...corner)
          normals.push(...[0, 1, 2].map((k) => (k === axis ? 2 * side - 1 : 0)))
        }
        indices.push(first, first + 1, first + 2, first + 2, first + 1, first + 3)
      }
    }
  }
  return { positions: Float32Array.from(positions), normals: Float32Array.from(normals), indices: Uint16Array.from(indices) }
}

/** One binary chunk, and what it holds. */
class Packing {
  readonly accessors: object[] = []
  readonly bufferViews: { readonly buffer: 0; readonly byteOffset: number; readonly byteLength: number }[] = []
  readonly #chunks: Uint8Array[] = []
  #length = 0

  view(bytes: Uint8Array): number {
    this.#chunks.push(bytes)
    this.bufferViews.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.byteLength })
    this.#length += bytes.byteLength + ((4 - (bytes.byteLength % 4)) % 4)
    return this.bufferViews.length - 1
  }

  accessor(values: Float32Array | Uint16Array, type: 'VEC2' | 'VEC3' | 'SCALAR'): number {
    const bufferView = this.view(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    this.accessors.push({ bufferView, componentType: values instanceof Float32Array ? 5126 : 5123, count: values.length / { SCALAR: 1, VEC2: 2, VEC3: 3 }[type], type })
    return this.accessors.length - 1
  }

  bin = (): Uint8Array => {
    const bytes = new Uint8Array(this.#length)
    for (const [i, chunk] of this.#chunks.entries()) bytes.set(chunk, this.bufferViews[i].byteOffset)
    return bytes
  }
}

/** How a JPEG of a camera is to be turned, by its EXIF; 1: as it is, which is what everything else says. */
export function orientationOf(bytes: Uint8Array): Orientation {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint16(0) !== 0xffd8) return 1
    for (let at = 2; view.getUint16(at) >= 0xffc0 && view.getUint16(at) !== 0xffda; at += 2 + Math.max(2, view.getUint16(at + 2))) {
      if (view.getUint16(at) === 0xffe1 && view.getUint32(at + 4) === 0x45786966) return inTiff(new DataView(bytes.buffer, bytes.byteOffset + at + 10, view.getUint16(at + 2) - 8))
    }
  } catch {
    // It ends too early.
  }
  return 1
}

/** Tag 0x0112 of the first directory. */
function inTiff(tiff: DataView): Orientation {
  const isLittle = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, isLittle)
  for (let i = 0; i < tiff.getUint16(directory, isLittle); i++) {
    const entry = directory + 2 + 12 * i
    const value = tiff.getUint16(entry + 8, isLittle)
    if (tiff.getUint16(entry, isLittle) === 0x0112) return value in CORNERS ? (value as Orientation) : 1
  }
  return 1
}
