import { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js'
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js'
import { afterEach, expect, test, vi } from 'vitest'
import { encodePng, paint } from '../../../assets/generators/kit/png.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { zip } from '../testing-files.ts'
import { usdReader } from './reader.ts'

afterEach(() => vi.restoreAllMocks())

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const layer = (content: string): string => `#usda 1.0\n(\n    defaultPrim = "Thing"\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n\ndef Xform "Thing"\n{\n${content}}\n`

/** Triangles beside each other, each with its picture. */
const worn = (...pictures: readonly string[]): string => layer(pictures.map((picture, i) => `    def Mesh "Seat${i}" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(${3 * i}, 0, 0), (${3 * i + 1}, 0, 0), (${3 * i}, 1, 0)]
        texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (
            interpolation = "vertex"
        )
        rel material:binding = </Thing/Cloth${i}>
    }
    def Material "Cloth${i}"
    {
        token outputs:surface.connect = </Thing/Cloth${i}/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </Thing/Cloth${i}/Picture.outputs:rgb>
            token outputs:surface
        }
        def Shader "Picture"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @${picture}@
            float3 outputs:rgb
        }
    }
`).join(''))

const references = (...layers: readonly string[]): string => layer(layers.map((name, i) => `    def "Chair${i}" (\n        references = @${name}@\n    )\n    {\n    }\n`).join(''))

const plain = (level: number): Uint8Array => encodePng(paint(2, 2, () => [level, level, level]))
/** One pixel, not compressed. */
const tga = (level: number): Uint8Array => Uint8Array.of(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, level, level, level)

/** @returns what each thing wears, from left to right: the red of its picture's first texel; null: nothing */
async function read(bytes: Uint8Array<ArrayBuffer>, beside: Readonly<Record<string, Uint8Array>> = {}) {
  const missing: string[] = []
  const { parsed } = await usdReader.read(bytes, {
    name: 'room.usdz', pieces: 'parts', decodeImage: decodeImageInNode, onMissing: (name) => missing.push(name),
    listSiblings: () => Promise.resolve(Object.keys(beside)), readSibling: (name) => Promise.resolve(new Uint8Array(beside[name])),
  })
  const levels = parsed.parts.map(({ materials: [{ baseColorTexture }] }) => (baseColorTexture === null ? null : parsed.textures.get(baseColorTexture.texture)!.rgba[0]))
  return { levels, missing }
}

type Files = Readonly<Record<string, string | Uint8Array>>
const packed = (files: Files): Promise<Uint8Array<ArrayBuffer>> => zip(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? encode(content) : content])))

test.each<[string, Files, readonly number[]]>([
  ['in two folders, both of one name', { 'room.usda': worn('oak/cloth.png', './ash/cloth.png'), 'oak/cloth.png': plain(50), 'ash/cloth.png': plain(200) }, [50, 200]],
  ['in a folder above, where the name of another ends like its own', { 'stage/room.usda': worn('../maps/cloth.png', 'maps/cloth.png'), 'maps/tablecloth.png': plain(9), 'maps/cloth.png': plain(50), 'stage/maps/cloth.png': plain(200) }, [50, 200]],
  ['of a layer in a folder of its own', { 'room.usda': references('./parts/a.usda', 'parts/b.usda'), 'parts/a.usda': worn('cloth.png'), 'parts/b.usda': worn('../maps/cloth.png'), 'parts/cloth.png': plain(50), 'maps/cloth.png': plain(200) }, [50, 200]],
  ['of a layer in a folder above', { 'stage/room.usda': references('../parts/a.usda'), 'parts/a.usda': worn('cloth.png'), 'parts/cloth.png': plain(50) }, [50]],
  ['named in other case, as Windows does, and percent-encoded', { 'room.usda': worn('Maps/Cloth.PNG', 'maps\\cloth.png', 'maps/a%20b.png'), 'maps/cloth.png': plain(50), 'maps/a b.png': plain(77) }, [50, 50, 77]],
  ['of a type that the format does not have', { 'room.usda': worn('maps/cloth.tga'), 'maps/cloth.tga': tga(50) }, [50]],
])('things of a package wear its pictures: %s', async (_, files, levels) => {
  expect(await read(await packed(files))).toEqual({ levels, missing: [] })
})

test('a picture that the package lacks is taken from beside it, or told by its path', async () => {
  const bytes = await packed({ 'room.usda': worn('maps/cloth.png', 'maps/seat.png'), 'maps/tablecloth.png': plain(9) })
  expect(await read(bytes, { 'maps/cloth.png': plain(50) })).toEqual({ levels: [50, null], missing: ['maps/seat.png'] })
})

test('a binary file’s things wear each the picture of its own folder', async () => {
  const text = worn('oak/cloth.png', './ash/cloth.png')
  vi.spyOn(USDCParser.prototype, 'parseData').mockImplementation(() => new USDAParser().parseData(text))
  expect(await read(encode('PXR-USDC'), { 'oak/cloth.png': plain(50), 'ash/cloth.png': plain(200) })).toEqual({ levels: [50, 200], missing: [] })
})
