import type { ImportRequest } from '../imports/reading/import.worker.ts'
import { importModels, type ImportResult } from '../imports/reading/import-models.ts'
import { besideByAsking, doctorByAsking, simplerByAsking, texturesByAsking } from '../imports/beside/beside.ts'
import { DECODERS_IN_NODE, decodeImageInNode } from '../imports/reading/in-node.ts'
import { toAtriumError } from '../errors/atrium-error.ts'
import { replayJournal } from '../recovery/replay.ts'
import type { SurroundingsRequest } from '../imports/surroundings/decode.worker.ts'
import { decodeSphere } from '../imports/surroundings/decode.ts'
import type { ReplayRequest } from '../recovery/replay.worker.ts'
import { readScript } from '../recovery/script.ts'
import type { ScriptRequest } from '../recovery/script.worker.ts'
import type { FromWorker, ToWorker } from '../workers/task-protocol.ts'
import { type Format, parseProject, readThumbnail } from './file/parse.ts'
import type { ProjectRequest } from './file/project.worker.ts'
import { serializeProject } from './file/serialize.ts'

/** Stands in for `Worker` in Node: does what the real workers do, on the same thread, until it is terminated. */
export class InlineWorker extends EventTarget {
  static created = 0
  /** A made-up format to read projects by. */
  static format: Format | undefined
  /** That models may have; undefined: as many as ever. */
  static mostTriangles: number | undefined
  private terminated = false
  private readonly answers = new Map<number, (message: Extract<ToWorker, { kind: 'answer' }>) => void>()
  private asked = 0

  constructor() {
    super()
    InlineWorker.created += 1
  }

  postMessage(sent: ToWorker, moved: Transferable[] = []): void {
    // As the real ones do: what moves is gone here, everything else is a copy there.
    const message = structuredClone(sent, { transfer: moved })
    if (message.kind === 'answer') {
      this.answers.get(message.id)?.(message)
      return
    }
    this.run(message.request as ImportRequest | ReplayRequest | ScriptRequest | ProjectRequest | SurroundingsRequest).then(
      (result) => this.send({ kind: 'done', result }),
      (error: unknown) => this.send({ kind: 'failed', code: toAtriumError(error).code, detail: toAtriumError(error).detail }),
    )
  }

  private async run(request: ImportRequest | ReplayRequest | ScriptRequest | ProjectRequest | SurroundingsRequest): Promise<unknown> {
    if ('key' in request) return decodeSphere(request.bytes, request.key)
    if ('script' in request) return readScript(request.script)
    if ('models' in request) return this.import(request)
    return 'journal' in request ? replayJournal(request.journal) : this.project(request)
  }

  terminate(): void {
    this.terminated = true
  }

  private send(data: FromWorker<unknown>): void {
    if (!this.terminated) this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }

  private project(request: ProjectRequest): Promise<unknown> {
    const onProgress = (fraction: number): void => this.send({ kind: 'progress', fraction })
    if (request.kind === 'thumbnail') return readThumbnail(request.bytes)
    return request.kind === 'parse' ? parseProject(request.bytes, onProgress, InlineWorker.format) : serializeProject({ ...request.contents, assets: { get: this.ask } }, request.app, onProgress)
  }

  private readonly ask = (question: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Promise((resolve, reject) => {
      const id = ++this.asked
      this.answers.set(id, (answer) => (answer.ok ? resolve(answer.bytes) : reject(Object.assign(new Error(answer.detail), answer))))
      this.send({ kind: 'ask', id, question })
    })

  private import({ models, findSpaces: wantsSpaces }: ImportRequest): Promise<ImportResult> {
    return importModels(models, wantsSpaces, { decodeImage: decodeImageInNode, ...besideByAsking(this.ask), ask: doctorByAsking(this.ask), askTextures: texturesByAsking(this.ask), offerSimpler: simplerByAsking(this.ask), mostTriangles: InlineWorker.mostTriangles, decoders: DECODERS_IN_NODE, onStage: (stage) => this.send({ kind: 'stage', stage }) })
  }
}
