import { ImageUtils } from '@gltf-transform/core'
import { EXTTextureAVIF, EXTTextureWebP } from '@gltf-transform/extensions'
import type { TextureData, TextureKey } from '../../../../gpu/index.ts'
import { AtriumError } from '../../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../../words/say.ts'
import type { Gltf } from '../gltf-schema.ts'
import { LIMITS } from '../../bytes/limits.ts'
import { type ColorSpace, type FindTexture, texturesUsed } from './materials.ts'
import { headerSize, mimeTypeOf, undecodedName } from '../../pictures/picture-type.ts'
import { sha256Hex } from '../../bytes/sha256.ts'
import type { DecodeImage, DecodedImage } from '../../reader.ts'
import { decodePlain, shrunk } from '../../pictures/decode-plain.ts'

// Otherwise their sizes are not read.
EXTTextureWebP.register()
EXTTextureAVIF.register()

export interface LoadedTextures {
  readonly textures: ReadonlyMap<TextureKey, TextureData>
  readonly find: FindTexture
}

/**
 * Decodes every image that a material uses, each once. A picture that cannot be read leaves its material without that
 * texture and adds a note; it never stops the import.
 */
export async function loadTextures(gltf: Gltf, bin: Uint8Array<ArrayBuffer>, decode: DecodeImage, notes: Set<Phrase>, onDone: (fraction: number) => void): Promise<LoadedTextures> {
  const textures = new Map<TextureKey, TextureData>()
  const keys = new Map<string, TextureKey | null>()
  const decoded = new Map<number, { hash: string; image: DecodedImage } | null>()
  const used = texturesUsed(gltf)
  let sizeBytes = 0
  for (const [done, { image, colorSpace }] of used.entries()) {
    onDone(done / used.length)
    if (!decoded.has(image)) decoded.set(image, await decodeOne(gltf, image, bin, decode, notes))
    const result = decoded.get(image) ?? null
    if (result === null) {
      keys.set(`${image} ${colorSpace}`, null)
      continue
    }
    const key = `${result.hash}-${colorSpace}`
    if (!textures.has(key)) {
      textures.set(key, { key, colorSpace, ...result.image })
      sizeBytes += result.image.rgba.byteLength
      if (sizeBytes > LIMITS.textureBytes) throw new AtriumError('model-too-large', 'Its pictures need more than 1 GiB of memory.')
    }
    keys.set(`${image} ${colorSpace}`, key)
  }
  return { textures, find: (image: number, colorSpace: ColorSpace) => keys.get(`${image} ${colorSpace}`) ?? null }
}

async function decodeOne(gltf: Gltf, index: number, bin: Uint8Array<ArrayBuffer>, decode: DecodeImage, notes: Set<Phrase>): Promise<{ hash: string; image: DecodedImage } | null> {
  const { name, bufferView } = (gltf.images ?? [])[index]
  const label = name?.trim() || phrase('import.picture.number', { number: index + 1 })
  const view = bufferView === undefined ? undefined : (gltf.bufferViews ?? [])[bufferView]
  if (view === undefined) {
    notes.add(phrase('import.picture.missing', { name: label }))
    return null
  }
  const bytes = bin.slice(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength)
  const mimeType = mimeTypeOf(bytes)
  const format = undecodedName(mimeType)
  if (mimeType === 'application/octet-stream' || format !== null) {
    notes.add(format !== null ? phrase('import.picture.format', { name: label, format }) : phrase('import.picture.unknown', { name: label }))
    return null
  }
  try {
    const size = headerSize(bytes, mimeType) ?? ImageUtils.getSize(bytes, mimeType)
    // A picture that does not say how large it is may be of any size.
    if (size === null) throw new Error('no size')
    if (Math.max(...size) > LIMITS.imageSide || size[0] * size[1] > LIMITS.imagePixels) {
      notes.add(phrase('import.picture.tooLarge', { name: label, width: size[0], height: size[1] }))
      return null
    }
    const plain = await decodePlain(bytes, mimeType)
    const image = plain === null ? await decode(bytes, mimeType, LIMITS.textureSide) : shrunk(plain, LIMITS.textureSide)
    if (Math.max(...size) > LIMITS.textureSide) notes.add(phrase('import.picture.reduced', { name: label, width: image.width, height: image.height }))
    return { hash: await sha256Hex(bytes), image }
  } catch (error) {
    if (error instanceof AtriumError && error.code === 'cancelled') throw error
    notes.add(phrase(mimeType === 'image/ktx2' ? 'import.picture.ktx2' : 'import.picture.damaged', { name: label }))
    return null
  }
}
