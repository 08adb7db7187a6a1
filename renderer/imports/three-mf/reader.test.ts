import { expect, test } from 'vitest'
import { decodeImageInNode } from '../in-node.ts'
import { zip } from '../testing-files.ts'
import { threeMfReader } from './reader.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const RELATIONS = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
const relation = (target: string): string => `<Relationship Target="${target}" Id="r${target.length}" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>`
const model = (id: string, build: string): Uint8Array<ArrayBuffer> => encode(`<?xml version="1.0"?><model unit="meter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"><resources>
<object id="${id}" type="model"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object></resources><build>${build}</build></model>`)

/** Two objects in two files of one package. */
const package3mf = (first: string, second: string): Promise<Uint8Array<ArrayBuffer>> => zip({
  '_rels/.rels': encode(`${RELATIONS}${relation('/3D/3dmodel.model')}</Relationships>`),
  '3D/_rels/3dmodel.model.rels': encode(`${RELATIONS}${relation('/3D/Objects/other.model')}</Relationships>`),
  '3D/3dmodel.model': model(first, `<item objectid="${first}"/><item objectid="${second}" p:path="/3D/Objects/other.model"/>`),
  '3D/Objects/other.model': model(second, ''),
})

test('objects of several files come when their numbers are their own, and are never taken for each other', async () => {
  const read = (bytes: Uint8Array<ArrayBuffer>) => threeMfReader.read(bytes, { name: 'gears.3mf', pieces: 'parts', decodeImage: decodeImageInNode })
  const { parsed } = await read(await package3mf('1', '2'))
  expect([...parsed.meshes.values()].reduce((sum, { indices }) => sum + indices.length / 3, 0) * parsed.parts.length / parsed.meshes.size).toBe(2)
  await expect(read(await package3mf('1', '1'))).rejects.toMatchObject({ code: 'model-unsupported' })
})
