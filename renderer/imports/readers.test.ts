import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeMatrix, transformPoint } from '../document/transform.ts'
import { AtriumError, detailOf } from '../errors/atrium-error.ts'
import { sentencesOf } from '../errors/sentences.ts'
import { DECODERS_IN_NODE, decodeImageInNode } from './reading/in-node.ts'
import { formatOf } from './formats.ts'
import type { ReadAsset, ReadOptions } from './reader.ts'
import { readTreated } from './reading/read-treated.ts'
import { readModel, readerOf } from './readers.ts'
import { CRATE_MTL, CRATES } from './testing-files.ts'
import type { ParsedAsset } from './types.ts'

const optionsOf = (name: string): ReadOptions => ({
  name, pieces: 'objects', decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE,
  listSiblings: () => Promise.resolve(['crate.mtl']), readSibling: () => Promise.resolve(CRATE_MTL.slice()),
})
const open = (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ReadAsset> => readModel(bytes, optionsOf(name))

/** Of all that is shown, metres. */
function boxOf({ parts, meshes }: ParsedAsset): { min: number[]; max: number[] } {
  const box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] }
  for (const { mesh, ...frame } of parts) {
    const { positions } = meshes.get(mesh) as { positions: Float32Array }
    const worldFromPiece = composeMatrix(frame)
    for (let i = 0; i < positions.length; i += 3) {
      transformPoint(worldFromPiece, [positions[i], positions[i + 1], positions[i + 2]]).forEach((value, axis) => {
        box.min[axis] = Math.min(box.min[axis], value)
        box.max[axis] = Math.max(box.max[axis], value)
      })
    }
  }
  return box
}

/** Volume by the divergence theorem: positive where triangles look outwards. */
function volumeOf({ parts, meshes }: ParsedAsset): number {
  const { positions, indices } = meshes.get(parts[0].mesh) as { positions: Float32Array; indices: Uint32Array }
  let sum = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = [0, 1, 2].map((k) => [...positions.subarray(3 * indices[i + k], 3 * indices[i + k] + 3)])
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }
  return sum / 6
}

/** Metres, and which axis is up, by what the crates of a format say. */
const DECLARED: Readonly<Record<string, unknown>> = {
  obj: [null, null], stl: [null, null], ply: [null, null], '3ds': [null, null], collada: [0.0254, 'z'], fbx: [expect.closeTo(0.0254, 9), 'z'], usd: [0.01, 'z'], '3mf': [0.001, 'z'], '3dm': [0.001, 'z'], ifc: [0.001, 'z'],
}

describe.each(CRATES)('the same crate as $name', ({ name, reader, bytes }) => {
  test('is known by its content, stands upright, in metres, and looks outwards', async () => {
    const content = await bytes()
    expect(readerOf(content, 'without a name').id).toBe(reader)
    const { parsed, declared } = await open(content, name)
    expect([declared.metresPerUnit, declared.up]).toEqual(DECLARED[reader])
    expect(parsed.parts).toHaveLength(1)
    const { min, max } = boxOf(parsed)
    // The unit of lengths in the file is applied; where there is none, a metre is.
    expect([0, 1, 2].map((axis) => max[axis] - min[axis])).toEqual([1, 2, 3].map((size) => expect.closeTo(size, 4) as number))
    expect(min[1]).toBeCloseTo(0, 4)
    expect(volumeOf(parsed)).toBeCloseTo(6, 3)
  })
})

test('an FBX opens though a curve of its animation moves what is not there', async () => {
  const { bytes } = CRATES.find(({ name }) => name === 'crate.fbx')!
  const crate = await bytes()
  const moved = new TextDecoder().decode(crate)
    .replace('\tMaterial: 3,', '\tAnimationCurve: 5, "AnimCurve::", "" {\n\t\tKeyTime: *2 {\n\t\t\ta: 0,46186158000\n\t\t}\n\t\tKeyValueFloat: *2 {\n\t\t\ta: 0,1\n\t\t}\n\t}\n\tMaterial: 3,')
    .replace('\tC: "OO",2,0', '\tC: "OP",5,99, "d|X"\n\tC: "OO",2,0')
  const [still, { parsed }] = await Promise.all([open(crate, 'crate.fbx'), open(new TextEncoder().encode(moved), 'moved.fbx')])
  expect(moved).toContain('"d|X"')
  expect(boxOf(parsed)).toEqual(boxOf(still.parsed))
})

