import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { glbOf, type TestModel, twoChairsAndALamp } from '../../../renderer/imports/gltf/testing-glb.ts'
import { setLanguage, textOf } from '../../../renderer/words/say.ts'
import { NITS_OF_WHITE } from '../../../renderer/imports/gltf/surfaces/materials.ts'
import { camerasOf } from './cameras.ts'
import { createExrEncoder } from '../../../renderer/output/encoders/exr.ts'
import { memorySink } from '../../../renderer/output/encoders/sink.ts'
import { fileSink } from './file-sink.ts'
import { decodeSurroundings } from '../../../renderer/imports/surroundings/decode.ts'
import { UsageError } from '../usage.ts'
import { parseOptions, usage } from './options.ts'
import { tracedText } from './progress.ts'
import { checkOut, linkedBy, partOf, removeParts, writeWhole } from '../part-file.ts'
import { GROUND_ID } from '../../../renderer/scene/ground.ts'
import { loadScene } from './scene.ts'
import { nodeDisk } from '../../../electron/files/disk.ts'
import { openDatabase } from '../../../electron/batch/queue/folder-database.ts'
import { sentenceOf } from '../sentence.ts'
import { loadTone } from './tone.ts'
import { systemLanguages } from '../language.ts'
import { sampleContents } from '../../../renderer/project/testing.ts'
import { serializeProject } from '../../../renderer/project/file/serialize.ts'

afterEach(() => setLanguage('en'))

const given = (...args: string[]) => parseOptions(['room.glb', '--out', 'room.png', ...args])

test('how long a picture takes still is told once a hundredth of it is done', () => {
  expect(tracedText(0.0001, 4, 64)).toBe('0.0%')
  expect(tracedText(0.01, 4, 64)).toBe('1.0% of 64 samples, 7 min left')
  expect(tracedText(0.5, 40, 64)).toBe('50.0% of 64 samples, 40 s left')
})

test('options say what a picture is made of', () => {
  expect(given()).toMatchObject({ width: 1280, height: 720, samples: 64, mode: 'reference', format: 'png', bounces: null, seed: 1, exposure: null, whiteBalance: null })
  expect(given('--size', '64x32', '--bounces', '3', '--exposure', '-2.5', '--tone-map', 'AgX', '--environment', '1,2,3')).toMatchObject({
    width: 64, height: 32, bounces: 3, exposure: -2.5, toneMap: 'agx', environment: { color: [1, 2, 3] },
  })
  expect(given('--exposure', 'auto', '--white-balance', '3200')).toMatchObject({ exposure: 'auto', whiteBalance: 3200 })
  expect(given('--panorama')).toMatchObject({ width: 2048, height: 1024, panorama: true })
  expect(given('--mode', 'hybrid', '--out', 'room.exr', '--bounces', '20')).toMatchObject({ mode: 'hybrid', format: 'exr', bounces: 20 })
  expect([given(), given('--samples', '1000'), given('--samples', '1000', '--denoise', 'on'), given('--denoise', 'off'), given('--mode', 'hybrid')].map(({ denoises }) => denoises)).toEqual([true, false, true, false, false])
  expect(given('--environment', 'sky.exr').environment).toEqual({ file: 'sky.exr' })
  expect(given('--sun', '17:05', '--way', '0.5')).toMatchObject({ sun: { date: null, minutes: 1025 }, way: 0.5, moved: 0 })
  expect(given('--sun', '2026-03-20T7:30').sun).toEqual({ date: '2026-03-20', minutes: 450 })
  expect(given('--sums', '--size', '10x9', '--region', '1,2,9,7', '--first-sample', '128')).toMatchObject({ format: 'sums', region: { x: 1, y: 2, width: 9, height: 7 }, firstSample: 128 })
  expect([0, 1, 2, 3].map((k) => given('--sums', '--size', '10x9', '--tile', `${k}/4`).region)).toEqual([[0, 2], [2, 3], [5, 2], [7, 2]].map(([y, height]) => ({ x: 0, y, width: 10, height })))
  expect(given('--sums')).toMatchObject({ denoises: false })
  expect(parseOptions(['a.sums', 'b.sums', '--merge', '--out', 'x.exr'])).toMatchObject({ files: ['a.sums', 'b.sums'], merges: true, format: 'exr' })
})

