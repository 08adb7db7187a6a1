import path from 'node:path'
import { parseJob } from './job.ts'
import { openQueue } from './queue/queue.ts'
import { createFolderStore, keys, prepareFolder } from './files/store.ts'
import { createTestingRenderer } from './testing-renderer.ts'
import { startWorker } from './worker/worker.ts'

/*
 * A process that works on a folder's queue, as the command line does, with tiles of arithmetic: to be killed. `node testing-host.mjs FOLDER JOB TILES` submits the job, does so many tiles
 * and hangs in the next two.
 */

const AT_ONCE = 2
const [folder, id, tiles] = process.argv.slice(2)
await prepareFolder(folder)
const store = createFolderStore(folder)
const queue = await openQueue(path.join(folder, 'queue'), '0.1.0', () => {})
await queue.submit(parseJob(id, (await store.get(keys.job(id)))!, '0.1.0'), id, 0)
let begun = 0
const renderer = createTestingRenderer(store, () => {
  begun++
  if (begun <= Number(tiles)) return Promise.resolve()
  if (begun === Number(tiles) + AT_ONCE) process.stdout.write(`${AT_ONCE} tiles hang\n`)
  return new Promise(() => {})
})
await startWorker({ queue, store, renderer, version: '0.1.0', atOnce: AT_ONCE, pollSeconds: 0.5, say: () => {} })
