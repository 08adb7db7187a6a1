import type { FileHandle } from '../../../electron/contract.ts'
import type { AssetRecord } from '../../document/types.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { writeGlb } from '../../imports/gltf/resources.ts'
import { importInWorker } from '../../imports/reading/in-worker.ts'
import { LIMITS } from '../../imports/bytes/limits.ts'
import { mimeTypeOf } from '../../imports/pictures/picture-type.ts'
import { readFile } from '../../platform.ts'
import { addAssets } from '../assets.ts'
import { pictureSize } from '../file/picture-size.ts'

export const MAP_KINDS = ['color', 'roughness', 'normal'] as const
export type MapKind = (typeof MAP_KINDS)[number]
/** PNG or JPEG. */
export type Pictures = Partial<Readonly<Record<MapKind, Uint8Array<ArrayBuffer>>>>

const FIELDS = { color: 'baseColorTexture', roughness: 'metallicRoughnessTexture', normal: 'normalTexture' } as const
const MOST_BYTES = 64 * 2 ** 20

/** A square of 1 m whose material has these pictures: as models do, they travel in a project, are read in a worker and journalled. */
export function swatchModel(pictures: Pictures): Uint8Array<ArrayBuffer> {
  const geometry = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0).buffer)
  const chunks: Uint8Array[] = [geometry.subarray(0, 48), geometry.subarray(48)]
  const kinds = MAP_KINDS.filter((kind) => pictures[kind] !== undefined)
  for (const kind of kinds) chunks.push(pictures[kind]!)
  let length = 0
  const views = chunks.map((chunk) => {
    const view = { buffer: 0, byteOffset: length, byteLength: chunk.byteLength }
    length += chunk.byteLength + ((4 - (chunk.byteLength % 4)) % 4)
    return view
  })
  const bin = new Uint8Array(length)
  for (const [i, chunk] of chunks.entries()) bin.set(chunk, views[i].byteOffset)
  const texture = (kind: MapKind): object => (kinds.includes(kind) ? { [FIELDS[kind]]: { index: kinds.indexOf(kind) } } : {})
  return writeGlb({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: 'Swatch', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, mode: 5, material: 0 }] }],
    materials: [{ name: 'Swatch', pbrMetallicRoughness: { ...texture('color'), ...texture('roughness') }, ...texture('normal') }],
    textures: kinds.map((_, source) => ({ source })), images: kinds.map((kind, i) => ({ bufferView: 2 + i, mimeType: mimeTypeOf(pictures[kind]!) })),
    accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }, { bufferView: 1, componentType: 5126, count: 4, type: 'VEC2' }],
    bufferViews: views, buffers: [{ byteLength: length }],
  }, bin)
}

/**
 * Reads pictures as textures; afterwards they are in `useAssets`, so that a material with this asset shows them at once.
 *
 * @param name  of the asset
 * @throws AtriumError `texture-invalid`, `file-too-large`
 */
export async function loadTextures(name: string, pictures: Pictures, catalogueId: string | null = null): Promise<AssetRecord> {
  for (const bytes of Object.values(pictures)) checkPicture(bytes)
  const [asset] = await importInWorker([{ name, bytes: swatchModel(pictures), pieces: 'single' }])
  const material = asset.parsed.parts[0]?.materials[0]
  if (MAP_KINDS.some((kind) => pictures[kind] !== undefined && (material?.[FIELDS[kind]] ?? null) === null)) throw new AtriumError('texture-invalid', 'The picture cannot be decoded.')
  addAssets([asset])
  return { key: asset.parsed.key, name, sizeBytes: asset.bytes.byteLength, catalogueId }
}

function checkPicture(bytes: Uint8Array): void {
  if (bytes.byteLength > MOST_BYTES) throw new AtriumError('file-too-large', `The picture has ${bytes.byteLength} bytes; ${MOST_BYTES} are taken.`)
  const size = pictureSize(bytes)
  if (size === null || size.width < 1 || size.height < 1) throw new AtriumError('texture-invalid', 'The file is neither a PNG nor a JPEG picture.')
  if (Math.max(size.width, size.height) > LIMITS.imageSide || size.width * size.height > LIMITS.imagePixels) throw new AtriumError('texture-invalid', `The picture has ${size.width} x ${size.height} pixels.`)
}

/** A file of the user's as one texture of a material. A picture of roughness says nothing about metal. */
export async function loadTexture(handle: FileHandle, kind: MapKind): Promise<AssetRecord> {
  if (handle.sizeBytes > MOST_BYTES) throw new AtriumError('file-too-large', `The picture has ${handle.sizeBytes} bytes; ${MOST_BYTES} are taken.`)
  const bytes = await readFile(handle)
  checkPicture(bytes)
  return loadTextures(handle.name, { [kind]: kind === 'roughness' ? await withoutMetal(bytes) : bytes })
}

/** The same picture with its green in it alone: red and blue are full. */
async function withoutMetal(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const bitmap = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }).catch((cause: unknown) => {
    throw new AtriumError('texture-invalid', 'The picture cannot be decoded.', { cause })
  })
  const scale = Math.min(1, LIMITS.textureSide / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const image = context.getImageData(0, 0, width, height)
  for (let i = 0; i < image.data.length; i += 4) image.data[i] = image.data[i + 2] = image.data[i + 3] = 255
  context.putImageData(image, 0, 0)
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
}
