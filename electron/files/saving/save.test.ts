import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import * as nodeFileSystem from 'node:fs/promises'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../contract.ts'
import { codeOf } from '../../failure.ts'
import { lockOf } from '../project-lock.ts'
import { type SavingFileSystem, Saves } from './save.ts'
import { temporaryOf } from './strays.ts'
import { type Fault, UnstableDisk } from '../testing-disk.ts'

let folder: string
let target: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-save-'))
  target = path.join(folder, 'room.atrium')
  await writeFile(target, 'old')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const expectation = (content: string) => ({ sha256: createHash('sha256').update(content).digest('hex'), sizeBytes: Buffer.byteLength(content) })
const codeFrom = (promise: Promise<unknown>): Promise<ErrorCode | 'no failure'> => promise.then(() => 'no failure' as const, codeOf)

async function* chunks(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(new TextEncoder().encode(part))
}

/** Node's file system with some calls replaced: tests may run as root, to whom nothing is read-only. */
const failing = (replaced: Partial<SavingFileSystem>): SavingFileSystem => ({ ...nodeFileSystem, ...replaced })
const errno = (code: string): Error => Object.assign(new Error(code), { code })

async function expectUntouched(): Promise<void> {
  expect(await readFile(target, 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['room.atrium'])
}

test('a save replaces the file as a whole and leaves nothing beside it', async () => {
  const saves = new Saves()
  await saves.receive('a', target, chunks('new ', 'bytes'))
  expect(await readFile(target, 'utf8')).toBe('old')
  await saves.commit('a', expectation('new bytes'))
  expect(await readFile(target, 'utf8')).toBe('new bytes')
  expect(await readdir(folder)).toEqual(['room.atrium'])
})

test('a save makes a file that was not there', async () => {
  const saves = new Saves()
  const fresh = path.join(folder, 'fresh.atrium')
  await saves.receive('a', fresh, chunks('new'))
  await saves.commit('a', expectation('new'))
  expect(await readFile(fresh, 'utf8')).toBe('new')
})

test('a project whose name is as long as a file system takes is saved, locked, and rid of what its killed saves left', async () => {
  // 247 bytes, as a name of 80 Japanese characters; another that begins alike.
  const [long, other] = ['室', '宅'].map((last) => path.join(folder, `${'居'.repeat(79)}${last}.atrium`))
  const saves = new Saves()
  await saves.receive('a', long, chunks('new'))
  await saves.commit('a', expectation('new'))
  expect(await readFile(long, 'utf8')).toBe('new')
  expect(lockOf(long)).not.toBe(lockOf(other))
  const strays = [long, other].map((file) => temporaryOf(file, '0123abcd'))
  for (const name of [...strays, lockOf(long)]) {
    expect(Buffer.byteLength(path.basename(name))).toBeLessThanOrEqual(255)
    await writeFile(name, 'PK\x03\x04')
  }
  await saves.removeStrays(long)
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([path.basename(strays[1])])
})

test('a save keeps the rights of the file', async () => {
  await chmod(target, 0o640)
  const saves = new Saves()
  await saves.receive('a', target, chunks('new'))
  await saves.commit('a', expectation('new'))
  expect((await stat(target)).mode & 0o777).toBe(0o640)
})

test('a save of the same file once more replaces what was received before', async () => {
  const saves = new Saves()
  await saves.receive('a', target, chunks('first'))
  await saves.receive('a', target, chunks('second'))
  await saves.commit('a', expectation('second'))
  expect(await readFile(target, 'utf8')).toBe('second')
  expect(await readdir(folder)).toEqual(['room.atrium'])
})

test('two saves at once are both written, whole, the newer one last', async () => {
  const saves = new Saves()
  // The one that began first may be whole last.
  await Promise.all([saves.receive('a', target, chunks('f', 'i', 'rs', 't')), saves.receive('a', target, chunks('second'))])
  await saves.commit('a', expectation('first'))
  expect(await readFile(target, 'utf8')).toBe('first')
  await saves.commit('a', expectation('second'))
  expect(await readFile(target, 'utf8')).toBe('second')
  expect(await readdir(folder)).toEqual(['room.atrium'])
})

test('a save that arrived damaged costs the next one nothing', async () => {
  const saves = new Saves()
  await saves.receive('a', target, chunks('fir'))
  await saves.receive('a', target, chunks('second'))
  expect(await codeFrom(saves.commit('a', expectation('first')))).toBe('checksum-mismatch')
  expect(await codeFrom(saves.commit('a', expectation('second')))).toBe('no failure')
  expect(await readFile(target, 'utf8')).toBe('second')
  expect(await readdir(folder)).toEqual(['room.atrium'])
})

test('a page that sends and never commits leaves four saves at most, and none at the end', async () => {
  const saves = new Saves()
  for (let i = 0; i < 9; i++) await saves.receive('a', target, chunks(`save ${i}`))
  expect(await readdir(folder)).toHaveLength(1 + 4)
  await saves.dispose()
  await expectUntouched()
})

describe('the old file is whole and alone', () => {
  test.each([
    ['other bytes', expectation('new!!')],
    ['fewer bytes', { ...expectation('new'), sizeBytes: 2 }],
  ])('after %s than announced', async (_name, expected) => {
    const saves = new Saves()
    await saves.receive('a', target, chunks('new'))
    expect(await codeFrom(saves.commit('a', expected))).toBe('checksum-mismatch')
    await expectUntouched()
  })

  test.each<[string, ErrorCode]>([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EACCES', 'file-not-writable'],
    ['EROFS', 'file-not-writable'],
    ['EIO', 'file-not-writable'],
  ])('when writing fails with %s', async (code, expected) => {
    const open: SavingFileSystem['open'] = async (...args) => {
      const file = await nodeFileSystem.open(...args)
      file.writeFile = () => Promise.reject(errno(code))
      return file
    }
    expect(await codeFrom(new Saves(failing({ open })).receive('a', target, chunks('new')))).toBe(expected)
    await expectUntouched()
  })

  test('when the disk turns out full at the flush', async () => {
    const open: SavingFileSystem['open'] = async (...args) => {
      const file = await nodeFileSystem.open(...args)
      file.sync = () => Promise.reject(errno('ENOSPC'))
      return file
    }
    expect(await codeFrom(new Saves(failing({ open })).receive('a', target, chunks('new')))).toBe('disk-full')
    await expectUntouched()
  })

  test('when the folder takes no new file', async () => {
    const open: SavingFileSystem['open'] = () => Promise.reject(errno('EACCES'))
    expect(await codeFrom(new Saves(failing({ open })).receive('a', target, chunks('new')))).toBe('file-not-writable')
    await expectUntouched()
  })

  test('when the file itself became read-only', async () => {
    const access: SavingFileSystem['access'] = (file) => (file === target ? Promise.reject(errno('EACCES')) : Promise.resolve())
    expect(await codeFrom(new Saves(failing({ access })).receive('a', target, chunks('new')))).toBe('file-not-writable')
    await expectUntouched()
  })

  test.skipIf(process.getuid?.() === 0)('when its owner took the right to write away (root may write everything)', async () => {
    await chmod(target, 0o444)
    expect(await codeFrom(new Saves().receive('a', target, chunks('new')))).toBe('file-not-writable')
    await expectUntouched()
  })

  test('when the rename fails', async () => {
    const saves = new Saves(failing({ rename: () => Promise.reject(errno('EIO')) }))
    await saves.receive('a', target, chunks('new'))
    expect(await codeFrom(saves.commit('a', expectation('new')))).toBe('file-not-writable')
    await expectUntouched()
  })

  test('when the page breaks off in the middle', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(4)
      await Promise.reject(new Error('aborted'))
    }
    await expect(new Saves().receive('a', target, broken())).rejects.toThrow('aborted')
    await expectUntouched()
  })

  test('when Atrium ends before the commit', async () => {
    const saves = new Saves()
    await saves.receive('a', target, chunks('new'))
    await saves.dispose()
    await expectUntouched()
  })

  test('when the process is killed between writing and renaming', async () => {
    // The same steps in a process of its own, killed while it waits before the commit.
    const script = `
      import { Saves } from ${JSON.stringify(path.join(import.meta.dirname, 'save.ts'))}
      async function* body() { yield new TextEncoder().encode('PK\\x03\\x04 half a project') }
      await new Saves().receive('a', ${JSON.stringify(target)}, body())
      console.log('written')
      setInterval(() => {}, 1000)`
    const runner = path.join(folder, 'runner.mjs')
    const { build } = await import('vite')
    await writeFile(path.join(folder, 'entry.ts'), script)
    await build({
      configFile: false,
      logLevel: 'silent',
      build: { ssr: path.join(folder, 'entry.ts'), outDir: folder, emptyOutDir: false, rollupOptions: { output: { entryFileNames: 'runner.mjs' } } },
    })
    const child = spawn(process.execPath, [runner], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(await readFile(target, 'utf8')).toBe('old')
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toHaveLength(1)
    await new Saves().removeStrays(target)
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(await readFile(target, 'utf8')).toBe('old')
  })
})

