import { expect, test } from 'vitest'
import { FileName, fileNameOf } from './batch-wire.ts'

test.each([
  ['a Japanese name', '居'.repeat(120)], ['pictures as letters', '🛋'.repeat(70)], ['a full stop where it is cut', `${'a'.repeat(99)}.${'b'.repeat(20)}`], ['a space there', `${'a'.repeat(99)} b`], ['a wide space there', `${'a'.repeat(99)}\u3000b`],
  ['a path', '../../etc/passwd'], ['nothing', ' '], ['a device', 'con'],
])('what a view is called becomes a name for a file on every system, and stays so: %s', (_, words) => {
  const name = fileNameOf(words)
  expect(FileName.safeParse(name).success, name).toBe(true)
  // A number, an ending and what a save puts around it have room.
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(201)
  expect(name.isWellFormed()).toBe(true)
  expect(fileNameOf(name)).toBe(name)
})
