import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkProject } from './check-project.ts'
import { parseBatchOptions } from './options.ts'

test('a project that is not there is told, unless its queue is; a queue of another name may come before its project', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-check-'))
  try {
    const [here, gone, queued] = ['here.atrium', 'gone.atrium', 'queued.atrium'].map((name) => path.join(folder, name))
    await writeFile(here, '')
    await mkdir(path.join(folder, 'queued.batch'))
    const check = (...args: readonly string[]) => checkProject(parseBatchOptions(args))
    for (const command of ['submit', 'work', 'status']) {
      await expect(check(command, gone), command).rejects.toMatchObject({ code: 'ENOENT', path: gone })
      await check(command, here)
      await check(command, queued)
    }
    await check('work', '--queue', path.join(folder, 'other'))
    await check('work', gone, '--queue', path.join(folder, 'other'))
  } finally {
    await rm(folder, { recursive: true })
  }
})
