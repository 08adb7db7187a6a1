import { Group, Object3D } from 'three'
import { describe, expect, test, vi } from 'vitest'
import { decodeImageInNode } from '../reading/in-node.ts'
import { growthOf } from '../testing-growth.ts'
import { composed } from './compose.ts'
import { gatherLayers } from './layers.ts'
import { MOST_INSTANCED, placeInstances } from './point-instancers.ts'
import { usdReader } from './reader.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const layer = (body: string, head = ''): string => `#usda 1.0\n(\n    defaultPrim = "Thing"\n    metersPerUnit = 1\n    upAxis = "Y"\n${head})\n\n${body}`

/** A triangle that is so long. */
const triangle = (name: string, length: number, more = ''): string =>
  `def Mesh "${name}"\n{\n    int[] faceVertexCounts = [3]\n    int[] faceVertexIndices = [0, 1, 2]\n    point3f[] points = [(0, 0, 0), (${length}, 0, 0), (0, 1, 0)]\n${more}}\n`
const at = (x: number): string => `    double3 xformOp:translate = (${x}, 0, 0)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n`

/** Of all that is shown: where it begins and how long it is, along x. */
async function shown(root: string, files: Readonly<Record<string, string>> = {}) {
  const { parsed: { parts, meshes, notes } } = await usdReader.read(encode(root), {
    name: 'root.usda', pieces: 'parts', decodeImage: decodeImageInNode,
    listSiblings: () => Promise.resolve(Object.keys(files)), readSibling: (name) => Promise.resolve(encode(files[name])),
  })
  const found = parts.flatMap(({ mesh, position, scale }) => {
    const { positions, indices } = meshes.get(mesh)!
    return Array.from({ length: indices.length / 3 }, (_, t) => {
      const xs = [0, 1, 2].map((k) => position[0] + scale[0] * positions[3 * indices[3 * t + k]])
      return [Math.min(...xs), Math.max(...xs) - Math.min(...xs)].map((value) => Math.round(1000 * value) / 1000)
    })
  })
  return { triangles: found.sort((a, b) => a[0] - b[0]), notes }
}

test.each([['prepend references'], ['add references'], ['append references'], ['references'], ['payload'], ['prepend payload']])('%s bring what lies beside, and what that refers to from its own folder', async (arc) => {
  const root = layer(`def Xform "Thing"\n{\n    def "Chair" (\n        ${arc} = @./parts/chair.usda@\n    )\n    {\n${at(5)}    }\n}\n`)
  const files = {
    'parts/chair.usda': layer(`def Xform "Thing"\n{\n    def "Seat" (\n        prepend references = @../shapes/seat.usda@</Other>\n    )\n    {\n    }\n}\n`),
    'shapes/seat.usda': layer(`def Xform "Thing"\n{\n${triangle('Wrong', 9)}}\ndef Xform "Other"\n{\n${triangle('Right', 2)}}\n`),
  }
  expect((await shown(root, files)).triangles).toEqual([[5, 2]])
})

test('layers lie over each other, the first over the next, and overs say what is otherwise', async () => {
  const root = layer('over "Thing"\n{\n    over "Seat"\n    {\n' + at(3) + '    }\n}\n', '    subLayers = [\n        @upper.usda@,\n        @lower.usda@\n    ]\n')
  const files = {
    'upper.usda': layer(`over "Thing"\n{\n    over "Seat"\n    {\n${at(7)}        point3f[] points = [(0, 0, 0), (4, 0, 0), (0, 1, 0)]\n    }\n}\n`),
    'lower.usda': layer(`def Xform "Thing"\n{\n${triangle('Seat', 1)}}\n`),
  }
  expect((await shown(root, files)).triangles).toEqual([[3, 4]])
})

test('what is referred to within a file is there as often as it is used, and not where it is only kept', async () => {
  const use = (name: string, x: number): string => `    def "${name}" (\n        instanceable = true\n        prepend references = </Kept/Chair>\n    )\n    {\n${at(x)}    }\n`
  const root = layer(`class "Kept"\n{\n    def Xform "Chair"\n    {\n${triangle('Seat', 1)}    }\n}\n\ndef Xform "Thing"\n{\n${use('A', 2)}${use('B', 6)}}\n`)
  expect((await shown(root)).triangles).toEqual([[2, 1], [6, 1]])
})

