import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { say } from '../../../renderer/words/say.ts'
import { RefusedJob } from '../job.ts'
import { keys, type Store } from './store.ts'

/** Projects of a store as files of this computer, once they are known to be those that were meant. @param scratch  where far ones are fetched to */
export function createProjects(store: Store, scratch: string): (sha256: string) => Promise<string> {
  const known = new Map<string, Promise<string>>()

  async function fetchProject(sha256: string): Promise<string> {
    await mkdir(scratch, { recursive: true })
    const file = await store.local(keys.project(sha256), scratch)
    const hash = createHash('sha256')
    for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer)
    if (hash.digest('hex') !== sha256) throw new RefusedJob(say('batch.error.projectChanged'))
    return file
  }

  return (sha256) => {
    const project = known.get(sha256) ?? fetchProject(sha256)
    known.set(sha256, project)
    project.catch(() => known.delete(sha256))
    return project
  }
}
