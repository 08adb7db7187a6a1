import { describe, expect, test } from 'vitest'
import { encodePng } from '../pictures/encode-png.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { CRATES } from '../testing-files.ts'
import { nameKnownMaps } from './known-maps.ts'
import { knownValues } from './known-values.ts'
import type { FbxNode } from './old/nodes.ts'
import { parseText } from './old/parse-text.ts'
import { writeBinary, type Written, type WrittenNode } from './old/write-binary.ts'
import { fbxReader } from './reader.ts'

/** A crate whose material has pictures under these names: oak.png, or each its own; properties as lines of Properties70. */
async function wearing(maps: string | Readonly<Record<string, string>>, properties = ''): Promise<string> {
  const crate = new TextDecoder().decode(await CRATES.find(({ name }) => name === 'crate.fbx')!.bytes())
  const named = typeof maps === 'string' ? { [maps]: 'oak.png' } : maps
  const pictures = [...new Set(Object.values(named))]
  const id = (picture: string): number => 40 + 2 * pictures.indexOf(picture)
  const textures = pictures.map((picture) => `
	Texture: ${id(picture)}, "Texture::${picture}", "" {
		Type: "TextureVideoClip"
		FileName: "C:\\maps\\${picture}"
		RelativeFilename: "${picture}"
	}
	Video: ${id(picture) + 1}, "Video::${picture}", "Clip" {
		Type: "Clip"
		RelativeFilename: "${picture}"
	}`).join('')
  const connections = [...Object.entries(named).map(([map, picture]) => `C: "OP",${id(picture)},3, "${map}"`), ...pictures.map((picture) => `C: "OO",${id(picture) + 1},${id(picture)}`)]
  const changed = crate.replace('Objects:  {', `Objects:  {${textures}`).replace('C: "OO",3,2', ['C: "OO",3,2', ...connections].join('\n\t')).replace(/(Material: 3,[\s\S]*?Properties70:\s*\{)/, `$1${properties}`)
  expect(changed).toContain(properties)
  return changed
}

/** The same in bytes: ids, and arrays as values. */
function inBytes(text: string): Uint8Array<ArrayBuffer> {
  const ids = new Set(['Geometry', 'Model', 'Material', 'Texture', 'Video', 'C'])
  const written = ({ name, values, children }: FbxNode): WrittenNode => {
    const array = children.find((child) => child.name === 'a')
    if (array !== undefined) return { name, values: [name === 'Vertices' ? Float64Array.from(array.values as number[]) : Int32Array.from(array.values as number[])] }
    return {
      name, children: children.map(written),
      values: values.map((value): Written => (typeof value === 'number' && ids.has(name) ? { id: value } : typeof value === 'number' && Number.isInteger(value) ? { int: value } : typeof value === 'string' && value.includes('::') ? value.split('::').toReversed().join('\0\u0001') : value)),
    }
  }
  return writeBinary(parseText(new TextEncoder().encode(text)).children.map(written))
}

async function namedBy(bytes: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const named: string[] = []
  const { parsed } = await fbxReader.read(bytes, {
    name: 'crate.fbx', pieces: 'objects', decodeImage: decodeImageInNode,
    readSibling: () => Promise.reject(new Error('not there')), listSiblings: () => Promise.resolve([]), onMissing: (name) => named.push(name),
  })
  expect([...parsed.meshes.values()].map(({ indices }) => indices.length / 3)).toEqual([12])
  return named
}

describe.each([['plain', (text: string) => new TextEncoder().encode(text)], ['in bytes', inBytes]])('FBX 7.4, %s', (_, encode) => {
  test.each(['DiffuseColor', '3dsMax|main|base_color_map', '3dsMax|Parameters|base_color_map', 'Maya|baseColor', 'Maya|normalCamera', '3dsMax|main|norm_map', '3dsMax|Parameters|cutout_map'])('a picture under %s belongs to the material', async (map) => {
    expect(await namedBy(encode(await wearing(map)))).toEqual([expect.stringContaining('oak.png')])
  })

  test('what only looks like a name, and what is unknown, stays as it is', async () => {
    for (const map of ['3dsMax|main|other_map', 'x3dsMax|main|norm_map', '3dsMax|main|norm_map2']) {
      const bytes = encode(await wearing(map))
      const before = bytes.slice()
      nameKnownMaps(bytes)
      expect(bytes).toEqual(before)
    }
  })
})

/** The crate's material, with pictures that are there. */
async function shownBy(bytes: Uint8Array<ArrayBuffer>, files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>) {
  const { parsed } = await fbxReader.read(bytes, { name: 'crate.fbx', pieces: 'objects', decodeImage: decodeImageInNode, readSibling: (name) => Promise.resolve(files[name].slice()), listSiblings: () => Promise.resolve(Object.keys(files)) })
  const [material] = parsed.parts[0].materials
  const texels = (use: { readonly texture: string } | null): number[] | null => (use === null ? null : [...parsed.textures.get(use.texture)!.rgba])
  return { material, surface: texels(material.metallicRoughnessTexture), light: texels(material.emissiveTexture) }
}

const grey = (width: number, ...values: readonly number[]): Uint8Array<ArrayBuffer> => encodePng({ width, height: values.length / width, rgba: Uint8Array.from(values.flatMap((value) => [value, value, value, 255])) })
const INVERTED = '\n\t\t\tP: "3dsMax|Parameters|roughness_inv", "Bool", "", "A",1'

describe.each([['plain', (text: string) => new TextEncoder().encode(text)], ['in bytes', inBytes]])('roughness, metal and light of FBX 7.4, %s', (_, encode) => {
  const files = { 'rough.png': grey(2, 10, 20), 'metal.png': grey(1, 200), 'both.png': encodePng({ width: 1, height: 1, rgba: Uint8Array.of(1, 60, 70, 255) }) }

  test.each([['3dsMax|main|roughness_map', '3dsMax|main|metalness_map'], ['3dsMax|Parameters|roughness_map', '3dsMax|Parameters|metalness_map'], ['Maya|specularRoughness', 'Maya|metalness'], ['Maya|TEX_roughness_map', 'Maya|TEX_metallic_map']])('pictures under %s and %s become one', async (rough, metal) => {
    const both = await shownBy(encode(await wearing({ [rough]: 'rough.png', [metal]: 'metal.png' })), files)
    expect(both.surface).toEqual([255, 10, 200, 255, 255, 20, 200, 255])
    expect([both.material.metallic, both.material.roughness]).toEqual([1, 1])
    // Where one picture holds both, it is the one.
    expect((await shownBy(encode(await wearing({ [rough]: 'both.png', [metal]: 'both.png' })), files)).surface).toEqual([1, 60, 70, 255])
    const roughAlone = await shownBy(encode(await wearing({ [rough]: 'rough.png' })), files)
    expect([roughAlone.surface?.[1], roughAlone.material.metallic, roughAlone.material.roughness]).toEqual([10, 0, 1])
    // Its roughness is as without the picture.
    const metalAlone = await shownBy(encode(await wearing({ [metal]: 'metal.png' })), files)
    expect([metalAlone.surface?.slice(1, 3), metalAlone.material.metallic, metalAlone.material.roughness]).toEqual([[255, 200], 1, (await shownBy(encode(await wearing({})), files)).material.roughness])
  })

  test.each(['3dsMax|main|emit_color_map', '3dsMax|Parameters|emit_color_map', 'Maya|emissionColor', 'Maya|TEX_emissive_map'])('a picture under %s glows', async (map) => {
    const { light, material } = await shownBy(encode(await wearing({ [map]: 'both.png' })), files)
    expect(light).toEqual([1, 60, 70, 255])
    expect(Math.min(...material.emissive)).toBeGreaterThan(0)
  })

  test('a picture of light that counts for nothing does not glow', async () => {
    const wears = async (weight: number) => (await shownBy(encode(await wearing({ 'Maya|emissionColor': 'both.png' }, `\n\t\t\tP: "Maya|emission", "Float", "", "A",${weight}`)), files)).material.emissive
    expect(Math.max(...await wears(0))).toBe(0)
    expect(Math.min(...await wears(1))).toBeGreaterThan(0)
  })

  test('old maps of displacement, of gloss and of bumps are none of roughness and metal', async () => {
    for (const map of ['DisplacementColor', 'SpecularColor', 'Bump']) expect((await shownBy(encode(await wearing({ [map]: 'rough.png', '3dsMax|main|norm_map': 'both.png' })), files)).surface).toBeNull()
  })

  test('a picture that 3ds Max reads as gloss is none of roughness', async () => {
    const maps = { '3dsMax|Parameters|roughness_map': 'rough.png' }
    expect((await shownBy(encode(await wearing(maps, INVERTED)), files)).surface).toBeNull()
    expect((await shownBy(encode(await wearing(maps, INVERTED.replace('"A",1', '"A",0'))), files)).surface).not.toBeNull()
  })
})

describe.each([['plain', (text: string) => new TextEncoder().encode(text)], ['in bytes', inBytes]])('numbers of today\'s materials of FBX 7.4, %s', (_, encode) => {
  const property = (name: string, value: number): string => `\n\t\t\tP: "${name}", "Float", "", "A",${value}`

  test.each([['3dsMax|main|metalness', '3dsMax|main|roughness'], ['3dsMax|Parameters|metalness', '3dsMax|Parameters|roughness'], ['Maya|metalness', 'Maya|specularRoughness'], ['Maya|metallic', 'Maya|roughness']])('%s and %s are the material\'s', async (metal, rough) => {
    const { material } = await shownBy(encode(await wearing({}, property(metal, 0.25) + property(rough, 0.375))), {})
    expect([material.metallic, material.roughness]).toEqual([expect.closeTo(0.25, 5), expect.closeTo(0.375, 5)])
    // A picture says more than a number.
    const { material: pictured } = await shownBy(encode(await wearing({ 'Maya|metalness': 'metal.png' }, property(metal, 0.25) + property(rough, 0.375))), { 'metal.png': grey(1, 200) })
    expect([pictured.metallic, pictured.roughness]).toEqual([1, expect.closeTo(0.375, 5)])
    const brass = await shownBy(encode(await wearing({ 'Maya|specularRoughness': 'rough.png' }, property(metal, 0.25))), { 'rough.png': grey(1, 90) })
    expect([brass.surface?.slice(1, 3), brass.material.metallic, brass.material.roughness]).toEqual([[90, 255], expect.closeTo(0.25, 5), 1])
  })

  test('what is no number of 0 to 1, and what has another name, is none', async () => {
    const bare = (await shownBy(encode(await wearing({})), {})).material
    for (const odd of [property('Maya|metalness', 7), property('Maya|metalness2', 0.5), property('3dsMax|Parameters|roughness', 0.5) + INVERTED]) {
      const { material } = await shownBy(encode(await wearing({}, odd)), {})
      expect([material.metallic, material.roughness]).toEqual([bare.metallic, bare.roughness])
    }
  })
})

test('numbers of two materials of one name that differ are those of neither', () => {
  const material = (id: number, metal: number): string => `Material: ${id}, "Material::Brass", "" {\n\tP: "Maya|metalness", "Float", "", "A",${metal}\n}\n`
  const of = (text: string) => [...knownValues(new TextEncoder().encode(text), false)]
  expect(of(material(1, 0.5) + material(2, 0.5))).toEqual([['Brass', { metalness: 0.5 }]])
  expect(of(material(1, 0.5) + material(2, 1))).toEqual([])
  expect(of('P: "Maya|metalness", "Float", "", "A",1\n')).toEqual([])
})

test('a name that stands at either end of a file stays as it is', () => {
  for (const text of ['3dsMax|main|norm_map', 'S\u0014\0\0\x003dsMax|main|norm_map', '"3dsMax|main|norm_map"', '|||']) {
    const bytes = new TextEncoder().encode(text)
    nameKnownMaps(bytes)
    expect(new TextDecoder().decode(bytes)).toBe(text)
  }
})
