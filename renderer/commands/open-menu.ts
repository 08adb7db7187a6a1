import { useInteraction } from '../interaction/store.ts'
import { findViewport } from '../interaction/viewport.ts'
import { useShell } from '../shell/shell.ts'
import type { Command } from './types.ts'

/** @param at  in the window, CSS pixels */
export function openContextMenu(at: { readonly x: number; readonly y: number }): void {
  useShell.setState({ contextMenu: at })
}

/** By a key: beside the row of the outline that has the focus, at what is selected in the room, or in its middle. */
function openByKey(): void {
  const row = document.activeElement?.closest('[data-row]')?.getBoundingClientRect()
  if (row !== undefined) return openContextMenu({ x: row.left + row.width / 4, y: row.bottom })
  const canvas = document.querySelector('.viewport-area canvas')?.getBoundingClientRect()
  if (canvas === undefined) return
  const viewport = findViewport()
  const place = viewport?.pickSelection() ?? null
  const [x, y] = (place === null ? null : viewport?.project(place)) ?? [canvas.width / 2, canvas.height / 2]
  openContextMenu({ x: canvas.left + Math.min(Math.max(x, 0), canvas.width), y: canvas.top + Math.min(Math.max(y, 0), canvas.height) })
}

export const contextMenuCommands: readonly Command[] = [
  { id: 'edit.contextMenu', keys: ['Shift+F10', 'ContextMenu'], isEnabled: () => useInteraction.getState().navigation !== 'walk', run: openByKey },
]
