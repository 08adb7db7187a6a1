import path from 'node:path'
import { parseJob } from './job.ts'
import { openQueue } from './queue.ts'
import { createFolderStore, keys, prepareFolder } from './store.ts'
import { createTestingRenderer } from './testing-renderer.ts'
import { startWorker } from './worker.ts'

/*
 * A process that works on a folder's queue, as the command line does, with tiles of arithmetic: to be killed. `node testing-host.mjs FOLDER JOB TILES` submits the job and hangs in the
 * tile after so many; without TILES it goes on with what is in the queue, until the job is done.
 */

const [folder, id, tiles] = process.argv.slice(2)
await prepareFolder(folder)
const store = createFolderStore(folder)
const queue = await openQueue(path.join(folder, 'queue'), '0.1.0', () => {})
if (tiles !== undefined) await queue.submit(parseJob(id, (await store.get(keys.job(id)))!, '0.1.0'), id, 0)
let begun = 0
const renderer = createTestingRenderer(store, () => {
  if (tiles === undefined || ++begun <= Number(tiles)) return Promise.resolve()
  process.stdout.write('hangs\n')
  return new Promise(() => {})
})
await startWorker({ queue, store, renderer, version: '0.1.0', atOnce: 1, pollSeconds: 0.5, say: () => {} })
const timer = setInterval(() => {
  void queue.status().then(async ({ jobs }) => {
    if (jobs.find((job) => job.id === id)?.state !== 'done') return
    clearInterval(timer)
    await queue.close()
    process.stdout.write('done\n', () => process.exit(0))
  })
}, 500)