test('the variant that is chosen is shown, by who refers before who is referred to', async () => {
  const chair = layer(`def Xform "Thing" (\n    variants = {\n        string size = "small"\n    }\n    prepend variantSets = "size"\n)\n{\n    variantSet "size" = {\n        "small" (\n            kind = "component"\n        ) {\n${triangle('Seat', 1)}        }\n        "large" {\n            def "Seat" (\n                prepend references = @seat.usda@\n            )\n            {\n            }\n        }\n    }\n}\n`)
  const files = { 'chair.usda': chair, 'seat.usda': layer(`def Xform "Thing"\n{\n${triangle('Shape', 3)}}\n`) }
  expect((await shown(chair, files)).triangles).toEqual([[0, 1]])
  const large = layer('def Xform "Thing" (\n    prepend references = @chair.usda@\n    variants = {\n        string size = "large"\n    }\n)\n{\n}\n')
  expect((await shown(large, files)).triangles).toEqual([[0, 3]])
})

test.each([['inherits'], ['prepend inherits'], ['add inherits']])('%s bring what a class says, which things themselves, and they alone, say otherwise', async (arc) => {
  const use = (name: string, x: number, more = ''): string => `    def Xform "${name}" (\n        ${arc} = </_class_Chair>\n${more}    )\n    {\n${at(x)}    }\n`
  const longer = '    def Xform "C" (\n        inherits = [</_class_Chair>]\n    )\n    {\n' + at(8) + '        over "Seat"\n        {\n            point3f[] points = [(0, 0, 0), (4, 0, 0), (0, 1, 0)]\n        }\n    }\n'
  const root = layer(`class Xform "_class_Base"\n{\n${triangle('Seat', 1)}}\nclass Xform "_class_Chair" (\n    inherits = </_class_Base>\n)\n{\n}\ndef Xform "Thing"\n{\n${use('A', 2)}${use('B', 5, '        prepend references = @other.usda@\n')}${longer}}\n`)
  expect((await shown(root, { 'other.usda': layer(`def Xform "Thing"\n{\n${triangle('Seat', 9)}}\n`) })).triangles).toEqual([[2, 1], [5, 1], [8, 4]])
})

test('a class of a file that is referred to is its own, over which the file that refers may say otherwise', async () => {
  const files = { 'other.usda': layer(`class "_c"\n{\n${triangle('Seat', 3)}}\ndef Xform "Thing" (\n    inherits = </_c>\n)\n{\n}\n`) }
  const uses = 'def Xform "Thing" (\n    references = @other.usda@\n)\n{\n}\n'
  expect((await shown(layer(uses), files)).triangles).toEqual([[0, 3]])
  expect((await shown(layer(`class "_c"\n{\n    over "Seat"\n    {\n        point3f[] points = [(0, 0, 0), (7, 0, 0), (0, 1, 0)]\n    }\n}\n${uses}`), files)).triangles).toEqual([[0, 7]])
})

