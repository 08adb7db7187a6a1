import { expect, test } from 'vitest'
import { decodeImageInNode } from '../reading/in-node.ts'
import { zip } from '../testing-files.ts'
import { threeMfReader } from './reader.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const RELATIONS = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
const relation = (target: string): string => `<Relationship Target="${target}" Id="r${target.length}" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>`
/** A triangle that is so long, in a colour of its own. */
const model = (id: string, length: number, colour: string, build: string): Uint8Array<ArrayBuffer> => encode(`<?xml version="1.0"?><model unit="meter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"><resources>
<basematerials id="${id}0"><base name="Paint" displaycolor="${colour}"/></basematerials>
<object id="${id}" type="model" pid="${id}0" pindex="0"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="${length}" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object></resources><build>${build}</build></model>`)

/** Two objects in two files of one package. */
const package3mf = (first: string, second: string, path = '/3D/Objects/other.model'): Promise<Uint8Array<ArrayBuffer>> => zip({
  '3D/Objects/other.model': model(second, 3, '#0000FF', ''),
  '_rels/.rels': encode(`${RELATIONS}${relation('/3D/3dmodel.model')}</Relationships>`),
  '3D/_rels/3dmodel.model.rels': encode(`${RELATIONS}${relation('/3D/Objects/other.model')}</Relationships>`),
  '3D/3dmodel.model': model(first, 1, '#FF0000', `<item objectid="${first}"/><item objectid="${second}" p:path="${path}" transform="1 0 0 0 1 0 0 0 1 5 0 0"/>`),
})

const read = (bytes: Uint8Array<ArrayBuffer>) => threeMfReader.read(bytes, { name: 'gears.3mf', pieces: 'parts', decodeImage: decodeImageInNode })

test.each([['1', '2'], ['1', '1']])('objects %s and %s of two files come each with its own shape, place and colour', async (first, second) => {
  const { parsed } = await read(await package3mf(first, second))
  const seen = parsed.parts.map(({ mesh, materials, position, scale }) => {
    const { min, max } = parsed.meshes.get(mesh)!.bounds
    return { length: Math.round(scale[0] * (max[0] - min[0])), at: Math.round(position[0] + scale[0] * min[0]), color: materials[0].baseColor.map(Math.round) }
  })
  expect(seen.sort((a, b) => a.at - b.at)).toEqual([{ length: 1, at: 0, color: [1, 0, 0] }, { length: 3, at: 5, color: [0, 0, 1] }])
})

test('an object of a file that is not in the package is told', async () => {
  await expect(read(await package3mf('1', '1', '/3D/Objects/lost.model'))).rejects.toMatchObject({ code: 'model-invalid', detail: '“3D/Objects/lost.model” is not in the package.' })
})
