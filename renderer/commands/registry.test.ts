import { beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../gpu/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { undoLabel } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import type { Piece, PointLight } from '../document/types.ts'
import { useNotices } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { useShell } from '../shell/shell.ts'
import { findByKey } from './keys/keys.ts'
import { allMenus, menuModel, SEPARATOR } from './menus/menu.ts'
import { findPaletteEntries, menuPaths } from './menus/palette.ts'
import { allCommands, findCommand, isEnabled, runCommand } from './registry.ts'
import { setLanguage } from '../words/say.ts'
import { acceleratorOf, displayShortcut, matches, type KeyPress } from './keys/shortcuts.ts'
import { titleOf } from './types.ts'

const piece = (id: string, name: string, locked = false): Piece => ({
  id, name, asset: 'a', part: '0', position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], mount: 'floor', hidden: false, locked,
})
const lamp: PointLight = {
  id: 'glow', name: 'Glow', on: true, color: [1, 1, 1], kind: 'point', position: [0, 1.5, 0], attachedTo: 'lamp', intensity: 60,
}
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key, code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more,
})

beforeEach(() => {
  const document = { ...emptyDocument('Studio'), pieces: [piece('sofa', 'Sofa'), piece('lamp', 'Lamp'), piece('wall', 'Wall', true)], lights: [lamp] }
  useDocument.getState().replace(document)
  useInteraction.setState({ selection: [], placing: null, tool: 'select', navigation: 'orbit', settings: DEFAULT_SETTINGS })
  useShell.setState({ screen: 'room', panels: [{ id: 'outline', dock: 'left', key: 'O' }], dialog: null, hud: null, settings: { ...useShell.getState().settings, developer: true } })
  useNotices.setState({ notices: [] })
})

describe('the command registry', () => {
  test('names every command once and gives each a title', () => {
    expect(new Set(allCommands().map(({ id }) => id)).size).toBe(allCommands().length)
    for (const command of allCommands()) expect(titleOf(command), command.id).toMatch(/^(?!command\.)./)
  })

  test('gives no two commands the same key, on any platform', () => {
    const keys = allCommands().flatMap((command) => command.keys ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(keys.map((key) => displayShortcut(key, true))).size).toBe(keys.length)
  })

  test('puts every command into exactly one menu', () => {
    const ids = menuPaths().map(([id]) => id).filter((id) => id !== SEPARATOR)
    expect(ids.toSorted()).toEqual(allCommands().map(({ id }) => id).toSorted())
  })

  test('puts a command that no menu lists at the end of the menu that its name begins with', () => {
    useShell.setState({ panels: [{ id: 'guests', dock: 'right', key: 'Y' }] })
    const all = allMenus().flatMap(({ items }) => items)
    expect(all).toContain('view.guests')
    expect(menuPaths().filter(([id]) => id === 'view.guests')).toEqual([['view.guests', ['menu.window']]])
  })

  test('runs nothing of the room while the start screen is shown', async () => {
    useShell.setState({ screen: 'start' })
    expect(await runCommand('render.shadows')).toBe(false)
    expect(useInteraction.getState().settings.shadows).toBe(true)
    expect(allCommands().filter(isEnabled).map(({ id }) => id)).toContain('file.open')
  })

  test('answers false to a command that does not exist', async () => {
    expect(await runCommand('edit.explode')).toBe(false)
  })

  test('turns the failure of a command into a notice', async () => {
    expect(await runCommand('file.open')).toBe(true)
    expect(useNotices.getState().notices).toHaveLength(1)
  })
})

test('a panel that the window has is shown by a command of its own, and by no other key', async () => {
  expect(await runCommand('view.catalogue')).toBe(false)
  useShell.setState({ panels: [{ id: 'catalogue', dock: 'left', key: 'C' }, { id: 'outline', dock: 'left', key: 'O' }, { id: 'inspector', dock: 'right' }] })
  expect(findCommand('view.catalogue')?.isChecked?.()).toBe(true)
  await runCommand('view.leftPanel')
  await runCommand('view.outline')
  expect([useShell.getState().docks.left, findCommand('view.catalogue')?.isChecked?.()]).toEqual([{ open: true, panel: 'outline' }, false])
  expect(findCommand('view.inspector')).toBeNull()
})

test('hidden panels come back as they were', async () => {
  await runCommand('view.rightPanel')
  await runCommand('view.panels')
  expect(Object.values(useShell.getState().docks).map(({ open }) => open)).toEqual([false, false, false])
  await runCommand('view.panels')
  expect(Object.values(useShell.getState().docks).map(({ open }) => open)).toEqual([true, false, true])
  await runCommand('view.rightPanel')
})

