import { afterAll, vi } from 'vitest'

interface Evaluated { promise?: unknown; exports?: unknown; evaluated: boolean }
interface Runner { readonly evaluatedModules: { readonly idToModuleMap: ReadonlyMap<string, Evaluated> } }

/** The engine but for its rooms that read Node and other folders' files, what generators paint and shape with, and the words: they read nothing that is not kept. */
const KEPT = [/\/gpu\/(?!testing\/|headless\/|examples\/|bench\/)[^?]*\.(ts|wgsl)(\?raw)?$/, /\/assets\/generators\/(kit|pieces)\/[^?]*\.ts$/, /\/renderer\/words\/(catalogue|(en|de)\/[^?]*)\.ts$/]
const isTest = (id: string): boolean => /\.test\.ts|\/testing[^/]*\.ts/.test(id)

// Unit tests share a process, which has loaded Node's packages and the transformed sources once. What a test file imports of ours is evaluated
// anew, so that no store, cache or mock of an earlier file is left; what a file puts in place of the clock or of globals goes with it. But for rooms that
// keep nothing but what follows from their arguments, as a texture that is painted once: they read none that is evaluated anew.
const modules = (globalThis as unknown as { __vitest_worker__?: Runner }).__vitest_worker__?.evaluatedModules.idToModuleMap ?? new Map<string, Evaluated>()
const kept = [...modules].filter(([id, { evaluated, exports }]) => evaluated && exports !== undefined && KEPT.some((room) => room.test(id)) && !isTest(id))
  .map(([, module]) => ({ module, was: { promise: module.promise, exports: module.exports, evaluated: true } }))
vi.resetModules()
for (const { module, was } of kept) Object.assign(module, was)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
