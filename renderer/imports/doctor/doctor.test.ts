import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeHouse } from '../../../assets/generators/fixtures/house.ts'
import { writeMirrorRoom } from '../../../assets/generators/fixtures/mirror-room.ts'
import type { Vec3 } from '../../../gpu/index.ts'
import { glbOf, twoChairsAndALamp } from '../gltf/testing-glb.ts'
import { boxesAsset } from '../../scene/testing.ts'
import { setLanguage, textOf } from '../../words/say.ts'
import { withoutExtension } from '../formats.ts'
import { DECODERS_IN_NODE } from '../reading/in-node.ts'
import { readModel } from '../readers.ts'
import type { ParsedAsset } from '../types.ts'
import { declares, declaresNothing, gltfDeclares } from './declared.ts'
import { diagnose, SURE } from './diagnose.ts'
import { findStrays } from './strays.ts'
import { survey, surveyObjects } from './survey.ts'
import { sizeSentence, unitName } from './findings.ts'
import { thingOf } from './known-things.ts'
import { questionOf } from './question.ts'
import { hitRates, reexpressed, shareOf, toldRates } from './testing-units.ts'
import { guessUnit, UNITS, unitsToChoose } from './unit.ts'

type Model = { readonly name: string; readonly parsed: ParsedAsset }

/** Without its pictures: only shapes and names are looked at. */
const shapesOf = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Model> =>
  ({ name, parsed: (await readModel(bytes, { name, pieces: 'objects', decoders: DECODERS_IN_NODE, decodeImage: () => Promise.resolve({ width: 1, height: 1, rgba: new Uint8Array(4) }) })).parsed })

const catalogue = path.resolve(import.meta.dirname, '../../../assets/public/catalogue')
let models: readonly Model[] = []
beforeAll(async () => {
  const pieces = readdirSync(catalogue).filter((id) => !id.includes('.') && !['box', 'panel', 'sphere'].includes(id))
  models = [
    ...(await Promise.all(pieces.map((id) => shapesOf(id, new Uint8Array(readFileSync(path.join(catalogue, id, 'model.glb'))))))),
    await shapesOf('house', await writeHouse()),
    await shapesOf('room', await writeMirrorRoom()),
  ]
})

const UNSAID = declaresNothing('y', 0.6)

test('is right about unit and axis of our own pieces and rooms in five units and on both axes, whenever it says that it is sure', () => {
  const rates = hitRates(models, UNSAID)
  process.stdout.write(toldRates('Our own models, nothing declared', rates))
  expect(rates.sureUnit.wrong).toEqual([])
  expect(rates.sureUp.wrong).toEqual([])
  // And it dares to say so often enough.
  expect(rates.sureUnit.count).toBeGreaterThan(0.3 * rates.unit.count)
  expect(rates.sureUp.count).toBeGreaterThan(0.6 * rates.up.count)
})

test('believes a file that declares what it is, however it looks', () => {
  const { unit, up } = hitRates(models, gltfDeclares(''), ['m'], ['y'])
  expect([...unit.wrong, ...up.wrong]).toEqual([])
})

test('a house that is declared to be in metres, but was drawn in millimetres, is found out', () => {
  const house = models.filter(({ name }) => name === 'house')
  expect(hitRates(house, gltfDeclares(''), ['mm', 'cm']).sureUnit).toMatchObject({ right: 4, count: 4 })
})

test('what hangs on a wall by its back does not stand on it', () => {
  // A plate on the wall, z = 0, and an arm that carries a shade downwards.
  const box = (min: Vec3, max: Vec3) => ({ name: 'lamp', min, max })
  const { parsed: lamp } = boxesAsset([box([-0.06, -0.06, 0], [0.06, 0.06, 0.02]), box([-0.01, -0.01, 0.02], [0.01, 0.01, 0.2]), box([-0.04, -0.2, 0.16], [0.04, -0.01, 0.24])])
  for (const axis of ['y', 'z'] as const) {
    const { up } = diagnose(reexpressed(lamp, 'm', axis), UNSAID, 'wall lamp')
    expect(up.sure >= SURE && up.up !== axis, `${axis} up: ${up.up}, ${up.sure}`).toBe(false)
  }
})

