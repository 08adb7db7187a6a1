import { afterEach, expect, test } from 'vitest'
import { useShell } from '../../shell/shell.ts'
import { setLanguage } from '../../words/say.ts'
import { sayFrame, sayWays } from './mouse-words.ts'

const { settings } = useShell.getState()
afterEach(() => {
  setLanguage('en')
  useShell.setState({ settings })
})

test('ways of the mouse are a sentence: its first word alone begins with a capital', () => {
  expect((['orbit', 'pan', 'zoom'] as const).map(sayWays)).toEqual(['Drag the room or middle-drag', 'Right-drag or Shift + middle-drag', 'Wheel'])
  setLanguage('de')
  expect((['orbit', 'pan', 'zoom'] as const).map(sayWays)).toEqual(['Raum ziehen oder mittlere Taste ziehen', 'Rechte Taste ziehen oder Umschalt + mittlere Taste', 'Mausrad'])
  useShell.setState({ settings: { ...settings, navigation: 'revit' } })
  expect((['orbit', 'pan', 'zoom'] as const).map(sayWays)).toEqual(['Umschalt + mittlere Taste', 'Mittlere Taste ziehen', 'Mausrad oder Strg + mittlere Taste'])
  expect(sayFrame()).toBe('Raum ziehen')
})
