import { serveTask } from '../workers/serve-task.ts'
import { readScript, type Script } from './script.ts'

export interface ScriptRequest {
  readonly script: Uint8Array<ArrayBuffer>
}

serveTask<ScriptRequest, Script>(async ({ script }, { onProgress }) => {
  const result = await readScript(script, onProgress)
  return { result, transfer: result.assets.map(([, bytes]) => bytes.buffer) }
})
