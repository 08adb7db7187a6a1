import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { encodeJob } from '../../../../electron/batch/job.ts'
import { openQueue } from '../../../../electron/batch/queue.ts'
import { job } from '../../../../electron/batch/testing-job.ts'
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
    await queue.cancel(id)
    expect((await queue.status()).jobs[0].state).toBe('cancelled')
    await queue.close()
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
