import { expect, test } from 'vitest'
import { extensionsOf, FORMATS, formatOf, hasSiblings, listOfExtensions, withoutExtension } from './formats.ts'
import { READERS, readerOf } from './readers.ts'

test('a file is what its extension says, whatever its case and its folder', () => {
  expect(formatOf('Flat.ATRIUM')?.kind).toBe('project')
  expect(formatOf('C:\\rooms.old\\Loft.GLB')?.kind).toBe('model')
  expect(formatOf('rooms.old/lamp.v2.ies')?.kind).toBe('luminaire')
  for (const stranger of ['room', 'room.', '.gltf/room', 'room.glb.zip', '']) expect(formatOf(stranger)).toBeNull()
  expect([hasSiblings('a.gltf'), hasSiblings('a.glb'), hasSiblings('a.atrium')]).toEqual([true, false, false])
  expect(['Loft.glb', 'Loft 2.5', 'v1.0.gltf'].map(withoutExtension)).toEqual(['Loft', 'Loft 2.5', 'v1.0'])
})

test('no two formats share an extension, and a sentence can list them', () => {
  const all = FORMATS.flatMap(({ extensions }) => extensions)
  expect(new Set(all).size).toBe(all.length)
  expect(listOfExtensions('en-GB', 'project', 'model')).toBe('.atrium, .glb, .gltf, .ifc, .ifczip, .fbx, .obj, .dae, .zae, .3dm, .usdz, .usdc, .usda, .usd, .3mf, .stl, .ply or .3ds')
  expect(listOfExtensions('de', 'project', 'model')).toBe('.atrium, .glb, .gltf, .ifc, .ifczip, .fbx, .obj, .dae, .zae, .3dm, .usdz, .usdc, .usda, .usd, .3mf, .stl, .ply oder .3ds')
  expect(extensionsOf('luminaire')).toEqual(['ies'])
})

test('every format of models has one reader, which knows its files by their content', () => {
  expect(READERS.map(({ id }) => id).toSorted()).toEqual(FORMATS.filter(({ kind }) => kind === 'model').map(({ id }) => id).toSorted())
  const gltf = new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0])
  expect(readerOf(gltf, 'renamed.obj').id).toBe('gltf')
  expect(readerOf(new TextEncoder().encode('\uFEFF \n{"asset":{"version":"2.0"}}'), 'renamed').id).toBe('gltf')
  // What nobody knows is read by whom its name claims, who says what is wrong with it.
  expect(readerOf(new Uint8Array([1, 2, 3]), 'broken.glb').id).toBe('gltf')
})