test('what a killed save left goes, whatever it got to; files of others stay, and so does a save that is under way', async () => {
  const strays = ['.room.atrium.0123abcd.tmp', '.room.atrium.00000000.tmp', '.room.atrium.ffffffff.tmp', '.room.atrium.11111111.tmp']
  const contents = ['PK\x03\x04 half a project', '', 'PK', '\0\0\0\0\0\0\0\0']
  for (const [i, name] of strays.entries()) await writeFile(path.join(folder, name), contents[i], 'latin1')
  const others = [
    '.room.atrium.0123abce.tmp', // not a project
    '.other.atrium.0123abcd.tmp', '.room2.atrium.0123abcd.tmp', 'room.atrium.0123abcd.tmp', '.room.atrium.0123ABCD.tmp', '.room.atrium.0123abc.tmp',
    '.room.atrium.0123abcd.tmp.bak', '.roomXatrium.0123abcd.tmp', '.~room.atrium.lock',
  ]
  for (const name of others) await writeFile(path.join(folder, name), name === others[0] ? 'shopping list' : 'PK\x03\x04')
  await symlink(target, path.join(folder, '.room.atrium.22222222.tmp'))
  await mkdir(path.join(folder, '.room.atrium.33333333.tmp'))
  const saves = new Saves()
  await saves.receive('a', target, chunks('PK\x03\x04', ' whole'))
  await saves.removeStrays(target)
  const left = await readdir(folder)
  expect(left.filter((name) => strays.includes(name))).toEqual([])
  expect(left).toEqual(expect.arrayContaining([...others, 'room.atrium', '.room.atrium.22222222.tmp', '.room.atrium.33333333.tmp']))
  await saves.commit('a', expectation('PK\x03\x04 whole'))
  expect(await readFile(target, 'utf8')).toBe('PK\x03\x04 whole')
  await new Saves().removeStrays(path.join(folder, 'gone', 'room.atrium'))
})

