import type { UberTree } from './build.ts'
import { changedSpan } from './rebuild.ts'

/** What it needs of an arena: runs of records, and writing into them. */
interface Runs {
  allocate(count: number): number
  free(first: number, count: number): void
  write(first: number, words: Uint32Array): void
}

/** Where the über tree lies among the trees of meshes. */
export interface UberRoom {
  /** Its first node and its first reference, records from the start of the arenas. */
  readonly nodes: number
  readonly references: number
  /** Writes what differs from the tree before. @throws EngineError when the arenas cannot grow */
  upload(uber: UberTree): void
  /** The arenas were cleared. */
  forget(): void
}

export function createUberRoom(arenas: { readonly nodes: Runs; readonly references: Runs }): UberRoom {
  const [nodes, references] = [createRun(arenas.nodes, 2), createRun(arenas.references, 1)]
  return {
    get nodes() { return nodes.first },
    get references() { return references.first },
    upload(uber) {
      nodes.upload(uber.nodes)
      references.upload(uber.references)
    },
    forget() {
      nodes.forget()
      references.forget()
    },
  }
}

/** A run with room for half as much again, so that most edits stay in place. @param words  of a record */
function createRun(arena: Runs, words: number): { readonly first: number; upload(next: Uint32Array): void; forget(): void } {
  let first = 0
  let room = 0
  /** What lies there; undefined: nothing that could be kept. */
  let uploaded: Uint32Array | undefined
  return {
    get first() { return first },
    upload(next) {
      const count = next.length / words
      if (count > room) {
        arena.free(first, room)
        room = 0
        const wanted = Math.ceil(count * 1.5)
        first = arena.allocate(wanted)
        room = wanted
        uploaded = undefined
      }
      const { begin, end } = changedSpan(uploaded, next, words)
      if (begin < end) arena.write(first + begin / words, next.subarray(begin, end))
      uploaded = next
    },
    forget() {
      first = 0
      room = 0
      uploaded = undefined
    },
  }
}
