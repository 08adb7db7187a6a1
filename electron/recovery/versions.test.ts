import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../failure.ts'
import { Files } from '../files/files.ts'
import { ProjectLock, lockOf } from '../files/project-lock.ts'
import { UnstableDisk } from '../files/testing-disk.ts'
import { MAX_VERSIONS, Versions } from './versions.ts'

let folder: string
let project: string
let files: Files
const lost: unknown[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-versions-'))
  project = path.join(folder, 'room.atrium')
  await mkdir(path.join(folder, 'user'))
  lost.length = 0
  files = new Files({ versions: new Versions(path.join(folder, 'user', 'versions')), onVersionLost: (error) => lost.push(error) })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* body(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}
const shaOf = (text: string): string => createHash('sha256').update(text).digest('hex')
async function save(id: string, text: string, overwrite?: boolean): Promise<void> {
  await files.receive(id, body(text))
  await files.commit(id, { sha256: shaOf(text), sizeBytes: Buffer.byteLength(text), overwrite })
}
const codeFrom = (promise: Promise<unknown>): Promise<string> => promise.then(() => 'no failure', codeOf)
const readAll = async (id: string): Promise<string> => new Response((await files.read(id)).body).text()
const versionTexts = async (id: string): Promise<string[]> => Promise.all((await files.versions(id)).map(({ handle }) => readAll(handle.id)))

describe('versions', () => {
  test('are the last five saved states, newest first, and what stood there before the first save', async () => {
    await writeFile(project, 'old')
    const { id } = await files.open(project)
    await save(id, 'v1')
    expect(await versionTexts(id)).toEqual(['v1', 'old'])
    for (const text of ['v2', 'v3', 'v4', 'v5', 'v6']) await save(id, text)
    expect(await versionTexts(id)).toEqual(['v6', 'v5', 'v4', 'v3', 'v2'])
    expect(await files.versions(id)).toHaveLength(MAX_VERSIONS)
    expect((await files.versions(id)).map(({ current }) => current)).toEqual([true, false, false, false, false])
    expect(await readFile(project, 'utf8')).toBe('v6')
    expect(lost).toEqual([])
  })

  test('are for reading, and of one project', async () => {
    const { id } = await files.openTarget(project)
    const other = await files.openTarget(path.join(folder, 'other.atrium'))
    await save(id, 'v1')
    const [{ handle }] = await files.versions(id)
    expect(handle).toMatchObject({ name: 'room.atrium', writable: false, kind: 'project', sizeBytes: 2 })
    expect(await codeFrom(files.receive(handle.id, body('x')))).toBe('file-not-writable')
    expect(await files.versions(other.id)).toEqual([])
  })

  test('hold one content once, under the time it was saved last', async () => {
    const { id } = await files.openTarget(project)
    for (const text of ['v1', 'v2', 'v1']) await save(id, text)
    expect(await versionTexts(id)).toEqual(['v1', 'v2'])
  })

  test('that cannot be kept do not fail the save', async () => {
    await writeFile(path.join(folder, 'user', 'versions'), 'a file where the folder should be')
    const { id } = await files.openTarget(project)
    await save(id, 'v1')
    expect(await readFile(project, 'utf8')).toBe('v1')
    expect(lost).not.toEqual([])
  })

  test('are whole or not there, whenever the process is killed or the power fails', async () => {
    const run = async (disk: UnstableDisk): Promise<void> => {
      const versions = new Versions('/user/versions', disk)
      for (let i = 0; i < 3; i++) await versions.keep('/home/room.atrium', shaOf('project'), 1000 + i)
    }
    const fresh = (): UnstableDisk => {
      const disk = new UnstableDisk()
      disk.place('/home/room.atrium', 'project')
      disk.place('/user/settings.json', '')
      return disk
    }
    const whole = fresh()
    await run(whole)
    for (let at = 0; at < whole.operations.length; at++) {
      for (const kill of ['before', 'during', 'after'] as const) {
        const disk = fresh()
        disk.fault = { at, kill }
        await Promise.race([run(disk), disk.killed])
        for (const next of [disk.afterKill(), disk.afterPowerLoss(() => 0.5), disk.afterPowerLoss(() => 0)]) {
          for (const version of await new Versions('/user/versions', next).list('/home/room.atrium')) expect(next.content(version.path)?.toString()).toBe('project')
          expect(next.content('/home/room.atrium')?.toString()).toBe('project')
          await new Versions('/user/versions', next).keep('/home/room.atrium', shaOf('other'), 2000)
          const [folderOfProject] = await next.readdir('/user/versions')
          expect((await next.readdir(`/user/versions/${folderOfProject}`)).filter((name) => name.endsWith('.tmp'))).toEqual([])
        }
      }
    }
  })
})

describe('a file that others changed', () => {
  const opened = async (): Promise<string> => {
    await writeFile(project, 'ours')
    const { id } = await files.open(project)
    await readAll(id)
    return id
  }

  test('since it was opened is not overwritten unasked, and both states stay as versions', async () => {
    const id = await opened()
    await writeFile(project, 'theirs')
    expect(await codeFrom(save(id, 'new'))).toBe('file-changed')
    expect(await readFile(project, 'utf8')).toBe('theirs')
    await save(id, 'new', true)
    expect(await readFile(project, 'utf8')).toBe('new')
    expect(await versionTexts(id)).toEqual(['new', 'theirs'])
  })

  test('since it was saved is noticed, too', async () => {
    const id = await opened()
    await save(id, 'v1')
    await save(id, 'v2')
    await writeFile(project, 'same size'.slice(0, 2))
    expect(await codeFrom(save(id, 'v3'))).toBe('file-changed')
  })

  test('appeared where a new project was to be saved', async () => {
    const { id } = await files.openTarget(project)
    await writeFile(project, 'theirs')
    expect(await codeFrom(save(id, 'new'))).toBe('file-changed')
  })

  test('is the same file when only its time changed', async () => {
    const id = await opened()
    await utimes(project, new Date(), new Date(0))
    await save(id, 'new')
    expect(await readFile(project, 'utf8')).toBe('new')
  })

  test('is made again when it was deleted', async () => {
    const id = await opened()
    await rm(project)
    await save(id, 'new')
    expect(await readFile(project, 'utf8')).toBe('new')
  })

  test('is remembered through a crash', async () => {
    const id = await opened()
    const again = await files.reopen(project, files.seenOf(id))
    await writeFile(project, 'theirs')
    expect(await codeFrom(save(again.id, 'new'))).toBe('file-changed')
  })
})

describe('a project that is open elsewhere', () => {
  const PROJECT = '/home/room.atrium'
  const fresh = (): UnstableDisk => {
    const disk = new UnstableDisk()
    disk.place(PROJECT, 'x')
    return disk
  }
  const alive = { pid: process.ppid }

  test('is noticed, until it is closed there', async () => {
    const disk = fresh()
    const [here, there] = [new ProjectLock(disk), new ProjectLock(disk, alive)]
    expect(await there.moveTo(PROJECT)).toBe(true)
    expect(await here.moveTo(PROJECT)).toBe(false)
    expect(await there.moveTo('/home/other.atrium')).toBe(true)
    expect(await here.moveTo(PROJECT)).toBe(true)
    await here.release()
    expect(disk.content(lockOf(PROJECT))).toBeNull()
  })

  test('on another machine is noticed for a day', async () => {
    const disk = fresh()
    const elsewhere = { host: 'another', pid: 1 }
    await new ProjectLock(disk, elsewhere).moveTo(PROJECT)
    expect(await new ProjectLock(disk).moveTo(PROJECT)).toBe(false)
    await new ProjectLock(disk).release()
    const old = fresh()
    await new ProjectLock(old, { ...elsewhere, startedAtMs: Date.now() - 25 * 3600_000 }).moveTo(PROJECT)
    expect(await new ProjectLock(old).moveTo(PROJECT)).toBe(true)
  })

  test.each([
    ['a process that died', { pid: 2 ** 22 + 1 }],
    ['before the machine was started again', { pid: process.ppid, startedAtMs: 1000 }],
  ])('is free again after %s', async (_, holder) => {
    const disk = fresh()
    await new ProjectLock(disk, holder).moveTo(PROJECT)
    expect(await new ProjectLock(disk).moveTo(PROJECT)).toBe(true)
  })

  test('cannot be told where nothing may be written, and nobody is kept from working', async () => {
    for (const error of ['EROFS', 'EACCES', 'ENOSPC']) {
      const disk = fresh()
      disk.fault = { at: 0, error }
      expect(await new ProjectLock(disk).moveTo(PROJECT)).toBe(true)
    }
    const damaged = fresh()
    damaged.place(lockOf(PROJECT), 'not a lock')
    expect(await new ProjectLock(damaged).moveTo(PROJECT)).toBe(true)
  })

  test.each<[string, (lock: string, precious: string) => Promise<unknown>]>([
    ['a link to a file of the user', (lock, precious) => symlink(precious, lock)],
    ['a link to nothing', (lock) => symlink('/nowhere/at/all', lock)],
    ['a pipe that nobody writes to', (lock) => promisify(execFile)('mkfifo', [lock]).catch(() => mkdir(lock))],
    ['a file as large as a project', (lock) => writeFile(lock, Buffer.alloc(10_000))],
    ['a folder', (lock) => mkdir(lock)],
  ])('by %s under the name of its lock is not: that came with the project, and stays as it is', async (_, place) => {
    const precious = path.join(folder, 'precious.txt')
    await writeFile(precious, 'years of work')
    const file = path.join(folder, 'bait.atrium')
    await place(lockOf(file), precious)
    const before = await lstat(lockOf(file))
    const lock = new ProjectLock()
    expect(await lock.moveTo(file)).toBe(true)
    await lock.release()
    expect(await lstat(lockOf(file))).toMatchObject({ ino: before.ino, size: before.size, mtimeMs: before.mtimeMs })
    expect(await readFile(precious, 'utf8')).toBe('years of work')
  })
})
