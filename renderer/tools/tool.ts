import type { PlacedLight } from '../document/types.ts'
import type { IconComponent } from '../ui/icon-button.tsx'
import type { PlainId, Words } from '../words/say.ts'
import type { Point, ToolContext } from './context.ts'
import type { Gesture } from './gesture.ts'

/** What the pointer does over the room: a folder that exports one of these, and a line in registry.ts. */
export interface Tool {
  /** Its command is `tool.<id>`, its name the string `command.tool.<id>`. */
  readonly id: string
  /** Taken in hand by a key, a button of the tool bar and a line of the Edit menu. Left out: `isOn` says when it begins and ends. */
  readonly button?: { readonly key: string; readonly icon: IconComponent }
  /**
   * Goes before the tool in hand for as long as it is on.
   *
   * @param event  of a press: held keys may switch it on for this one
   */
  readonly isOn?: (event?: PointerEvent) => boolean
  /** Meanwhile the other buttons do nothing, and nothing is marked under the pointer. */
  readonly ownsPointer?: boolean
  /** CSS; left out: a hand over what can be pressed. */
  readonly cursor?: string
  /** One line over the room while it is on; a function where it depends on what the tool is about. */
  readonly hint?: PlainId | (() => string)
  /** The left button went down. Left out: a click selects, a drag moves what lies there or turns the camera. */
  readonly press?: (context: ToolContext, press: Press) => Gesture | null
  /** What it needs besides presses; `signal` ends its listening. */
  readonly attach?: (context: ToolContext, signal: AbortSignal) => { dispose(): void }
  /** On the selection. */
  readonly handles?: Handles
}

export interface Press {
  readonly event: PointerEvent
  readonly point: Point
  /** The id of the light whose marker lies there, 'handle' for the gizmo's handles, or null. */
  readonly overlay: string | null
}

/** Handles that the viewport draws on the selection; dragging one is an undo step. */
export interface Handles {
  readonly drag: 'translate' | 'rotate' | 'scale'
  readonly axes: 'world' | 'local'
  /** The undo step's label. @param name  of what is dragged */
  readonly undo: (name: Words) => Words
  /** Why a light cannot be taken by them, as a sentence; null: it can. @param isAlone  nothing else is selected */
  readonly refuses: (light: PlacedLight, isAlone: boolean) => Words | null
}