test('an FBX opens though its colours are said to have an index, and have none', async () => {
  const { bytes } = CRATES.find(({ name }) => name === 'crate.fbx')!
  const crate = new TextDecoder().decode(await bytes())
  const colours = Array.from({ length: 8 }, (_, i) => (i === 0 ? '1,0,0,1' : '0,0,1,1'))
  const layer = (index: string): string => `LayerElementColor: 0 {
			MappingInformationType: "ByVertice"
			ReferenceInformationType: "IndexToDirect"
			Colors: *32 {
				a: ${colours.join(',')}
			}${index}
		}
		LayerElementMaterial`
  const [without, within, none] = await Promise.all([layer(''), layer('\n\t\t\tColorIndex: *8 {\n\t\t\t\ta: 0,1,2,3,4,5,6,7\n\t\t\t}'), 'LayerElementMaterial'].map((layers) => open(new TextEncoder().encode(crate.replace('LayerElementMaterial', layers)), 'crate.fbx')))
  expect(without.parsed.parts).toEqual(within.parsed.parts)
  expect(without.parsed.parts).not.toEqual(none.parsed.parts)
})

test('an FBX older than 6.0, binary or text, is refused as such, and the remedy names what changes it', async () => {
  const binary = new Uint8Array(64)
  binary.set(new TextEncoder().encode('Kaydara FBX Binary  \0\x1a'))
  new DataView(binary.buffer).setUint32(23, 5800, true)
  const text = new TextEncoder().encode('; FBX 5.8.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 5800\n}\n')
  for (const bytes of [binary, text]) await expect(open(bytes, 'old.fbx')).rejects.toMatchObject({ code: 'model-version', detail: 'The file is FBX version 5.8; Atrium reads 6.0 and later.' })
  expect(sentencesOf('model-version').remedy).toContain('FBX Converter')
})

test.each([
  ['binary', new Uint8Array(84)], ['text', new TextEncoder().encode('solid x\nendsolid x\n')], ['text without names', new TextEncoder().encode('solid\r\nendsolid\r\n')],
])('an STL without triangles is empty, not cut: %s', async (_, bytes) => {
  await expect(open(bytes, 'none.stl')).rejects.toMatchObject({ code: 'model-empty', detail: 'The file holds no triangles.' })
})

test('an STL that is cut says how much of it is there', async () => {
  const crate = await CRATES.find(({ name }) => name === 'crate.stl')!.bytes()
  await expect(open(crate.slice(0, 84 + 50 * 3), 'cut.stl')).rejects.toMatchObject({ code: 'model-truncated', detail: 'The file announces 12 triangles, but holds 3.' })
  await expect(open(crate.slice(0, 40), 'cut.stl')).rejects.toMatchObject({ code: 'model-truncated', detail: 'The file ends inside its header.' })
})

test('an STL is text, too, where its facets have no normals', async () => {
  const text = new TextDecoder().decode(await CRATES.find(({ name }) => name === 'text.stl')!.bytes()).replaceAll(/facet normal .*/g, 'facet')
  const bare = new TextEncoder().encode(` ${text}`)
  expect(readerOf(bare, 'without a name').id).toBe('stl')
  expect((await open(bare, 'bare.stl')).parsed.meshes.values().next().value!.indices).toHaveLength(36)
})

test.each(['crate.stl', 'text.stl'])('%s, whose normals are zero, is shaded as its surface lies', async (name) => {
  const crate = CRATES.find((each) => each.name === name)!
  const { report, asset } = await readTreated(await crate.bytes(), { ...optionsOf(name), known: { metresPerUnit: 1, up: 'z' } })
  expect(report.findings.map(({ kind }) => kind)).toEqual(['unit', 'up'])
  // Flat faces: six directions, four corners each.
  const { normals } = asset.parsed.meshes.get(asset.parsed.parts[0].mesh)!
  const directions = Array.from({ length: normals.length / 3 }, (_, i) => [...normals.subarray(3 * i, 3 * i + 3)].map(Math.round).join(' ').replaceAll('-0', '0'))
  expect([directions.length, new Set(directions).size]).toEqual([24, 6])
})

