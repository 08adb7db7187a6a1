import { useInteraction } from '../interaction/store.ts'

/** Whether the final picture is on screen: told to the store, and to those who wait for it. */
export interface Settled {
  set(settled: boolean): void
  /** Resolves when the picture is final, trees included; false: it never will be, what draws it is gone. */
  wait(): Promise<boolean>
  dispose(): void
}

export function createSettled(treesReady: () => Promise<void>): Settled {
  const waiting: (() => void)[] = []
  let isGone = false
  const wake = (): void => { for (const resolve of waiting.splice(0)) resolve() }
  return {
    set(settled) {
      if (useInteraction.getState().settled !== settled) useInteraction.setState({ settled })
      if (settled) wake()
    },
    async wait() {
      for (;;) {
        if (isGone) return false
        await treesReady()
        // A tree that has just become ready has yet to reach the picture; a new mesh may have come with the last frame.
        await new Promise((resolve) => setTimeout(resolve, 0))
        if (isGone) return false
        if (useInteraction.getState().settled) return true
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    dispose() {
      isGone = true
      useInteraction.setState({ settled: false })
      wake()
    },
  }
}
