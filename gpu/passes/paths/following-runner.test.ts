import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { deepestWalk } from '../../traversal/walk.ts'
import { createFollowingRunner } from './following-runner.ts'
import type { PathRunner } from './path-trace.ts'

test('a picture whose trees were laid out anew goes on neither with its paths nor with its table of what the sun lights', async () => {
  let traced = 0
  let mayGoOn = true
  const count = () => { traced++; return Promise.resolve() }
  const none = () => Promise.resolve(new Float32Array())
  const runner: PathRunner = { lit: { write() {}, give() {}, trace: count, found: none }, mostBytes: 1, begin: () => Promise.resolve(), prepare: () => Promise.resolve(), dispatch: count, read: none, dispose() {} }
  const following = await createFollowingRunner({ walk: () => deepestWalk('ropes'), mayGoOn: () => mayGoOn }, () => Promise.resolve(runner))
  await following.dispatch({}, 1, DEFAULT_SETTINGS, true)
  await following.lit.trace({}, 1, DEFAULT_SETTINGS)
  expect(traced).toBe(2)
  mayGoOn = false
  await expect(following.dispatch({}, 1, DEFAULT_SETTINGS, true)).rejects.toThrow('another traversal')
  await expect(following.lit.trace({}, 1, DEFAULT_SETTINGS)).rejects.toThrow('another traversal')
  expect(traced).toBe(2)
})
