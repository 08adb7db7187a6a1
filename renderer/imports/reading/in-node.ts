import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import type { RhinoModule } from 'rhino3dm'
import type { DecodeImage, DecodedImage, Decoders } from '../reader.ts'
import { readGif } from '../pictures/gif-in-node.ts'
import { type Basis, startBasis, transcode } from '../ktx2/transcode.ts'
import { extractRhino } from '../rhino/extract.ts'

/** Decodes images in Node; larger ones are thinned out to `maxSide`. For tests, generators and commands. */
export const decodeImageInNode: DecodeImage = async (bytes, mimeType, maxSide) => {
  const image = mimeType === 'image/ktx2' ? transcode(await basisInNode(), bytes, maxSide) : await readIn(mimeType, bytes)
  const step = Math.ceil(Math.max(image.width, image.height) / maxSide)
  return step <= 1 ? image : thinned(image, step)
}

async function readIn(mimeType: string, bytes: Uint8Array<ArrayBuffer>): Promise<DecodedImage> {
  if (mimeType === 'image/png') return readPng(bytes)
  if (mimeType === 'image/gif') return readGif(bytes)
  if (mimeType === 'image/bmp') return readBmp(bytes)
  return mimeType === 'image/webp' ? readWebp(bytes) : readJpeg(bytes)
}

async function readBmp(bytes: Uint8Array): Promise<DecodedImage> {
  const { decode } = await import('bmp-ts')
  const { width, height, data, bitPP } = decode(Buffer.from(bytes), { toRGBA: true })
  const rgba = new Uint8Array(data)
  // What has no alpha is opaque.
  if (bitPP < 32) for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255
  return { width, height, rgba }
}

async function readWebp(bytes: Uint8Array): Promise<DecodedImage> {
  const { decode } = await import('@cwasm/webp')
  const { width, height, data } = decode(bytes)
  return { width, height, rgba: new Uint8Array(data) }
}

function readPng(bytes: Uint8Array): DecodedImage {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { width, height, rgba: new Uint8Array(data) }
}

function readJpeg(bytes: Uint8Array): DecodedImage {
  const { width, height, data } = jpeg.decode(bytes, { useTArray: true, maxMemoryUsageInMB: 2048 })
  return { width, height, rgba: data }
}

function thinned({ width, height, rgba }: DecodedImage, step: number): DecodedImage {
  const [columns, rows] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))]
  const small = new Uint8Array(columns * rows * 4)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const from = (y * step * width + x * step) * 4
      small.set(rgba.subarray(from, from + 4), (y * columns + x) * 4)
    }
  }
  return { width: columns, height: rows, rgba: small }
}

let basis: Promise<Basis> | undefined

/** Basis Universal in Node, once. */
function basisInNode(): Promise<Basis> {
  basis ??= (async () => {
    const [glue, wasm] = await Promise.all(['js', 'wasm'].map((type) => readFile(createRequire(import.meta.url).resolve(`three/examples/jsm/libs/basis/basis_transcoder.${type}`))))
    return startBasis(glue.toString(), await WebAssembly.compile(wasm), createRequire(import.meta.url))
  })()
  return basis
}

/** web-ifc in Node. */
export async function webIfcInNode(): Promise<Awaited<ReturnType<NonNullable<Decoders['webIfc']>>>> {
  const ifc = await import('web-ifc')
  const api = new ifc.IfcAPI()
  await api.Init()
  api.SetLogLevel(ifc.LogLevel.LOG_LEVEL_OFF)
  return { api, ifc }
}

let rhino: Promise<RhinoModule> | undefined

/** The kernel of Rhino in Node, once. */
export function rhinoInNode(): Promise<RhinoModule> {
  rhino ??= (createRequire(import.meta.url)('rhino3dm') as () => Promise<RhinoModule>)()
  return rhino
}

/** The Draco decoder in Node. */
export async function dracoInNode(): Promise<unknown> {
  const draco = createRequire(import.meta.url)('draco3dgltf') as { createDecoderModule(): Promise<unknown> }
  return draco.createDecoderModule()
}

/** Everything that a file may need. */
export const DECODERS_IN_NODE: Decoders = { draco: dracoInNode, webIfc: webIfcInNode, rhino: async (bytes, onProgress) => extractRhino(await rhinoInNode(), bytes, onProgress) }
