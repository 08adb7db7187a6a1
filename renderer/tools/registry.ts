import { useSyncExternalStore } from 'react'
import { useDebug } from '../interaction/debug.ts'
import { useInteraction } from '../interaction/store.ts'
import { faceTool } from './face/tool.ts'
import { focusTool } from './focus/tool.ts'
import { moveTool } from './move/tool.ts'
import { pixelTool } from './pixel/tool.ts'
import { placeTool } from './place/tool.ts'
import { rotateTool } from './rotate/tool.ts'
import { scaleTool } from './scale/tool.ts'
import { materialTool } from './material/tool.ts'
import { selectTool } from './select/tool.ts'
import type { Tool } from './tool.ts'

/** The tools of Atrium: menu, keys, tool bar, pointer, handles and hints read this list. Of those that are on, the first has the pointer. */
export const TOOLS: readonly Tool[] = [
  placeTool,
  focusTool,
  faceTool,
  materialTool,
  pixelTool,
  selectTool,
  moveTool,
  rotateTool,
  scaleTool,
]

/** Those with a button, in its order. */
export const TOOLS_IN_BAR = TOOLS.flatMap((tool) => (tool.button === undefined ? [] : [{ ...tool, button: tool.button }]))

/** Whose button is down: its handles are drawn. */
export const chosenTool = (): Tool => TOOLS.find(({ id }) => id === useInteraction.getState().tool) ?? selectTool

/** Who has the pointer now, or gets this press. */
export const toolInHand = (event?: PointerEvent): Tool => TOOLS.find(({ isOn }) => isOn?.(event) === true) ?? chosenTool()

const subscribe = (listener: () => void): (() => void) => {
  const stops = [useInteraction.subscribe(listener), useDebug.subscribe(listener)]
  return () => stops.forEach((stop) => stop())
}

export const useToolInHand = (): Tool => useSyncExternalStore(subscribe, () => toolInHand())

/** Calls whenever another tool has the pointer. Returns how to stop. */
export function followTool(listener: (tool: Tool) => void): () => void {
  let last = toolInHand()
  return subscribe(() => {
    const tool = toolInHand()
    if (tool !== last) listener(last = tool)
  })
}
