import { describe, expect, test } from 'vitest'
import { encodePng, paint } from '../../../assets/generators/kit/png.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { growthOf } from '../testing-growth.ts'
import { specsOfMaterialX } from './materialx-file.ts'
import { translate } from './materialx.ts'
import { usdReader } from './reader.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const HEAD = '#usda 1.0\n(\n    defaultPrim = "Thing"\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n\n'
const mesh = (material: string): string =>
  `    def Mesh "Seat" (\n        prepend apiSchemas = ["MaterialBindingAPI"]\n    )\n    {\n        int[] faceVertexCounts = [3]\n        int[] faceVertexIndices = [0, 1, 2]\n        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n        texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (\n            interpolation = "vertex"\n        )\n        rel material:binding = <${material}>\n    }\n`
/** A thing whose material lies in a file beside it. */
const wearing = (material: string): string => `${HEAD}def Xform "Thing"\n{\n    def Scope "Looks" (\n        prepend references = @looks/all.mtlx@</MaterialX/Materials>\n    )\n    {\n    }\n${mesh(`/Thing/Looks/${material}`)}}\n`
const document = (body: string): string => `<?xml version="1.0"?>\n<materialx version="1.38" colorspace="lin_rec709">\n${body}\n</materialx>\n`
const material = (shader: string): string => `<surfacematerial name="M" type="material"><input name="surfaceshader" type="surfaceshader" nodename="${shader}"/></surfacematerial>`
const input = (name: string, rest: string, type = 'float'): string => `<input name="${name}" type="${type}" ${rest}/>`
const picture = (level: number): Uint8Array => encodePng(paint(2, 2, () => [level, level, level]))

async function read(root: string, files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const asked: string[] = []
  const { parsed } = await usdReader.read(encode(root), {
    name: 'room.usda', pieces: 'parts', decodeImage: decodeImageInNode,
    listSiblings: () => Promise.resolve(Object.keys(files)),
    readSibling: (name) => {
      asked.push(name)
      const file = files[name]
      return Promise.resolve(typeof file === 'string' ? encode(file) : new Uint8Array(file))
    },
  })
  const [look] = parsed.parts[0].materials
  return { look, asked, textureOf: (use: typeof look.baseColorTexture) => parsed.textures.get(use!.texture)! }
}

describe('materials of MaterialX', () => {
  test.each([
    ['standard_surface', input('base', 'value="0.5"') + input('base_color', 'value="0.8, 0.4, 0.2"', 'color3') + input('metalness', 'value="1"') + input('specular_roughness', 'value="0.3"'), [0.4, 0.2, 0.1], 1, 0.3],
    ['standard_surface', '', [0.8, 0.8, 0.8], 0, 0.2],
    ['open_pbr_surface', input('base_color', 'value="0.1, 0.2, 0.3"', 'color3') + input('base_metalness', 'value="0.25"'), [0.1, 0.2, 0.3], 0.25, 0.3],
    ['gltf_pbr', input('base_color', 'value="0.1, 0.2, 0.3"', 'color3') + input('metallic', 'value="0"') + input('roughness', 'value="0.7"'), [0.1, 0.2, 0.3], 0, 0.7],
    ['UsdPreviewSurface', input('diffuseColor', 'value="0.1, 0.2, 0.3"', 'color3') + input('roughness', 'value="0.7"'), [0.1, 0.2, 0.3], 0, 0.7],
  ])('a %s of a file beside it has its colour, metal and roughness', async (kind, inputs, baseColor, metallic, roughness) => {
    const { look } = await read(wearing('M'), { 'looks/all.mtlx': document(`<${kind} name="S" type="surfaceshader">${inputs}</${kind}>${material('S')}`) })
    expect(look).toMatchObject({ baseColor: baseColor.map((value) => expect.closeTo(value, 4) as number), metallic: expect.closeTo(metallic, 4) as number, roughness: expect.closeTo(roughness, 4) as number })
  })

  test('pictures are found from the folder of the file, through graphs and what they compute, repeated as they say', async () => {
    const graph = '<nodegraph name="NG">' +
      '<input name="tiles" type="vector2" value="4, 2"/>' +
      `<tiledimage name="wood" type="color3">${input('file', 'value="oak.png" colorspace="srgb_texture"', 'filename')}${input('uvtiling', 'interfacename="tiles"', 'vector2')}</tiledimage>` +
      `<multiply name="darker" type="color3">${input('in1', 'nodename="wood"', 'color3')}${input('in2', 'value="0.5"')}</multiply>` +
      `<image name="bumps" type="vector3">${input('file', 'value="bumps.png"', 'filename')}</image><normalmap name="nm" type="vector3">${input('in', 'nodename="bumps"', 'vector3')}</normalmap>` +
      '<output name="color" type="color3" nodename="darker"/><output name="normal" type="vector3" nodename="nm"/></nodegraph>'
    const files = {
      'looks/all.mtlx': document(`${graph}<standard_surface name="S" type="surfaceshader">${input('base_color', 'nodegraph="NG" output="color"', 'color3')}${input('normal', 'nodegraph="NG" output="normal"', 'vector3')}</standard_surface>${material('S')}`),
      'looks/oak.png': picture(90), 'looks/bumps.png': picture(128), 'oak.png': picture(1),
    }
    const { look, asked, textureOf } = await read(wearing('M'), files)
    expect(asked.toSorted()).toEqual(['looks/all.mtlx', 'looks/bumps.png', 'looks/oak.png'])
    expect(look.baseColor.map((value) => Math.round(100 * value))).toEqual([50, 50, 50])
    expect(look.baseColorTexture).toMatchObject({ scale: [4, 2], wrapS: 'repeat' })
    expect([textureOf(look.baseColorTexture).rgba[0], textureOf(look.normalTexture).rgba[0]]).toEqual([90, 128])
  })

  test('what lets light through is glass, and what shines shines', async () => {
    const of = async (inputs: string) => (await read(wearing('M'), { 'looks/all.mtlx': document(`<standard_surface name="S" type="surfaceshader">${inputs}</standard_surface>${material('S')}`) })).look
    expect((await of(input('transmission', 'value="1"'))).transmission ?? 0).toBeGreaterThan(0.9)
    expect((await of(input('emission', 'value="2"') + input('emission_color', 'value="1, 0.5, 0"', 'color3'))).emissive).toEqual([2, 1, 0].map((value) => expect.closeTo(value, 4) as number))
    expect((await of(input('emission_color', 'value="1, 0.5, 0"', 'color3'))).emissive).toEqual([0, 0, 0])
  })

  test('a network in the file itself is shown, whose inputs stand at the material; where a UsdPreviewSurface is there as well, that one', async () => {
    const network = (more: string): string => `${HEAD}def Xform "Thing"\n{\n    def Material "M"\n    {\n        color3f inputs:tint = (0.1, 0.2, 0.3)\n        token outputs:mtlx:surface.connect = </Thing/M/S.outputs:surface>\n        def Shader "S"\n        {\n            uniform token info:id = "ND_standard_surface_surfaceshader"\n            color3f inputs:base_color.connect = </Thing/M.inputs:tint>\n            float inputs:specular_roughness = 0.6\n            token outputs:surface\n        }\n${more}    }\n${mesh('/Thing/M')}}\n`
    expect((await read(network(''))).look).toMatchObject({ baseColor: [0.1, 0.2, 0.3].map((value) => expect.closeTo(value, 4) as number), roughness: 0.6 })
    const preview = '        def Shader "P"\n        {\n            uniform token info:id = "UsdPreviewSurface"\n            color3f inputs:diffuseColor = (0.9, 0.9, 0.9)\n            token outputs:surface\n        }\n'
    expect((await read(network(preview))).look.baseColor).toEqual([0.9, 0.9, 0.9].map((value) => expect.closeTo(value, 4) as number))
  })
})

