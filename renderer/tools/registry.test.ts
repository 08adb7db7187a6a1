import { afterEach, expect, test } from 'vitest'
import { findCommand } from '../commands/registry.ts'
import { titleOf } from '../commands/types.ts'
import { pointLight } from '../document/testing.ts'
import { useDebug } from '../interaction/debug.ts'
import { useInteraction } from '../interaction/store.ts'
import { setLanguage, textOf } from '../words/say.ts'
import { followTool, TOOLS, toolInHand, TOOLS_IN_BAR } from './registry.ts'
import { rotateTool } from './rotate/tool.ts'

afterEach(() => {
  setLanguage('en')
  useInteraction.setState({ tool: 'select', placing: null, focusing: false })
  useDebug.setState({ picking: false })
})

test('every tool is named once, and either has a button with a command or says itself when it is on', () => {
  expect(new Set(TOOLS.map(({ id }) => id)).size).toBe(TOOLS.length)
  for (const { id, button, isOn } of TOOLS) expect([id, button !== undefined]).toEqual([id, isOn === undefined])
  for (const { id } of TOOLS_IN_BAR) expect(titleOf(findCommand(`tool.${id}`) as never), id).toMatch(/^(?!command\.)./)
})

test('what hangs on the pointer goes before focusing, focusing before the tool whose button is down', () => {
  useInteraction.setState({ tool: 'move' })
  const taken: string[] = []
  const stop = followTool(({ id }) => taken.push(id))
  useInteraction.setState({ focusing: true })
  useInteraction.setState({ placing: 'vase' })
  useInteraction.setState({ placing: null, focusing: false })
  useDebug.setState({ picking: true })
  stop()
  useDebug.setState({ picking: false })
  expect([taken, toolInHand().id]).toEqual([['focus', 'place', 'move', 'pixel'], 'move'])
})

test('the undo steps of handles speak the language at hand', () => {
  const labels = (): unknown => TOOLS.flatMap(({ handles }) => (handles === undefined ? [] : [textOf(handles.undo('Sofa'))]))
  expect(labels()).toEqual(expect.arrayContaining(['Move Sofa', 'Rotate Sofa', 'Scale Sofa']))
  setLanguage('de')
  expect(labels()).toEqual(expect.arrayContaining(['Sofa verschieben', 'Sofa drehen', 'Sofa skalieren']))
})

test('handles refuse a light that looks the same from everywhere, unless it turns about others', () => {
  const light = pointLight('a', { name: 'Bulb' })
  const refusal = (isAlone: boolean): string => textOf(rotateTool.handles?.refuses(light, isAlone) ?? '')
  expect([refusal(true), refusal(false)]).toEqual(['Bulb shines equally in all directions, so there is nothing to rotate', ''])
})
