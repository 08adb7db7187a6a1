import { expect, test, vi } from 'vitest'
import { textOf } from '../../words/say.ts'
import { decodeImageInNode, DECODERS_IN_NODE, rhinoInNode } from '../reading/in-node.ts'
import type { Decoders } from '../reader.ts'
import { CRATES } from '../testing-files.ts'
import type { LoadedAsset } from '../types.ts'
import type { RhinoModel, RhinoObject } from './model.ts'
import { rhinoReader } from './reader.ts'

/** How a file begins and ends. */
const MAGIC = Uint8Array.from([...new TextEncoder().encode('3D Geometry File Format       80'), 0xff, 0x7f, 0, 0, 8, ...new Uint8Array(15)])
const PLAIN = { name: 'Oak', color: [0.5, 0.25, 0.1], opacity: 1, metallic: 0, roughness: 0.6, picture: '' } as const
/** A triangle that lies on the ground, a metre long, in millimetres. */
const TRIANGLE = { position: Float32Array.from([0, 0, 0, 1000, 0, 0, 0, 1000, 0]), normal: Float32Array.from([0, 0, 1, 0, 0, 1, 0, 0, 1]), uv: null, index: Uint32Array.from([0, 1, 2]) }
const object = (id: string, change: Partial<RhinoObject> = {}): RhinoObject => ({ id, name: id, layer: 0, isInBlock: false, material: PLAIN, meshes: [TRIANGLE], instance: null, ...change })
const at = (x: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1]

const open = (change: Partial<RhinoModel>): Promise<LoadedAsset> => {
  const model: RhinoModel = { metresPerUnit: 0.001, app: 'Rhino', layers: [{ id: 'l', parent: '', name: 'Layer' }], objects: [], blocks: [], unmeshed: 0, hidden: 0, ...change }
  return rhinoReader.read(MAGIC.slice(), { name: 'room.3dm', pieces: 'objects', decodeImage: decodeImageInNode, decoders: { rhino: () => Promise.resolve(model) } })
}

test('layers are groups, and each object keeps its identity', async () => {
  const layers = [{ id: 'a', parent: 'none', name: 'Furniture' }, { id: 'b', parent: 'a', name: 'Chairs' }]
  const { parsed } = await open({ layers, objects: [object('table'), object('chair', { layer: 1 })] })
  expect(parsed.groups?.map(({ name, parent }) => [name, parent === null])).toEqual([['Furniture', true], ['Chairs', false]])
  expect(parsed.parts.map(({ name, key }) => [name, key])).toEqual(expect.arrayContaining([['table', 'table'], ['chair', 'chair']]))
})

test('blocks share their shapes and stand where they are, in metres', async () => {
  const objects = [object('leg', { isInBlock: true }), object('one', { meshes: [], instance: { block: 'B', matrix: at(0) } }), object('two', { meshes: [], instance: { block: 'B', matrix: at(3000) } })]
  const { parsed } = await open({ objects, blocks: [{ id: 'B', name: 'Chair', objects: ['leg'] }] })
  expect(parsed.parts.map(({ name }) => name)).toEqual(['one', 'two'])
  expect(parsed.parts[1].position[0] - parsed.parts[0].position[0]).toBeCloseTo(3)
  expect(parsed.meshes.size).toBe(1)
})

test('layers and blocks that hold themselves come to an end', async () => {
  const layers = [{ id: 'a', parent: 'b', name: 'A' }, { id: 'b', parent: 'a', name: 'B' }]
  const objects = [object('box'), object('loop', { meshes: [], instance: { block: 'B', matrix: at(0) } })]
  const { parsed } = await open({ layers, objects, blocks: [{ id: 'B', name: 'B', objects: ['loop', 'loop', 'box'] }] })
  expect(parsed.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['box', 'loop']))
})

test('glass lets light through, and what lacks a mesh or a picture is told', async () => {
  const { parsed } = await open({ objects: [object('pane', { material: { ...PLAIN, name: 'Glass', opacity: 0.1, picture: 'C:\\Users\\her\\oak.png' } })], unmeshed: 2, hidden: 1 })
  expect(parsed.parts[0].materials[0]).toMatchObject({ name: 'Glass', transmission: 0.95 })
  expect(parsed.notes.map(textOf)).toEqual([expect.stringContaining('oak.png'), expect.stringContaining('2 surfaces or solids'), expect.stringContaining('1 hidden object')])
})