describe('a point instancer', () => {
  const instancer = (targets: string, body: string, protos = `    def Scope "Protos"\n    {\n${triangle('A', 1)}${triangle('B', 3)}    }\n`): string =>
    `def PointInstancer "Trees"\n{\n    rel prototypes = [\n        ${targets}\n    ]\n${body}${protos}}\n`
  const places = (indices: readonly number[], xs: readonly number[]): string => `    int[] protoIndices = [${indices.join(', ')}]\n    point3f[] positions = [${xs.map((x) => `(${x}, 0, 0)`).join(', ')}]\n`
  const thing = (body: string): string => layer(`def Xform "Thing"\n{\n${body}}\n`)
  const own = '</Thing/Trees/Protos/A>, </Thing/Trees/Protos/B>'

  test('shows its shapes at each of its places, turned and as large as it says, and nowhere else', async () => {
    expect((await shown(thing(instancer(own, places([0, 1, 0], [2, 10, 20]))))).triangles).toEqual([[2, 1], [10, 3], [20, 1]])
    const turned = `${places([1, 0], [10, 20])}    quath[] orientations = [(0, 0, 0, 1), (1, 0, 0, 0)]\n    float3[] scales = [(2, 1, 1), (0.5, 1, 1)]\n`
    const { parsed: { parts, meshes } } = await usdReader.read(encode(thing(instancer(own, turned))), { name: 'root.usda', pieces: 'parts', decodeImage: decodeImageInNode })
    expect(meshes.size).toBe(2)
    expect(parts.map(({ mesh, position, rotation, scale }) => {
      const { positions } = meshes.get(mesh)!
      const xs = [0, 1, 2].map((k) => position[0] + (Math.abs(rotation[2]) > 0.9 ? -1 : 1) * scale[0] * positions[3 * k])
      return [Math.min(...xs), Math.max(...xs)].map((value) => Math.round(1000 * value) / 1000)
    }).sort((a, b) => a[0] - b[0])).toEqual([[4, 10], [20, 20.5]])
  })

  test('shows a class, a thing that stands elsewhere, what comes with a file, and what another one makes', async () => {
    expect((await shown(layer(`class "_c"\n{\n${triangle('Seat', 4)}}\ndef Xform "Thing"\n{\n${triangle('Stands', 2)}${instancer('</_c>, </Thing/Stands>', places([0, 1], [5, 9]), '')}}\n`))).triangles).toEqual([[0, 2], [5, 4], [9, 2]])
    const uses = layer('def Xform "Other"\n{\n    def "Wood" (\n        references = @wood.usda@\n    )\n    {\n    }\n}\n').replace('"Thing"', '"Other"')
    expect((await shown(uses, { 'wood.usda': thing(instancer(own, places([1, 0], [5, 9]))) })).triangles).toEqual([[5, 3], [9, 1]])
    const row = instancer('</Thing/Trees/Protos/A>', places([0, 0], [0, 10])).replaceAll('Trees', 'Row').replaceAll('/Thing/', '/Thing/Trees/Protos/')
    expect((await shown(thing(instancer('</Thing/Trees/Protos/Row>', places([0, 0], [0, 100]), `    def Scope "Protos"\n    {\n${row}    }\n`)))).triangles).toEqual([[0, 1], [10, 1], [100, 1], [110, 1]])
  })

  test('leaves out what it hides and what it says nothing of, and the report counts what is not in the file', async () => {
    const { triangles, notes } = await shown(thing(instancer(`${own}, </Thing/Lost>`, `${places([0, 1, 2, 7, 0], [2, 10, 20, 30, 40])}    int64[] invisibleIds = [1]\n`)))
    expect(triangles).toEqual([[2, 1], [40, 1]])
    expect(notes).toContainEqual({ id: 'import.left.prototypes', args: { count: 2 } })
  })

  test('that shows itself ends in what there is, and one of more than Atrium takes is cut', async () => {
    expect((await shown(thing(`${triangle('Seat', 1)}${instancer('</Thing>, </Thing/Seat>', places([0, 1], [5, 9]), '')}`))).triangles).toEqual([[0, 1], [9, 1]])
    const [root, trees, leaf] = [new Group(), new Object3D(), new Object3D()]
    root.add(trees.add(leaf))
    Object.assign(trees, { name: 'Trees' })
    Object.assign(leaf, { name: 'Leaf' })
    const list = (value: readonly number[]) => ({ specType: 1, fields: { default: value } })
    const specs = {
      '/Trees': { specType: 6, fields: { typeName: 'PointInstancer' } }, '/Trees.prototypes': { specType: 8, fields: { targetPaths: ['/Trees/Leaf'] } },
      '/Trees.protoIndices': list(Array.from({ length: 30_000 }, () => 0)), '/Trees.positions': list(Array.from({ length: 90_000 }, (_, i) => i)),
    }
    expect(placeInstances(root, specs, [])).toEqual({ beyond: 30_000 - MOST_INSTANCED / 2, lost: 0 })
    expect(trees.children).toHaveLength(MOST_INSTANCED / 2)
  })
})

describe('what instancers show is found in the time that it takes to read', () => {
  test('places that are deep and not there', async () => {
    const targets = (deep: number): string => Array.from({ length: 50 }, () => `<${'/a'.repeat(deep)}>`).join(', ')
    expect(await growthOf(1000, (deep) => {
      const layers = gatherLayers('root.usda', encode(layer(`def PointInstancer "Trees"\n{\n    rel prototypes = [${targets(deep)}]\n}\n`)), { find: () => null, read: () => Promise.reject(new Error('none')) })
      return async () => composed('root.usda', (await layers).layers)
    })).toBeLessThan(2)
  })

  test('one thing that shows itself by way of another, named many times', async () => {
    expect(await growthOf(3000, (count) => {
      const named = (name: string, ...children: readonly Object3D[]): Object3D => {
        const object = Object.assign(new Object3D(), { name })
        for (const child of children) object.add(child)
        return object
      }
      const root = named('', named('X', named('Of'), ...Array.from({ length: count }, () => named('Thing'))), named('Y', named('Of')))
      const instancer = { specType: 6, fields: { typeName: 'PointInstancer' } }
      const targets = (paths: readonly string[]) => ({ specType: 8, fields: { targetPaths: paths } })
      const specs = { '/X/Of': instancer, '/X/Of.prototypes': targets(['/Y']), '/Y/Of': instancer, '/Y/Of.prototypes': targets(Array.from({ length: count }, () => '/X')) }
      return () => placeInstances(root, specs, [])
    })).toBeLessThan(2)
  })
})

