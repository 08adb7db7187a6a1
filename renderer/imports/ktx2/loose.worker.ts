import glue from 'three/examples/jsm/libs/basis/basis_transcoder.js?raw'
import { serveTask } from '../../workers/serve-task.ts'
import type { DecodedImage } from '../reader.ts'
import { startBasis, transcode } from './transcode.ts'

/* Served with a policy of its own, as the kernel of Rhino (electron/protocol.ts): it reaches nothing and answers with plain pixels. */

export interface Ktx2Request {
  readonly wasm: WebAssembly.Module
  readonly bytes: Uint8Array
  readonly maxSide: number
}

serveTask<Ktx2Request, DecodedImage>(async ({ wasm, bytes, maxSide }) => {
  const result = transcode(await startBasis(glue, wasm), bytes, maxSide)
  return { result, transfer: [result.rgba.buffer] }
})
