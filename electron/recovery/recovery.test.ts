import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { JournalRecord } from '../contract.ts'
import { Recovery } from './recovery.ts'
import { UnstableDisk } from '../files/testing-disk.ts'

let disk: UnstableDisk
let recovery: Recovery
function freshDisk(): UnstableDisk {
  const fresh = new UnstableDisk()
  fresh.place('/user/settings.json', '')
  return fresh
}
beforeEach(() => {
  disk = freshDisk()
  recovery = new Recovery('/user/recovery', disk)
})

async function* body(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}
const snapshot = (fields: object = {}) => body(JSON.stringify({ kind: 'snapshot', name: 'Studio', sequence: 0, gestures: 0, dirty: false, ...fields }))
const gesture = (sequence: number, fields: Partial<JournalRecord> = {}): JournalRecord => ({ kind: 'edit', sequence, atMs: 1000 + sequence, patch: {}, view: undefined, ...fields })

/** A session that was killed after some gestures. */
async function killed(gestures: number, { path = null as string | null, continues = null as string | null, dirty = false } = {}): Promise<string> {
  const id = recovery.begin(path, null, continues)
  await recovery.putSnapshot(id, snapshot({ dirty }))
  if (gestures > 0) await recovery.append(id, Array.from({ length: gestures }, (_, i) => gesture(i + 1)))
  await recovery.abandonAll()
  return id
}

describe('what a crash left behind', () => {
  test('is found with its name, its folder, the time of its last gesture and their number', async () => {
    const id = await killed(3, { path: '/home/ada/studio.atrium' })
    expect(await recovery.find()).toEqual([{ id, name: 'Studio', folder: '/home/ada', lastAtMs: 1003, gestures: 3, dirty: true }])
    expect((await recovery.read(id)).lines).toHaveLength(4)
  })

  test('counts a long drag once, and the camera not at all', async () => {
    const id = recovery.begin(null, null)
    await recovery.putSnapshot(id, snapshot({ gestures: 2 }))
    await recovery.append(id, [gesture(1, { gesture: 'drag' }), gesture(2, { gesture: 'drag' }), { ...gesture(2), kind: 'view' }])
    await recovery.abandonAll()
    expect(await recovery.find()).toMatchObject([{ gestures: 3, folder: null }])
  })

  test('is nothing when nothing was done, and leaves nothing', async () => {
    await killed(0)
    expect(await recovery.find()).toEqual([])
    expect(await disk.readdir('/user/recovery')).toEqual([])
  })

  test('is nothing after a session that ended in peace', async () => {
    const id = recovery.begin(null, null)
    await recovery.putSnapshot(id, snapshot({ dirty: true }))
    await recovery.end(id)
    expect(await new Recovery('/user/recovery', disk).find()).toEqual([])
  })

  test('does not come back once it lives on in another session, whatever became of that', async () => {
    const old = await killed(5)
    const next = await killed(0, { continues: old, dirty: true })
    expect((await recovery.find()).map(({ id }) => id)).toEqual([next])
    const last = await killed(0, { continues: next })
    expect(last).not.toBe(next)
    expect(await recovery.find()).toEqual([])
  })

  test('is not offered while it is being written, and can be discarded', async () => {
    const id = await killed(1)
    const current = recovery.begin(null, null)
    await recovery.putSnapshot(current, snapshot({ dirty: true }))
    expect((await recovery.find()).map((session) => session.id)).toEqual([id])
    await expect(recovery.discard(current)).rejects.toMatchObject({ code: 'request-invalid' })
    await recovery.discard(id)
    expect(await recovery.find()).toEqual([])
  })
})

describe('the bytes of an asset', () => {
  const sha256 = createHash('sha256').update('glTF').digest('hex')

  test('are kept under their hash, and come back', async () => {
    const id = recovery.begin(null, null)
    await recovery.putAsset(id, sha256, body('glTF'))
    expect(Buffer.from(await recovery.readAsset(id, sha256)).toString()).toBe('glTF')
  })

  test('are refused under another hash, and leave nothing', async () => {
    const id = recovery.begin(null, null)
    await expect(recovery.putAsset(id, sha256, body('other'))).rejects.toMatchObject({ code: 'checksum-mismatch' })
    expect(await disk.readdir(`/user/recovery/${id}/assets`)).toEqual([])
  })

  test.each(['../../settings.json', 'x', `${sha256}/..`])('are not asked for under %j', async (key) => {
    const id = recovery.begin(null, null)
    await expect(recovery.putAsset(id, key, body('x'))).rejects.toMatchObject({ code: 'request-invalid' })
    await expect(recovery.readAsset(id, key)).rejects.toMatchObject({ code: 'request-invalid' })
    await expect(recovery.readAsset('../..', sha256)).rejects.toMatchObject({ code: 'request-invalid' })
  })
})

test('a session that nobody began takes nothing', async () => {
  const id = '0'.repeat(32)
  await expect(recovery.putSnapshot(id, snapshot())).rejects.toMatchObject({ code: 'request-invalid' })
  expect(() => recovery.append(id, [gesture(1)])).toThrow('no such session')
  await expect(recovery.read(id)).rejects.toMatchObject({ code: 'file-missing' })
})

test.each(['ENOSPC', 'EDQUOT', 'EIO', 'EACCES', 'EROFS', 'ENOENT'])('a disk that answers %s, to whatever is asked of it for an asset, a snapshot or a gesture, is told as a missing recovery copy', async (error) => {
  const sha256 = createHash('sha256').update('glTF').digest('hex')
  const write = async (to: Recovery): Promise<void> => {
    const id = to.begin(null, null)
    await to.putAsset(id, sha256, body('glTF'))
    await to.putSnapshot(id, snapshot())
    await to.append(id, [gesture(1)])
    await to.putSnapshot(id, snapshot())
  }
  await write(recovery)
  const operations = [...disk.operations]
  expect(operations.length).toBeGreaterThan(20)
  for (const [at, operation] of operations.entries()) {
    const failing = freshDisk()
    failing.fault = { at, error }
    await expect(write(new Recovery('/user/recovery', failing)), operation).rejects.toMatchObject({ code: 'backup-failed' })
  }
})

test('a journal that is not ours, or damaged at its beginning, is nothing to recover', async () => {
  disk.place(`/user/recovery/${'a'.repeat(32)}/journal`, 'not a journal')
  disk.place('/user/recovery/notes.txt', 'x')
  expect(await recovery.find()).toEqual([])
  expect(await disk.readdir('/user/recovery')).toEqual(['notes.txt'])
})
