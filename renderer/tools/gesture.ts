import type { Point } from './context.ts'

/** Keys that are held meanwhile. */
export type HeldKeys = Pick<PointerEvent, 'ctrlKey' | 'metaKey' | 'altKey'>

/** What happens between press and release. */
export interface Gesture {
  /** The pointer moved, or one of these keys went down or up where it rests. */
  move?(point: Point, keys: HeldKeys): void
  /** The wheel was turned meanwhile. @param steps  1: towards the user, -1: away; left out: it zooms */
  wheel?(steps: 1 | -1): void
  /** A key was pressed meanwhile; true: it meant the gesture, and nothing else hears of it. */
  key?(event: KeyboardEvent): boolean
  /** Released; `moved` is false for a click. */
  end?(moved: boolean): void
  /** @param keep  what was done so far stays: the device was lost, the user did not let go */
  cancel?(keep: boolean): void
}
