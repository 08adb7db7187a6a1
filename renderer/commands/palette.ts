import { MENUS, type MenuItem } from './menu.ts'
import { findCommand, isEnabled } from './registry.ts'
import { titleOf } from './types.ts'

export interface PaletteEntry {
  readonly id: string
  readonly title: string
  /** Where the menus have it: `Render › Background`. */
  readonly menu: string
  readonly keys: string | undefined
}

function idsOf(items: readonly MenuItem[], path: string): readonly (readonly [id: string, path: string])[] {
  return items.flatMap((item) => (typeof item === 'string' ? [[item, path] as const] : idsOf(item.items, `${path} › ${item.label}`)))
}

/** Commands in the order of the menus, with their path; rules included. */
export const MENU_PATHS = MENUS.flatMap(({ label, items }) => idsOf(items, label))

/** What can be done now and contains every word typed; titles that begin with the words come first. */
export function findPaletteEntries(query: string): readonly PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const entries = MENU_PATHS.flatMap(([id, menu]): readonly PaletteEntry[] => {
    const command = findCommand(id)
    if (command === null || !isEnabled(command) || id === 'help.palette') return []
    return [{ id, title: titleOf(command), menu, keys: command.keys?.[0] }]
  })
  const found = entries.filter(({ title, menu }) => words.every((word) => `${menu} ${title}`.toLowerCase().includes(word)))
  const rank = ({ title }: PaletteEntry): number => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}
