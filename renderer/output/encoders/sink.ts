/** Where the bytes of a file go: one after the other, and `patch` fills in what was only known later. */
export interface Sink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** @param at  bytes from the file's start; all of it was written before */
  patch(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

/** A picture on its way into a file, from its upper edge down. */
export interface PictureEncoder<Values> {
  /** @param rgba  4 values per pixel, any number of whole rows; never kept */
  rows(rgba: Values): Promise<void>
  /** After the last row. @throws Error when rows are missing */
  end(): Promise<void>
}

export type PictureFormat = 'png' | 'jpg' | 'exr'

/** What every format is told. */
export interface PictureFacts {
  readonly width: number
  readonly height: number
  /** Coverage is kept; a JPEG has none. */
  readonly transparent: boolean
  /** All directions around the eye, equirectangular: viewers are told so. */
  readonly panorama: boolean
  /** What the things are called whose numbers an EXR's layer `id` has, that of number 1 first; left out: it does not say. */
  readonly things?: readonly string[] | undefined
}

/** Bytes in memory: for tests and small files. */
export function memorySink(): Sink & { readonly bytes: () => Uint8Array<ArrayBuffer> } {
  const chunks: Uint8Array[] = []
  const bytes = (): Uint8Array<ArrayBuffer> => {
    const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const chunk of chunks) {
      all.set(chunk, at)
      at += chunk.length
    }
    chunks.splice(0, Infinity, all)
    return all
  }
  return {
    bytes,
    write: (chunk) => {
      chunks.push(chunk.slice())
      return Promise.resolve()
    },
    patch: (at, chunk) => {
      bytes().set(chunk, at)
      return Promise.resolve()
    },
  }
}
