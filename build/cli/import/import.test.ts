import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { glbOf, twoChairsAndALamp } from '../../../renderer/imports/gltf/testing-glb.ts'
import { loadScene } from '../still/scene.ts'
import { openModel } from '../model.ts'
import { UsageError } from '../usage.ts'
import { parseImportOptions, usage, whenStopped } from './options.ts'
import { lineOf, textOfLine } from './report.ts'

test('every option says what it takes, and wrong ones are told', () => {
  expect(parseImportOptions(['a.ifc', 'b.obj', '--out', 'c.atrium', '--unit', 'mm', '--up', 'Z', '--as', 'piece', '--textures', 'd', '--simplify', '--json', '--window'])).toEqual({
    files: ['a.ifc', 'b.obj'], out: 'c.atrium', metresPerUnit: 0.001, up: 'z', as: 'piece', textures: 'd', simplify: true, json: true, window: true, picture: null, denoise: true,
  })
  expect(parseImportOptions(['a.ifc', '--picture', 'a.png', '--denoise', 'off'])).toMatchObject({ picture: 'a.png', denoise: false })
  expect(parseImportOptions(['car.usdz', '--unit', '0.0001']).metresPerUnit).toBe(0.0001)
  for (const args of [[], ['a.glb', '--out', 'c.glb'], ['a.glb', '--unit', 'ell'], ['a.glb', '--unit', '0'], ['a.glb', '--unit', '-1'], ['a.glb', '--unit', 'Infinity'], ['a.glb', '--up', 'x'], ['a.glb', '--picture', 'a.jpg'], ['a.glb', 'b.glb', '--picture', 'a.png'], ['a.glb', '--denoise', 'off'], ['a.glb', '--picture', 'a.png', '--denoise', 'no'], ['a.glb', '--colour']]) {
    expect(() => parseImportOptions(args), args.join(' ')).toThrow(UsageError)
  }
  for (const option of ['out', 'as', 'unit', 'up', 'textures', 'simplify', 'picture', 'denoise', 'json', 'window']) expect(usage()).toContain(`--${option}`)
})

test('who stops it is told that what was asked for is not there: a picture, or a project', () => {
  expect([['--picture', 'a.png'], ['--out', 'a.atrium'], ['--picture', 'a.png', '--out', 'a.atrium']].map((asked) => whenStopped(parseImportOptions(['a.ifc', ...asked]))))
    .toEqual(['Stopped. No picture was written.', 'Stopped. No project was written.', 'Stopped. No project was written.'])
})

test('a line says what came and what is seen; still, window and import open a model by the same view, light and exposure', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-import-'))
  try {
    const file = path.join(folder, 'chairs.glb')
    const bytes = glbOf(twoChairsAndALamp())
    await writeFile(file, bytes)
    const model = await openModel(file, bytes)
    const line = lineOf(file, model, null, performance.now())
    expect(line).toMatchObject({ file, format: 'gltf', reader: 'gltf', declared: { metresPerUnit: 1, up: 'y' }, origin: [0, 0, 0], textures: { missing: [] }, picture: null })
    expect(line.pieces).toBe(model.document.pieces.length)
    expect(line.furniture + line.building).toBe(line.pieces)
    expect(line.triangles).toBeGreaterThan(0)
    expect(Object.keys(line)).toEqual(['file', 'format', 'reader', 'declared', 'unit', 'up', 'origin', 'triangles', 'pieces', 'furniture', 'building', 'groups', 'lights', 'materials', 'textures', 'findings', 'view', 'picture', 'seconds', 'peakMB'])
    const still = await loadScene(file)
    expect(still.settings).toEqual(model.settings)
    expect(still.views[0].camera.position).toEqual(model.pose.position)
    expect(still.snapshot.lights.map(({ kind }) => kind)).toEqual(model.document.lights.map(({ kind }) => kind))
    const directions = ({ lights }: { readonly lights: readonly object[] }) => lights.flatMap((light) => ('direction' in light ? [light.direction] : []))
    expect(directions(still.snapshot)).toEqual(directions(model.document))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('of what somebody has to look at, the option is named that mends it', async () => {
  const textOfModel = async (name: string, text: string): Promise<string> => textOfLine(lineOf(name, await openModel(name, new TextEncoder().encode(text)), null, performance.now()))
  const slab = 'v 0 0 0\nv 300 0 0\nv 300 0 200\nv 0 0 200\nv 0 90 0\nf 1 2 3\nf 1 3 4\nf 1 2 5\nf 2 3 5\n'
  expect(await textOfModel('thing.obj', slab)).toMatch(/The unit of the file is uncertain\..*--unit\.$/m)
  const model = twoChairsAndALamp()
  model.json.buffers[0].uri = `data:application/octet-stream;base64,${Buffer.from(model.bin).toString('base64')}`
  model.json.images = [{ uri: 'oak.png' }]
  model.json.textures = [{ source: 0 }]
  model.json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
  const chairs = await textOfModel('chairs.gltf', JSON.stringify(model.json))
  expect(chairs).toMatch(/oak\.png.*--textures DIR\.$/m)
  expect(chairs).not.toContain('--unit')
})