describe('a MaterialX document that means no good', () => {
  const loop = document(`<nodegraph name="NG"><multiply name="a" type="color3">${input('in1', 'nodename="b"', 'color3')}</multiply><multiply name="b" type="color3">${input('in1', 'nodename="a"', 'color3')}</multiply><output name="o" type="color3" nodename="a"/></nodegraph><standard_surface name="S" type="surfaceshader">${input('base_color', 'nodegraph="NG"', 'color3')}</standard_surface>${material('S')}`)

  test('whose nodes stand behind themselves ends in what is known', async () => {
    expect((await read(wearing('M'), { 'looks/all.mtlx': loop })).look.baseColor).toEqual([0.8, 0.8, 0.8].map((value) => expect.closeTo(value, 4) as number))
    const self = document('<nodegraph name="NG"><input name="x" type="float" interfacename="x"/><multiply name="a" type="float"><input name="in1" type="float" interfacename="x"/></multiply><output name="o" type="float" nodename="a"/></nodegraph><standard_surface name="S" type="surfaceshader"><input name="base" type="float" nodegraph="NG"/></standard_surface>' + material('S'))
    expect(() => translate(specsOfMaterialX(self))).not.toThrow()
  })

  test('that cannot be read is told, and the thing is shown', async () => {
    const { parsed } = await usdReader.read(encode(wearing('M')), { name: 'room.usda', pieces: 'parts', decodeImage: decodeImageInNode, listSiblings: () => Promise.resolve(['looks/all.mtlx']), readSibling: () => Promise.resolve(encode('<materialx><a')) })
    expect(parsed.parts).toHaveLength(1)
    expect(parsed.notes).toContainEqual({ id: 'import.materials.unread', args: { count: 1, names: 'looks/all.mtlx' } })
  })

  test('that is no XML, or whose materials have more nodes than any, is refused', () => {
    expect(() => specsOfMaterialX('<materialx><a')).toThrow()
    const nodes = Array.from({ length: 200 }, (_, i) => `<multiply name="n${i}" type="float"><input name="in1" type="float" nodename="n${i + 1}"/></multiply>`).join('')
    const many = Array.from({ length: 200 }, (_, i) => `<surfacematerial name="M${i}" type="material"><input name="surfaceshader" type="surfaceshader" nodename="n0"/></surfacematerial>`).join('')
    // One chain is no reason, however long.
    expect(() => specsOfMaterialX(document(nodes + many.slice(0, many.indexOf('</surfacematerial>')) + '</surfacematerial>'))).not.toThrow()
    expect(() => specsOfMaterialX(document(nodes + many))).toThrow(expect.objectContaining({ code: 'model-too-many' }) as Error)
  })

  test('of many nodes behind one another takes the time that it takes to read', async () => {
    const chain = (length: number): string => document(`${Array.from({ length }, (_, i) => `<multiply name="n${i}" type="float"><input name="in1" type="float" nodename="n${i + 1}"/><input name="in2" type="float" nodename="n${i + 1}"/></multiply>`).join('')}<standard_surface name="S" type="surfaceshader"><input name="base" type="float" nodename="n0"/></standard_surface>${material('S')}`)
    expect(await growthOf(400, (length) => {
      const text = chain(length)
      return () => translate(specsOfMaterialX(text))
    })).toBeLessThan(2)
  })
})
