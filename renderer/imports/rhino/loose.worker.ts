import createRhino from 'rhino3dm/rhino3dm.module.min.js'
import { serveTask } from '../../workers/serve-task.ts'
import { extractRhino } from './extract.ts'
import type { RhinoModel } from './model.ts'

/*
 * The kernel of Rhino makes its functions from text, which the page's policy forbids. This worker is served with a policy of its own that allows
 * that, and no connection to anything (electron/protocol.ts): it is handed the kernel and the file, and answers with plain data.
 */

export interface RhinoRequest {
  readonly wasm: ArrayBuffer
  readonly bytes: Uint8Array
}

serveTask<RhinoRequest, RhinoModel>(async ({ wasm, bytes }, { onProgress }) => {
  const result = extractRhino(await createRhino({ wasmBinary: wasm }), bytes, onProgress)
  return { result, transfer: result.objects.flatMap(({ meshes }) => meshes.flatMap(({ position, normal, uv, index }) => [position, normal, uv, index].flatMap((array) => (array === null ? [] : [array.buffer])))) }
})
