import { expect, test } from 'vitest'
import { boxMesh } from '../testing/shapes.ts'
import { createTreeBuilds } from './tree-builds.ts'

test('a tree that failed while nobody waited is told to whoever asks next, and once', async () => {
  const builds = createTreeBuilds(() => Promise.reject(new Error('too flat')), () => undefined)
  builds.start(boxMesh(), 'plain')
  await expect.poll(() => builds.pendingCount).toBe(0)
  await expect(builds.ready()).rejects.toThrow('too flat')
  await expect(builds.ready()).resolves.toBeUndefined()
})
