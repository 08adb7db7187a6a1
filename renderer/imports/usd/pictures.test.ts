import { expect, test } from 'vitest'
import { encodePng, paint } from '../../../assets/generators/kit/png.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { usdReader } from './reader.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const head = '#usda 1.0\n(\n    defaultPrim = "Thing"\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n\n'

/** A triangle that wears a picture. */
const worn = (picture: string): string => `${head}def Xform "Thing"
{
    def Mesh "Seat" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (
            interpolation = "vertex"
        )
        rel material:binding = </Thing/Cloth>
    }
    def Material "Cloth"
    {
        token outputs:surface.connect = </Thing/Cloth/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </Thing/Cloth/Picture.outputs:rgb>
            token outputs:surface
        }
        def Shader "Picture"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @${picture}@
            float3 outputs:rgb
        }
    }
}
`

const room = (...chairs: readonly string[]): string => `${head}def Xform "Thing"\n{\n${chairs.map((name, i) => `    def "C${i}" (\n        references = @./${name}/chair.usda@\n    )\n    {\n    }\n`).join('')}}\n`

const plain = (level: number): Uint8Array => encodePng(paint(2, 2, () => [level, level, level]))

async function read(root: string, files: ReadonlyMap<string, Uint8Array>) {
  const [missing, asked]: string[][] = [[], []]
  const { parsed } = await usdReader.read(encode(root), {
    name: 'room.usda', pieces: 'parts', decodeImage: decodeImageInNode, onMissing: (name) => missing.push(name),
    listSiblings: () => Promise.resolve([...files.keys()]),
    readSibling: (name) => {
      asked.push(name)
      return Promise.resolve(new Uint8Array(files.get(name)!))
    },
  })
  return { parsed, missing, asked: asked.filter((name) => name.endsWith('.png')).sort() }
}

test('things of several files wear each the picture of its own folder, though all are called the same', async () => {
  const files = new Map([['oak/chair.usda', encode(worn('./maps/cloth.png'))], ['ash/chair.usda', encode(worn('maps/cloth.png'))], ['oak/maps/cloth.png', plain(50)], ['ash/maps/cloth.png', plain(200)]])
  const { parsed, missing, asked } = await read(room('oak', 'ash'), files)
  expect([asked, missing]).toEqual([['ash/maps/cloth.png', 'oak/maps/cloth.png'], []])
  expect(parsed.parts).toHaveLength(2)
})

/** The chair, whose roughness and metal are pictures, too. */
const glossy = worn('cloth.png')
  .replace('            token outputs:surface\n', '            float inputs:roughness.connect = </Thing/Cloth/Rough.outputs:r>\n            float inputs:metallic.connect = </Thing/Cloth/Metal.outputs:r>\n$&')
  .replace(/ {8}def Shader "Picture"\n {8}\{[^}]*\}\n/, (shader) => shader + ['Rough', 'Metal'].map((name) => shader.replaceAll('Picture', name).replace('cloth.png', `${name}.png`).replace('float3 outputs:rgb', 'float outputs:r')).join(''))

test('roughness and metal of two pictures come along, as one; of a picture that is missing nothing is made up', async () => {
  const all = new Map([['cloth.png', plain(50)], ['Rough.png', plain(77)], ['Metal.png', plain(12)]])
  const { parsed } = await read(glossy, all)
  const [material] = parsed.parts[0].materials
  expect(material).toMatchObject({ metallic: 1, roughness: 1 })
  const { rgba } = parsed.textures.get(material.metallicRoughnessTexture!.texture)!
  expect([rgba[1], rgba[2]]).toEqual([77, 12])
  all.delete('Metal.png')
  expect((await read(glossy, all)).parsed.parts[0].materials[0]).toMatchObject({ metallic: 0, roughness: 1 })
  const bare = await read(glossy, new Map())
  expect(bare.parsed.parts[0].materials[0]).toMatchObject({ metallic: 0, roughness: 0.5 })
  expect(bare.missing.toSorted()).toEqual(['Metal.png', 'Rough.png', 'cloth.png'])
})

test('a picture that is nowhere is told with the folder that the file names', async () => {
  const { missing } = await read(room('oak'), new Map([['oak/chair.usda', encode(worn('../maps/cloth.png'))]]))
  expect(missing).toEqual(['maps/cloth.png'])
  expect((await read(worn('./maps/cloth.png'), new Map())).missing).toEqual(['maps/cloth.png'])
})