test.each([['door', [0.8, 2.1, 0.04]], ['bay window', [1.6, 1.2, 0.08]]] as const)('a %s that is alone in its file stands upright, whichever axis is up', (name, [width, height, depth]) => {
  const { parsed } = boxesAsset([{ name, min: [0, 0, 0], max: [width, height, depth] }])
  for (const axis of ['y', 'z'] as const) expect(diagnose(reexpressed(parsed, 'm', axis), UNSAID, name).upTaken, axis).toBe(axis)
})

describe('a glTF, whose y is up by its format', () => {
  /** Boxes of 2 x 2 m on the wall behind them, z = 0, and so deep. */
  const volumes = (count: number, depth: number): Promise<Model> => {
    const { json, bin } = twoChairsAndALamp()
    json.nodes = Array.from({ length: count }, (_, i) => ({ name: 'Volume', mesh: 0, translation: [2.5 * (i % 3), 2.5 * Math.floor(i / 3), 0], scale: [1, 1, depth / 2] }))
    json.scenes = [{ nodes: json.nodes.map((_: unknown, i: number) => i) }]
    return shapesOf('16_volume', glbOf({ json, bin }))
  }

  test.each([[1, 0.1], [1, 0.6], [1, 1.2], [3, 0.6], [6, 0.1], [6, 1.5]])('keeps its axis where nothing but shapes speaks against it, and asks: %i volumes, %f m deep', async (count, depth) => {
    const { parsed } = await volumes(count, depth)
    const { up, upTaken } = diagnose(parsed, gltfDeclares(''), '16_volume')
    expect(upTaken).toBe('y')
    expect(up.up === 'y' || up.sure < SURE).toBe(true)
  })

  test('is stood up where its things, by their names, lie on their sides', () => {
    const house = models.filter(({ name }) => name === 'house')
    expect(hitRates(house, gltfDeclares(''), ['m']).sureUp).toMatchObject({ right: 2, count: 2 })
  })
})

test('nobody is sure of a unit in which a model is absurd, though it would be more so in any other', () => {
  const thing = (long: number) => boxesAsset([{ name: 'Thing', min: [0, 0, 0], max: [long, long / 8, long / 10] }]).parsed
  for (const long of [2e6, 1e7]) expect(diagnose(thing(long), UNSAID, 'far').unit.sure, String(long)).toBeLessThan(SURE)
  // What the file is called is something to go by.
  expect(diagnose(thing(1e6), UNSAID, 'far_mm').unit.sure).toBeGreaterThan(SURE)
})

test('a statue that is declared to be a millimetre tall is not believed', () => {
  const { parsed } = boxesAsset([{ name: 'Statue', min: [-0.0004, 0, -0.0003], max: [0.0004, 0.0012, 0.0003] }])
  const { unit, metresPerUnit } = diagnose(parsed, declares(0.01, 'y'), 'elephant')
  expect(unit.sure).toBeLessThan(SURE)
  expect(metresPerUnit).toBe(1)
})

test('a car that is a hundred times as long as its file states is asked about, and a hundredth of the unit is offered', () => {
  const { parsed } = boxesAsset([{ name: 'Body', min: [-130, 0, -300], max: [130, 200, 300] }])
  const diagnosis = diagnose(parsed, declares(0.01, 'y'), 'red_car')
  expect(diagnosis.unit.sure).toBeLessThan(SURE)
  expect(questionOf('red_car', parsed, diagnosis, declares(0.01, 'y'), { unit: false, up: false })?.units).toContainEqual(expect.closeTo(0.0001, 9))
})

test('a unit is named by a number that is none too small to be read', () => {
  expect([0.01, 0.0001, 10, 100].map((unit) => textOf(unitName(unit)))).toEqual(['centimetres', 'units of 0.1 mm', 'units of 10 m', 'units of 100 m'])
  expect([0.00254, 2.54e-6, 1e-6, 1e-7, 2.54e-8, 1e-10, 1e-12].map((unit) => textOf(unitName(unit)))).toEqual(
    ['units of 2.54 mm', 'units of 2.54 µm', 'units of 1 µm', 'units of 0.1 µm', 'units of 25.4 nm', 'units of 0.1 nm', 'units of less than 0.1 nm'])
})

