import type { TileFiles, TileReply, TileRequest } from '../../batch-wire.ts'
import { createProjects } from '../files/projects.ts'
import type { Store } from '../files/store.ts'
import type { Renderer, Work } from './worker.ts'

/** A computation failed; its message is a sentence. */
export class ComputeError extends Error {
  /** Of the system, where a disk is to blame. */
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** Asks a page without a window. @throws ComputeError */
export type AskPage = (request: TileRequest, files: TileFiles, work: Work) => Promise<Exclude<TileReply, { failed: string }>>

/** Computes by a page of this Atrium; files are in a folder that this computer sees. */
export function createPageRenderer(store: Store, adapter: string, ask: AskPage, scratch: string): Renderer {
  const projectOf = createProjects(store, scratch)

  async function partsOf(keys: readonly string[]): Promise<{ readonly parts: string[]; readonly sizes: number[] }> {
    const [parts, sizes]: [string[], number[]] = [[], []]
    for (const key of keys) {
      parts.push(await store.local(key, scratch))
      sizes.push(await store.size(key) ?? 0)
    }
    return { parts, sizes }
  }

  async function outOf(key: string): Promise<string> {
    const out = await store.writable(key)
    if (out === null) throw new Error(`${store.name} is no folder`)
    return out
  }

  return {
    adapter,
    async isWhole(key) {
      const { parts, sizes } = await partsOf([key])
      const { whole } = await ask({ kind: 'check', sizes }, { parts }, { signal: new AbortController().signal, tell: () => {} })
      return whole === true
    },
    async tile({ project }, picture, tile, key, work) {
      const [file, out] = [await projectOf(project), await outOf(key)]
      await ask({ kind: 'tile', project, picture, tile }, { project: file, out }, work)
    },
    async merge(_job, { format, denoise }, keys, key, work) {
      const [{ parts, sizes }, out] = [await partsOf(keys), await outOf(key)]
      const { adapters = [], note = '' } = await ask({ kind: 'merge', sizes, format, denoise }, { parts, out }, work)
      return { adapters, note }
    },
  }
}