describe('editing', () => {
  test('deletes what is selected as one step, but never a locked piece', async () => {
    useInteraction.setState({ selection: ['lamp', 'wall'] })
    await runCommand('edit.delete')
    const { document } = useDocument.getState()
    expect(document.pieces.map(({ id }) => id)).toEqual(['sofa', 'wall'])
    expect(document.lights).toEqual([])
    expect(useInteraction.getState().selection).toEqual(['wall'])
    expect(titleOf(findCommand('edit.undo') as never)).toBe('Undo Delete Lamp')
    expect(useShell.getState().hud?.text).toBe('Wall is locked. Unlock it to delete it.')
    await runCommand('edit.undo')
    expect(useDocument.getState().document.pieces).toHaveLength(3)
    expect(titleOf(findCommand('edit.redo') as never)).toBe('Redo Delete Lamp')
  })

  test('duplicates a lamp with its light and selects the copy', async () => {
    useInteraction.setState({ selection: ['lamp'] })
    await runCommand('edit.duplicate')
    const { document, undos } = useDocument.getState()
    expect(document.pieces.at(-1)?.name).toBe('Lamp 2')
    expect(document.lights).toHaveLength(2)
    expect(useInteraction.getState().selection).toEqual([document.pieces.at(-1)?.id])
    expect(undoLabel({ undos })).toBe('Duplicate Lamp')
  })

  test('an undo selects what was selected before things came or went; other steps leave the selection alone', async () => {
    const selected = (): readonly string[] => useInteraction.getState().selection
    useInteraction.setState({ selection: ['sofa'] })
    await runCommand('edit.duplicate')
    const copies = selected()
    await runCommand('edit.undo')
    expect(selected()).toEqual(['sofa'])
    await runCommand('edit.redo')
    expect(selected()).toEqual(copies)
    await runCommand('edit.delete')
    expect(selected()).toEqual([])
    await runCommand('edit.undo')
    expect(selected()).toEqual(copies)
    useInteraction.setState({ selection: ['lamp'] })
    await runCommand('edit.hide')
    useInteraction.setState({ selection: [] })
    await runCommand('edit.undo')
    expect(selected()).toEqual([])
  })

  test('hides, and shows everything again', async () => {
    useInteraction.setState({ selection: ['sofa'] })
    await runCommand('edit.hide')
    expect(useDocument.getState().document.pieces[0].hidden).toBe(true)
    expect(titleOf(findCommand('edit.hide') as never)).toBe('Show')
    await runCommand('edit.unhideAll')
    expect(useDocument.getState().document.pieces[0].hidden).toBe(false)
  })

  test('Escape first stops placing, then deselects', async () => {
    useInteraction.setState({ selection: ['sofa'], placing: 'vase' })
    await runCommand('edit.deselect')
    expect(useInteraction.getState()).toMatchObject({ selection: ['sofa'], placing: null })
    await runCommand('edit.deselect')
    expect(useInteraction.getState().selection).toEqual([])
  })
})

describe('rendering', () => {
  test('toggles a setting and says so on screen', async () => {
    await runCommand('render.reflections')
    expect(useInteraction.getState().settings.reflections).toBe(false)
    expect(useShell.getState().hud?.text).toBe('Reflections off')
  })

  test('keeps bounces within 0..8', async () => {
    for (let i = 0; i < 12; i++) await runCommand('render.moreBounces')
    expect(useInteraction.getState().settings.bounces).toBe(8)
    for (let i = 0; i < 12; i++) await runCommand('render.fewerBounces')
    expect(useInteraction.getState().settings.bounces).toBe(0)
  })

  test('steps the ray offset up and back to automatic', async () => {
    await runCommand('render.moreEpsilon')
    expect(useInteraction.getState().settings.epsilon).toBe(1e-5)
    await runCommand('render.lessEpsilon')
    expect(useInteraction.getState().settings.epsilon).toBe(0)
  })

  test('goes round the render modes', async () => {
    const modes = []
    for (let i = 0; i < 3; i++) {
      await runCommand('render.nextMode')
      modes.push(useInteraction.getState().settings.mode)
    }
    expect(modes).toEqual(['object-list', 'brute-force', 'uber'])
  })

  test('switches a single light as an undoable step', async () => {
    expect(await runCommand('light.toggle.2')).toBe(false)
    await runCommand('light.toggle.1')
    expect(useDocument.getState().document.lights[0].on).toBe(false)
    expect(undoLabel(useDocument.getState())).toBe('Switch Glow Off')
  })
})

