import { expect, test } from 'vitest'
import { AtriumError } from '../../errors/atrium-error.ts'
import { textOf } from '../../words/say.ts'
import { programIn, withoutVersion } from '../doctor/declared.ts'
import { texturesFinding } from '../doctor/findings.ts'
import { gltfOf, twoChairsAndALamp } from '../gltf/testing-glb.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { type MissingTextures, missingTextures } from './missing-textures.ts'
import { readTreated } from '../reading/read-treated.ts'

const OBJ = new TextEncoder().encode('# Blender v2.79 (sub 0) OBJ File: \'\'\nmtllib a.mtl\no Table\nv 0 0 0\nv 1 0 0\nv 0 0 1\nvt 0 0\nusemtl Oak\nf 1/1 2/1 3/1\n')
const MTL = new TextEncoder().encode('newmtl Oak\nmap_Kd C:\\Users\\ann\\maps\\oak.png\n')
const PNG = Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='), (character) => character.charCodeAt(0))

/** A folder that gains a picture when it is asked for. */
const read = (bytes: Uint8Array<ArrayBuffer>, name: string, files: Map<string, Uint8Array<ArrayBuffer>>, answer: (missing: MissingTextures) => boolean) =>
  readTreated(bytes.slice(), {
    name, pieces: 'objects', decodeImage: decodeImageInNode, readSibling: (path) => (files.has(path) ? Promise.resolve(files.get(path)!.slice()) : Promise.reject(new AtriumError('model-missing-file', path))), listSiblings: () => Promise.resolve([...files.keys()]),
    askTextures: (missing) => Promise.resolve(answer(missing)),
  })

test('pictures that are missing are asked for once, with the folder in which the file expects them; found, the model has them', async () => {
  const files = new Map([['a.mtl', MTL]])
  const asked: MissingTextures[] = []
  const refused = await read(OBJ, 'a.obj', files, (missing) => { asked.push(missing); return false })
  const expected = { name: 'a.obj', count: 1, names: ['oak.png'], folders: ['C:/Users/ann/maps'] }
  expect([asked, refused.report.missing]).toEqual([[expected], expected])
  expect(refused.report.findings.filter(({ kind }) => kind === 'textures' || kind === 'pictures').map(({ kind }) => kind)).toEqual(['textures'])
  expect(refused.report.findings[0]).toMatchObject({ kind: 'textures', severity: 'check' })
  expect(textOf(texturesFinding(expected).sentence)).toBe('An image is missing: oak.png. The file expects it in C:/Users/ann/maps.')
  const found = await read(OBJ, 'a.obj', files, () => files.set(':textures/oak.png', PNG).size > 0)
  expect([found.report.missing, found.asset.parsed.textures.size]).toEqual([null, 1])
  expect(found.report.findings.some(({ kind }) => kind === 'textures')).toBe(false)
})

test('a glTF finds its pictures in other folders, too; what is no picture is not asked for', async () => {
  const model = twoChairsAndALamp()
  model.json.buffers[0].uri = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...model.bin))}`
  model.json.images = [{ uri: '../maps/oak.png' }]
  model.json.textures = [{ source: 0 }]
  model.json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
  const found = await read(gltfOf(model), 'a.gltf', new Map([[':textures/deep/OAK.png', PNG]]), () => { throw new Error('nothing is missing') })
  expect(found.report.missing).toBeNull()
  expect(missingTextures('a.obj', ['lost.mtl', 'model.bin'])).toBeNull()
  expect(missingTextures('a.obj', ['a.png', 'x\\b.png', 'x/b.png'])).toEqual({ name: 'a.obj', count: 2, names: ['a.png', 'b.png'], folders: ['x'] })
})

test('a material library that is missing is told of, and asked for by nobody; the rest is read', async () => {
  // A picture of the same name is none.
  const { report, asset } = await read(OBJ, 'a.obj', new Map([['a.png', PNG]]), () => { throw new Error('no picture is missing') })
  expect([report.missing, report.missingFiles, asset.parsed.parts.length]).toEqual([null, ['a.mtl'], 1])
  expect(report.findings[0]).toMatchObject({ kind: 'libraries', severity: 'check' })
  expect(textOf(report.findings[0].sentence)).toMatch(/^A material library is missing: a\.mtl\./)
  const whole = await read(OBJ, 'a.obj', new Map([['a.mtl', MTL], ['maps/oak.png', PNG]]), () => false)
  expect([whole.report.missingFiles, whole.report.findings.some(({ kind }) => kind === 'libraries')]).toEqual([[], false])
})

test('a library that was renamed with its model is found, after the one that the model names', async () => {
  const MATT = new TextEncoder().encode('newmtl Oak\nKd 1 0 0\n')
  const oak = async (...files: [string, Uint8Array<ArrayBuffer>][]) => {
    const { report, asset } = await read(OBJ, 'my table.obj', new Map(files), () => { throw new Error('no picture is missing') })
    return [report.missingFiles, asset.parsed.parts.flatMap(({ materials }) => materials).map(({ baseColor }) => baseColor.map((channel) => Math.round(channel)).join())]
  }
  expect(await oak(['My Table.mtl', MATT])).toEqual([[], ['1,0,0']])
  expect(await oak(['My Table.mtl', new TextEncoder().encode('newmtl Oak\nKd 0 0 1\n')], ['a.mtl', MATT])).toEqual([[], ['1,0,0']])
  expect((await oak(['another.mtl', MATT]))[0]).toEqual(['a.mtl'])
})

test('geometry of a glTF is found in other case; where it is nowhere, the file is named', async () => {
  const model = twoChairsAndALamp()
  model.json.buffers[0].uri = 'Data/House.bin'
  const found = await read(gltfOf(model), 'a.gltf', new Map([['data/house.BIN', model.bin]]), () => false)
  expect([found.asset.parsed.parts.length, found.report.missingFiles]).toEqual([3, []])
  await expect(read(gltfOf(model), 'a.gltf', new Map([['data/house.png', PNG]]), () => false)).rejects.toMatchObject({ code: 'model-missing-file', detail: expect.stringContaining('Data/House.bin') as string })
})

test('programs are known by their comments, whatever their version', () => {
  expect(programIn('# Blender v2.79 (sub 0) OBJ File: \'\'\nmtllib a.mtl')).toBe('Blender')
  expect(programIn('ply\nformat ascii 1.0\ncomment Created by Blender 3.6.0 - www.blender.org\n')).toBe(programIn('# Blender 4.2'))
  expect(programIn('# Blender v2.93.0 OBJ File: \'flat.blend\'\n# www.blender.org')).toBe('Blender')
  expect(programIn('# 3ds Max Wavefront OBJ Exporter v0.97b - (c)2007 guruware\n# File Created: 01.02.2020')).toBe(programIn('# 3ds Max Wavefront OBJ Exporter v0.99 - (c)2009 guruware'))
  expect(programIn('# WaveFront *.obj file (generated by CINEMA 4D)')).toBe('WaveFront *.obj file')
  expect(programIn('o Table\nv 0 0 0')).toBe('')
  for (const remark of ['box.obj and box.mtl are taken from another project.', 'This is the table that Anna drew for the kitchen', 'Object table.obj']) expect(programIn(`# ${remark}\n`), remark).toBe('')
  expect(withoutVersion('Khronos glTF Blender I/O v4.2.60')).toBe('Khronos glTF Blender I/O')
  expect(withoutVersion('Autodesk Revit 2024 (ENU)')).toBe('Autodesk Revit (ENU)')
})
