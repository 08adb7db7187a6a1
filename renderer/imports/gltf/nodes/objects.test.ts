import { describe, expect, test } from 'vitest'
import { WHOLE_MODEL, waysToRead } from '../../types.ts'
import { decodeImageInNode } from '../../reading/in-node.ts'
import type { Pieces } from '../../reader.ts'
import type { LoadedAsset, ParsedAsset } from '../../types.ts'
import { importModel } from '../import.ts'
import { glbOf, type TestModel, twoChairsAndALamp } from '../testing-glb.ts'
import { writeGlb } from '../resources.ts'

/** A box from its lower to its upper corner, or a node that holds others. */
interface Tree {
  readonly name?: string
  readonly box?: readonly number[]
  readonly material?: number
  readonly children?: readonly Tree[]
  readonly extras?: object
  readonly translation?: readonly number[]
}

/** Every box is the same cube, scaled and moved. */
function modelOf(trees: readonly Tree[]): TestModel {
  const { json, bin } = twoChairsAndALamp()
  // The cube reaches from -1 to 1 in x and y, and from 0 to 2 in z.
  json.accessors[0] = { ...json.accessors[0], min: [-1, -1, 0], max: [1, 1, 2] }
  json.materials = Array.from({ length: 4 }, (_, i) => ({ name: `Material ${i}` }))
  json.meshes = json.materials.map((_: unknown, material: number) => ({ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material }] }))
  json.nodes = []
  const add = ({ name, box, material = 0, children, extras, translation }: Tree): number => {
    const at = json.nodes.push(null) - 1
    const [x, y, z, X, Y, Z] = box ?? []
    const cube = { mesh: material, translation: [(x + X) / 2, (y + Y) / 2, z], scale: [(X - x) / 2, (Y - y) / 2, (Z - z) / 2] }
    const own = box === undefined ? (translation === undefined ? {} : { translation }) : children === undefined ? cube : {}
    const below = box !== undefined && children !== undefined ? [{ box, material }, ...children] : children
    json.nodes[at] = { ...(name !== undefined && { name }), ...(extras && { extras }), ...own, ...(below && { children: below.map(add) }) }
    return at
  }
  json.scenes = [{ nodes: trees.map(add) }]
  return { json, bin }
}

const open = (model: TestModel, pieces: Pieces = 'objects'): Promise<LoadedAsset> => importModel(glbOf(model), { name: 'model.glb', pieces, decodeImage: decodeImageInNode })
const cut = async (...trees: readonly Tree[]): Promise<ParsedAsset> => (await open(modelOf(trees))).parsed

/** `Storey > Room: Chair, Table`, a line a group. */
function outlineOf({ parts, groups = [] }: ParsedAsset): readonly string[] {
  const pathOf = (id: string | null | undefined): string => {
    const group = groups.find((other) => other.id === id)
    return group === undefined ? '' : [pathOf(group.parent), group.name].filter(Boolean).join(' > ')
  }
  const lines = new Map<string, string[]>()
  for (const { name, group } of parts) lines.set(pathOf(group), [...(lines.get(pathOf(group)) ?? []), name])
  return [...lines].map(([path, names]) => `${path === '' ? '' : `${path}: `}${names.join(', ')}`)
}

/** Four parts of one thing, its foot at x, y, z. */
const chair = (x: number, y: number, z: number, name = 'Chair'): Tree => ({
  name, children: [
    { name: 'seat', box: [x, y + 0.45, z, x + 0.45, y + 0.5, z + 0.45] }, { name: 'back', box: [x, y + 0.5, z, x + 0.45, y + 0.95, z + 0.05] },
    { name: 'left legs', box: [x, y, z, x + 0.05, y + 0.45, z + 0.45] }, { name: 'right legs', box: [x + 0.4, y, z, x + 0.45, y + 0.45, z + 0.45] },
  ],
})
const table = (x: number, y: number, z: number): Tree => ({
  name: 'Table', children: [{ name: 'top', box: [x, y + 0.7, z, x + 1.8, y + 0.75, z + 0.9] }, { name: 'trestle', box: [x + 0.6, y, z + 0.2, x + 1.2, y + 0.7, z + 0.7] }],
})
const wall = (name: string, x: number, y: number, z: number, X: number, Z: number): Tree => ({ name, box: [x, y, z, X, y + 2.6, Z] })
const storey = (name: string, y: number): Tree => ({
  name, children: [
    { name: 'Walls', children: [wall(`North ${y}`, 0, y, 0, 8, 0.2), wall(`South ${y}`, 0, y, 6, 8, 6.2)] },
    { name: 'Living', children: [chair(1, y, 1, `Chair ${y}`), chair(6, y, 4, `Armchair ${y}`), table(3, y, 3)] },
    { name: `Slab ${y}`, box: [0, y - 0.2, 0, 8, y, 6.2] },
  ],
})

