import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, createWriteStream } from 'node:fs'
import path from 'node:path'
import { encodeJob, type Job } from '../../../../electron/batch/job.ts'
import { keys, type Store } from '../../../../electron/batch/files/store.ts'

/** One `npm run batch -- work`, as on a machine of its own. */
export interface Machine {
  readonly name: string
  readonly pid: number
  /** Its exit status; null: it was killed. */
  readonly ended: Promise<number | null>
  /** kill -9 of the worker; what it has started ends by itself. */
  kill(): void
  stop(): Promise<void>
}

/** Bundles that run beside this one. */
export const tools = path.dirname(process.argv[1])

export function startMachine(name: string, words: readonly string[], log: string): Machine {
  const child: ChildProcess = spawn(process.execPath, [path.join(tools, 'batch.mjs'), 'work', `--machine=${name}`, ...words], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const out = createWriteStream(log, { flags: 'a' })
  child.stderr?.on('data', (text: Buffer) => out.write(text.toString().replaceAll(/^/gm, `${name} `)))
  const ended = new Promise<number | null>((resolve) => { child.on('close', (code) => resolve(code)) })
  return {
    name, pid: child.pid!, ended,
    kill() {
      appendFileSync(log, `--- kill -9 of ${name}\n`)
      child.kill('SIGKILL')
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export const PROJECT = path.resolve('assets/public/samples/mirror-room.atrium')

/** Puts all that a job is made of into a store. @returns its id */
export async function putJob(store: Store, job: Job): Promise<string> {
  const { bytes, id } = encodeJob(job)
  await store.put(keys.project(job.project), PROJECT)
  await store.putBytes(keys.job(id), bytes)
  return id
}

/** Waits until something is so. @throws Error naming what never came @param limitS  against hangs alone */
export async function until<T>(what: string, look: () => Promise<T | null | undefined | false>, limitS = 900): Promise<T> {
  const began = performance.now()
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    if (performance.now() - began > 1000 * limitS) throw new Error(`Never: ${what}`)
    await new Promise((resolve) => { setTimeout(resolve, 250) })
  }
}
