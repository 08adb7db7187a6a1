import { expect, test } from 'vitest'
import { type Control, INITIAL_SETTINGS, SETTINGS, Settings, StoredSettings } from './settings.ts'
import { isId } from './words/say.ts'

const controls = Object.entries(SETTINGS).flatMap(([id, { schema, control }]) => (control === undefined ? [] : [{ id, schema, control: control as Control }]))

test('a stored value that nobody knows any more is as if nobody chose, and the others hold', () => {
  expect(StoredSettings.parse({ theme: 'pink', unit: 'cm', traversal: 'teleport', developer: true, gone: 1 })).toEqual({ theme: 'system', unit: 'cm', developer: true })
  expect(StoredSettings.parse({})).toEqual(INITIAL_SETTINGS)
  expect(Settings.safeParse({ theme: 'pink', unit: 'cm' }).success).toBe(false)
})

test('every setting begins as what it may be', () => {
  expect(Settings.safeParse(INITIAL_SETTINGS).success).toBe(true)
})

test('every control has a name, and offers what its setting may be, each by name', () => {
  expect(controls.map(({ id }) => id)).toContain('theme')
  for (const { id, schema, control } of controls) {
    expect(isId(`settings.${id}`), id).toBe(true)
    if (control.kind === 'switch') continue
    for (const value of control.values) {
      expect(schema.safeParse(value === control.unset ? undefined : value).success, value).toBe(true)
      expect(control.names?.[value] !== undefined || isId(`settings.${id}.${value}`), `settings.${id}.${value}`).toBe(true)
    }
  }
})
