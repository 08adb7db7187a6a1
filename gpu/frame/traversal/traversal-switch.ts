import { withRoom } from '../../traversal/measure/room-for.ts'
import type { TraversalName } from '../../traversal/traversals.ts'

/** Which traversal rays walk by, and how that becomes another one: made ready beside the frames, put in place between two of them. */
export interface TraversalSwitch {
  /** The one asked for last, or another one that has room. */
  readonly wanted: TraversalName
  /** The last call counts. @throws EngineError `gpu-kernel`; the one in use goes on */
  ask(traversal: TraversalName): Promise<void>
  /** The scene has so many triangles now: where the trees of what was asked for have no room, another one serves. */
  sceneHas(triangles: number): void
  dispose(): void
}

export interface SwitchOptions {
  readonly first: TraversalName
  readonly limits: GPUSupportedLimits
  /** Compiles and packs. @returns what puts it in place */
  readonly prepare: (traversal: TraversalName, signal: AbortSignal) => Promise<() => void>
  /** Runs before the next frame starts. */
  readonly defer: (change: () => void) => void
  readonly inUse: () => TraversalName
  /** Another one will be in place from the next frame on. */
  readonly onChange: () => void
}

export function createTraversalSwitch({ first, limits, prepare, defer, inUse, onChange }: SwitchOptions): TraversalSwitch {
  /** Not in use before it is ready and a frame has ended. */
  let wanted = first
  /** What somebody chose. */
  let asked = first
  let triangles = 0
  let isDisposed = false
  /** Of what is being made ready. */
  let preparing = new AbortController()

  /** What was asked for, where its trees have room. */
  const suiting = (): TraversalName => withRoom(asked, triangles, limits)

  async function follow(next: TraversalName): Promise<void> {
    if (next === wanted) return
    wanted = next
    try {
      preparing.abort()
      preparing = new AbortController()
      const install = await prepare(next, preparing.signal)
      if (isDisposed || wanted !== next) return
      defer(() => { if (wanted === next) install() })
    } catch (error) {
      // Somebody asked for another one meanwhile.
      if (isDisposed || wanted !== next) return
      wanted = asked = inUse()
      throw error
    }
    onChange()
  }

  return {
    get wanted() { return wanted },
    ask(traversal) {
      asked = traversal
      return follow(suiting())
    },
    sceneHas(count) {
      triangles = count
      if (suiting() !== wanted) void follow(suiting()).catch(() => {})
    },
    dispose() {
      isDisposed = true
      preparing.abort()
    },
  }
}
