import { afterAll, vi } from 'vitest'

// Unit tests share a process, which has loaded Node's packages and the transformed sources once. What a test file imports of ours is evaluated
// anew, so that no store, cache or mock of an earlier file is left; what a file puts in place of the clock or of globals goes with it.
vi.resetModules()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
