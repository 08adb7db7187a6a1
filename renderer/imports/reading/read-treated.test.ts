import { expect, test, vi } from 'vitest'
import { PNG } from 'pngjs'
import { textOf } from '../../words/say.ts'
import type { ImportQuestion } from '../doctor/question.ts'
import { boxAround, sizeOf } from '../pieces/box.ts'
import { surveyObjects } from '../doctor/survey.ts'
import { glbOf, twoChairsAndALamp } from '../gltf/testing-glb.ts'
import { decodeImageInNode } from './in-node.ts'
import { readTreated, type Treated, type TreatOptions } from './read-treated.ts'
import { readModel } from '../readers.ts'
import { chairObj } from '../testing-files.ts'

const read = (bytes: Uint8Array<ArrayBuffer>, name: string, more: Partial<TreatOptions> = {}): Promise<Treated> =>
  readTreated(bytes, { name, pieces: 'objects', decodeImage: decodeImageInNode, ...more })

const boxOf = ({ asset }: Pick<Treated, 'asset'>) => boxAround(surveyObjects(asset.parsed).map(({ box }) => box))
const sentences = ({ report }: Treated): string => report.findings.map(({ kind, sentence }) => `${kind}: ${textOf(sentence)}`).join('\n')

test('a chair in millimetres that lies on its side stands up in metres, and the GLB that is kept opens the same for ever', async () => {
  const chair = await read(chairObj(1000, true), 'chair.obj')
  expect(sizeOf(boxOf(chair))).toEqual([0.45, 0.9, 0.45].map((size) => expect.closeTo(size, 4) as number))
  expect(chair.report.answers).toEqual({ metresPerUnit: 0.001, up: 'z', origin: [0, 0, 0] })
  expect(sentences(chair)).toMatch(/unit: .*millimetres/)
  const again = await readModel(chair.asset.bytes.slice(), { name: 'chair', pieces: 'objects', decodeImage: decodeImageInNode })
  expect(again.parsed.key).toBe(chair.asset.parsed.key)
  expect(again.parsed.parts).toEqual(chair.asset.parsed.parts)
  expect([...again.parsed.meshes.keys()]).toEqual([...chair.asset.parsed.meshes.keys()])
})

test('who is there is asked where unit or axis is uncertain, once, about nothing that is known; without an answer nothing is opened', async () => {
  const slab = new TextEncoder().encode('o Thing\nv 0 0 0\nv 300 0 0\nv 300 0 200\nv 0 0 200\nv 0 90 0\nf 1 2 3\nf 1 3 4\nf 1 2 5\nf 2 3 5\n')
  const asked: ImportQuestion[] = []
  const ask: TreatOptions['ask'] = (question) => { asked.push(question); return Promise.resolve({ metresPerUnit: 0.01, up: 'y' }) }
  const { report } = await read(slab, 'thing.obj', { ask })
  expect(asked).toHaveLength(1)
  expect(asked[0].units).toContain(0.01)
  // Drawn in the file's own units, from the middle of its foot.
  expect(asked[0].views[asked[0].axes[0]]!.size.toSorted((a, b) => a - b)).toEqual([90, 200, 300])
  expect(report.answers.metresPerUnit).toBe(0.01)
  await read(slab, 'thing.obj', { ask, known: { metresPerUnit: 0.01, up: 'y' } })
  await read(chairObj(1000, true), 'chair.obj', { ask })
  expect(asked).toHaveLength(1)
  await expect(read(slab, 'thing.obj', { ask: () => Promise.resolve(null) })).rejects.toMatchObject({ code: 'cancelled' })
})

test('what is known beforehand wins over every guess', async () => {
  const chair = await read(chairObj(1000, true), 'chair.obj', { known: { metresPerUnit: 0.01, up: 'y' } })
  expect(sizeOf(boxOf(chair))).toEqual([4.5, 4.5, 9].map((size) => expect.closeTo(size, 3) as number))
  expect(sentences(chair)).toMatch(/centimetres, as chosen[^]*y axis, as chosen/)
})

test('a file that says what it is stays as it is', async () => {
  const bytes = glbOf(twoChairsAndALamp())
  const { asset, report } = await read(bytes, 'house.glb')
  expect(asset.bytes).toBe(bytes)
  expect(report).toMatchObject({ format: 'gltf', answers: { metresPerUnit: 1, up: 'y', origin: [0, 0, 0] }, strays: [] })
  expect(report.findings).toMatchObject([{ kind: 'unit', severity: 'info' }, { kind: 'triangles', severity: 'info', parts: ['/House/Lamp'] }])
})

test('a single thing that no unit makes as large as its name says keeps its size, and somebody is told to look', async () => {
  const sized = async (metres: number, name: string) => {
    const model = twoChairsAndALamp()
    // The lamp alone: a box of 2 m.
    model.json.nodes = [{ ...model.json.nodes[3], scale: [metres / 2, metres / 2, metres / 2], rotation: model.json.nodes[0].rotation }]
    const { report } = await read(glbOf(model), name)
    return { metres: Math.max(...report.size), ...report.findings[0], id: report.findings[0].sentence.id }
  }
  expect(await sized(4.8, 'retro_piano.glb')).toMatchObject({ metres: expect.closeTo(4.8, 3) as number, severity: 'check', id: 'doctor.unit.large' })
  expect(await sized(0.7, 'bed.glb')).toMatchObject({ metres: expect.closeTo(0.7, 3) as number, severity: 'check', id: 'doctor.unit.small' })
  expect(await sized(2.2, 'piano.glb')).toMatchObject({ severity: 'info', id: 'doctor.unit.stated' })
  expect(await sized(4.8, 'thing.glb')).toMatchObject({ severity: 'info', id: 'doctor.unit.stated' })
  // A table is as long as somebody wants it.
  expect(await sized(5.6, 'table.glb')).toMatchObject({ severity: 'info', id: 'doctor.unit.stated' })
  // Of several parts, 8 m together and 2 m each: chairs may be, cups are not.
  const set = async (name: string): Promise<string> => (await read(glbOf(twoChairsAndALamp()), name)).report.findings[0].sentence.id
  expect([await set('chairs.glb'), await set('cups.glb')]).toEqual(['doctor.unit.stated', 'doctor.unit.large'])
})

