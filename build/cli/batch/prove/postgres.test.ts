import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type DeskState, runDesk } from '../../../../electron/batch/worker/desk.ts'
import { leaveNote } from '../../../../electron/batch/queue/inbox.ts'
import { encodeJob } from '../../../../electron/batch/job.ts'
import { placeOfOffice } from '../../../../electron/batch/files/place.ts'
import { openQueue } from '../../../../electron/batch/queue/queue.ts'
import { createFolderStore, keys } from '../../../../electron/batch/files/store.ts'
import { job, picture } from '../../../../electron/batch/testing-job.ts'
import { createTestingRenderer } from '../../../../electron/batch/testing-renderer.ts'
import { createCluster, installedPrograms } from './postgres.ts'

test.skipIf(installedPrograms() === null)('on a PostgreSQL the queue needs TLS and a role that owns its schema and nothing else, and outlives the server (Debian\u2019s postgresql)', { tags: 'proof' }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-postgres-'))
  await chmod(folder, 0o755)
  const cluster = createCluster(path.join(folder, 'cluster'), 20_000 + randomInt(20_000))
  try {
    await cluster.start()
    expect(cluster.notRefused()).toEqual([])
    for (const mode of ['disable', 'verify-full&sslrootcert=/dev/null']) await expect(openQueue(cluster.url.replace(/sslmode=.*/, `sslmode=${mode}`), '0.1.0', () => {})).rejects.toThrow()
    const errors: Error[] = []
    const queue = await openQueue(cluster.url, '0.1.0', (error) => errors.push(error))
    const { id } = encodeJob(job())
    await queue.submit(job(), id, 4)
    expect((await queue.status()).jobs).toMatchObject([{ id, state: 'waiting', tiles: 6, priority: 4 }])
    await queue.setPriority(id, 9)
    cluster.kill()
    await expect(queue.status()).rejects.toThrow()
    await cluster.start()
    await expect.poll(() => queue.status().then(({ jobs }) => jobs.map(({ priority, state }) => ({ priority, state })), () => null)).toEqual([{ priority: 9, state: 'waiting' }])
    // Atrium on it, as its panel has it: a window's wish becomes a job of the office, and its pictures come.
    const stop = new AbortController()
    const states: DeskState[] = []
    const place = placeOfOffice(cluster.url, path.join(folder, 'shared'), path.join(folder, 'notes'))
    const wished = job({ name: 'Wished' })
    await leaveNote(place.notes, { kind: 'wish', project: wished.project, name: 'Wished', wish: { views: ['Door'], sizes: [{ width: 40, height: 24 }], times: [], variants: [], clip: null, panorama: false, format: 'png', samples: 130, bounces: 4, denoise: false }, priority: 20 })
    const desk = runDesk({
      places: () => [{ ...place, queue: states.some(({ kind }) => kind === 'trouble') ? cluster.url : cluster.url.replace(':office@', ':wrong@') }], works: true, version: '0.1.0', signal: stop.signal, tell: (state) => states.push(state),
      rendererOf: (store) => Promise.resolve({ renderer: createTestingRenderer(store), atOnce: 1 }),
      async jobOf(_place, store) {
        const { bytes, id: own } = encodeJob(wished)
        await store.putBytes(keys.job(own), bytes)
        return { job: wished, id: own }
      },
    })
    await expect.poll(async () => (await queue.status()).jobs.find(({ name }) => name === 'Wished')?.state ?? null).toBe('done')
    stop.abort()
    await desk
    expect(states.find(({ kind }) => kind === 'trouble')?.trouble).toMatch(/cannot be reached: .*password.*Check the address, role and password/s)
    expect(await createFolderStore(place.folder).size(keys.picture('Wished', encodeJob(wished).id, picture()))).toBeGreaterThan(0)
    await queue.cancel(id)
    expect((await queue.status()).jobs.find((each) => each.id === id)?.state).toBe('cancelled')
    await queue.close()
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