test('no unit is offered twice', () => {
  expect(unitsToChoose(1, 1)).toEqual([1, 0.01, 0.001, 0.0254, 0.3048, 100])
  expect(unitsToChoose(0.1, null)).toEqual([1, 0.01, 0.001, 0.0254, 0.3048, 0.1])
  for (const declared of [1, 0.01, 0.001]) {
    const units = diagnose(models[0].parsed, declares(declared, 'y'), 'thing').unit.candidates.map(({ metresPerUnit }) => metresPerUnit.toPrecision(4))
    expect(new Set(units).size).toBe(units.length)
  }
})

describe('a building in which nobody could stand', () => {
  const low = { name: 'Volume', min: [0, 0, 0], max: [12, 1.6, 9] } as const
  const houseOf = (height: number, up: 'y' | 'z' = 'y') => boxesAsset([{ ...low, max: up === 'y' ? [12, height, 9] : [12, 9, height] }]).parsed
  const diagnosed = (parsed: ParsedAsset, name: string, declared = gltfDeclares('')) => diagnose(parsed, declared, name)

  test('is asked about, by its own name or by those of its walls and its roof, in the metres that it states or in tens of them', () => {
    const parts = boxesAsset([{ name: 'Outer wall', min: [0, 0, 0], max: [12, 1.2, 0.2] }, { name: 'Roof', min: [0, 1.2, 0], max: [12, 1.6, 9] }]).parsed
    for (const [parsed, name] of [[houseOf(1.6), 'House'], [parts, 'model']] as const) {
      const diagnosis = diagnosed(parsed, name)
      expect(diagnosis.metresPerUnit).toBe(1)
      expect(questionOf(name, parsed, diagnosis, gltfDeclares(''), { unit: false, up: false })?.units.slice(0, 2)).toEqual([1, 10])
    }
  })

  test.each([['House', 0.3], ['House', 0.1], ['Gingerbread house', 0.3]] as const)('stays in the metres that it states while nobody answers: a %s of %f m', (name, height) => {
    const { parsed } = boxesAsset([{ name, min: [0, 0, 0], max: [height, height, 0.8 * height] }])
    const diagnosis = diagnosed(parsed, name)
    expect(diagnosis.metresPerUnit).toBe(1)
    expect(diagnosis.unit.sure).toBeLessThan(SURE)
  })

  test.each([
    ['as high as a storey', houseOf(2.4), 'House'], ['that is no building', houseOf(1.6), 'Hedge'], ['that is a drawing of one', houseOf(0.01), 'House'],
    ['whose walls are cut off', boxesAsset([{ ...low, name: 'Outer wall' }]).parsed, 'model'],
  ])('what is %s is not', (_, parsed, name) => {
    expect(diagnosed(parsed, name).unit.sure).toBeGreaterThan(SURE)
  })
})

describe('strays', () => {
  const around = (places: readonly (readonly [number, number, number])[]) =>
    places.map(([x, y, z], i) => ({ part: String(i), name: `Box ${i}`, box: { min: [x, y, z] as const, max: [x + 1, y + 1, z + 1] as const } }))

  test('one far away is found, wherever the model itself stands', () => {
    const near = [[0, 0, 0], [3, 0, 1], [2, 0, 4], [5, 1, 2], [1, 0, 2]] as const
    expect(findStrays(around([...near, [0, 343_582, 0]]))).toEqual(['5'])
    expect(findStrays(around([...near, [9, 0, 9]]))).toEqual([])
    expect(findStrays(around([...near.map(([x, y, z]) => [x + 1e6, y, z] as const), [0, 0, 0]]))).toEqual(['5'])
  })

  test('the ground around a house, a second house and a pair of things are none', () => {
    const house = [[0, 0, 0], [3, 0, 1], [2, 0, 4], [5, 1, 2]] as const
    const ground = { part: 'ground', name: 'Ground', box: { min: [-500, -1, -500] as const, max: [500, 0, 500] as const } }
    expect(findStrays([...around(house), ground])).toEqual([])
    expect(findStrays(around([...house, ...house.map(([x, y, z]) => [x + 900, y, z] as const)]))).toEqual([])
    expect(findStrays(around([[0, 0, 0], [1e5, 0, 0]]))).toEqual([])
  })
})

