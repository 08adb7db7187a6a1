import type { NavigationStyle } from '../settings.ts'

/** What dragging does to the camera. */
export type Look = 'orbit' | 'pan' | 'zoom'
/** What the wheel does: brings closer or away, or shifts the view sideways or up and down. */
export type Roll = 'zoom' | 'sideways' | 'upright'
/** The key that is held with a button or the wheel. */
export type Held = 'none' | 'shift' | 'ctrl'

/** What the mouse does to the camera, as a program that someone knows has it. */
interface Style {
  /** Dragging with the left button where nothing is; null: it draws a frame around what is selected. */
  readonly left: Look | null
  readonly middle: Readonly<Record<Held, Look>>
  /** Dragging with the right button; null: nothing. Its click opens the menu everywhere. */
  readonly right: Look | null
  readonly wheel: Readonly<Record<Held, Roll>>
  /** Two clicks with the middle button: all of the room, or what lies there in the middle of the picture. */
  readonly twice: 'fit' | 'center' | null
}

const ZOOMS: Style['wheel'] = { none: 'zoom', shift: 'zoom', ctrl: 'zoom' }

const STYLES: Readonly<Record<NavigationStyle, Style>> = {
  atrium: { left: 'orbit', middle: { none: 'orbit', shift: 'pan', ctrl: 'orbit' }, right: 'pan', wheel: ZOOMS, twice: null },
  sketchup: { left: null, middle: { none: 'orbit', shift: 'pan', ctrl: 'orbit' }, right: null, wheel: ZOOMS, twice: 'center' },
  blender: { left: null, middle: { none: 'orbit', shift: 'pan', ctrl: 'zoom' }, right: null, wheel: { none: 'zoom', shift: 'upright', ctrl: 'sideways' }, twice: null },
  revit: { left: null, middle: { none: 'pan', shift: 'orbit', ctrl: 'zoom' }, right: null, wheel: ZOOMS, twice: 'fit' },
}

export const styleOf = (name: NavigationStyle | undefined): Style => STYLES[name ?? 'atrium']

type Keys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>
export const heldOf = ({ shiftKey, ctrlKey, metaKey }: Keys): Held => (shiftKey ? 'shift' : ctrlKey || metaKey ? 'ctrl' : 'none')

/** How a look is had: `middle-shift`, `left`. */
export type Way = 'left' | 'middle' | 'middle-shift' | 'middle-ctrl' | 'right' | 'wheel' | 'wheel-shift' | 'wheel-ctrl'

const withKey = <B extends 'middle' | 'wheel'>(button: B, held: Held): B | `${B}-shift` | `${B}-ctrl` => (held === 'none' ? button : `${button}-${held}`)
const HELD: readonly Held[] = ['none', 'shift', 'ctrl']

/** Every way to a look, the plainest first; a held key that changes nothing is left out. */
export function waysTo(look: Look, { left, middle, right, wheel }: Style): readonly Way[] {
  const dragged = HELD.filter((held) => middle[held] === look && (held === 'none' || middle.none !== look)).map((held) => withKey('middle', held))
  const rolled = HELD.filter((held) => (look === 'zoom' ? wheel[held] === 'zoom' && held === 'none' : look === 'pan' && wheel[held] !== 'zoom')).map((held) => withKey('wheel', held))
  return [...(look === 'zoom' ? rolled : []), ...(left === look ? ['left' as const] : []), ...(right === look ? ['right' as const] : []), ...dragged, ...(look === 'pan' ? rolled : [])]
}