describe('what people call one thing', () => {
  test('a house nested by storeys and rooms comes in groups, its chairs as chairs', async () => {
    expect(outlineOf(await cut({ name: 'House', children: [storey('Ground floor', 0), storey('First floor', 3)] }))).toEqual([
      'Ground floor > Walls: North 0, South 0', 'Ground floor > Living: Chair 0, Armchair 0, Table', 'Ground floor: Slab 0',
      'First floor > Walls: North 3, South 3', 'First floor > Living: Chair 3, Armchair 3, Table 2', 'First floor: Slab 3',
    ])
  })

  test('a chair of four nodes is one piece, wrapped, alone or with each part on top; and so is one of four materials', async () => {
    const { children = [] } = chair(0, 0, 0)
    for (const trees of [[chair(0, 0, 0)], [{ name: 'Scene', children: [{ children: [chair(0, 0, 0)] }] }]]) expect(outlineOf(await cut(...trees))).toEqual(['Chair'])
    expect(outlineOf(await cut(...children))).toEqual(['model'])
    const slices = [0, 1, 2, 3].map((material) => ({ name: `Object_${material}`, box: [0, 0, 3 * material, 9, 2, 3 * material + 1], material }))
    expect(outlineOf(await cut({ name: 'Counter', children: slices }, chair(20, 0, 0)))).toEqual(['Counter, Chair'])
  })

  test('a table and the chairs at it are several things, what lies on it is part of it', async () => {
    const set = { name: 'Dining', children: [chair(0, 0, 0, 'Chair'), { name: 'Table', box: [0.3, 0, 0, 2, 0.75, 0.9] }, { name: 'Vase', box: [1, 0.75, 0.4, 1.1, 1, 0.5] }] }
    expect(outlineOf(await cut(set, wall('Wall', 0, 0, 5, 8, 5.2)))).toEqual(['Dining: Chair, Table, Vase', 'Wall'])
    const desk = { name: 'Unit', children: [{ name: 'a', box: [0, 0, 0, 0.4, 0.7, 0.6] }, { name: 'b', box: [1.2, 0, 0, 1.6, 0.7, 0.6] }, { name: 'top', box: [0, 0.7, 0, 1.6, 0.75, 0.6] }] }
    expect(outlineOf(await cut(desk, wall('Wall', 0, 0, 5, 8, 5.2)))).toEqual(['Unit, Wall'])
  })

  test('a small room is several things, with a ceiling or without, and so is what stands on a floor', async () => {
    const floor = { name: 'Floor', box: [0, -0.1, 0, 2.4, 0, 1.8] }
    const bath = [floor, wall('Back', 0, 0, 0, 2.4, 0.1), wall('Side', 0, 0, 0, 0.1, 1.8), { name: 'Tub', box: [0.1, 0, 0.1, 0.8, 0.6, 1.8] }]
    expect(outlineOf(await cut({ name: 'Bathroom', children: bath }))).toEqual(['Floor, Back, Side, Tub'])
    expect(outlineOf(await cut({ name: 'Terrace', box: [0, -0.1, 0, 3, 0, 3], children: [chair(1, 0, 1)] }))).toEqual(['Piece 1, Chair'])
  })

  test('things that stand apart are a group, unless the name or another copy says that they are one', async () => {
    const pots = (name: string, x: number): Tree => ({ name, children: [{ name: 'Pot', box: [x, 0, 0, x + 0.3, 0.3, 0.3] }, { name: 'Pot', box: [x + 2, 0, 0, x + 2.2, 0.3, 0.3] }] })
    expect(outlineOf(await cut(pots('Pots', 0)))).toEqual(['Pot, Pot 2'])
    expect(outlineOf(await cut(pots('Pots', 0), wall('Wall', 0, 0, 5, 8, 5.2)))).toEqual(['Pots: Pot, Pot 2', 'Wall'])
    expect(outlineOf(await cut(pots('Floor_Lamp.001', 0), wall('Wall', 0, 0, 5, 8, 5.2)))).toEqual(['Floor_Lamp.001, Wall'])
    expect(outlineOf(await cut(pots('Pots', 0), pots('More pots', 9), wall('Wall', 0, 0, 5, 8, 5.2)))).toEqual(['Pots, More pots, Wall'])
  })

  test('what a reader marked is as it says: elements with their key, groups even of one', async () => {
    const element = (key: string, x: number): Tree => ({ name: 'Element', extras: { atrium: { key, class: 'IfcFurniture' } }, children: [{ name: 'a', box: [x, 0, 0, x + 9, 1, 1] }, { name: 'b', box: [x, 0, 20, x + 9, 1, 21] }] })
    const parsed = await cut({ name: 'EG', extras: { atrium: { group: 'storey' } }, children: [{ name: 'IfcFurniture', extras: { atrium: { group: 'class', class: 'IfcFurniture' } }, children: [element('k1', 0), element('k2', 30)] }] })
    expect(parsed.groups?.map(({ name, kind }) => [name, kind])).toEqual([['EG', 'storey'], ['Furniture', 'class']])
    expect(parsed.parts.map(({ id, key, class: ifcClass, storey: level }) => [id, key, ifcClass, level])).toEqual([['@k1', 'k1', 'IfcFurniture', 'EG'], ['@k2', 'k2', 'IfcFurniture', 'EG']])
  })

  test('groups nested without end are bounded, and nothing of them is lost', async () => {
    let tree: Tree = { name: 'Deepest', box: [0, 0, 0, 1, 1, 1] }
    for (let i = 0; i < 100; i++) tree = { name: `Level ${i}`, children: [tree, { name: `Thing ${i}`, box: [10 * i + 10, 0, 0, 10 * i + 11, 1, 1] }] }
    const { parts, groups = [] } = await cut(tree)
    expect(parts).toHaveLength(101)
    expect(groups).toHaveLength(24)
  })
})

