import { serveTask } from '../../workers/serve-task.ts'
import type { ProjectContents } from './contents.ts'
import { parseProject, readThumbnail } from './parse.ts'
import { serializeProject } from './serialize.ts'

export type ProjectRequest =
  | { readonly kind: 'parse'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'thumbnail'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'serialize'; readonly contents: Omit<ProjectContents, 'assets'>; readonly app: string }

serveTask<ProjectRequest, ProjectContents | Uint8Array<ArrayBuffer> | null>(async (request, { onProgress, ask }) => {
  if (request.kind === 'serialize') {
    const bytes = await serializeProject({ ...request.contents, assets: { get: ask } }, request.app, onProgress)
    return { result: bytes, transfer: [bytes.buffer] }
  }
  if (request.kind === 'thumbnail') {
    const picture = await readThumbnail(request.bytes)
    return { result: picture, transfer: picture === null ? [] : [picture.buffer] }
  }
  const contents = await parseProject(request.bytes, onProgress)
  const { assets, thumbnail } = contents
  return { result: contents, transfer: [...assets.values(), ...(thumbnail === null ? [] : [thumbnail])].map(({ buffer }) => buffer) }
})
