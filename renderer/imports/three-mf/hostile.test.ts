import { describe, expect, test } from 'vitest'
import type { Archive } from '../bytes/archive.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { zip } from '../testing-files.ts'
import { growthOf } from '../testing-growth.ts'
import { withOneNumbering } from './one-numbering.ts'
import { withPlainProperties } from './plain-properties.ts'
import { threeMfReader } from './reader.ts'

const many = (count: number, text: string): string => text.repeat(count)
const WORN = '<object pid="1"/>'
const BASES = '<basematerials id="1"><base displaycolor="#FFFFFF"/></basematerials>'

describe('a file that was made to be slow costs as much as it is long', () => {
  test.each<[string, (count: number) => string]>([
    ['groups that do not end', (n) => WORN + many(n, '<m:colorgroup id="1">')],
    ['tags of groups that do not end', (n) => WORN + many(n, '<m:colorgroup id="1" ')],
    ['objects that do not end', (n) => many(n, '<object pid="1">')],
    ['tags of triangles that do not end', (n) => many(n, '<triangle ')],
    ['tags of triangles in an object', (n) => `<object pid="1"><triangles>${many(n, '<triangle ')}</triangles></object>`],
    ['tags of resources that do not end', (n) => `${BASES}<object><triangles><triangle/><triangle pid="1"/></triangles></object>${many(n, '<resources ')}`],
    ['places of several properties that do not end', (n) => `${WORN}<multiproperties id="2" pids="1">${many(n, '<multi ')}</multiproperties>`],
    ['triangles without a property beside many groups', (n) => `${Array.from({ length: n }, (_, i) => `<colorgroup id="${i}"/>`).join('')}<object><triangles>${many(n, '<triangle/>')}<triangle pid="1"/></triangles></object>`],
    ['triangles of several properties whose number is long', (n) => `<basematerials id="${many(n, '12345678')}"><base/></basematerials><multiproperties id="2" pids="${many(n, '12345678')}"><multi pindices="0"/></multiproperties><object><triangles>${many(n, '<triangle pid="2" p1="0"/>')}</triangles></object>`],
    ['triangles of several properties whose place is long', (n) => `${BASES}<multiproperties id="2" pids="1"><multi pindices="${many(n, '00000000')}"/></multiproperties><object><triangles>${many(n, '<triangle pid="2" p1="0"/>')}</triangles></object>`],
    ['mixtures of many materials', (n) => `${WORN}<basematerials id="1">${many(n, '<base displaycolor="#FFFFFF"/>')}</basematerials>${many(n, '<compositematerials id="2" matid="1" matindices="0"></compositematerials>')}`],
    ['many mixtures of as many materials', (n) => `${WORN}${BASES}<compositematerials id="2" matid="1" matindices="${many(n, '0 ')}">${many(n, '<composite values="1"/>')}</compositematerials>`],
  ])('%s', async (_, make) => {
    expect(await growthOf(1000, (size) => {
      const text = make(size)
      return () => withPlainProperties(text)
    })).toBeLessThan(2)
  })

  test.each<[string, (count: number) => string]>([
    ['a name that does not end', (n) => `<${many(n, 'name')}`],
    ['tags that do not end', (n) => many(n, '<object ')],
    ['numbers that do not end', (n) => many(n, '<object id=')],
  ])('in a package of several files: %s', async (_, make) => {
    expect(await growthOf(1000, (size) => {
      const model = new TextEncoder().encode(`<object id="1">${make(size)}`)
      const archive = { names: ['a.model', 'b.model'], read: () => Promise.resolve(model) } as unknown as Archive
      return () => withOneNumbering(archive)
    })).toBeLessThan(2)
  })

  test('in its beginning: tags of models that do not end', async () => {
    const files = { '3D/3dmodel.model': new Uint8Array(), '_rels/.rels': new Uint8Array() }
    const packed = new Map<number, Uint8Array<ArrayBuffer>>()
    for (const size of [2000, 8000]) packed.set(size, await zip({ ...files, '3D/3dmodel.model': new TextEncoder().encode(many(size, '<model ')) }))
    expect(await growthOf(2000, (size) => () => threeMfReader.read(packed.get(size)!.slice(), { name: 'thing.3mf', pieces: 'objects', decodeImage: decodeImageInNode }).catch(() => undefined))).toBeLessThan(2)
  })
})