test.each([
  [['--size', '0x5'], '--size 0x5'],
  [['--samples', 'many'], '--samples many'],
  [['--samples', '1.5'], 'whole number'],
  [['--bounces', '-1'], '--bounces -1'],
  [['--mode', 'fast'], 'choose reference, hybrid, whitted'],
  [['--tone-map', 'film'], 'choose agx'],
  [['--environment', '1,2'], '--environment 1,2'],
  [['--environment', '1,2,NaN'], 'R,G,B'],
  [['--out', 'room.gif'], '.png, .jpg or .exr'],
  [['--exposure', ''], '--exposure'],
  [['--colour', 'red'], 'There is no option --colour'],
  [['--size'], '--size needs a value'],
  [['--panorama=1'], '--panorama takes no value'],
  [['--panorama', '--mode', 'whitted'], '--mode reference'],
  [['--out', 'room.exr', '--mode', 'whitted'], 'reference or hybrid'],
  [['--mode', 'whitted', '--bounces', '9'], 'from 0 to 8'],
  [['--denoise', 'on', '--mode', 'hybrid'], '--mode reference'],
  [['--denoise', 'on', '--sums'], 'only the whole picture'],
  [['other.glb'], 'one file at a time'],
  [['--region', '0,0,1,1'], '--region, --first-sample and --layers work with --sums'],
  [['--sums', '--mode', 'hybrid'], '--sums with --mode reference'],
  [['--sums', '--region', '0,0,1281,1'], 'within 1280x720'],
  [['--sums', '--region', '1,2,3'], 'X,Y,W,H'],
  [['--sums', '--first-sample', '65'], 'a multiple of 64'],
  [['--sums', '--tile', '4/4'], 'K from 0 to N - 1'],
  [['--sun', '25:00'], 'a time such as 17:30'],
  [['--sun', '2026-13-40T10:00'], 'a time such as 17:30'],
  [['--way', '2'], 'from 0 to 1'],
] as const)('%j gets a sentence that names what is wrong', (args, words) => {
  expect(() => given(...args)).toThrow(UsageError)
  expect(() => given(...args)).toThrow(words)
})

test('help and refusals speak the language of the system', () => {
  expect(systemLanguages({ LC_ALL: '', LANG: 'de_AT.UTF-8' })).toEqual(['de-AT'])
  expect(systemLanguages({ LC_ALL: 'en_GB', LANG: 'de_AT.UTF-8' })).toEqual(['en-GB'])
  expect(usage()).toMatch(/--transparent +leave the background transparent/)
  setLanguage('de')
  expect(usage()).toMatch(/--transparent +Hintergrund transparent lassen/)
  expect(() => parseOptions(['room.glb'])).toThrow('Das Bild mit --out')
})

test('a written EXR is read as an environment', async () => {
  const rgba = Float32Array.from({ length: 4 * 3 * 4 }, (_, i) => (i % 4 === 3 ? 1 : i * 1234.5 + 0.001))
  const sink = memorySink()
  const encoder = await createExrEncoder(sink, { width: 4, height: 3, transparent: false, panorama: true })
  await encoder.rows(rgba)
  await encoder.end()
  const { width, height, rgb } = decodeSurroundings(sink.bytes(), 'a')
  expect([width, height]).toEqual([4, 3])
  for (let i = 0; i < 12; i++) for (let c = 0; c < 3; c++) expect(rgb[3 * i + c]).toBe(rgba[4 * i + c])
})

test('a Radiance image is read from its upper left corner', () => {
  // Two by two pixels of four bytes each, as they stand: mantissas and one exponent.
  const header = new TextEncoder().encode('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 2\n')
  const bytes = Uint8Array.from([...header, 128, 0, 0, 129, 0, 128, 0, 129, 0, 0, 128, 129, 128, 128, 128, 130])
  const { rgb } = decodeSurroundings(bytes, 'a')
  expect([...rgb].map((v) => Math.round(v * 100) / 100)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 2, 2])
})

test('a Radiance image that is cut off is refused', () => {
  const header = new TextEncoder().encode('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 2\n')
  expect(() => decodeSurroundings(Uint8Array.from([...header, 128, 0, 0, 129, 0, 128, 0]), 'a')).toThrow('its end is missing')
})

