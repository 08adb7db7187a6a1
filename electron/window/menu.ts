import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { MenuEntry } from '../contract.ts'
import { say } from '../../renderer/words/say.ts'

/**
 * The native menu from the page's own model. Off macOS the page draws its menu bar and handles every key, so native
 * accelerators are shown and not registered; on macOS the page sees a key first and the menu gets what it leaves.
 */
export function setNativeMenu(entries: readonly MenuEntry[], onCommand: (id: string) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(entries, process.platform, onCommand)))
}

export function menuTemplate(
  entries: readonly MenuEntry[],
  platform: NodeJS.Platform,
  onCommand: (id: string) => void,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const item = (entry: MenuEntry): MenuItemConstructorOptions => {
    const { id, label = '', enabled = true, checked, accelerator } = entry
    if (entry.kind === 'separator') return { type: 'separator' }
    if (entry.kind === 'submenu') return { label, enabled, submenu: (entry.items ?? []).map(item) }
    return {
      ...(id === undefined ? {} : { id, click: () => onCommand(id) }),
      label,
      enabled,
      ...(checked === undefined ? {} : { type: 'checkbox' as const, checked }),
      ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: isMac }),
    }
  }
  const items = entries.map(item)
  // macOS takes Quit, Hide and the text fields' Cut, Copy and Paste from the menu.
  return isMac ? [{ role: 'appMenu' }, ...items, { role: 'editMenu', label: say('menu.text') }] : items
}
