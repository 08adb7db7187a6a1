import type { EnvironmentImage } from '../../../gpu/index.ts'
import { serveTask } from '../../workers/serve-task.ts'
import { decodeSphere } from './decode.ts'

export interface SurroundingsRequest { readonly key: string; readonly bytes: Uint8Array<ArrayBuffer> }

serveTask<SurroundingsRequest, EnvironmentImage>(({ key, bytes }) => {
  const image = decodeSphere(bytes, key)
  return Promise.resolve({ result: image, transfer: [image.rgb.buffer as ArrayBuffer] })
})
