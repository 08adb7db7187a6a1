import { expect, test } from 'vitest'
import { Writer } from './writer.ts'

test('names are unique, whatever is asked for: words of JavaScript, the same again, and what another one’s count has given or will give', () => {
  const writer = new Writer()
  const bases = ['class', 'x', 'x', 'x$2', 'x$4', 'x', 'x', 'x$2', 'x$2$2', 'class$2', 'x$02', '$', '$', '$$2', 'x']
  const names = bases.map((base) => writer.unique(base))
  expect(new Set(names).size).toBe(bases.length)
  expect(names).toEqual(['class$2', 'x', 'x$2', 'x$2$2', 'x$4', 'x$3', 'x$5', 'x$2$3', 'x$2$2$2', 'class$2$2', 'x$02$2', '$', '$$2', '$$2$2', 'x$6'])
})
