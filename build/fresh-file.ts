import { afterAll, vi } from 'vitest'

interface Evaluated { promise?: unknown; exports?: unknown; evaluated: boolean }
interface Runner { readonly evaluatedModules: { readonly idToModuleMap: ReadonlyMap<string, Evaluated> } }

/** Rooms of the engine that read Node and other folders' files: they are not kept. */
const ENGINE = /\/gpu\/(?!testing\/|headless\/|examples\/|bench\/)[^?]*\.(ts|wgsl)(\?raw)?$/
const isTest = (id: string): boolean => /\.test\.ts|\/testing[^/]*\.ts/.test(id)

// Unit tests share a process, which has loaded Node's packages and the transformed sources once. What a test file imports of ours is evaluated
// anew, so that no store, cache or mock of an earlier file is left; what a file puts in place of the clock or of globals goes with it. But for the
// engine: it reads no other folder, keeps nothing but what follows from its arguments, and the GPU's tests share it, too.
const modules = (globalThis as unknown as { __vitest_worker__?: Runner }).__vitest_worker__?.evaluatedModules.idToModuleMap ?? new Map<string, Evaluated>()
const engine = [...modules].filter(([id, { evaluated, exports }]) => evaluated && exports !== undefined && ENGINE.test(id) && !isTest(id))
  .map(([, module]) => ({ module, was: { promise: module.promise, exports: module.exports, evaluated: true } }))
vi.resetModules()
for (const { module, was } of engine) Object.assign(module, was)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
