import type { DecodedImage } from '../reader.ts'

/* Basis Universal, as three ships it. Its glue makes functions from text, so it runs where that is allowed (loose.worker.ts), or in Node. */

interface Ktx2File {
  isValid(): boolean
  isHDR(): boolean
  getLevels(): number
  startTranscoding(): number
  getImageLevelInfo(level: number, layer: number, face: number): { readonly origWidth: number; readonly origHeight: number; readonly width: number; readonly height: number }
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number
  transcodeImage(target: Uint8Array, level: number, layer: number, face: number, format: number, unused: 0, channel0: -1, channel1: -1): number
  close(): void
  delete(): void
}

export interface Basis {
  readonly KTX2File: new (bytes: Uint8Array) => Ktx2File
  initializeBasis(): void
}

type Start = (options: { readonly instantiateWasm: (imports: WebAssembly.Imports, onReady: (instance: WebAssembly.Instance) => void) => object; readonly onAbort: (what: unknown) => void }) => Promise<Basis>

/** A level is half as wide as the one before: more than these no side of 32 bits has. */
const MOST_LEVELS = 32

/** cTFRGBA32: 4 bytes a pixel, rows from the top. */
const RGBA32 = 13

/**
 * @param glue  the text of basis_transcoder.js: a plain script that names BASIS
 * @param require  of Node, which the script asks for there
 */
export async function startBasis(glue: string, wasm: WebAssembly.Module, require?: unknown): Promise<Basis> {
  // The script stands inside a package of modules and is none: no import gets at BASIS.
  // oxlint-disable-next-line typescript/no-implied-eval
  const start = new Function('require', '__dirname', `${glue}\nreturn BASIS`)(require, '') as Start
  const basis = await new Promise<Basis>((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, onReady: (instance: WebAssembly.Instance) => void): object => {
      WebAssembly.instantiate(wasm, imports).then(onReady, reject)
      return {}
    }
    start({ instantiateWasm, onAbort: reject }).then(resolve, reject)
  })
  basis.initializeBasis()
  return basis
}

/**
 * The largest level of a KTX2 picture that is at most `maxSide` wide and high, the smallest if none is: ETC1S and UASTC, with Zstandard or without.
 *
 * @throws when the bytes are no such picture
 */
export function transcode(basis: Basis, bytes: Uint8Array, maxSide: number): DecodedImage {
  const file = new basis.KTX2File(bytes)
  try {
    if (!file.isValid() || file.isHDR()) throw new Error('no KTX2 picture that Basis knows')
    // A damaged header claims billions of levels, and Basis counts them as they stand.
    if (file.getLevels() > MOST_LEVELS) throw new Error('the KTX2 picture claims more levels than a picture has')
    const sizes = Array.from({ length: file.getLevels() }, (_, level) => file.getImageLevelInfo(level, 0, 0))
    const fitting = sizes.findIndex(({ origWidth, origHeight }) => Math.max(origWidth, origHeight) <= maxSide)
    const level = fitting < 0 ? sizes.length - 1 : fitting
    if (level < 0 || !file.startTranscoding()) throw new Error('the KTX2 picture has no pixels')
    const { origWidth: width, origHeight: height } = sizes[level]
    const rgba = new Uint8Array(file.getImageTranscodedSizeInBytes(level, 0, 0, RGBA32))
    if (rgba.length !== width * height * 4 || rgba.length === 0 || !file.transcodeImage(rgba, level, 0, 0, RGBA32, 0, -1, -1)) throw new Error('the KTX2 picture cannot be unpacked')
    return { width, height, rgba }
  } finally {
    file.close()
    file.delete()
  }
}
