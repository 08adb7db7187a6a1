import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../contract.ts'
import { Failure } from '../failure.ts'
import { Files, MAX_READ_BYTES } from './files.ts'

let folder: string
let files: Files

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-files-'))
  files = new Files()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const place = async (name: string, content = name): Promise<string> => {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}
const codeFrom = (promise: Promise<unknown>): Promise<ErrorCode | 'no failure'> =>
  promise.then(() => 'no failure' as const, (error: unknown) => (error instanceof Failure ? error.code : Promise.reject(error as Error)))
const text = (body: ReadableStream<Uint8Array>): Promise<string> => new Response(body).text()

describe('a handle', () => {
  test('names a file without its folder and gives its bytes', async () => {
    const handle = await files.open(await place('house.glb', 'glTF'))
    expect(handle).toMatchObject({ name: 'house.glb', kind: 'model', sizeBytes: 4, writable: false })
    expect(handle.id).toMatch(/^[a-f0-9]{32}$/)
    const { body, sizeBytes } = await files.read(handle.id)
    expect([await text(body), sizeBytes]).toEqual(['glTF', 4])
  })

  test('is refused for what Atrium does not open', async () => {
    const refused = ['notes.txt', 'house.skp', 'plan.DWG', 'models.zip'].map(async (name) => codeFrom(files.open(await place(name))))
    expect(await Promise.all(refused)).toEqual(['file-unsupported', 'model-foreign', 'model-foreign', 'file-packed'])
    expect(await codeFrom(files.open(path.join(folder, 'gone.glb')))).toBe('file-missing')
    await mkdir(path.join(folder, 'folder.glb'))
    expect(await codeFrom(files.open(path.join(folder, 'folder.glb')))).toBe('file-not-readable')
  })

  test('that nobody gave out is unknown', async () => {
    const id = '0'.repeat(32)
    expect(() => files.read(id)).toThrow(Failure)
    expect(await codeFrom(files.readSibling(id, 'a.bin'))).toBe('handle-unknown')
    expect(await codeFrom(files.receive(id, bytes('x')))).toBe('handle-unknown')
    expect(await codeFrom(files.commit(id, { sha256: '', sizeBytes: 0 }))).toBe('handle-unknown')
  })

  test('whose file went away says so', async () => {
    const file = await place('house.glb')
    const handle = await files.open(file)
    await rm(file)
    expect(await codeFrom(files.read(handle.id))).toBe('file-missing')
  })

  // A little less than 2 GiB passes for a length in 32 bits, and no page hashes so much at once.
  test.each([MAX_READ_BYTES + 1, 2 ** 31 - 8])('of a file too large for one answer is refused: %i bytes', async (sizeBytes) => {
    const file = path.join(folder, 'huge.glb')
    const { open } = await import('node:fs/promises')
    const sparse = await open(file, 'w')
    await sparse.truncate(sizeBytes)
    await sparse.close()
    expect(await codeFrom(files.open(file))).toBe('file-too-large')
  })

  test('opened for reading takes no bytes', async () => {
    const handle = await files.open(await place('house.glb'))
    expect(await codeFrom(files.receive(handle.id, bytes('x')))).toBe('file-not-writable')
  })
})

describe('the files beside a .gltf', () => {
  test('are read, in folders below it too', async () => {
    await place('textures/oak floor.png', 'oak')
    const { id } = await files.open(await place('room.gltf'))
    expect(await text((await files.readSibling(id, 'textures/oak floor.png')).body)).toBe('oak')
  })

  test.each(['../secret.bin', 'textures/../../secret.bin', '/etc/passwd', './a.bin', 'a//b', '', '.hidden', 'textures/.hidden', '..\\secret.bin', 'C:secret', 'a\0b'])(
    'are refused at %j',
    async (relative) => {
      await place('secret.bin')
      const { id } = await files.open(await place('models/room.gltf'))
      expect(await codeFrom(files.readSibling(id, relative))).toBe('sibling-refused')
    },
  )

  test('are refused through links, to a file or to a folder', async () => {
    await place('outside/secret.bin')
    const { id } = await files.open(await place('models/room.gltf'))
    await symlink(path.join(folder, 'outside/secret.bin'), path.join(folder, 'models/link.bin'))
    await symlink(path.join(folder, 'outside'), path.join(folder, 'models/linked'))
    expect(await codeFrom(files.readSibling(id, 'link.bin'))).toBe('sibling-refused')
    expect(await codeFrom(files.readSibling(id, 'linked/secret.bin'))).toBe('sibling-refused')
  })

  test('are named when they are missing', async () => {
    const { id } = await files.open(await place('room.gltf'))
    expect(await codeFrom(files.readSibling(id, 'scene.bin'))).toBe('model-missing-file')
  })

  test('are listed: what may be read, nearest first, without links and what is hidden', async () => {
    for (const file of ['models/chair.obj', 'models/chair.mtl', 'models/maps/oak.png', 'models/.hidden/x.png', 'models/a/b/c/d/deep.png', 'outside.png']) await place(file)
    await symlink(path.join(folder, 'outside.png'), path.join(folder, 'models/link.png'))
    const { id } = await files.open(path.join(folder, 'models/chair.obj'))
    expect(await files.listSiblings(id)).toEqual(['chair.mtl', 'chair.obj', 'maps/oak.png'])
    expect(await codeFrom(files.listSiblings((await files.open(await place('room.glb'))).id))).toBe('sibling-refused')
  })

  test('belong to a .gltf alone', async () => {
    await place('a.bin')
    const { id } = await files.open(await place('room.glb'))
    expect(await codeFrom(files.readSibling(id, 'a.bin'))).toBe('sibling-refused')
  })
})