test.each(CRATES.filter(({ reader }) => ['obj', 'collada', '3ds', 'fbx', '3dm', 'ifc'].includes(reader)))('$name keeps the name and the colour', async ({ name, bytes }) => {
  const { parsed } = await open(await bytes(), name)
  expect(parsed.parts[0].name).toBe('Crate')
  expect(parsed.parts[0].materials).toMatchObject([{ name: 'Red' }])
  const [r, g, b] = parsed.parts[0].materials[0].baseColor
  expect([r, g, b]).toEqual([1, 0, 0].map((value) => expect.closeTo(value, 2) as number))
})

test.each(['crate.ifc', 'crate-4x3.ifc'])('an element of %s stands in its storey and its class, under the key that its file gave it', async (name) => {
  const { parsed } = await open(await (CRATES.find((crate) => crate.name === name) as (typeof CRATES)[number]).bytes(), name)
  const [storey, walls] = parsed.groups ?? []
  expect(parsed.groups).toMatchObject([{ kind: 'storey', parent: null }, { kind: 'class', name: 'Walls', parent: storey.id }])
  expect(parsed.parts).toMatchObject([{ id: '@0000000000000000000006', key: '0000000000000000000006', class: 'IfcWallStandardCase', storey: storey.name, group: walls.id }])
})

