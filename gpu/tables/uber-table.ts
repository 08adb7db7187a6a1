import type { UberTree } from '../uber/build.ts'
import { createUberBuilder } from '../uber/rebuild.ts'
import { createUberRoom } from '../uber/room.ts'
import type { InstanceTable } from './instances.ts'
import type { MeshArenas } from './meshes.ts'

/** The über tree: built on the CPU at every edit, uploaded before the next frame. */
export interface UberTable {
  readonly tree: UberTree
  readonly buildMs: number
  /** Where the uploaded tree lies in the arenas: its first node and its first reference. */
  readonly nodes: number
  readonly references: number
  /** Instances that it holds. */
  readonly instanceCount: number
  rebuild(instances: Pick<InstanceTable, 'traceable'>): void
  /** Writes what differs from the tree before. @throws EngineError when the arenas cannot grow */
  flush(): void
  /** The arenas were cleared: the next flush writes all of it. */
  forget(): void
}

export function createUberTable(arenas: MeshArenas): UberTable {
  const build = createUberBuilder()
  const room = createUberRoom(arenas)
  let tree = build(new Float32Array(0), new Uint32Array(0))
  let buildMs = 0
  let instanceCount = 0
  let isDirty = true
  return {
    get tree() { return tree },
    get buildMs() { return buildMs },
    get nodes() { return room.nodes },
    get references() { return room.references },
    get instanceCount() { return instanceCount },
    rebuild(instances) {
      const start = performance.now()
      const { bounds, slots } = instances.traceable()
      tree = build(bounds, slots)
      instanceCount = slots.length
      isDirty = true
      buildMs = performance.now() - start
    },
    flush() {
      if (isDirty) room.upload(tree)
      isDirty = false
    },
    forget() {
      room.forget()
      isDirty = true
    },
  }
}

/** Rays meet nothing in it. */
export const isEmpty = ({ bounds }: UberTree): boolean => bounds[0] > bounds[3]
