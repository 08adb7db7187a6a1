import type { Picture, Tile } from '../batch-wire.ts'
import type { Job } from './job.ts'
import type { Store } from './files/store.ts'
import type { Renderer } from './worker/worker.ts'

/** What stands in for a tile's light: the same bytes whoever makes it. */
export const bytesOf = ({ region: { x, y, width, height }, firstSample, samples }: Tile, { view, seed }: Picture): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, i) => (x * 7 + y * 13 + i * 31 + firstSample * 17 + samples * 3 + seed * 5 + (view ?? '').length) & 255)

/** Makes tiles of arithmetic, and merges by putting them behind each other. @param before  may fail or never end */
export function createTestingRenderer(store: Store, before: (job: Job, picture: Picture, tile: Tile, signal: AbortSignal) => Promise<void> = () => Promise.resolve()): Renderer {
  return {
    adapter: 'arithmetic',
    isWhole: async (key) => (await store.size(key) ?? 0) > 0,
    async tile(job, picture, tile, key, { signal }) {
      await before(job, picture, tile, signal)
      await store.putBytes(key, bytesOf(tile, picture))
    },
    async merge(_job, _picture, parts, key) {
      const all = await Promise.all(parts.map((part) => store.get(part)))
      await store.putBytes(key, Buffer.concat(all.map((part) => part!)))
      return { adapters: ['arithmetic'], note: '' }
    },
  }
}
