import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Picture, Tile } from '../../../electron/batch-wire.ts'
import type { Job } from '../../../electron/batch/job.ts'
import { createProjects } from '../../../electron/batch/files/projects.ts'
import type { Store } from '../../../electron/batch/files/store.ts'
import type { Renderer, Work } from '../../../electron/batch/worker/worker.ts'
import { checkSums } from '../../../renderer/output/sums/sums.ts'
import { intlLocale, say } from '../../../renderer/words/say.ts'
import type { ChildRequest, ChildReply } from './child.ts'
import { sumsOf } from './sums-of.ts'

/** A process that is asked to stop has so long for tidying up. */
const GRACE_MS = 2000

/** A process of our own that answers one request after the other (child.ts). It is given data, and nothing of it goes through a shell. */
export interface Child {
  /** @throws Error with its sentence, and the system's `code` where there is one; the process is then of no more use */
  ask(request: ChildRequest, work: Work): Promise<ChildReply>
  readonly isAlive: boolean
  /** Whatever it does. */
  end(): void
}

export function startChild(): Child {
  const child = fork(path.join(path.dirname(process.argv[1]), 'batch.mjs'), ['child'], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [], env: { ...process.env, LC_ALL: process.env.LC_ALL ?? `${intlLocale()}.UTF-8` } })
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4000)))
  let isAlive = true
  const ended = new Promise<Error>((resolve) => {
    child.on('error', resolve)
    child.on('close', (code, signal) => resolve(new Error(said.trim().split('\n').at(-1) || say('batch.error.ended', { status: signal ?? String(code) }))))
  })
  void ended.then(() => (isAlive = false))
  const end = (): void => {
    isAlive = false
    endGently(child)
  }

  function ask(request: ChildRequest, { signal, tell }: Work): Promise<ChildReply> {
    return new Promise((resolve, reject) => {
      const onMessage = (message: ChildReply): void => {
        if (message.share !== undefined) return tell(message.share, child.pid ?? null)
        settle(() => (message.failed === undefined ? resolve(message) : reject(Object.assign(new Error(message.failed), { code: message.code }))))
      }
      const stop = (): void => {
        end()
        settle(() => reject(new Error(say('batch.error.stopped'))))
      }
      const settle = (how: () => void): void => {
        signal.removeEventListener('abort', stop)
        child.off('message', onMessage)
        how()
      }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      child.on('message', onMessage)
      void ended.then((error) => settle(() => reject(error)))
      tell(0, child.pid ?? null)
      // What cannot be sent any more is told by its end.
      child.send(request, () => {})
    })
  }
  return { ask, end, get isAlive() { return isAlive } }
}

/** One request to a process of its own. */
export async function askOnce(request: ChildRequest, work: Work): Promise<ChildReply> {
  const child = startChild()
  try {
    return await child.ask(request, work)
  } finally {
    child.end()
  }
}

function endGently(child: ChildProcess): void {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
}

/** A tile as the words of `npm run still`: the unit of work, whoever calls it. */
export function wordsOf(picture: Picture, { region, firstSample, samples }: Tile, device: 'gpu' | 'cpu' | null): string[] {
  const { view, way, moved, sun, variant, width, height, bounces, seed, glossFloor, panorama, transparent, layers, exposureEv } = picture
  const clock = sun === null ? '' : `${String(Math.floor(sun.minutes / 60)).padStart(2, '0')}:${String(sun.minutes % 60).padStart(2, '0')}`
  return [
    '--sums', `--size=${width}x${height}`, `--region=${region.x},${region.y},${region.width},${region.height}`, `--first-sample=${firstSample}`, `--samples=${samples}`,
    `--bounces=${bounces}`, `--seed=${seed}`, `--exposure=${exposureEv}`, `--caustics=${glossFloor}`, `--moved=${moved}`,
    ...(view === null ? [] : [`--view=${view}`]), ...(way === null ? [] : [`--way=${way}`]),
    ...(sun === null ? [] : [`--sun=${sun.date === null ? '' : `${sun.date}T`}${clock}`]),
    ...(variant === null ? [] : [`--variant=${variant}`]),
    ...(panorama ? ['--panorama'] : []), ...(transparent ? ['--transparent'] : []), ...(layers ? ['--layers'] : []), ...(device === null ? [] : [`--device=${device}`]),
  ]
}

/** @param atOnce  tiles that share the cores @param scratch  a folder of this process alone; the caller removes it @param at  where the store is, for children */
export function createChildRenderer(store: Store, at: string, adapter: string, device: 'gpu' | 'cpu' | null, scratch: string, atOnce = 1): Renderer {
  const threads = Math.max(1, Math.floor(os.availableParallelism() / atOnce))
  const projectOf = createProjects(store, scratch)

  /** Lets a program write a file of the store. */
  async function written<T>(key: string, write: (out: string) => Promise<T>): Promise<T> {
    const there = await store.writable(key)
    if (there !== null) return write(there)
    await mkdir(scratch, { recursive: true })
    const out = path.join(scratch, path.basename(key))
    try {
      const result = await write(out)
      await store.put(key, out)
      return result
    } finally {
      await rm(out, { force: true })
    }
  }

  // Opening a room and compiling for it takes longer than many a tile: a process that did one well does the next.
  const idle: Child[] = []
  async function asked(request: ChildRequest, work: Work): Promise<ChildReply> {
    let child = idle.pop()
    while (child !== undefined && !child.isAlive) child = idle.pop()
    child ??= startChild()
    const taken = child
    const reply = await taken.ask(request, work).catch((error: unknown) => {
      taken.end()
      throw error
    })
    idle.push(taken)
    return reply
  }

  return {
    adapter,
    isWhole: (key) => sumsOf(store, key).then(checkSums).then(() => true, () => false),
    async tile(job: Job, picture, tile, key, work) {
      const project = await projectOf(job.project)
      await written(key, (out) => asked({ kind: 'tile', words: [project, `--out=${out}`, ...wordsOf(picture, tile, device)], threads }, work))
    },
    merge: (_job, picture, parts, key, work) => written(key, async (out) => {
      const { adapters = [], note = '' } = await asked({ kind: 'merge', at, parts: [...parts], out, format: picture.format, denoise: picture.denoise, device }, work)
      return { adapters, note }
    }),
  }
}
