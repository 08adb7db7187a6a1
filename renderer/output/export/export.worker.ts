import { detailOf } from '../../errors/atrium-error.ts'
import { codeOf } from '../../errors/sentences.ts'
import { createClipEncoder } from '../clip/clip-file.ts'
import { makeClip } from '../clip/make-clip.ts'
import { makePicture, type Tells } from '../picture/make-picture.ts'
import type { ExportRequest, FramesRequest, FromExportWorker, ToExportWorker } from '../export-protocol.ts'
import { createChunkSink } from '../encoders/chunk-sink.ts'
import { openStudio } from '../picture/studio.ts'

interface WorkerScope {
  postMessage(message: FromExportWorker, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ToExportWorker>) => void): void
}

const scope = globalThis as unknown as WorkerScope
const PROGRESS_MS = 100
const PREVIEW_MS = 400

let written = (): void => {}
const sink = createChunkSink((at, bytes) => new Promise((resolve) => {
  written = resolve
  scope.postMessage({ kind: 'chunk', at, bytes }, [bytes.buffer])
}))

const putPiece = (at: number, bytes: Uint8Array): Promise<void> => sink.put(at, bytes)

/** Makes one picture or clip, and is then of no more use. */
scope.addEventListener('message', ({ data }) => {
  if (data.kind === 'written') written()
  else {
    make(data.request).then(
      (sizeBytes) => scope.postMessage({ kind: 'done', sizeBytes }, []),
      (error: unknown) => {
        const code = codeOf(error)
        scope.postMessage({ kind: 'failed', code: code === 'gpu-lost' ? 'export-gpu-lost' : code, detail: detailOf(error) }, [])
      },
    )
  }
})

async function make(request: ExportRequest): Promise<number> {
  const tells = createTells()
  if (request.kind === 'frames') await makeFrames(request, tells)
  else {
    const studio = await openStudio(request, request)
    const work = request.kind === 'picture' ? makePicture(studio, request, sink, tells)
      : createClipEncoder(putPiece, request.options).then((encoder) => makeClip(studio, request, encoder, tells))
    await Promise.race([work, studio.failure])
  }
  return sink.end()
}

async function makeFrames({ frames, ...facts }: FramesRequest, tells: Tells): Promise<void> {
  const encoder = await createClipEncoder(putPiece, facts)
  for (const [i, frame] of frames.entries()) {
    await encoder.frame(new Uint8Array(frame.buffer))
    tells.progress((i + 1) / frames.length)
  }
  await encoder.end()
}

function createTells(): Tells {
  let [progressAt, previewAt] = [-Infinity, -Infinity]
  return {
    progress(share) {
      if (performance.now() - progressAt < PROGRESS_MS) return
      progressAt = performance.now()
      scope.postMessage({ kind: 'progress', share }, [])
    },
    denoising: (seconds) => scope.postMessage({ kind: 'denoising', seconds }, []),
    preview({ width, height, rgba }) {
      if (performance.now() - previewAt < PREVIEW_MS) return
      previewAt = performance.now()
      scope.postMessage({ kind: 'preview', width, height, rgba: rgba.slice() }, [])
    },
  }
}
