import { expect, test } from 'vitest'
import { zip } from '../testing-files.ts'
import { encodePng } from '../pictures/encode-png.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { threeMfReader } from './reader.ts'
import { withPlainProperties } from './plain-properties.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const RESOURCES = `<basematerials id="1"><base name="Red" displaycolor="#FF0000"/><base name="Blue" displaycolor="#0000FF"/></basematerials>
<m:texture2d id="2" path="/3D/Texture/oak.png" contenttype="image/png"/><m:texture2dgroup id="3" texid="2"><m:tex2coord u="0" v="0"/><m:tex2coord u="1" v="0"/><m:tex2coord u="0" v="1"/></m:texture2dgroup>
<m:colorgroup id="4"><m:color color="#00FF00"/></m:colorgroup>
<m:compositematerials id="5" matid="1" matindices="0 1"><m:composite values="0 1"/><m:composite values="3 0"/></m:compositematerials>
<m:multiproperties id="6" pids="1 3"><m:multi pindices="0 0"/><m:multi pindices="1 1"/><m:multi pindices="0 2"/></m:multiproperties>
<m:multiproperties id="7" pids="4 1"><m:multi pindices="0 1"/></m:multiproperties>
<m:multiproperties id="11" pids="98 99"><m:multi pindices="0 1"/></m:multiproperties>`

/** A tetrahedron whose four triangles have these attributes, in an object with those. */
const model = (triangles: readonly string[], object = ''): string => `<model unit="meter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"><resources>${RESOURCES}
<object id="9" type="model"${object}><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/><vertex x="0" y="0" z="1"/></vertices>
<triangles>${['0 2 1', '0 1 3', '0 3 2', '1 2 3'].map((corners, i) => `<triangle ${corners.split(' ').map((v, k) => `v${k + 1}="${v}"`).join(' ')}${triangles[i]}/>`).join('')}</triangles></mesh></object></resources><build><item objectid="9"/></build></model>`

async function shown(text: string): Promise<readonly string[]> {
  const relation = (target: string, type: string): string => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="${target}" Id="r" Type="${type}"/></Relationships>`
  const { parsed: { parts, meshes, textures } } = await threeMfReader.read(await zip({
    '3D/3dmodel.model': encode(text),
    '_rels/.rels': encode(relation('/3D/3dmodel.model', 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel')),
    '3D/_rels/3dmodel.model.rels': encode(relation('/3D/Texture/oak.png', 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dtexture')),
    '3D/Texture/oak.png': encodePng({ width: 1, height: 1, rgba: Uint8Array.of(10, 20, 30, 255) }),
  }), { name: 'thing.3mf', pieces: 'objects', decodeImage: decodeImageInNode })
  return parts.flatMap(({ mesh, materials }) => {
    const { indices, materialSlots } = meshes.get(mesh)!
    return Array.from({ length: indices.length / 3 }, (_, t) => {
      const { baseColor, baseColorTexture } = materials[materialSlots?.[t] ?? 0]
      return baseColorTexture === null ? baseColor.map(Math.round).join(' ') : [...textures.get(baseColorTexture.texture)!.rgba].join(' ')
    })
  }).sort()
}

test('triangles that wear several properties, a mixture or what is not there are shown: the picture, else the colour', async () => {
  expect(await shown(model([' pid="6" p1="0" p2="1" p3="2"', ' pid="7" p1="0"', ' pid="5" p1="1"', ' pid="8" p1="0"'], ' pid="1" pindex="1"'))).toEqual(['0 0 1', '0 1 0', '1 0 0', '10 20 30 255'])
})

test('triangles that wear several properties none of which is in the file are shown as their object', async () => {
  expect(await shown(model([' pid="11" p1="0"', ' pid="1" p1="0"', ' pid="1" p1="0"', ' pid="1" p1="0"'], ' pid="1" pindex="1"'))).toEqual(['0 0 1', '1 0 0', '1 0 0', '1 0 0'])
})

test('triangles that wear nothing beside others are white, and none is built twice', async () => {
  expect(await shown(model([' pid="1" p1="0"', '', '', '']))).toEqual(['1 0 0', '1 1 1', '1 1 1', '1 1 1'])
})

test('an object wears what is seen of several properties', async () => {
  expect(await shown(model(['', '', '', ' pid="1" p1="1"'], ' pid="7" pindex="0"'))).toEqual(['0 0 1', '0 1 0', '0 1 0', '0 1 0'])
})

test('a file that says nothing of this stays as it is', () => {
  for (const text of [model(['', '', '', '']).replaceAll(/<m:(?:multi|composite)\w+ .*\n?/g, ''), '<model/>', '']) expect(withPlainProperties(text)).toBe(text)
})

test('a prefix that is not declared is no reason to refuse a file', async () => {
  expect(await shown(model([' pid="1" p1="0"', ' pid="1" p1="0"', ' pid="1" p1="0"', ' pid="1" p1="0"']).replace('<build>', '<build ms:UUID="1">'))).toEqual(['1 0 0', '1 0 0', '1 0 0', '1 0 0'])
})
