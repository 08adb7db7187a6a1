import webIfcUrl from 'web-ifc/web-ifc.wasm?url'
import rhinoWasmUrl from 'rhino3dm/rhino3dm.wasm?url'
import basisWasmUrl from 'three/examples/jsm/libs/basis/basis_transcoder.wasm?url'
import dracoWasmUrl from 'draco3dgltf/draco_decoder_gltf.wasm?url'
import type { Language } from '../../words/languages.ts'
import { setLanguage } from '../../words/say.ts'
import { nameOfFormat } from '../formats.ts'
import { timeLimits, tookTooLong } from '../bytes/limits.ts'
import { runTask } from '../../workers/run-task.ts'
import { serveTask } from '../../workers/serve-task.ts'
import { besideByAsking, doctorByAsking, simplerByAsking, texturesByAsking } from '../beside/beside.ts'
import { decodeImage } from '../pictures/decode-image.ts'
import { importModels, type ImportResult, type ModelRequest } from './import-models.ts'
import type { Ktx2Request } from '../ktx2/loose.worker.ts'
import { shrunk } from '../pictures/decode-plain.ts'
import type { DecodedImage, DecodeImage } from '../reader.ts'
import type { RhinoRequest } from '../rhino/loose.worker.ts'
import type { RhinoModel } from '../rhino/model.ts'
import type { LoadedAsset } from '../types.ts'

export interface ImportRequest {
  /** Of the names for what has none. */
  readonly language: Language
  readonly models: readonly ModelRequest[]
  /** Also look for rooms in the first model, if it is examined (it is opened as a project of its own). */
  readonly findSpaces: boolean
}

async function draco(): Promise<unknown> {
  const [{ default: createDecoder }, wasm] = await Promise.all([import('draco3dgltf/draco_decoder_gltf_nodejs.js'), fetch(dracoWasmUrl)])
  return createDecoder({ wasmBinary: await wasm.arrayBuffer() })
}

async function webIfc() {
  const ifc = await import('web-ifc')
  const api = new ifc.IfcAPI()
  // Its threads need a worker of their own, which does not start inside this one.
  await api.Init(() => webIfcUrl, true)
  api.SetLogLevel(ifc.LogLevel.LOG_LEVEL_OFF)
  return { api, ifc }
}

/** In a worker of its own below this one, with which it dies. */
async function rhino(bytes: Uint8Array<ArrayBuffer>, onProgress: (fraction: number) => void): Promise<RhinoModel> {
  const wasm = await (await fetch(rhinoWasmUrl)).arrayBuffer()
  const request: RhinoRequest = { wasm, bytes }
  return runTask<RhinoModel>(() => new Worker(new URL('../rhino/loose.worker.ts', import.meta.url), { type: 'module', name: 'loose' }), request, { transfer: [wasm], onProgress, ...timeLimits(bytes.byteLength), onSilence: () => tookTooLong(nameOfFormat('3dm')) })
}

let basis: Promise<WebAssembly.Module> | undefined

/** A KTX2 picture, in a worker of its own; compiled once. */
async function ktx2(bytes: Uint8Array<ArrayBuffer>, maxSide: number): Promise<DecodedImage> {
  basis ??= WebAssembly.compileStreaming(fetch(basisWasmUrl))
  const request: Ktx2Request = { wasm: await basis, bytes, maxSide }
  const image = await runTask<DecodedImage>(() => new Worker(new URL('../ktx2/loose.worker.ts', import.meta.url), { type: 'module', name: 'loose' }), request, timeLimits(bytes.byteLength))
  return shrunk(image, maxSide)
}

const decode: DecodeImage = (bytes, mimeType, maxSide) => (mimeType === 'image/ktx2' ? ktx2(bytes, maxSide) : decodeImage(bytes, mimeType, maxSide))

serveTask<ImportRequest, ImportResult>(async ({ language, models, findSpaces: wantsSpaces }, { onProgress, onStage, ask }) => {
  setLanguage(language)
  const result = await importModels(models, wantsSpaces, { decodeImage: decode, ...besideByAsking(ask), ask: doctorByAsking(ask), askTextures: texturesByAsking(ask), offerSimpler: simplerByAsking(ask), decoders: { draco, webIfc, rhino }, onProgress, onStage })
  return { result, transfer: buffersOf(result.assets) }
})

/** Every buffer of the results, each once. */
function buffersOf(assets: readonly LoadedAsset[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBufferLike>()
  for (const { bytes, parsed } of assets) {
    buffers.add(bytes.buffer)
    for (const { positions, normals, uvs, indices, materialSlots } of parsed.meshes.values()) {
      for (const array of [positions, normals, uvs, indices, materialSlots]) if (array !== null) buffers.add(array.buffer)
    }
    for (const { rgba } of parsed.textures.values()) buffers.add(rgba.buffer)
  }
  return [...buffers] as ArrayBuffer[]
}
