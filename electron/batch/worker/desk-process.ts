import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setLanguage } from '../../../renderer/words/say.ts'
import type { TileReply } from '../../batch-wire.ts'
import { runDesk } from './desk.ts'
import type { FromDesk, ToDesk } from './desk-wire.ts'
import { encodeJob, RefusedJob } from '../job.ts'
import { type AskPage, ComputeError, createPageRenderer } from './page-renderer.ts'
import type { Place } from '../files/place.ts'
import { createProjects } from '../files/projects.ts'
import { keys } from '../files/store.ts'

/* The process in which this computer works on queues: the database is in it, and nothing of it is in the way of windows. It opens no file by a name that a page gives, and computes nothing. */

const port = process.parentPort
const post = (message: FromDesk): void => port.postMessage(message)

interface Asked { readonly tell: (share: number) => void; readonly settle: (reply: TileReply) => void }
const asked = new Map<number, Asked>()
let lastId = 0

const ask: AskPage = (request, files, { signal, tell }) => new Promise((resolve, reject) => {
  const id = ++lastId
  const stop = (): void => post({ kind: 'stop', id })
  const settle = (reply: TileReply): void => {
    asked.delete(id)
    signal.removeEventListener('abort', stop)
    if ('failed' in reply) reject(new ComputeError(reply.failed, reply.code))
    else resolve(reply)
  }
  asked.set(id, { tell: (share) => tell(share, null), settle })
  signal.addEventListener('abort', stop, { once: true })
  post({ kind: 'ask', id, request, files })
})

const quiet = { signal: new AbortController().signal, tell: () => {} }
const stopping = new AbortController()
let places: readonly Place[] = []

async function run({ works, version, language, locale }: Extract<ToDesk, { kind: 'start' }>): Promise<void> {
  setLanguage(language, [locale])
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'atrium-desk-'))
  try {
    await runDesk({
      places: () => places, works, version, signal: stopping.signal,
      async rendererOf(store) {
        const { adapter = '', atOnce = 1 } = await ask({ kind: 'adapter' }, {}, quiet)
        return { renderer: createPageRenderer(store, adapter, ask, scratch), atOnce }
      },
      async jobOf(_place, store, { project, name, wish }) {
        const file = await createProjects(store, scratch)(project)
        const { pictures = [] } = await ask({ kind: 'plan', project, wish }, { project: file }, quiet)
        const job = { format: 1 as const, atrium: version, name, project, pictures }
        const { bytes, id } = encoded(job)
        await store.putBytes(keys.job(id), bytes)
        return { job, id }
      },
      tell: (state) => post({ kind: 'state', state }),
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Two pictures of one name, or more tiles than a queue takes: the reason is its schema's. */
function encoded(job: Parameters<typeof encodeJob>[0]): ReturnType<typeof encodeJob> {
  try {
    return encodeJob(job)
  } catch (error) {
    throw new RefusedJob((error as Error).message.slice(0, 400))
  }
}

port.on('message', ({ data }: { data: ToDesk }) => {
  if (data.kind === 'start') {
    ({ places } = data)
    void run(data).finally(() => process.exit(0))
  } else if (data.kind === 'places') ({ places } = data)
  else if (data.kind === 'stop') stopping.abort()
  else if (data.kind === 'share') asked.get(data.id)?.tell(data.share)
  else asked.get(data.id)?.settle(data.reply)
})