test('attributes without a value, whose names have colons, break nothing', async () => {
  const outputs = '    color3f[] primvars:displayColor (\n        interpolation = "constant"\n    )\n    int[] primvars:st:indices\n'
  expect((await shown(layer(`def Xform "Thing" ()\n{\n${triangle('One', 1, outputs)}${triangle('Two', 2)}}\n`))).triangles).toEqual([[0, 1], [0, 2]])
})

test.each([['rightHanded', 1], ['leftHanded', -1]])('faces that are %s look that way', async (orientation, z) => {
  const { parsed: { parts, meshes } } = await usdReader.read(encode(layer(`def Xform "Thing"\n{\n${triangle('One', 2, `    uniform token orientation = "${orientation}"\n`)}}\n`)), { name: 'root.usda', pieces: 'parts', decodeImage: decodeImageInNode })
  const { positions, indices, normals } = meshes.get(parts[0].mesh)!
  const [a, b, c] = [0, 1, 2].map((k) => positions.slice(3 * indices[k], 3 * indices[k] + 2))
  expect(Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))).toBe(z)
  expect(normals[2]).toBeCloseTo(z)
})

test('a file that is missing is told, and alone it is no reason to call the others empty', async () => {
  const missing = layer(`def Xform "Thing"\n{\n    def "Lost" (\n        prepend references = @parts/lost.usd@\n    )\n    {\n    }\n}\n`)
  await expect(shown(missing)).rejects.toMatchObject({ code: 'model-missing-file', detail: '“parts/lost.usd” belongs to the model, but does not lie beside it.' })
  const { triangles, notes } = await shown(missing.replace(/\}\n$/, `${triangle('Seat', 1)}}\n`))
  expect(triangles).toEqual([[0, 1]])
  expect(notes).toContainEqual(expect.objectContaining({ id: 'import.layers.missing', args: { count: 1, names: 'parts/lost.usd' } }))
})

test('a file that is missing is not taken for others of its name: not for the one that names it, nor for one of several', async () => {
  const uses = (path: string): string => layer(`def Xform "Thing"\n{\n    def "Lost" (\n        prepend references = @${path}@\n    )\n    {\n    }\n}\n`)
  const thing = (length: number): string => layer(`def Xform "Thing"\n{\n${triangle('Seat', length)}}\n`)
  await expect(shown(uses('../lost/root.usda'))).rejects.toMatchObject({ code: 'model-missing-file' })
  await expect(shown(uses('a/part.usda'), { 'a/part.usda': uses('../lost/part.usda') })).rejects.toMatchObject({ code: 'model-missing-file' })
  await expect(shown(uses('bishop/geo.usda'), { 'king/geo.usda': thing(1), 'queen/geo.usda': thing(2) })).rejects.toMatchObject({ code: 'model-missing-file' })
  expect((await shown(uses('/lib/queen/geo.usda'), { 'king/geo.usda': thing(1), 'queen/geo.usda': thing(2) })).triangles).toEqual([[0, 2]])
  expect((await shown(uses('C:/lib/Shape.usda'), { 'parts/shape.usda': thing(3) })).triangles).toEqual([[0, 3]])
})

test('a stage that refers to itself ends in a sentence', async () => {
  const self = (arc: string, kind = 'references'): string => layer(`def Xform "Thing"\n{\n    def "Again" (\n        prepend ${kind} = ${arc}\n    )\n    {\n    }\n}\n`)
  await expect(shown(self('</Thing>'))).rejects.toMatchObject({ code: 'model-too-many', detail: 'It refers to itself, or to more than Atrium takes.' })
  await expect(shown(self('</Thing>', 'inherits'))).rejects.toMatchObject({ code: 'model-too-many' })
  await expect(shown(self('@other.usda@'), { 'other.usda': self('@root.usda@') })).rejects.toMatchObject({ code: 'model-too-many' })
})

test('a loader that turns left-handed faces already, for a module that is gone, turns them once', async () => {
  const file = encode(layer(`def Xform "Thing"\n{\n${triangle('One', 2, '    uniform token orientation = "leftHanded"\n')}}\n`))
  const read = async () => (await usdReader.read(file, { name: 'root.usda', pieces: 'parts', decodeImage: decodeImageInNode })).parsed.meshes.values().next().value!.positions
  const once = await read()
  vi.resetModules()
  const { turnLeftHanded } = await import('./left-handed.ts')
  turnLeftHanded()
  expect(await read()).toEqual(once)
})