test('a folder that vanished is not writable', async () => {
  await rm(folder, { recursive: true })
  expect(await codeFrom(new Saves().receive('a', target, chunks('new')))).toBe('file-not-writable')
})

test('a commit without bytes is refused', async () => {
  expect(await codeFrom(new Saves().commit('a', expectation('')))).toBe('checksum-mismatch')
  await expectUntouched()
})

describe('at every operation of a save', () => {
  const PROJECT = '/home/room.atrium'
  /** A save on a disk in memory; `outcome` is null when it was acknowledged. */
  async function saved(fault: Fault | null): Promise<{ disk: UnstableDisk; outcome: string | null }> {
    const disk = new UnstableDisk(fault)
    disk.place(PROJECT, 'old')
    const saves = new Saves(disk)
    const save = saves.receive('a', PROJECT, chunks('new ', 'bytes')).then(() => saves.commit('a', expectation('new bytes')))
    const outcome = await Promise.race([save.then(() => null, codeOf), disk.killed.then(() => 'killed')])
    return { disk, outcome }
  }
  const contentOf = (disk: UnstableDisk): string | undefined => disk.content(PROJECT)?.toString()
  let operations: string[]
  beforeEach(async () => {
    ;({ operations } = (await saved(null)).disk)
  })

  test('a kill or a loss of power leaves the old file or the new one, whole; acknowledged, it is the new one', async () => {
    expect(operations.length).toBeGreaterThanOrEqual(6)
    for (let at = 0; at <= operations.length; at++) {
      for (const kill of ['before', 'during', 'after'] as const) {
        const { disk, outcome } = await saved({ at, kill })
        for (const later of [disk.afterKill(), disk.afterPowerLoss(() => 0), disk.afterPowerLoss(() => 0.5), disk.afterPowerLoss(() => 0.999)]) {
          expect(outcome === null ? ['new bytes'] : ['old', 'new bytes'], `${kill} ${operations[at]}`).toContain(contentOf(later))
        }
      }
    }
  })

  test.each<[string, ErrorCode]>([
    ['ENOSPC', 'disk-full'],
    ['EACCES', 'file-not-writable'],
    ['EIO', 'file-not-writable'],
    ['ENOENT', 'file-not-writable'],
    ['EROFS', 'file-not-writable'],
  ])('%s is told as %s, the file is whole, and nothing lies beside it', async (error, code) => {
    for (const [at, operation] of operations.entries()) {
      const { disk, outcome } = await saved({ at, error })
      expect(outcome, operation).toBe(code)
      // Only where the new name is not yet durable may it stand there already.
      expect(['old', ...(operation === 'sync /home' ? ['new bytes'] : [])], operation).toContain(contentOf(disk))
      expect(await disk.readdir('/home')).toEqual(['room.atrium'])
    }
  })
})
