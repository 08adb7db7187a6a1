import type { BuildTree, MeshData } from '../../gpu/index.ts'
import { PAIR_STATE_BYTES, type TreeLayout } from '../../gpu/trees.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import type { FromTreeWorker, ToTreeWorker } from './tree-protocol.ts'

export interface TreePool {
  /**
   * Builds the object tree of a mesh and packs both in a worker; small meshes go before large ones.
   *
   * @throws AtriumError `cancelled` when aborted, `scene-invalid` naming the triangle the builder refused
   */
  readonly buildTree: BuildTree
  dispose(): void
}

interface Job {
  readonly mesh: MeshData
  readonly layout: TreeLayout
  readonly signal: AbortSignal
  readonly resolve: (tree: Awaited<ReturnType<BuildTree>>) => void
  readonly reject: (error: AtriumError) => void
}

interface Seat {
  worker: Worker | null
  job: Job | null
  /** The seat whose job it helps with. */
  helps: Seat | null
}

const createTreeWorker = (): Worker => new Worker(new URL('./tree.worker.ts', import.meta.url), { type: 'module', name: 'trees' })

const cancelled = (): AtriumError => new AtriumError('cancelled', 'The tree is no longer needed.')

/** One core is left to the window, but a large tree wants two. */
const defaultCount = (): number => Math.max(2, Math.min(4, navigator.hardwareConcurrency - 1))

/**
 * Workers that build object trees. They start with the first job and sleep between jobs; one that has nothing to do helps another
 * with a large mesh.
 */
export function createTreePool(count = defaultCount(), createWorker = createTreeWorker): TreePool {
  const seats: Seat[] = Array.from({ length: count }, () => ({ worker: null, job: null, helps: null }))
  /** Smallest first. */
  const queue: Job[] = []
  let jobs = 0

  function assign(): void {
    for (const seat of seats) {
      if (seat.job !== null || seat.helps !== null) continue
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
      if (data.id !== id || 'helped' in data) return
      if ('wantsHelp' in data) pair(seat, job, id)
      else finish(() => ('tree' in data ? job.resolve(data.packed === undefined ? data.tree : { ...data.tree, packed: data.packed }) : job.reject(new AtriumError('scene-invalid', data.message))))
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
    const message: ToTreeWorker = { kind: 'build', id, key: job.mesh.key, mesh: job.mesh, layout: job.layout }
    worker.postMessage(message)
  }

  /** Answers a worker with a large mesh: somebody who waits for work becomes its helper. */
  function pair(lead: Seat, { mesh: { key, positions, indices } }: Job, id: number): void {
    const free = seats.find((seat) => seat.job === null && seat.helps === null)
    if (free === undefined || typeof SharedArrayBuffer === 'undefined') {
      lead.worker?.postMessage({ kind: 'pair', id, pairing: null } satisfies ToTreeWorker)
      return
    }
    const helper = free
    const { port1, port2 } = new MessageChannel()
    const state = new SharedArrayBuffer(PAIR_STATE_BYTES)
    helper.worker ??= createWorker()
    const { worker } = helper
    helper.helps = lead
    const release = (): void => {
      worker.removeEventListener('message', onMessage)
      worker.removeEventListener('error', onError)
      if (helper.worker === worker) helper.helps = null
      assign()
    }
    function onMessage({ data }: MessageEvent<FromTreeWorker>): void {
      if (data.id === id && 'helped' in data) release()
    }
    // Without its helper the lead waits for ever: it fails with it.
    function onError(event: ErrorEvent): void {
      drop(helper)
      release()
      lead.worker?.dispatchEvent(new ErrorEvent('error', { message: event.message }))
    }
    worker.addEventListener('message', onMessage)
    worker.addEventListener('error', onError)
    worker.postMessage({ kind: 'help', id, key, positions, indices, pairing: { port: port2, state } } satisfies ToTreeWorker, [port2])
    lead.worker?.postMessage({ kind: 'pair', id, pairing: { port: port1, state } } satisfies ToTreeWorker, [port1])
  }

  function drop(seat: Seat): void {
    seat.worker?.terminate()
    seat.worker = null
    seat.helps = null
    // Whoever helped it would wait for ever.
    for (const helper of seats) if (helper.helps === seat) drop(helper)
  }

  return {
    buildTree: (mesh, signal, layout) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(cancelled())
          return
        }
        const job: Job = { mesh, layout, signal, resolve, reject }
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
