import { say } from '../../words/say.ts'
import { keysOf } from '../keys/bindings.ts'
import { whyNot } from '../keys/why-not.ts'
import { allMenus, type MenuItem, type MenuLabel } from './menu.ts'
import { useShell } from '../../shell/shell.ts'
import { findCommand, isAbsent, isEnabled } from '../registry.ts'
import { type Command, titleOf } from '../types.ts'

export interface PaletteEntry {
  readonly id: string
  readonly title: string
  /** Where the menus have it: `Render › Background`. */
  readonly menu: string
  readonly keys: string | undefined
  /** Why it cannot be done now; null: it can. */
  readonly why: string | null
}

/** A command's id and the menus that lead to it, by their ids. */
type MenuPath = readonly [id: string, menus: readonly MenuLabel[]]

function idsOf(items: readonly MenuItem[], path: readonly MenuLabel[]): readonly MenuPath[] {
  return items.flatMap((item) => (typeof item === 'string' ? [[item, path] as const] : idsOf(item.items, [...path, item.label])))
}

/** Commands in the order of the menus, with their path; rules included. */
export const menuPaths = (): readonly MenuPath[] => allMenus().flatMap(({ label, items }) => idsOf(items, [label]))

/** `Render › Background` */
const pathText = (menus: readonly MenuLabel[]): string => menus.map((label) => say(label)).join(' › ')

/** What contains every word typed; titles that begin with the words come first. What cannot be done now comes last, and only where something was typed. */
export function findPaletteEntries(query: string): readonly PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const entries = menuPaths().flatMap(([id, menus]): readonly PaletteEntry[] => {
    const command = findCommand(id)
    if (command === null || isAbsent(command) || id === 'help.palette') return []
    const isPossible = isEnabled(command)
    const why = isPossible ? null : whyNot(command)
    if (!isPossible && (why === null || words.length === 0)) return []
    return [{ id, title: titleOf(command), menu: pathText(menus), keys: keysOf(command)[0], why }]
  })
  const found = entries.filter(({ title, menu }) => words.every((word) => `${menu} ${title}`.toLowerCase().includes(word)))
  const rank = ({ title, why }: PaletteEntry): number => (why === null ? 0 : 2) + (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

export interface KeyRow {
  readonly command: Command
  /** `Edit › Selection` */
  readonly menu: string
}

/**
 * Every command in the order of the menus, whether it can run now or not: its keys can be chosen.
 *
 * @param shown  keys as they are read, so that they are found, too
 */
export function findKeyRows(query: string, shown: (keys: readonly string[]) => string): readonly KeyRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isDeveloper = useShell.getState().settings.developer === true
  return menuPaths().flatMap(([id, menus]): readonly KeyRow[] => {
    const command = findCommand(id)
    if (command === null || (command.isForDevelopers === true && !isDeveloper)) return []
    const menu = pathText(menus)
    const text = `${menu} ${titleOf(command)} ${shown(keysOf(command))}`.toLowerCase()
    return words.every((word) => text.includes(word)) ? [{ command, menu }] : []
  })
}
