import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createProtocolHandler, ORIGIN } from '../../protocol.ts'
import { Files } from '../files.ts'
import { OwnMaterials } from './own-materials.ts'

const [OAK, WALL] = ['a'.repeat(32), 'b'.repeat(32)]
let folder: string
let kept: OwnMaterials
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-materials-'))
  kept = new OwnMaterials(path.join(folder, 'materials'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
async function* bodyOf(text: string): AsyncGenerator<Uint8Array> { yield bytesOf(text) }

test('what is kept is there after a restart, in its last state', async () => {
  expect(await kept.list()).toEqual({ ids: [] })
  await kept.write(WALL, bodyOf('wall'))
  await kept.write(OAK, bodyOf('oak'))
  await kept.write(OAK, bodyOf('another oak'))
  const again = new OwnMaterials(path.join(folder, 'materials'))
  await again.clean()
  expect(await again.list()).toEqual({ ids: [OAK, WALL] })
  expect(await again.read(OAK)).toEqual(bytesOf('another oak'))
})

test('a removed material comes back until it is cleaned', async () => {
  await kept.write(OAK, bodyOf('oak'))
  await kept.remove(OAK)
  expect(await kept.list()).toEqual({ ids: [] })
  await kept.restore(OAK)
  expect(await kept.list()).toEqual({ ids: [OAK] })
  await kept.remove(OAK)
  await kept.clean()
  await expect(kept.restore(OAK)).rejects.toMatchObject({ code: 'file-not-writable' })
  expect(await readdir(path.join(folder, 'materials'))).toEqual([])
})

test('a body that breaks off leaves what was there', async () => {
  await kept.write(OAK, bodyOf('oak'))
  await expect(kept.write(OAK, (async function* () { yield bytesOf('half'); throw new Error('gone') })())).rejects.toBeDefined()
  expect(await kept.read(OAK)).toEqual(bytesOf('oak'))
  expect(await readdir(path.join(folder, 'materials'))).toEqual([`${OAK}.atrium-material`])
})

test('other names, and links, are no materials', async () => {
  await expect(kept.read('../secret')).rejects.toMatchObject({ code: 'request-invalid' })
  await kept.write(OAK, bodyOf('oak'))
  await writeFile(path.join(folder, 'materials', 'notes.txt'), 'x')
  expect(await kept.list()).toEqual({ ids: [OAK] })
  if (process.platform === 'win32') return
  await symlink(path.join(folder, 'materials', 'notes.txt'), path.join(folder, 'materials', `${WALL}.atrium-material`))
  await expect(kept.read(WALL)).rejects.toMatchObject({ code: 'file-missing' })
  expect((await stat(path.join(folder, 'materials', `${OAK}.atrium-material`))).mode & 0o777).toBe(0o600)
})

test('materials travel on our scheme, under their names', async () => {
  const serve = createProtocolHandler({ pageFolder: folder, files: new Files(), demo: null, materials: kept, onError: () => {} })
  const ask = (address: string, init?: RequestInit): Promise<Response> => serve(new Request(`${ORIGIN}/${address}`, init))
  expect((await ask(`material/${OAK}`, { method: 'PUT', body: bytesOf('oak') })).status).toBe(204)
  expect(await (await ask(`material/${OAK}`)).text()).toBe('oak')
  expect((await ask(`material/${WALL}`)).status).toBe(404)
  expect((await ask('material/..%2Fsecret')).status).toBe(400)
})
