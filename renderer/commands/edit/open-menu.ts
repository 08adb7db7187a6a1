import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { useShell } from '../../shell/shell.ts'
import { noteUnderMenu } from '../../tools/material/under-menu.ts'
import type { Command } from '../types.ts'

/** @param at  in the window, CSS pixels @param of  left out: what is selected */
export function openContextMenu(at: { readonly x: number; readonly y: number }, of?: 'view' | 'catalogue'): void {
  useShell.setState({ contextMenu: { ...at, ...(of !== undefined && { of }) } })
}

/** By a click with the right button on a row or a card, or its key. */
export function openMenuOf(of: 'view' | 'catalogue', { currentTarget, clientX, clientY }: { readonly currentTarget: Element; readonly clientX: number; readonly clientY: number }): void {
  const { left, bottom, width } = currentTarget.getBoundingClientRect()
  // A key has no place of its own.
  openContextMenu(clientX === 0 && clientY === 0 ? { x: left + width / 4, y: bottom } : { x: clientX, y: clientY }, of)
}

/** By a key: beside the row of the outline that has the focus, at what is selected in the room, or in its middle. */
function openByKey(): void {
  noteUnderMenu(null)
  // Rows of views and cards of the catalogue hear it themselves, as the browser tells of it.
  const own = document.activeElement?.closest('[data-view], [data-item]')
  if (own) return void own.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
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
