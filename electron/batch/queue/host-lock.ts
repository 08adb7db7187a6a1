import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { isAlive } from '../../files/project-lock.ts'

/*
 * PGlite's files are for one process: a second one would tear them. Whoever has the lock tells that it lives by a new beat every few seconds, so
 * a lock that a killed or switched-off computer left is told from one that is held, whatever the clocks say.
 */

const Holder = z.object({ host: z.string().max(300), pid: z.int().positive(), key: z.string().max(100), beat: z.string().max(100) })
type Holder = z.infer<typeof Holder>

const BEAT_MS = 2000
/** A beat that does not come for so long will not come. */
const SILENT_MS = 9000

/** In a thread of its own: PGlite holds up its process for as long as a statement takes, and one that is busy is not dead. */
const BEATS = `
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const { randomUUID } = require('node:crypto')
const { file, everyMs, ...holder } = require('node:worker_threads').workerData
const part = file + '.' + holder.key
setInterval(() => {
  try {
    if (JSON.parse(readFileSync(file, 'utf8')).key !== holder.key) return
    writeFileSync(part, JSON.stringify({ ...holder, beat: randomUUID() }))
    renameSync(part, file)
  } catch {
    // A disk that is away: the next beat tries again.
  }
}, everyMs)
`

/** The queue is held by another process. */
export class QueueHeld extends Error {
  readonly host: string
  readonly pid: number
  constructor({ host, pid }: Holder) {
    super(`This queue is held by process ${pid} on ${host}.`)
    this.host = host
    this.pid = pid
  }
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return Holder.parse(JSON.parse((await readFile(file, 'utf8')).slice(0, 4096)))
  } catch (error) {
    // A lock that was being written when the power went holds nothing; it counts as one that is silent.
    return (error as { code?: string }).code === 'ENOENT' ? null : { host: '', pid: 1, key: '', beat: '' }
  }
}

async function isHeld(file: string, holder: Holder): Promise<boolean> {
  if (holder.host === os.hostname() && !isAlive(holder.pid)) return false
  const began = Date.now()
  while (Date.now() - began < SILENT_MS) {
    await new Promise((resolve) => { setTimeout(resolve, BEAT_MS / 4) })
    const now = await readHolder(file)
    if (now === null) return false
    if (now.beat !== holder.beat || now.key !== holder.key) return true
  }
  return false
}

/** Removes a silent lock, one process at a time: of several that found it, none may remove what another has just taken. */
async function removeSilent(file: string, silent: Holder): Promise<void> {
  const claim = `${file}.taking`
  try {
    await (await open(claim, 'wx')).close()
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    const age = await stat(claim).then(({ mtimeMs }) => Date.now() - mtimeMs, () => 0)
    // Whoever was at it was killed there.
    if (age > 10 * SILENT_MS) await rm(claim, { force: true })
    await new Promise((resolve) => { setTimeout(resolve, BEAT_MS / 10) })
    return
  }
  try {
    const now = await readHolder(file)
    if (now !== null && now.key === silent.key && now.beat === silent.beat) await rm(file, { force: true })
  } finally {
    await rm(claim, { force: true })
  }
}

/** Takes the folder for this process. @returns gives it back @throws QueueHeld */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'host.lock')
  const key = randomUUID()
  const own = (): string => JSON.stringify({ host: os.hostname(), pid: process.pid, key, beat: randomUUID() } satisfies Holder)
  for (;;) {
    try {
      const opened = await open(file, 'wx')
      try {
        await opened.writeFile(own())
      } finally {
        await opened.close()
      }
      break
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
    const holder = await readHolder(file)
    if (holder === null) continue
    if (await isHeld(file, holder)) throw new QueueHeld(holder)
    await removeSilent(file, holder)
  }
  const beating = new Worker(BEATS, { eval: true, workerData: { file, host: os.hostname(), pid: process.pid, key, everyMs: BEAT_MS } })
  beating.on('error', () => {})
  beating.unref()
  return async () => {
    await beating.terminate()
    await rm(`${file}.${key}`, { force: true })
    if ((await readHolder(file))?.key === key) await rm(file, { force: true })
  }
}
