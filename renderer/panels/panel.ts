import type { ComponentType } from 'react'
import type { PanelEntry } from '../shell/shell.ts'
import type { PlainId } from '../words/say.ts'

/** A part of the window beside the room: a folder that exports one of these, and a line in registry.ts. */
export interface Panel extends PanelEntry {
  /** On its tab, and what a reader is told where it stands alone. */
  readonly title: PlainId
  /** What stands in the dock. At the bottom, and with `isCalled`, it brings its own landmark. */
  readonly Component: ComponentType
  /** Another room gets a new one: it is not searched for what was looked for in the last. */
  readonly isPerRoom?: boolean
  /** Takes the dock for as long as this holds, even a closed one; no tab leads to it. */
  readonly isCalled?: () => boolean
}
