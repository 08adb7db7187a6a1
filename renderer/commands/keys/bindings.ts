import { changeSettings } from '../../shell/settings.ts'
import { useShell } from '../../shell/shell.ts'
import { allCommands, findCommand } from '../registry.ts'
import type { Command } from '../types.ts'

type OwnKeys = Readonly<Record<string, readonly string[]>>

const NO_KEYS: OwnKeys = {}
const ownKeys = (): OwnKeys => useShell.getState().settings.keys ?? NO_KEYS

/** Which command each key was given to, by key; in a file that gives one to two, the first has it. Of unknown commands, none. */
function ownersIn(own: OwnKeys): ReadonlyMap<string, string> {
  const owners = new Map(allCommands().filter(isFixed).flatMap(({ id, keys = [] }) => keys.map((key) => [key, id] as const)))
  for (const [id, keys] of Object.entries(own)) {
    const command = findCommand(id)
    if (command === null || isFixed(command)) continue
    for (const key of keys) if (!owners.has(key)) owners.set(key, id)
  }
  return owners
}

let owned: { readonly own: OwnKeys; readonly panels: unknown; readonly owners: ReadonlyMap<string, string> } | null = null

function owners(): ReadonlyMap<string, string> {
  const own = ownKeys()
  const { panels } = useShell.getState()
  if (owned?.own !== own || owned.panels !== panels) owned = { own, panels, owners: ownersIn(own) }
  return owned.owners
}

/** The window itself listens for its keys (copy, paste): they stay what they are. */
export const isFixed = (command: Command): boolean => command.isOfWindow === true

/** The keys of a command as they are now, the first is shown: those that the user chose, otherwise those it came with and that were given to no other. */
export function keysOf(command: Command): readonly string[] {
  if (isFixed(command)) return command.keys ?? []
  const own = ownKeys()[command.id]
  const owner = owners()
  return own === undefined ? (command.keys ?? []).filter((key) => !owner.has(key)) : own.filter((key) => owner.get(key) === command.id)
}

export const hasOwnKeys = ({ id }: Command): boolean => ownKeys()[id] !== undefined

/** Who has a key now; null: it is free. */
export function holderOf(key: string): Command | null {
  return allCommands().find((command) => keysOf(command).includes(key)) ?? null
}

/** Gives a command a key, the only one it then has; whoever had it goes without. A key that the window listens for is not given: false. */
export function assignKey(id: string, key: string): boolean {
  const holder = holderOf(key)
  if (holder !== null && isFixed(holder)) return false
  const rest = Object.fromEntries(Object.entries(ownKeys()).flatMap(([other, keys]) => (other === id ? [] : [[other, keys.filter((held) => held !== key)] as const])))
  // What it came with is no choice, so that another version may change it.
  const isAsItCame = findCommand(id)?.keys?.join(' ') === key
  keep(isAsItCame ? rest : { ...rest, [id]: [key] })
  return true
}

export function removeKeys(id: string): void {
  keep({ ...ownKeys(), [id]: [] })
}

/** It has the keys it came with, as far as nobody took them. */
export function resetKeys(id: string): void {
  keep(Object.fromEntries(Object.entries(ownKeys()).filter(([other]) => other !== id)))
}

export function resetAllKeys(): void {
  keep({})
}

function keep(keys: OwnKeys): void {
  changeSettings({ keys: Object.keys(keys).length === 0 ? undefined : Object.fromEntries(Object.entries(keys).map(([id, held]) => [id, [...held]])) })
}