test('does not count what lies astray for the unit', () => {
  const { parsed } = models.find(({ name }) => name === 'house') as Model
  const [first] = parsed.parts
  const astray = reexpressed({ ...parsed, parts: [...parsed.parts, { ...first, id: 'lost', position: [0, 343.582, 0] as const }] }, 'mm', 'y')
  const objects = surveyObjects(astray)
  const strays = findStrays(objects)
  expect(strays).toEqual(['lost'])
  expect(guessUnit(survey(astray, objects.filter(({ part }) => !strays.includes(part))), UNSAID, 'plan').metresPerUnit).toBe(UNITS.mm)
})

test('nor what stands apart: a mark of the survey makes no house a town', () => {
  const { parsed } = models.find(({ name }) => name === 'house') as Model
  const [first] = parsed.parts
  const marked = { ...parsed, parts: [...parsed.parts, { ...first, id: 'mark', name: '', position: [45, 0, 0] as const }] }
  const [alone, withMark] = [parsed, marked].map((each) => diagnose(each, UNSAID, 'plan'))
  expect(withMark.strays).toEqual([])
  expect(withMark.seen.box).toEqual(alone.seen.box)
  expect(withMark.unit).toEqual(alone.unit)
})

test.each([
  ['ChairA_01_001', 'chair'], ['Basic Wall:Interior - 138mm:128360', 'wall'], ['Bürostuhl.003', 'chair'], ['table_lamp', 'lamp'], ['bedside table', 'table'], ['Glastür', 'door'],
  ['retro_piano', 'piano'], ['Wandspiegel', 'mirror'], ['baignoire îlot', 'bath'], ['bañera', 'bath'], ['Einbaukühlschrank', 'fridge'], ['shower head', null], ['Fensterbank', null],
  ['door handle', null], ['Door_mat', null], ['Mesh.017', null], ['', null], ['chairman', null],
])('a name says what a thing is: %s', (name, id) => {
  expect(thingOf(name)?.id ?? null).toBe(id)
})

const scenes = process.env.ATRIUM_SCENES
describe.runIf(scenes)('@scenes (skipped: ATRIUM_SCENES is not set)', () => {
  const filesOf = (...folders: readonly string[]): string[] =>
    folders.flatMap((folder) => readdirSync(path.join(scenes as string, folder)).filter((name) => /\.(?:glb|ifc)$/.test(name)).map((name) => path.join(scenes as string, folder, name)))

  test('is right about rooms, furniture and buildings in five units and on both axes, whenever it says that it is sure', async () => {
    const files = filesOf('interiors', 'furniture', 'ifc').concat(path.join(scenes as string, 'classic/sponza_crytek_262k.glb'))
    const real: Model[] = []
    for (const file of files) real.push(await shapesOf(withoutExtension(path.basename(file)), new Uint8Array(readFileSync(file))))
    const rates = hitRates([...real, ...models], UNSAID)
    process.stdout.write(toldRates('Real and own models, nothing declared', rates))
    expect(shareOf(rates.sureUnit)).toBeGreaterThanOrEqual(0.95)
    expect(shareOf(rates.sureUp)).toBeGreaterThanOrEqual(0.95)
    const { sureUnit } = hitRates(real, gltfDeclares(''), ['m'], ['y'])
    expect(sureUnit.wrong).toEqual([])
  })
})

test('sizes are told with the comma of the language, and in millimetres where metres would be nothing', () => {
  const sizes = () => [[0.45, 0.9, 0.4512], [1234.56, 8, 20], [0.012, 0.0453, 0.00021]].map((size) => textOf(sizeSentence(size as unknown as Vec3)))
  expect(sizes()).toEqual(['0.45 × 0.451 m, 0.9 m high', '1,235 × 20 m, 8 m high', '12 × 0.21 mm, 45.3 mm high'])
  setLanguage('de')
  try {
    expect(sizes()).toEqual(['0,45 × 0,451 m, 0,9 m hoch', '1.235 × 20 m, 8 m hoch', '12 × 0,21 mm, 45,3 mm hoch'])
  } finally {
    setLanguage('en')
  }
})
