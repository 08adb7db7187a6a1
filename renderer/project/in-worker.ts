import { runTask, type TaskOptions } from '../workers/run-task.ts'
import type { ProjectContents } from './contents.ts'
import type { ProjectRequest } from './project.worker.ts'

const createWorker = (): Worker => new Worker(new URL('./project.worker.ts', import.meta.url), { type: 'module', name: 'project' })

/** Reads a project file off the main thread; `bytes` move away. Throws what `parseProject` throws, and `cancelled`. */
export function parseInWorker(bytes: Uint8Array<ArrayBuffer>, options: TaskOptions = {}): Promise<ProjectContents> {
  const request: ProjectRequest = { kind: 'parse', bytes }
  return runTask<ProjectContents>(createWorker, request, { ...options, transfer: [bytes.buffer] })
}

/** The picture inside a project file, PNG, or null; `bytes` move away. Throws what `readThumbnail` throws. */
export function readThumbnailInWorker(bytes: Uint8Array<ArrayBuffer>, options: TaskOptions = {}): Promise<Uint8Array<ArrayBuffer> | null> {
  const request: ProjectRequest = { kind: 'thumbnail', bytes }
  return runTask<Uint8Array<ArrayBuffer> | null>(createWorker, request, { ...options, transfer: [bytes.buffer] })
}

/** Writes a project file off the main thread; the contents are copied. */
export function serializeInWorker(contents: ProjectContents, app: string, options: TaskOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const request: ProjectRequest = { kind: 'serialize', contents, app }
  return runTask<Uint8Array<ArrayBuffer>>(createWorker, request, options)
}
