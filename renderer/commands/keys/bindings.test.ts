import { beforeEach, expect, test } from 'vitest'
import { INITIAL_SETTINGS, Settings, StoredSettings } from '../../settings.ts'
import { useShell } from '../../shell/shell.ts'
import { assignKey, hasOwnKeys, holderOf, keysOf, removeKeys, resetAllKeys, resetKeys } from './bindings.ts'
import { findByKey } from './keys.ts'
import { menuModel } from '../menus/menu.ts'
import { findPaletteEntries } from '../menus/palette.ts'
import { allCommands, findCommand } from '../registry.ts'
import { type KeyPress, matches, shortcutOf } from './shortcuts.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key, code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more,
})
const keys = (id: string): readonly string[] => keysOf(findCommand(id)!)
const give = (own: Record<string, string[]>): void => useShell.setState({ settings: { ...INITIAL_SETTINGS, keys: own } })
const own = (): unknown => useShell.getState().settings.keys
const acceleratorOf = (id: string): string | undefined => menuModel().flatMap(({ items = [] }) => items).find((entry) => entry.id === id)?.accelerator

beforeEach(() => {
  useShell.setState({ screen: 'room', panels: [], settings: INITIAL_SETTINGS })
})

test('a key that the user gave is the one that is pressed, and shown by the menus, the native menu and the palette', () => {
  expect(assignKey('file.save', 'Mod+Alt+S')).toBe(true)
  expect(findByKey(press('s', { ctrlKey: true, altKey: true }), false, false)?.id).toBe('file.save')
  expect(findByKey(press('s', { ctrlKey: true }), false, false)).toBeNull()
  expect(acceleratorOf('file.save')).toBe('CmdOrCtrl+Alt+S')
  assignKey('file.open', 'F9')
  expect(acceleratorOf('file.open')).toBeUndefined()
  expect(findPaletteEntries('open').find(({ id }) => id === 'file.open')?.keys).toBe('F9')
})

test('a key is taken from whoever had it, and given back', () => {
  expect(holderOf('H')?.id).toBe('edit.hide')
  assignKey('edit.lock', 'H')
  expect([keys('edit.lock'), keys('edit.hide'), holderOf('L')]).toEqual([['H'], [], null])
  assignKey('view.fitAll', 'H')
  expect([keys('edit.lock'), keys('view.fitAll')]).toEqual([[], ['H']])
  resetKeys('view.fitAll')
  expect([keys('view.fitAll'), keys('edit.hide'), keys('edit.lock')]).toEqual([['Shift+Z'], ['H'], []])
  resetKeys('edit.lock')
  expect([keys('edit.lock'), own()]).toEqual([['L'], undefined])
})

test('whatever is given and reset, no two commands share a key', () => {
  const ids = allCommands().map(({ id }) => id)
  const all = allCommands().flatMap((command) => command.keys ?? [])
  let seed = 11
  const pick = <T>(list: readonly T[]): T => list[(seed = (seed * 1103515245 + 12345) % 2147483648) % list.length]
  for (let i = 0; i < 100; i++) {
    pick<() => void>([() => assignKey(pick(ids), pick(all)), () => assignKey(pick(ids), pick(all)), () => removeKeys(pick(ids)), () => resetKeys(pick(ids))])()
    const held = allCommands().flatMap(keysOf)
    expect(new Set(held).size).toBe(held.length)
  }
  resetAllKeys()
  expect(allCommands().flatMap(keysOf)).toEqual(all)
})

test('the key it came with is no choice, and none may be chosen', () => {
  assignKey('edit.hide', 'Alt+Y')
  assignKey('edit.hide', 'H')
  expect([hasOwnKeys(findCommand('edit.hide')!), own()]).toEqual([false, undefined])
  removeKeys('edit.hide')
  expect([keys('edit.hide'), findByKey(press('h'), false, false)]).toEqual([[], null])
})

test('copy and paste are the window’s: their keys are given to no other', () => {
  expect(assignKey('edit.hide', 'Mod+C')).toBe(false)
  expect([keys('edit.copy'), keys('edit.hide')]).toEqual([['Mod+C'], ['H']])
  give({ 'edit.hide': ['Mod+C'] })
  expect(findByKey(press('c', { ctrlKey: true }), false, false)?.id).toBe('edit.copy')
})

test('settings with keys that are none keep what those commands came with; unknown commands take nothing', () => {
  const stored = StoredSettings.parse({ theme: 'dark', keys: { 'edit.hide': ['Alt+Y'], 'edit.lock': ['Ctrl+'], 'edit.undo': 'U', 'view.walk': ['Tab'], 'a b': ['K'], 'gone.gone': ['L'], 'file.save': Array.from({ length: 9 }, () => 'F5') } })
  expect(stored).toMatchObject({ theme: 'dark', keys: { 'edit.hide': ['Alt+Y'], 'gone.gone': ['L'] } })
  expect(Object.keys(stored.keys ?? {})).toEqual(['edit.hide', 'gone.gone'])
  useShell.setState({ settings: stored })
  expect([keys('edit.hide'), keys('edit.lock'), keys('edit.undo'), keys('view.walk')]).toEqual([['Alt+Y'], ['L'], ['Mod+Z'], ['F']])
  expect(StoredSettings.parse({ theme: 'dark', keys: 3 })).toMatchObject({ theme: 'dark' })
  expect(Settings.safeParse({ ...INITIAL_SETTINGS, keys: { 'edit.hide': ['Alt+Y'] } }).success).toBe(true)
})

test('whoever walks keeps the letters, and the key that leads out of it follows the user', () => {
  assignKey('view.walk', 'G')
  expect(findByKey(press('g'), true, false)?.id).toBe('view.walk')
  assignKey('view.walk', 'W')
  expect(findByKey(press('w'), true, false)).toBeNull()
  expect(findByKey(press('w'), false, false)?.id).toBe('view.walk')
})

test('a press is written as the command that it means would be, on both platforms', () => {
  expect(shortcutOf(press('z', { ctrlKey: true, shiftKey: true }), false)).toBe('Mod+Shift+Z')
  expect(shortcutOf(press('!', { code: 'Digit1', shiftKey: true }), false)).toBe('Shift+1')
  expect(shortcutOf(press('?', { code: 'Minus', shiftKey: true }), false)).toBe('?')
  expect(shortcutOf(press('˙', { code: 'KeyH', altKey: true }), true)).toBe('Alt+H')
  expect(shortcutOf(press(' ', { code: 'Space' }), false)).toBe('Space')
  for (const key of ['Control', 'Shift', 'Tab', 'Enter', '+', 'Dead']) expect(shortcutOf(press(key), false), key).toBeNull()
  expect(shortcutOf(press('z', { ctrlKey: true }), true)).toBeNull()
  for (const made of [press('ArrowUp', { altKey: true }), press('F7'), press('Ö', { code: 'Semicolon', shiftKey: true }), press('y', { ctrlKey: true, altKey: true }), press('5', { code: 'Digit5' })]) {
    const text = shortcutOf(made, false)
    expect(text !== null && matches(made, text, false), made.key).toBe(true)
  }
})