test('a model far from the origin is brought near, and with the origin of the first time it lands in the same place', async () => {
  const model = twoChairsAndALamp()
  model.json.nodes[0].translation = [612_345, 4, -200_001]
  const first = await read(glbOf(model), 'house.glb')
  expect(first.report.answers.origin).toEqual([612_350, 0, -200_000])
  expect(first.report.findings.map(({ kind }) => kind)).toEqual(['unit', 'origin', 'triangles'])
  expect(Math.hypot(...boxOf(first).min)).toBeLessThan(20)
  model.json.nodes[0].translation = [612_345, 4, -200_051]
  const second = await read(glbOf(model), 'house.glb', { known: { origin: first.report.answers.origin } })
  expect(boxOf(second).min[2] - boxOf(first).min[2]).toBeCloseTo(-50, 3)
})

/** A table top of 1.5 x 0.75 m whose corners have the coordinates of a country: its north is upward in y, or in z. */
const surveyed = (upright: boolean): string => {
  const corners = [[0, 0], [1.5, 0], [1.5, 0.75], [0, 0.75]].map(([x, z]) => (upright ? [389_500.125 + x, 34.5, 5_820_125.25 + z] : [389_500.125 + x, 5_820_125.25 + z, 34.5]))
  return `o top\n${corners.map((corner) => `v ${corner.join(' ')}\n`).join('')}f 1 4 3 2\n`
}

test.each([['y', true], ['z', false]] as const)('an OBJ that has the coordinates of a country opens near the origin, as large as it is (%s up)', async (up, upright) => {
  const { asset, report } = await read(new TextEncoder().encode(surveyed(upright)), 'site.obj', { known: { metresPerUnit: 1, up } })
  const box = boxOf({ asset })
  expect(sizeOf(box).map((value) => Math.round(1000 * value))).toEqual([1500, 0, 750])
  expect(Math.hypot(...box.min)).toBeLessThan(1000)
  expect(report.answers.origin.map((value) => Math.abs(value))).toEqual([390_000, 0, 5_820_000])
  expect(report.findings).toContainEqual({ kind: 'origin', severity: 'mended', sentence: { id: 'import.origin', args: { kilometres: expect.closeTo(5830, -2) as number } } })
  // With the origin of the first time it lands in the same place.
  const again = await read(new TextEncoder().encode(surveyed(upright)), 'site.obj', { known: { metresPerUnit: 1, up, origin: report.answers.origin } })
  expect(boxOf(again)).toEqual(box)
})

test('a model whose very corners lie far from the origin is no damaged one', async () => {
  const far = ([x, y]: readonly number[]): string => `vertex ${4_000_000 + x} ${3_000_000 + y} 0`
  const facet = (...corners: readonly (readonly number[])[]): string => `facet normal 0 0 1\nouter loop\n${corners.map(far).join('\n')}\nendloop\nendfacet\n`
  const { asset } = await read(new TextEncoder().encode(`solid site\n${facet([0, 0], [80, 0], [80, 60])}${facet([0, 0], [80, 60], [0, 60])}endsolid site\n`), 'site.stl', { known: { metresPerUnit: 1, up: 'z' } })
  expect(sizeOf(boxOf({ asset })).map(Math.round)).toEqual([80, 0, 60])
})

test('pictures are decoded once, though a treated model is read twice', async () => {
  const model = twoChairsAndALamp()
  const png = new Uint8Array(PNG.sync.write(Object.assign(new PNG({ width: 1, height: 1 }), { data: Buffer.from([255, 0, 0, 255]) })))
  model.json.images = [{ uri: `data:image/png;base64,${Buffer.from(png).toString('base64')}` }]
  model.json.textures = [{ source: 0 }]
  model.json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
  const decodeImage = vi.fn(decodeImageInNode)
  const { asset } = await read(glbOf(model), 'house.glb', { known: { metresPerUnit: 0.01 }, decodeImage })
  expect(decodeImage).toHaveBeenCalledTimes(1)
  expect([...asset.parsed.textures.values()]).toHaveLength(1)
})

test('a piece is examined by its parts and read as one', async () => {
  const { asset, report } = await read(chairObj(1000, false), 'chair.obj', { pieces: 'single' })
  expect(asset.parsed.parts.map(({ id }) => id)).toEqual(['all'])
  expect(sizeOf(boxOf({ asset }))[1]).toBeCloseTo(0.9, 4)
  expect(report.answers.metresPerUnit).toBe(0.001)
})

test('a model that is scaled to nothing is refused, and the node that does it is named; what shows something opens', async () => {
  const scaled = (...nodes: readonly number[]): Promise<Treated> => {
    const model = twoChairsAndALamp()
    for (const node of nodes) model.json.nodes[node].scale = [0, 0, 0]
    return read(glbOf(model), 'house.glb')
  }
  await expect(scaled(0)).rejects.toMatchObject({ code: 'model-scaled-away', detail: expect.stringContaining('“House” has a scale of 0.') as string })
  await expect(scaled(3, 4, 5)).rejects.toMatchObject({ code: 'model-scaled-away', detail: expect.stringContaining('“Lamp” has') as string })
  expect((await scaled(1, 3)).asset.parsed.parts).toHaveLength(3)
})
