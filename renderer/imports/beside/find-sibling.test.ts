import { expect, test } from 'vitest'
import { findSibling } from './find-sibling.ts'

const FILES = ['chair.obj', 'Textures/Oak.PNG', 'textures/wool.jpg', 'maps/wool.jpg', 'maps/steel plate.png', 'maps/brick.png']

test('finds a picture by a path of another computer, in other case, and encoded', () => {
  expect(findSibling('C:\\Users\\ann\\Desktop\\textures\\oak.png', FILES)).toBe('Textures/Oak.PNG')
  expect(findSibling('file:///home/x/maps/steel%20plate.png', FILES)).toBe('maps/steel plate.png')
})

test('takes the folder into account where a name stands twice, and the type last', () => {
  expect(findSibling('../maps/wool.jpg', FILES)).toBe('maps/wool.jpg')
  expect(findSibling('wool.jpg', FILES)).toBe('textures/wool.jpg')
  expect(findSibling('brick.tga', FILES)).toBe('maps/brick.png')
})

test('offers nothing that only looks alike', () => {
  expect(findSibling('chair.png', FILES)).toBeNull()
  expect(findSibling('brick2.png', FILES)).toBeNull()
  expect(findSibling('..', FILES)).toBeNull()
  // A picture of the same name is neither materials nor geometry.
  expect(findSibling('brick.mtl', FILES)).toBeNull()
  expect(findSibling('brick.bin', FILES)).toBeNull()
})
