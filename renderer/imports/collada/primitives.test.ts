import { expect, test } from 'vitest'
import { withKnownPrimitives } from './primitives.ts'

const INPUTS = '<input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>'

test('polygons, strips and fans are written as lists and triangles that look to the same side', () => {
  expect(withKnownPrimitives(`<a/><polygons material="m" count="2">${INPUTS}<p>0 0 1 0 2 0</p><ph><p>2 1 3 1 4 1 5 1</p><h>7 7 8 8 9 9</h></ph></polygons><b/>`))
    .toBe(`<a/><polylist material="m" count="2">${INPUTS}<vcount>3 4</vcount><p>0 0 1 0 2 0 2 1 3 1 4 1 5 1</p></polylist><b/>`)
  expect(withKnownPrimitives(`<tristrips count="1" material="m">${INPUTS}<p>0 9 1 9 2 9 3 9</p></tristrips>`)).toBe(`<triangles material="m" count="2">${INPUTS}<p>0 9 1 9 2 9 2 9 1 9 3 9</p></triangles>`)
  expect(withKnownPrimitives(`<trifans count="1">${INPUTS}<p>0 9 1 9 2 9 3 9</p></trifans>`)).toBe(`<triangles count="2">${INPUTS}<p>0 9 1 9 2 9 0 9 2 9 3 9</p></triangles>`)
})

test('what has no end, no corners or none of them stays harmless', () => {
  for (const text of ['<triangles count="1"><p>0 1 2</p></triangles>', '<polygons count="1"><p>0 1 2</p>', '<polygons/>'.repeat(1000)]) expect(withKnownPrimitives(text)).toBe(text)
  expect(withKnownPrimitives('<tristrips count="1"><p>0 1</p></tristrips>')).toBe('<triangles count="0"><p></p></triangles>')
})
