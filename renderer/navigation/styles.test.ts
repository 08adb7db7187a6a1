import { expect, test } from 'vitest'
import { styleOf, waysTo } from './styles.ts'

test('help names every way to a look, the plainest first, and no key that changes nothing', () => {
  const ways = (name: Parameters<typeof styleOf>[0]) => (['orbit', 'pan', 'zoom'] as const).map((look) => waysTo(look, styleOf(name)))
  expect(ways(undefined)).toEqual([['left', 'middle'], ['right', 'middle-shift'], ['wheel']])
  expect(ways('sketchup')).toEqual([['middle'], ['middle-shift'], ['wheel']])
  expect(ways('blender')).toEqual([['middle'], ['middle-shift', 'wheel-shift', 'wheel-ctrl'], ['wheel', 'middle-ctrl']])
  expect(ways('revit')).toEqual([['middle-shift'], ['middle'], ['wheel', 'middle-ctrl']])
})
