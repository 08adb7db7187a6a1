import type { Arena } from '../buffers/arena.ts'
import type { InstanceId } from '../scene.ts'
import { clearInstance, INSTANCE_WORDS, packInstance } from '../uber/instance.ts'

/** The rows of the instance table as they are to lie in their arena: stable slots, and which of them are to be uploaded. */
export interface InstanceRows {
  /** Slots ever used. */
  readonly count: number
  idAt(slot: number): InstanceId | null
  take(id: InstanceId): number
  /** Nobody is in the slot any more. @returns gives it to the next who asks; to be called when no frame shows it */
  vacate(slot: number): () => void
  /** @throws Error when its matrix flattens space */
  pack(slot: number, row: Parameters<typeof packInstance>[3]): void
  clear(slot: number): void
  /** Slots begin anew. */
  restart(): void
  /** Uploads the rows that changed. */
  flush(): void
}

export function createRows(arena: Arena): InstanceRows {
  const ids: (InstanceId | null)[] = []
  let freeSlots: number[] = []
  /** Raised where slots begin anew. */
  let era = 0
  let words = new Uint32Array(256 * INSTANCE_WORDS)
  let floats = new Float32Array(words.buffer)
  // Slots whose rows are to be uploaded: first and one past the last.
  let dirtyBegin = Infinity
  let dirtyEnd = 0

  function touch(slot: number): void {
    dirtyBegin = Math.min(dirtyBegin, slot)
    dirtyEnd = Math.max(dirtyEnd, slot + 1)
  }

  function clear(slot: number): void {
    touch(slot)
    clearInstance(words, slot)
  }

  return {
    get count() { return ids.length },
    idAt: (slot) => ids[slot] ?? null,
    take(id) {
      const slot = freeSlots.pop() ?? ids.length
      ids[slot] = id
      if ((slot + 1) * INSTANCE_WORDS > words.length) {
        const larger = new Uint32Array(words.length * 2)
        larger.set(words)
        words = larger
        floats = new Float32Array(words.buffer)
      }
      return slot
    },
    vacate(slot) {
      ids[slot] = null
      clear(slot)
      const since = era
      return () => { if (since === era) freeSlots.push(slot) }
    },
    pack(slot, row) {
      touch(slot)
      packInstance(words, floats, slot, row)
    },
    clear,
    restart() {
      if (ids.length === 0) return
      era++
      ids.length = 0
      freeSlots = []
    },
    flush() {
      if (arena.usedElements > ids.length) {
        arena.clear()
        dirtyBegin = 0
        dirtyEnd = ids.length
      }
      dirtyEnd = Math.min(dirtyEnd, ids.length)
      if (dirtyEnd <= dirtyBegin) return
      if (arena.usedElements < ids.length) arena.allocate(ids.length - arena.usedElements)
      arena.write(dirtyBegin, words.subarray(dirtyBegin * INSTANCE_WORDS, dirtyEnd * INSTANCE_WORDS))
      dirtyBegin = Infinity
      dirtyEnd = 0
    },
  }
}
