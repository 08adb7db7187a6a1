import type { MeshData } from '../../gpu/index.ts'
import type { KdTree } from '../../gpu/kdtree/node.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import type { FromTreeWorker, ToTreeWorker } from './messages.ts'

export interface TreePool {
  /**
   * Builds the object tree of a mesh in a worker; small meshes go before large ones.
   *
   * @throws AtriumError `cancelled` when aborted, `scene-invalid` naming the triangle the builder refused
   */
  readonly buildTree: (mesh: MeshData, signal: AbortSignal) => Promise<KdTree>
  dispose(): void
}

interface Job {
  readonly mesh: MeshData
  readonly signal: AbortSignal
  readonly resolve: (tree: KdTree) => void
  readonly reject: (error: AtriumError) => void
}

interface Seat {
  worker: Worker | null
  job: Job | null
}

const createTreeWorker = (): Worker => new Worker(new URL('./tree.worker.ts', import.meta.url), { type: 'module', name: 'trees' })

const cancelled = (): AtriumError => new AtriumError('cancelled', 'The tree is no longer needed.')

/** One core is left to the window. */
const defaultCount = (): number => Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1))

/** Workers that build object trees. They start with the first job and sleep between jobs. */
export function createTreePool(count = defaultCount(), createWorker = createTreeWorker): TreePool {
  const seats: Seat[] = Array.from({ length: count }, () => ({ worker: null, job: null }))
  /** Smallest first. */
  const queue: Job[] = []
  let jobs = 0

  function assign(): void {
    for (const seat of seats) {
      if (seat.job !== null) continue
      let job = queue.shift()
      // One signal may stop many: those that wait must not start in between.
      for (; job?.signal.aborted; job = queue.shift()) job.reject(cancelled())
      if (job === undefined) return
      start(seat, job)
    }
  }

  function start(seat: Seat, job: Job): void {
    seat.job = job
    seat.worker ??= createWorker()
    const { worker } = seat
    const id = ++jobs
    const finish = (settle: () => void): void => {
      worker.removeEventListener('message', onMessage)
      worker.removeEventListener('error', onError)
      job.signal.removeEventListener('abort', onAbort)
      seat.job = null
      settle()
      assign()
    }
    function onMessage({ data }: MessageEvent<FromTreeWorker>): void {
      if (data.id !== id) return
      finish(() => ('tree' in data ? job.resolve(data.tree) : job.reject(new AtriumError('scene-invalid', data.message))))
    }
    // A worker that failed or builds what nobody wants any more is replaced.
    function onError(event: ErrorEvent): void {
      drop(seat)
      finish(() => job.reject(new AtriumError('internal', `A tree worker failed: ${event.message || 'it could not be started'}.`)))
    }
    function onAbort(): void {
      drop(seat)
      finish(() => job.reject(cancelled()))
    }
    worker.addEventListener('message', onMessage)
    worker.addEventListener('error', onError)
    job.signal.addEventListener('abort', onAbort)
    const { key, positions, indices } = job.mesh
    const message: ToTreeWorker = { id, key, positions, indices }
    worker.postMessage(message)
  }

  function drop(seat: Seat): void {
    seat.worker?.terminate()
    seat.worker = null
  }

  return {
    buildTree: (mesh, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(cancelled())
          return
        }
        const job: Job = { mesh, signal, resolve, reject }
        const place = queue.findIndex((other) => other.mesh.indices.length > mesh.indices.length)
        queue.splice(place < 0 ? queue.length : place, 0, job)
        signal.addEventListener('abort', () => {
          const at = queue.indexOf(job)
          if (at < 0) return
          queue.splice(at, 1)
          reject(cancelled())
        }, { once: true })
        assign()
      }),
    dispose() {
      for (const job of queue.splice(0)) job.reject(cancelled())
      for (const seat of seats) {
        drop(seat)
        seat.job?.reject(cancelled())
        seat.job = null
      }
    },
  }
}
