import { AtriumError } from '../../errors/atrium-error.ts'
import { runTask, type TaskOptions } from '../../workers/run-task.ts'
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

/** Writes a project file off the main thread. Assets are copied one at a time, each when its turn comes: the page keeps its own. */
export function serializeInWorker(contents: ProjectContents, app: string, options: TaskOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { assets, ...rest } = contents
  const request: ProjectRequest = { kind: 'serialize', contents: rest, app }
  const onAsk = (key: string): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = assets.get(key)
    return bytes === undefined ? Promise.reject(new AtriumError('project-invalid', `The data of ${key} is not at hand.`)) : Promise.resolve(bytes.slice())
  }
  return runTask<Uint8Array<ArrayBuffer>>(createWorker, request, { ...options, onAsk })
}