test('files show what the window shows: exposure, curve, sRGB and coverage', () => {
  const rgba = loadTone()(Float32Array.of(1.2, 0.6, 0, 1, 0.3, 0.3, 0.3, 0.5), { toneMap: 'none', exposureEv: 0, whiteBalance: 6500 })
  expect([...rgba]).toEqual([255, 188, 0, 255, 188, 188, 188, 128])
})

test("a model's cameras are views where its nodes place them, whatever their scale", () => {
  const model = twoChairsAndALamp()
  model.json.cameras = [{ type: 'perspective', perspective: { yfov: 0.7, znear: 0.1 } }, { type: 'orthographic', orthographic: {} }]
  model.json.nodes.push({ name: 'Door', camera: 0, translation: [1, 2, 3], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], scale: [2, 2, 2] }, { name: 'Plan', camera: 1 })
  model.json.scenes[0].nodes.push(6, 7)
  const cameras = camerasOf(glbOf(model))
  expect(cameras.map(({ name }) => name)).toEqual(['Door'])
  expect(cameras[0]).toMatchObject({ position: [1, 2, 3], verticalFov: 0.7 })
  cameras[0].orientation.forEach((v, i) => expect(v).toBeCloseTo([0, Math.SQRT1_2, 0, Math.SQRT1_2][i], 6))
})

