import { KEY_TEXT } from '../../settings.ts'
import { table } from '../../words/say.ts'

/** What a shortcut is compared with: the part of KeyboardEvent that matters. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

interface Shortcut {
  readonly mod: boolean
  readonly alt: boolean
  readonly shift: boolean
  readonly key: string
}

function parse(text: string): Shortcut {
  const parts = text.split('+')
  const key = parts.pop() ?? ''
  return { mod: parts.includes('Mod'), alt: parts.includes('Alt'), shift: parts.includes('Shift'), key }
}

/** By what the key writes; where Shift or Alt make a letter or digit write something else, by its place. */
function isKey(press: KeyPress, key: string): boolean {
  if (key === 'Space') return press.code === 'Space'
  if (press.key.toLowerCase() === key.toLowerCase()) return true
  if (!press.altKey && !press.shiftKey) return false
  return press.code === `Key${key.toUpperCase()}` || press.code === `Digit${key}`
}

/** Symbols such as `?` need Shift on most keyboards: there, Shift is part of the symbol. */
function isSymbol(key: string): boolean {
  return key.length === 1 && !/[a-z0-9]/i.test(key)
}

export function matches(press: KeyPress, text: string, isMac: boolean): boolean {
  const shortcut = parse(text)
  const mod = isMac ? press.metaKey : press.ctrlKey
  const otherMod = isMac ? press.ctrlKey : press.metaKey
  if (mod !== shortcut.mod || otherMod || press.altKey !== shortcut.alt) return false
  if (!isSymbol(shortcut.key) && press.shiftKey !== shortcut.shift) return false
  return isKey(press, shortcut.key)
}

const MODIFIERS = /^(Control|Shift|Alt|AltGraph|Meta|OS|CapsLock|NumLock|ScrollLock|Fn|Dead|Process|Unidentified)$/

/** A press as commands write it, which `matches` again; null: modifiers alone, or what cannot be a shortcut. */
export function shortcutOf(press: KeyPress, isMac: boolean): string | null {
  const [mod, otherMod] = isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (otherMod || MODIFIERS.test(press.key)) return null
  const key = keyOf(press)
  const text = `${mod ? 'Mod+' : ''}${press.altKey ? 'Alt+' : ''}${press.shiftKey && !isSymbol(key) ? 'Shift+' : ''}${key}`
  return KEY_TEXT.test(text) ? text : null
}

/** By its place where a modifier makes it write something else: Shift+1 is no `!`. */
function keyOf({ key, code, altKey, shiftKey }: KeyPress): string {
  if (code === 'Space') return 'Space'
  const placed = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]
  if (placed !== undefined && (altKey || shiftKey) && !/^[a-z]$/i.test(key)) return placed
  return key.length === 1 ? key.toUpperCase() : key
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Delete: '⌫', Escape: 'esc' }
const ARROWS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
/** What keyboards write in words, each language its own. */
const NAMES = table({
  Mod: 'key.Mod', Alt: 'key.Alt', Shift: 'key.Shift', Escape: 'key.Escape', Space: 'key.Space', Delete: 'key.Delete', Backspace: 'key.Backspace', Insert: 'key.Insert',
  Home: 'key.Home', End: 'key.End', PageUp: 'key.PageUp', PageDown: 'key.PageDown', ContextMenu: 'key.ContextMenu',
})
const nameOf = (key: string): string => (NAMES as Readonly<Record<string, string | undefined>>)[key] ?? ARROWS[key] ?? key

/** As written on the keys: `Ctrl+Shift+Z`, `Strg+Umschalt+Z` in German, or `⇧⌘Z` on macOS. */
export function displayShortcut(text: string, isMac: boolean): string {
  const parts = text.split('+')
  if (!isMac) return parts.map(nameOf).join('+')
  const order = ['Alt', 'Shift', 'Mod']
  return parts
    .toSorted((a, b) => (order.indexOf(a) + 1 || 9) - (order.indexOf(b) + 1 || 9))
    .map((part) => MAC_SIGNS[part] ?? nameOf(part))
    .join('')
}

/**
 * For the native menu. Keys without Ctrl or Cmd stay ours alone: a native `M` would swallow the letter in a text field.
 */
export function acceleratorOf(text: string): string | undefined {
  return text.includes('Mod+') ? text.replace('Mod', 'CmdOrCtrl') : undefined
}