test('a file that was saved without meshes says what to do in Rhino', async () => {
  const { File3dm, Sphere } = await rhinoInNode()
  const file = new File3dm()
  file.objects().addBrep(new Sphere([0, 0, 0], 1).toBrep(), null as never)
  const bytes = Uint8Array.from(file.toByteArray())
  await expect(rhinoReader.read(bytes, { name: 'ball.3dm', pieces: 'objects', decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE })).rejects.toMatchObject({ code: 'model-unmeshed' })
})

test('a damaged file is refused before the kernel looks for what is lost', async () => {
  const { File3dm } = await rhinoInNode()
  const whole = Uint8Array.from(new File3dm().toByteArray())
  const kernel = vi.fn<NonNullable<Decoders['rhino']>>(() => Promise.resolve({ metresPerUnit: 1, app: '', layers: [], objects: [], blocks: [], unmeshed: 0, hidden: 0 }))
  const read = (bytes: Uint8Array<ArrayBuffer>): Promise<unknown> => rhinoReader.read(bytes, { name: 'cut.3dm', pieces: 'objects', decodeImage: decodeImageInNode, decoders: { rhino: kernel } })
  const put = (at: number, value: number): Uint8Array<ArrayBuffer> => Uint8Array.from(whole, (byte, i) => (i === at ? value : byte))
  const table = 44 + whole[36] + 256 * whole[37]
  await expect(read(MAGIC.slice(0, 40))).rejects.toMatchObject({ code: 'model-truncated' })
  // The first chunk one byte longer, a record of the first table as well (its first holds a value alone), and a table without its end mark.
  for (const bytes of [put(36, whole[36] + 1), put(table + 28, whole[table + 28] + 1), put(table + 4, whole[table + 4] - 12)]) await expect(read(bytes)).rejects.toMatchObject({ code: 'model-invalid' })
  expect(kernel).not.toHaveBeenCalled()
  await expect(read(whole)).rejects.toMatchObject({ code: 'model-empty' })
  expect(kernel).toHaveBeenCalledOnce()
})

test('a record whose object reaches beyond it is refused, too: the kernel would look for its end for minutes', async () => {
  const crate = Uint8Array.from(await CRATES.find(({ name }) => name === 'crate.3dm')!.bytes())
  const kernel = vi.fn<NonNullable<Decoders['rhino']>>(() => Promise.reject(new Error('asked')))
  const read = (bytes: Uint8Array<ArrayBuffer>): Promise<unknown> => rhinoReader.read(bytes, { name: 'crate.3dm', pieces: 'objects', decodeImage: decodeImageInNode, decoders: { rhino: kernel } })
  const view = new DataView(crate.buffer)
  const places = (code: number): number[] => [...crate.keys()].filter((i) => i + 12 < crate.length && view.getUint32(i, true) === code)
  // The last byte of the length of each class, of each chunk at the start of what a class wrote, and of each packed array.
  const [classes, written] = [places(0x00027ffa), places(0x0002fffc).filter((at) => view.getUint32(at + 12, true) === 0x40008000).map((at) => at + 12)]
  const packed = places(0x40008000).filter((at) => crate[at + 12] === 0x78)
  expect(Math.min(classes.length, written.length, packed.length)).toBeGreaterThan(0)
  for (const at of [...classes, ...written, ...packed]) await expect(read(Uint8Array.from(crate, (byte, i) => (i === at + 11 ? 0x7f : byte)))).rejects.toMatchObject({ code: 'model-invalid' })
  expect(kernel).not.toHaveBeenCalled()
  await expect(read(crate)).rejects.toThrow(/asked/)
})

test('tells how far it is, object by object', async () => {
  const rhino = await rhinoInNode()
  const file = new rhino.File3dm()
  for (let i = 0; i < 4; i++) file.objects().addMesh(rhino.Mesh.createFromThreejsJSON({ data: { attributes: { position: { itemSize: 3, array: [0, 0, 0, 1, 0, 0, 0, 0, 1] } }, index: { array: [0, 1, 2] } } }), null as never)
  const told: number[] = []
  await rhinoReader.read(Uint8Array.from(file.toByteArray()), { name: 'four.3dm', pieces: 'objects', decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE, onProgress: (fraction) => told.push(fraction) })
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.filter((fraction) => fraction < 0.35).length).toBeGreaterThanOrEqual(4)
})