describe('ids of parts', () => {
  test('are paths of names that a file written anew keeps, and equal ones are told apart', async () => {
    const pots = [{ name: 'Pot', box: [0, 0, 0, 1, 1, 1] }, { name: 'Pot', box: [5, 0, 0, 6, 1, 1] }, { name: 'A/B%', box: [9, 0, 0, 10, 1, 1] }]
    const { parts } = await cut({ name: 'Room', children: [...pots, { name: 'Sub', children: [{ name: 'Pot', box: [5, 0, 9, 6, 1, 10] }, { name: '.', box: [5, 0, 19, 6, 1, 20] }] }] })
    expect(parts.map(({ id }) => id)).toEqual(['/Room/Pot', '/Room/Pot#2', '/Room/A%2FB%25', '/Room/Sub/Pot', '/Room/Sub/%2E'])
    const long = 'x'.repeat(60)
    const nested = [1, 2, 3, 4].reduce<Tree>((tree) => ({ name: long, children: [tree, { name: 'far', box: [90, 0, 0, 91, 1, 1] }] }), { name: long, box: [0, 0, 0, 1, 1, 1] })
    const ids = (await cut(nested)).parts.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id.length).toBeLessThanOrEqual(200)
  })

  test('name their nodes for good: a project gets the very same parts, whatever would be found in the file today', async () => {
    const own = { name: 'Plinth', box: [-20, 0, 0, 0, 0.1, 9], children: [chair(1, 0, 1), chair(8, 0, 5, 'Other chair')] }
    for (const trees of [[{ name: 'House', translation: [1, 2, 3], children: [storey('Ground floor', 0), own] }], [...chair(0, 0, 0).children ?? []]]) {
      const model = modelOf(trees)
      const { parsed } = await open(model)
      const { group: _in, storey: _on, ...last } = parsed.parts.at(-1)!
      expect((await open(model, [last.id])).parsed.parts.map(({ name: _name, ...rest }) => rest)).toEqual([{ ...last, name: undefined }])
      const again = (await open(model, [...parsed.parts.map(({ id }) => id), '/gone', '@gone'])).parsed
      expect(again.parts).toEqual(parsed.parts.map(({ group: _group, storey: _storey, ...part }) => part))
      expect([...again.meshes]).toEqual([...parsed.meshes])
    }
  })

  test('a node with a mesh of its own around other things is a thing beside them', async () => {
    const model = modelOf([{ name: 'Podium', children: [chair(1, 0, 1), chair(8, 0, 5, 'Other chair')] }, wall('Wall', 0, 0, 9, 8, 9.2)])
    Object.assign(model.json.nodes[0], { mesh: 0, scale: [1, 1, 1] })
    const { parsed } = await open(model)
    expect(outlineOf(parsed)).toEqual(['Podium: Podium, Chair, Other chair', 'Wall'])
    expect(parsed.parts[0].id).toBe('/Podium/.')
    expect(parsed.meshes.get(parsed.parts[0].mesh)?.indices).toHaveLength(36)
    expect((await open(model, ['/Podium/.'])).parsed.parts[0].mesh).toBe(parsed.parts[0].mesh)
  })

  test('say in which way a model is read; numbers are those of older projects, and still give each top node', async () => {
    expect(waysToRead(['/a', '@k', '/a'])).toEqual([['/a', '@k']])
    expect(waysToRead([WHOLE_MODEL, '12', '3', '/'])).toEqual([['/'], 'single', 'parts'])
    const model = modelOf([{ name: 'House', children: [storey('Ground floor', 0), chair(20, 0, 0)] }])
    expect((await open(model, 'parts')).parsed.parts.map(({ id, name }) => [id, name])).toEqual([['1', 'Ground floor'], [expect.stringMatching(/^\d+$/), 'Chair']])
  })
})

test('the file itself is kept as it came, without the node that holds its scene', async () => {
  const model = modelOf([chair(0, 0, 0)])
  const bytes = writeGlb(model.json, model.bin)
  expect((await importModel(bytes.slice(), { name: 'a.glb', pieces: 'objects', decodeImage: decodeImageInNode })).bytes).toEqual(bytes)
})
