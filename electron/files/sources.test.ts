import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Sources } from './sources.ts'

let folder: string
let sources: Sources
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-sources-'))
  sources = new Sources(path.join(folder, 'models.json'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a file that was read is found again by its bytes, changed or not, and not when it is gone', async () => {
  const file = path.join(folder, 'house.ifc')
  await writeFile(file, 'one')
  await sources.keep(hashOf('one'), file)
  await writeFile(file, 'other')
  expect(await new Sources(path.join(folder, 'models.json')).pathOf(hashOf('one'))).toBe(file)
  expect(await sources.pathOf(hashOf('never seen'))).toBeNull()
  await rm(file)
  expect(await sources.pathOf(hashOf('one'))).toBeNull()
  expect(await sources.changed([hashOf('one')])).toEqual([])
})

test('a file has changed when its bytes have, not when it was touched', async () => {
  const file = path.join(folder, 'house.ifc')
  await writeFile(file, 'one')
  await sources.keep(hashOf('one'), file)
  const looks = () => sources.changed([hashOf('one'), hashOf('another')])
  expect(await looks()).toEqual([])
  await utimes(file, 1, 1)
  expect(await looks()).toEqual([])
  await writeFile(file, 'two')
  expect(await looks()).toEqual([{ sha256: hashOf('one'), now: hashOf('two'), name: 'house.ifc', folder: path.basename(folder) }])
  await writeFile(file, 'three')
  expect(await looks()).toMatchObject([{ now: hashOf('three') }])
  await sources.keep(hashOf('three'), file)
  expect(await sources.changed([hashOf('three')])).toEqual([])
  expect(await sources.pathOf(hashOf('one'))).toBe(file)
})

test('files of one name in folders of one name are told apart', async () => {
  for (const place of ['north', 'south']) {
    const file = path.join(folder, place, 'site/house.ifc')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, place)
    await sources.keep(hashOf(place), file)
    await writeFile(file, `${place}, later`)
  }
  const changed = await sources.changed(['north', 'south'].map(hashOf))
  expect(changed.map((file) => file.folder).sort()).toEqual([path.join('north', 'site'), path.join('south', 'site')])
})

test('textures are where they were for the models beside it, and where a project says; programs keep their last answers', async () => {
  const [sofa, chair] = [path.join(folder, 'models/sofa.obj'), path.join(folder, 'models/chair.obj')]
  expect(await sources.texturesOf(sofa)).toBeNull()
  const id = await sources.keepTextures(sofa, path.join(folder, 'maps'))
  expect(id).toMatch(/^[a-f0-9]{32}$/)
  const known = { id, folder: path.join(folder, 'maps') }
  expect(await sources.texturesOf(chair)).toEqual(known)
  const moved = path.join(folder, 'elsewhere/sofa.obj')
  expect([await sources.texturesOf(moved), await sources.texturesOf(moved, id)]).toEqual([null, known])
  await sources.keepAnswers({ app: 'SketchUp', metresPerUnit: 0.0254 })
  await sources.keepAnswers({ app: 'SketchUp', up: 'z' })
  expect(await sources.answersOf('SketchUp')).toEqual({ metresPerUnit: 0.0254, up: 'z' })
  expect(await sources.answersOf('Blender')).toBeNull()
})

test('what cannot be read is forgotten', async () => {
  await writeFile(path.join(folder, 'models.json'), '{"models":[{"path":3}]}')
  expect(await sources.pathOf(hashOf('one'))).toBeNull()
  await sources.keepAnswers({ app: 'Blender', up: 'z' })
  expect(JSON.parse(await readFile(path.join(folder, 'models.json'), 'utf8'))).toMatchObject({ models: [], programs: [{ app: 'Blender', up: 'z' }] })
})
