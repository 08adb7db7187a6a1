import { DataTextureLoader, ImageLoader, Texture, TextureLoader } from 'three'

/** The picture that a loader wanted, by the name that the file has for it; or the bytes that it brought itself. */
export interface NamedPicture {
  readonly name: string
  readonly blob: Blob | null
}

const PICTURE = Symbol('picture')

export const pictureOf = (texture: Texture | null | undefined): NamedPicture | null => (texture?.userData as { [PICTURE]?: NamedPicture } | undefined)?.[PICTURE] ?? null

/**
 * Runs one of three's loaders without a page: pictures are not fetched nor decoded, a texture holds the name that the file gives it.
 * The loaders make their own texture loaders, so their methods stand in for the time of the (synchronous) call.
 */
export function withNamedTextures<T>(parse: () => T): T {
  const blobs = new Map<string, Blob>()
  const named = (url: string): Texture => {
    const texture = new Texture()
    Object.assign(texture.userData, { [PICTURE]: { name: url, blob: blobs.get(url) ?? null } satisfies NamedPicture })
    return texture
  }
  const saved = [
    [TextureLoader.prototype, 'load', (url: string) => named(url)],
    [DataTextureLoader.prototype, 'load', (url: string) => named(url)],
    // The loader of USD makes its textures itself, and fills them when their picture has come.
    [ImageLoader.prototype, 'load', (url: string, onLoad?: (image: unknown) => void) => onLoad?.({ [PICTURE]: { name: url, blob: blobs.get(url) ?? null } })],
    [URL, 'createObjectURL', (blob: Blob) => { const url = `blob:${blobs.size}`; blobs.set(url, blob); return url }],
    [URL, 'revokeObjectURL', () => {}],
    // To its programmers they say that a file's z axis is turned up, as it should be; what is left out, the notes tell.
    [console, 'warn', () => {}],
    [console, 'debug', () => {}],
  ] as const
  const before = saved.map(([owner, name]) => (owner as unknown as Record<string, unknown>)[name])
  try {
    for (const [owner, name, stand] of saved) (owner as unknown as Record<string, unknown>)[name] = stand
    return parse()
  } finally {
    saved.forEach(([owner, name], i) => { (owner as unknown as Record<string, unknown>)[name] = before[i] })
  }
}

/** Of a texture that the loader of USD filled. */
export const pictureOfImage = (texture: Texture): NamedPicture | null => pictureOf(texture) ?? (texture.image as { [PICTURE]?: NamedPicture } | null)?.[PICTURE] ?? null
