import { expect, test } from 'vitest'
import { installDom } from './dom.ts'

test('finds what a selector says in the order of the file, among more elements than a call takes arguments', () => {
  installDom()
  const { documentElement } = new DOMParser().parseFromString(`<mesh><a><v x="1"/></a><all>${'<v/>'.repeat(200_000)}</all><v x="2"/></mesh>`, 'text/xml')
  const found = [...documentElement.querySelectorAll('v')]
  expect(found).toHaveLength(200_002)
  expect([found[0], found.at(-1)].map((element) => element?.getAttribute('x'))).toEqual(['1', '2'])
  expect(documentElement.querySelector('a v[x="1"]')).toBe(found[0])
})