test('a COLLADA whose numbers have commas, as computers of other countries write them, is the same', async () => {
  const { bytes } = CRATES.find(({ name }) => name === 'crate.dae')!
  const plain = await bytes()
  const commas = new TextEncoder().encode(new TextDecoder().decode(plain).replace(/(\d)\.(\d+)(?=[\s<"])(?!.*\?>)/g, '$1,$2').replace('1,4,1', '1.4.1'))
  expect(new TextDecoder().decode(commas)).toMatch(/meter="0,0254".*<float_array[^>]*>-?\d+,\d/s)
  const [whole, mended] = await Promise.all([plain, commas].map((file) => open(file, 'crate.dae')))
  expect(boxOf(mended.parsed)).toEqual(boxOf(whole.parsed))
})

test.each<[string, RegExp, string]>([
  ['without an asset', /<asset>.*<\/asset>/, ''],
  ['of what is not in it', /<instance_geometry/, '<instance_geometry url="#gone"/><instance_node url="#gone"/><instance_geometry'],
])('a COLLADA %s is read as far as it is there', async (_, written, instead) => {
  const { bytes } = CRATES.find(({ name }) => name === 'crate.dae')!
  const crate = new TextDecoder().decode(await bytes())
  expect(crate).toMatch(written)
  const { parsed } = await open(new TextEncoder().encode(crate.replace(written, instead)), 'crate.dae')
  expect(parsed.parts[0].materials).toMatchObject([{ name: 'Red' }])
  expect(Math.abs(volumeOf(parsed))).toBeGreaterThan(5)
})

test.each<[string, RegExp | string, string]>([
  ['is not in the file', 'target="#m"', 'target="#gone"'], ['is bound nowhere', /<bind_material>.*<\/bind_material>/, ''],
])('a COLLADA whose material %s is grey, not magenta', async (_, written, instead) => {
  const { bytes } = CRATES.find(({ name }) => name === 'crate.dae')!
  const { parsed } = await open(new TextEncoder().encode(new TextDecoder().decode(await bytes()).replace(written, instead)), 'crate.dae')
  expect(parsed.parts[0].materials[0].baseColor).toEqual([0.8, 0.8, 0.8].map((value) => expect.closeTo(value, 2) as number))
})

test('a library that stumbles over a file is quoted in the log alone', async () => {
  const { bytes } = CRATES.find(({ name }) => name === 'crate.dae')!
  const broken = new TextDecoder().decode(await bytes()).replace('<instance_visual_scene url="#s"/>', '<instance_visual_scene url="#none"/>')
  const error = await open(new TextEncoder().encode(broken), 'crate.dae').then(() => null, (thrown: unknown) => thrown as AtriumError)
  expect(error).toMatchObject({ code: 'model-invalid', detail: 'The file is damaged: its parts do not fit together.', format: 'COLLADA' })
  expect(detailOf(error)).toContain('undefined')
})

test('a COLLADA of single polygons is as whole as one of triangles', async () => {
  const { bytes } = CRATES.find(({ name }) => name === 'crate.dae')!
  const text = new TextDecoder().decode(await bytes())
  const polygons = text.replace('<triangles', '<polygons').replace('</triangles>', '</polygons>').replace(/<p>([\d ]+)<\/p>/, (_, list: string) => [...list.matchAll(/\d+ \d+ \d+/g)].map(([triangle]) => `<p>${triangle}</p>`).join(''))
  const { parsed } = await open(new TextEncoder().encode(polygons), 'crate.dae')
  expect(volumeOf(parsed)).toBeCloseTo(6, 3)
})

test.each([
  ['by Autodesk, where 0 is opaque', '', '0.0', 0], ['as the format says, where 1 is opaque', '', '1', 0], ['that says how it is meant', ' opaque="A_ZERO"', '0', 0], ['of glass, as the format says', ' opaque="A_ONE"', '0.1', 0.95],
])('a COLLADA %s is seen', async (_, opaque, transparency, transmission) => {
  const { bytes } = CRATES.find(({ name }) => name === 'crate.dae')!
  const text = new TextDecoder().decode(await bytes())
  const said = `</diffuse><transparent${opaque}><color>1 1 1 1</color></transparent><transparency><float>${transparency}</float></transparency>`
  const { parsed } = await open(new TextEncoder().encode(text.replace('</diffuse>', said)), 'crate.dae')
  const [material] = parsed.parts[0].materials
  expect(material.transmission ?? 0).toBeCloseTo(transmission, 6)
  expect([material.alphaMode, material.baseColor.map(Math.round)]).toEqual(['opaque', transmission === 0 ? [1, 0, 0] : expect.anything()])
})

test('what a library says of a file that it gives up stands behind a sentence', async () => {
  const fbx = new TextEncoder().encode(`Kaydara FBX Binary  \0\u001a\0${' '.repeat(200)}`)
  await expect(open(fbx, 'crate.fbx')).rejects.toMatchObject({ code: 'model-invalid', detail: expect.stringMatching(/^The file is damaged/) })
})

test('a USD that states no unit is not said to state metres', async () => {
  const { bytes } = CRATES.find(({ name }) => name === 'crate.usda')!
  const text = new TextDecoder().decode(await bytes())
  for (const [stated, metresPerUnit] of [['metersPerUnit = 0.01', 0.01], ['metersPerUnit = 1', 1], ['', null]] as const) {
    const { declared } = await open(new TextEncoder().encode(text.replace('metersPerUnit = 0.01', stated)), 'crate.usda')
    expect(declared.metresPerUnit, stated).toBe(metresPerUnit)
  }
})

test('a building far from the origin is brought near, and says so', async () => {
  const crate = CRATES.find(({ name }) => name === 'crate.ifc') as (typeof CRATES)[number]
  const { parsed } = await open(await crate.bytes(), 'crate.ifc')
  expect(Math.hypot(...parsed.parts[0].position)).toBeLessThan(10)
  expect(parsed.notes).toMatchObject([{ id: 'import.origin' }])
})

test('and stays where it was brought when it is read again with the same answers', async () => {
  const crate = CRATES.find(({ name }) => name === 'crate.ifc') as (typeof CRATES)[number]
  const first = await readTreated(await crate.bytes(), optionsOf('crate.ifc'))
  expect(first.report.answers).toEqual({ metresPerUnit: 0.001, up: 'z', origin: [500_000, 0, 300_000] })
  const again = await readTreated(await crate.bytes(), { ...optionsOf('crate.ifc'), known: first.report.answers })
  expect(again.asset.parsed.parts[0].position).toEqual(first.asset.parsed.parts[0].position)
})

test('a converted model travels as the GLB that it became, and opens from it alike', async () => {
  for (const { name, bytes } of CRATES.filter((crate) => /\.(?:ifc|obj|fbx)$/.test(crate.name))) {
    const { bytes: glb, parsed } = await open(await bytes(), name)
    const again = await open(glb, 'crate.glb')
    expect(again.parsed.key, name).toBe(parsed.key)
    expect([...again.parsed.meshes.keys()], name).toEqual([...parsed.meshes.keys()])
  }
})

test.each([
  ['building.rvt', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], ['room.blend', new TextEncoder().encode('BLENDER-v300')], ['plan.dwg', new TextEncoder().encode('AC1032')],
  ['renamed.glb', new TextEncoder().encode('QC4DC4D6')],
])('%s names the program that has to export it', async (name, bytes) => {
  await expect(open(bytes, name)).rejects.toMatchObject({ code: 'model-foreign' })
})

test.each([
  ['room.glb', 'is a web page, not a model', '\n<!DOCTYPE html><title>Sign in</title>'], ['room.ifc', 'is a placeholder of Git LFS, not a model', 'version https://git-lfs.github.com/spec/v1\n'],
  ['plan.obj', 'is a PDF document, not a model', '%PDF-1.7'], ['room.stl', 'is an image, not a model', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
  ['room.fbx', 'is an image, not a model', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
])('%s that %s is told as that', async (name, sentence, content) => {
  await expect(open(typeof content === 'string' ? new TextEncoder().encode(content) : content, name)).rejects.toMatchObject({ code: 'file-unsupported', detail: `“${name}” ${sentence}.` })
})

test.each(['room.glb', 'room.ifc', 'room.obj', 'room.stl'])('an empty %s is told as empty', async (name) => {
  await expect(open(new Uint8Array(), name)).rejects.toMatchObject({ code: 'model-truncated', detail: `“${name}” is empty.` })
})

test.each([
  ['cut.ifc', 'model-truncated'], ['cut.stl', 'model-truncated'], ['crate.3mf', 'model-truncated'], ['crate.fbx', 'model-invalid'], ['crate.dae', 'model-invalid'],
])('half of %s is told as %s', async (name, code) => {
  const crate = CRATES.find(({ name: other }) => other.endsWith(name.slice(name.indexOf('.'))) && other !== 'text.stl') as (typeof CRATES)[number]
  const whole = await crate.bytes()
  await expect(open(whole.slice(0, Math.floor(whole.length / 2)), name)).rejects.toMatchObject({ code })
})

test('triangles with corners that are no numbers are left out and counted', async () => {
  const broken = new TextEncoder().encode('o Sheet\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 1\nf 1 2 3\nf 1 2 4\nf 1 1 2\n')
  const { parsed } = await open(broken, 'sheet.obj')
  expect([...parsed.meshes.values()][0].indices).toHaveLength(3)
  expect(parsed.notes).toMatchObject([{ id: 'import.repair.notFinite', args: { count: 1 } }, { id: 'import.repair.degenerate', args: { count: 1 } }])
})

const scenes = process.env.ATRIUM_SCENES
describe.runIf(scenes)('@scenes (skipped: ATRIUM_SCENES is not set)', () => {
  /** Broken in a way that leaves something to show. */
  const PARTLY_SHOWN = ['box_nested_animation_4286.dae', 'malformed.obj', 'nan_vertices.obj']
  const folder = path.join(scenes ?? '', 'broken')
  const names = scenes === undefined ? [] : readdirSync(folder).filter((name) => formatOf(name)?.kind === 'model')

  test.each(names)('%s ends in a sentence, or in what is left of it', async (name) => {
    const bytes = new Uint8Array(readFileSync(path.join(folder, name)))
    const outcome = await readModel(bytes, { name, pieces: 'parts', decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE }).then(({ parsed }) => parsed, (error: unknown) => error)
    if (outcome instanceof AtriumError) {
      expect(PARTLY_SHOWN).not.toContain(name)
      expect(`${outcome.code}\n${outcome.detail}`).toMatch(/^(?:model-[a-z-]+|sibling-refused)\n.{10,300}$/s)
    } else {
      expect(PARTLY_SHOWN, String(outcome)).toContain(name)
      const { min, max } = boxOf(outcome as ParsedAsset)
      expect([...min, ...max].every(Number.isFinite)).toBe(true)
    }
  })
})
