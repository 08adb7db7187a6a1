import { expect, test } from 'vitest'
import { textOf } from '../../../words/say.ts'
import { strangeMaterials } from './materials.ts'

const strange = (pbrMetallicRoughness: object): string | null => {
  const found = strangeMaterials({ materials: [{ name: 'Oak', pbrMetallicRoughness }] } as Parameters<typeof strangeMaterials>[0])
  return found === null ? null : textOf(found)
}

// A damaged file calls a factor as every object of JavaScript calls something of its own.
test.each(['constructor', 'valueOf'])('a factor called %s is asked for 0 to 1, as any unknown one', (name) => {
  expect(strange({ [name]: [0.5, 0.5, 0.5] })).toBeNull()
  expect(strange({ [name]: [0.5, 9] })).toMatch(/^The material “Oak” has values out of range/)
})