test('a model that was composed keeps its own units, cameras and lights; any other is lit as in the window', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  const load = async (model: TestModel, isSurrounded = false) => {
    const file = path.join(folder, 'model.glb')
    await writeFile(file, glbOf(model))
    return loadScene(file, isSurrounded)
  }
  try {
    const shining = twoChairsAndALamp()
    shining.json.extensions = { KHR_lights_punctual: { lights: [
      { type: 'spot', intensity: 7, spot: { innerConeAngle: 0.1, outerConeAngle: 0.5 } }, { type: 'directional', intensity: 3, color: [1, 0.5, 0] },
    ] } }
    shining.json.nodes.push({ translation: [1, 2, 3], extensions: { KHR_lights_punctual: { light: 0 } } }, { extensions: { KHR_lights_punctual: { light: 1 } } })
    shining.json.cameras = [{ type: 'perspective', perspective: { yfov: 0.7, znear: 0.1 } }]
    shining.json.nodes.push({ name: 'Door', camera: 0 })
    shining.json.scenes[0].nodes.push(6, 7, 8)
    const { snapshot } = await load(shining)
    expect(snapshot.lights).toEqual([
      expect.objectContaining({ kind: 'spot', position: [1, 2, 3], intensity: 7, innerAngle: 0.1, outerAngle: 0.5 }),
      expect.objectContaining({ kind: 'directional', illuminance: 3, color: [1, 0.5, 0] }),
    ])
    expect(snapshot.environment).toEqual({ zenith: [0, 0, 0], nadir: [0, 0, 0] })
    expect(snapshot.instances.map(({ id }) => id)).not.toContain(GROUND_ID)
    // Brass sends out 1 without a unit: 1 nit.
    expect(snapshot.instances.flatMap(({ materials }) => materials.map(({ emissive }) => emissive[0]))).toContain(1)
    const dark = twoChairsAndALamp()
    delete dark.json.materials[1].emissiveFactor
    const lit = await load(dark)
    expect(lit.notes.map(textOf).join()).toContain('has no lights')
    expect(lit.snapshot.lights.length).toBeGreaterThan(0)
    expect((await load(dark, true)).snapshot.lights).toEqual([])
    // Glass with an emission is no lamp: light and brightness are those of the window.
    const glassy = await load(twoChairsAndALamp())
    const kinds = (lights: typeof snapshot.lights) => lights.map(({ kind }) => kind)
    expect(kinds(glassy.snapshot.lights)).toEqual(kinds(lit.snapshot.lights))
    expect(glassy.snapshot.environment.image).toBeDefined()
    expect(glassy.snapshot.instances.map(({ id }) => id)).toContain(GROUND_ID)
    expect(glassy.settings.exposure).toBe('automatic')
    expect(glassy.snapshot.instances.flatMap(({ materials }) => materials.map(({ emissive }) => emissive[0]))).toContain(NITS_OF_WHITE)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a saved view brings its camera, lens, lights and brightness along', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  try {
    const file = path.join(folder, 'studio.atrium')
    await writeFile(file, await serializeProject(sampleContents(), 'test'))
    const { views, snapshot } = await loadScene(file)
    const [left, door, dusk] = views
    expect(views.map(({ name }) => name)).toEqual(['as it was left', 'Door', 'Dusk'])
    // Where the project was left: straight verticals, everything sharp. A view of an older Atrium: tilted.
    expect(left.camera).toMatchObject({ shift: [0, 0], lens: undefined })
    expect(door.camera).toMatchObject({ shift: undefined, lens: undefined })
    expect(door.snapshot?.lights).toEqual(snapshot.lights)
    expect(dusk.camera.shift?.[1]).toBeLessThan(-0.3)
    expect(dusk.camera.orientation[0]).toBeCloseTo(0, 9)
    expect(dusk.camera.lens).toMatchObject({ focusDistance: 1.5, radius: expect.closeTo(0.012 / Math.tan(0.45) / 2.8 / 2, 9) as number })
    expect(dusk.settings).toEqual({ exposureEv: 3.5, exposure: 'locked', whiteBalance: 5000, shadows: true, lights: true })
    const sunIsOn = (lights: typeof snapshot.lights | undefined) => lights?.find(({ id }) => id === 'l2')?.on
    expect(sunIsOn(snapshot.lights)).toBe(false)
    expect(sunIsOn(dusk.snapshot?.lights)).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('what a killed still left is removed by the next of that name, and nothing else', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  try {
    const out = path.join(folder, 'room.png')
    // Higher than any process's number.
    const gone = 2 ** 31 - 2
    const kept = [partOf(out), partOf(path.join(folder, 'other.png'), gone), `${out}.old.part`]
    for (const file of [...kept, partOf(out, gone)]) await writeFile(file, 'half')
    removeParts(out)
    expect((await readdir(folder)).sort()).toEqual(kept.map((file) => path.basename(file)).sort())
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a picture whose name is as long as a file system takes is written, and what a killed still left of it goes', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  try {
    const out = path.join(folder, `${'x'.repeat(251)}.png`)
    await writeFile(partOf(out, 2 ** 31 - 2), 'half')
    removeParts(out)
    await writeWhole(out, (file) => file.writeFile('whole'))
    expect(await readdir(folder)).toEqual([path.basename(out)])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('before the work begins, what cannot be written is told: a folder that is not there, a folder of this name', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  try {
    await expect(checkOut(path.join(folder, 'none', 'room.png'))).rejects.toThrow('this folder does not exist')
    await expect(checkOut(folder)).rejects.toThrow('this is a folder. Name a file.')
    await expect(checkOut(path.join(folder, 'room.png'))).resolves.toBeUndefined()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a picture or a folder that may only be read is told before the work begins', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  const denied = (file: string) => ({ code: 'EACCES', path: file })
  try {
    const out = path.join(folder, 'room.png')
    await writeFile(out, 'a client’s')
    // Root may write everything.
    const readOnly = (at: string) => ({ access: (file: string) => (file === at ? Promise.reject(Object.assign(new Error('denied'), denied(at))) : nodeDisk.access(file)) })
    await expect(checkOut(out, readOnly(out))).rejects.toMatchObject(denied(out))
    await expect(checkOut(path.join(folder, 'new.png'), readOnly(folder))).rejects.toMatchObject(denied(folder))
    await expect(checkOut(path.join(folder, 'new.png'), readOnly(out))).resolves.toBeUndefined()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a link stays a link, and what it leads to is written', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  try {
    const [link, file] = ['latest.png', 'room.png'].map((name) => path.join(folder, name))
    await writeFile(file, 'before')
    await symlink(file, link)
    await writeWhole(link, (handle) => handle.writeFile('after'))
    expect([(await lstat(link)).isSymbolicLink(), await readFile(file, 'utf8'), (await readdir(folder)).length]).toEqual([true, 'after', 2])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a link stays a link though what it leads to is not there yet, by whatever folder it is named', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  try {
    const [pictures, named] = ['pictures', 'named'].map((name) => path.join(folder, name))
    await mkdir(path.join(pictures, 'latest'), { recursive: true })
    await symlink(path.join(pictures, 'latest'), named)
    await symlink('../room.png', path.join(named, 'latest.png'))
    const link = path.join(named, 'latest.png')
    await expect(checkOut(link)).resolves.toBeUndefined()
    await writeWhole(link, (handle) => handle.writeFile('first'))
    expect([(await lstat(link)).isSymbolicLink(), await readFile(path.join(pictures, 'room.png'), 'utf8')]).toEqual([true, 'first'])
    // One that leads to itself is no way to write.
    const loop = path.join(folder, 'loop.png')
    await symlink('loop.png', loop)
    await expect(linkedBy(loop)).resolves.toBe(loop)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.each([
  ['ENOENT', 'No such file or folder: /a/b'], ['ENOTDIR', 'No such file or folder: /a/b'], ['EEXIST', 'This is a file, not a folder: /a/b'],
  ['ELOOP', 'This link points back to itself: /a/b'], ['ENAMETOOLONG', 'This file name is too long: /a/b'], ['EROFS', 'Read-only: /a/b'],
])('what the system says of a file is a sentence, in this process and in one of its own: %s', (code, sentence) => {
  const here = sentenceOf(Object.assign(new Error(`${code}: open '/a/b'`), { code, path: '/a/b' }))
  expect(here).toContain(sentence)
  expect(sentenceOf(Object.assign(new Error(here), { code }), 'batch')).toBe(here)
})

test.each([['EACCES', 'No permission to read or write'], ['EROFS', 'Read-only:']])('a queue whose database answers %s is told with its folder and a remedy', async (code, sentence) => {
  const error: unknown = await openDatabase('flat.batch/queue/database', () => Promise.reject(Object.assign(new Error(code), { code }))).catch((reason: unknown) => reason)
  const [said, remedy] = sentenceOf(error, 'batch').split('\n')
  expect(said).toBe(`${sentence} flat.batch/queue/database`)
  expect(remedy).toMatch(/choose/)
})

test.each([
  ['EIO', 'The disk reports an error: flat.batch/queue/database', /Check .* choose another disk/], ['EMFILE', 'Too many files are open at once.', /Close other programs, or raise the limit/],
  ['ENFILE', 'Too many files are open at once.', /Close other programs, or raise the limit/], ['ENOMEM', 'This computer does not have enough free memory.', /Close other programs/],
])('a queue whose database answers %s is told in a sentence with a remedy, by this process and by one of its own', async (code, sentence, remedy) => {
  const error: unknown = await openDatabase('flat.batch/queue/database', () => Promise.reject(Object.assign(new Error(code), { code }))).catch((reason: unknown) => reason)
  const said = sentenceOf(error, 'batch')
  expect(said.split('\n')).toEqual([sentence, expect.stringMatching(remedy)])
  expect(sentenceOf(Object.assign(new Error(said), { code }), 'batch')).toBe(said)
})

test('what the system says without a path, and memory that cannot be had, are sentences, too', () => {
  const raw = (code: string): Error => Object.assign(new Error(`${code}: i/o error, read`), { code, syscall: 'read' })
  expect(sentenceOf(raw('EIO'))).toMatch(/^The disk reports an error: EIO: i\/o error, read\nCheck/)
  expect(sentenceOf(Object.assign(new Error('ESTALE'), { code: 'ESTALE', syscall: 'open', path: 'room.atrium' }))).toMatch(/^The disk reports an error: room\.atrium\nCheck its connection/)
  expect(sentenceOf(raw('EMFILE'))).toMatch(/^Too many files are open at once\.\nClose/)
  expect(sentenceOf(new RangeError('WebAssembly.Memory(): could not allocate memory'), 'batch')).toMatch(/not have enough free memory\.\nClose/)
})

// Linux's device that is always full.
test.skipIf(!existsSync('/dev/full'))('a full disk is told as one (where the system has /dev/full)', async () => {
  const file = await open('/dev/full', 'w')
  try {
    const full: unknown = await fileSink(file).write(new Uint8Array(8)).then(() => null, (error: unknown) => error)
    expect(sentenceOf(full)).toContain('The disk is full. No file was written')
  } finally {
    await file.close()
  }
})