describe('menus, palette and keys', () => {
  test('stand in the order of an architect’s programs', () => {
    expect(menuModel().map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Insert', 'Arrange', 'Light', 'Camera', 'Window', 'Help'])
  })

  test('lists only the lights that exist', () => {
    const light = menuModel().find(({ label }) => label === 'Light')
    const lights = light?.items?.find(({ label }) => label === 'Single Lights')
    expect(lights?.items?.map(({ label, checked }) => [label, checked])).toEqual([['Glow', true]])
  })

  test('leaves out what only developers of the tracer read, its keys, and rules that would part nothing', async () => {
    useShell.setState({ settings: { ...useShell.getState().settings, developer: undefined } })
    for (const key of ['n', 'k', 'i', '5', '8', '=']) expect(findByKey(press(key), false, false), key).toBeNull()
    expect(await runCommand('render.nextMode')).toBe(false)
    expect(findPaletteEntries('traversal')).toEqual([])
    const kinds = (items: readonly { readonly kind: string }[]): readonly string[] => items.map(({ kind }) => kind)
    for (const { items = [], label } of menuModel()) {
      expect(kinds(items).join(' '), label).not.toMatch(/separator separator|^separator|separator$/)
      expect(kinds(items), label).toContain('command')
    }
  })

  test('shows who traces to those who chose the processor, so that they find the way back', () => {
    const labels = (): readonly (string | undefined)[] => menuModel().find(({ label }) => label === 'View')?.items?.find(({ label }) => label === 'Rendering')?.items?.map(({ label }) => label) ?? []
    useShell.setState({ settings: { ...useShell.getState().settings, developer: undefined } })
    expect(labels()).not.toContain('Trace Rays With')
    useShell.setState({ settings: { ...useShell.getState().settings, executor: 'cpu' } })
    expect(labels()).toContain('Trace Rays With')
    useShell.setState({ settings: { ...useShell.getState().settings, executor: undefined } })
  })

  test('gives the native menu only accelerators that no text field needs', () => {
    expect(acceleratorOf('Mod+Shift+Z')).toBe('CmdOrCtrl+Shift+Z')
    expect(acceleratorOf('M')).toBeUndefined()
  })

  test('finds commands by any word of their name or menu', () => {
    expect(findPaletteEntries('brute').map(({ id }) => id)).toEqual(['render.mode.brute-force'])
    expect(findPaletteEntries('background green').map(({ id }) => id)).toEqual(['render.background.green'])
  })

  test('finds what cannot be done now, too, behind what can, and says why', () => {
    useInteraction.setState({ selection: [] })
    const found = findPaletteEntries('bright')
    expect(found.find(({ id }) => id === 'light.brighter')).toMatchObject({ title: 'Brighten', why: 'Brighten: select something first' })
    const isPossible = found.map(({ why }) => why === null)
    expect(isPossible.lastIndexOf(true)).toBeLessThan(isPossible.indexOf(false))
    expect(found[0].why).toBeNull()
    expect(findPaletteEntries('').every(({ why }) => why === null)).toBe(true)
  })

  test('hears the keys of both platforms', () => {
    expect(matches(press('z', { ctrlKey: true }), 'Mod+Z', false)).toBe(true)
    expect(matches(press('z', { metaKey: true }), 'Mod+Z', true)).toBe(true)
    expect(matches(press('z', { ctrlKey: true }), 'Mod+Z', true)).toBe(false)
    expect(matches(press('Z', { shiftKey: true }), 'Z', false)).toBe(false)
    expect(matches(press('?', { shiftKey: true }), '?', false)).toBe(true)
    expect(matches(press('!', { code: 'Digit1', shiftKey: true }), 'Shift+1', false)).toBe(true)
    expect(matches(press('˙', { code: 'KeyH', altKey: true }), 'Alt+H', true)).toBe(true)
    expect(displayShortcut('Mod+Shift+Z', true)).toBe('⇧⌘Z')
    setLanguage('de')
    expect(['Mod+Shift+Z', 'Delete', 'Shift+Space', 'Mod+Shift+PageUp', 'ArrowLeft', 'Alt+M'].map((text) => displayShortcut(text, false))).toEqual(['Strg+Umschalt+Z', 'Entf', 'Umschalt+Leertaste', 'Strg+Umschalt+Bild auf', '←', 'Alt+M'])
    setLanguage('en')
  })

  test('leaves the letters to walking, but for the one that leads out of it', () => {
    expect(findByKey(press('s'), false, false)?.id).toBe('tool.scale')
    expect(findByKey(press('s'), true, false)).toBeNull()
    expect(findByKey(press('f'), true, false)?.id).toBe('view.walk')
    expect(findByKey(press('1', { code: 'Digit1' }), true, false)?.id).toBe('render.reflections')
  })
})
