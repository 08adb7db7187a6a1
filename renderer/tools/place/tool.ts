import { useInteraction } from '../../interaction/store.ts'
import type { Tool } from '../tool.ts'
import { createPointerPlacing } from './place-by-pointer.ts'

/** A catalogue item hangs on the pointer until the button is released over the room. */
export const placeTool: Tool = {
  id: 'place',
  isOn: () => useInteraction.getState().placing !== null,
  ownsPointer: true,
  hint: 'hint.place',
  press: () => null,
  attach: createPointerPlacing,
}