describe('a drive that was unplugged', () => {
  const moved = async (name: string) => {
    let device = 1
    const drive = new Files({ deviceOf: () => Promise.resolve(device) })
    const file = await place(name)
    const { id } = await drive.open(file)
    device = 2
    return { drive, file, id }
  }

  test('takes no save into its bare mount point', async () => {
    const { drive, file, id } = await moved('room.atrium')
    await rm(file)
    expect(await codeFrom(drive.receive(id, bytes('new')))).toBe('drive-missing')
    expect(await readdir(folder)).toEqual([])
    const target = new Files({ deviceOf: () => Promise.resolve(3) })
    expect(await codeFrom(target.receive((await target.openTarget(file)).id, bytes('new')))).toBe('no failure')
    await target.dispose()
  })

  test('nor over a file of that name in it, not even a copy', async () => {
    let isPlugged = true
    const drive = new Files({ deviceOf: (where) => Promise.resolve(isPlugged && where.startsWith(folder) ? 2 : 1) })
    const file = await place('room.atrium', 'old')
    const { id } = await drive.open(file)
    isPlugged = false
    expect(await codeFrom(drive.receive(id, bytes('new')))).toBe('drive-missing')
    await writeFile(file, 'of somebody else')
    expect(await codeFrom(drive.receive(id, bytes('new')))).toBe('drive-missing')
    expect(await readFile(file, 'utf8')).toBe('of somebody else')
    expect(await readdir(folder)).toEqual(['room.atrium'])
  })

  test('and came back under another number is saved to as before', async () => {
    const { drive, id } = await moved('room.atrium')
    expect(await codeFrom(drive.receive(id, bytes('new')))).toBe('no failure')
    await drive.dispose()
  })
})

test('a project reached through a link is saved where the link points', async () => {
  const real = await place('real.atrium', 'old')
  await symlink(real, path.join(folder, 'link.atrium'))
  const { id } = await files.openTarget(path.join(folder, 'link.atrium'))
  expect(files.pathOf(id)).toBe(real)
})

async function* bytes(content: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(content))
}

describe('textures that lie elsewhere', () => {
  test('are read from the folder that was chosen: pictures alone, by their own names', async () => {
    for (const name of ['models/sofa.obj', 'models/oak.png', 'maps/oak.png', 'maps/deep/wool.jpg', 'maps/secret.txt', 'other.png']) await place(name)
    const { id } = await files.open(path.join(folder, 'models/sofa.obj'))
    expect(await codeFrom(files.readSibling(id, ':textures/oak.png'))).toBe('sibling-refused')
    files.useTextures(id, { id: 'f'.repeat(32), folder: path.join(folder, 'maps') })
    expect(await files.listSiblings(id)).toEqual(['oak.png', 'sofa.obj', ':textures/oak.png', ':textures/deep/wool.jpg'])
    expect(await text((await files.readSibling(id, ':textures/oak.png')).body)).toBe('maps/oak.png')
    expect(await text((await files.readSibling(id, 'oak.png')).body)).toBe('models/oak.png')
    for (const relative of [':textures/secret.txt', ':textures/../other.png', ':textures/', 'maps/oak.png/:textures']) {
      expect(await codeFrom(files.readSibling(id, relative)), relative).not.toBe('no failure')
    }
    expect(files.texturesOf(id)).toBe('f'.repeat(32))
  })

  test('are known for other models of the place, however early those were chosen', async () => {
    let known: { id: string; folder: string } | null = null
    files = new Files({ findTextures: () => Promise.resolve(known) })
    await place('maps/oak.png')
    const { id } = await files.open(await place('models/chair.obj'))
    known = { id: 'e'.repeat(32), folder: path.join(folder, 'maps') }
    expect(await files.listSiblings(id)).toEqual(['chair.obj', ':textures/oak.png'])
    expect(files.texturesOf(id)).toBe('e'.repeat(32))
  })
})
