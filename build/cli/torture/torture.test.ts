import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Fault, UnstableDisk } from '../../../electron/files/testing-disk.ts'
import { emptyDocument } from '../../../renderer/document/empty.ts'
import { Judge } from './judge.ts'
import { type Event, runSession } from './session.ts'
import { KIND_NAMES, randomStep, seededRandom } from './steps.ts'

/** One life on a disk in memory; `by` says how it ended. */
async function live(disk: UnstableDisk, seed: number, gestures: number): Promise<{ events: Event[]; by: 'kill' | 'itself' }> {
  const events: Event[] = []
  const random = seededRandom(seed)
  const end = new AbortController()
  const say = (event: Event): void => void (end.signal.aborted || events.push(event))
  const pause = async (): Promise<unknown> => (random() < 0.3 ? setImmediate() : null)
  const session = runSession({ disk, folder: '/data', seed, gestures, say, pause, delayMs: 0, signal: end.signal })
  const by = await Promise.race([session.then(() => 'itself' as const), disk.killed.then(() => 'kill' as const)])
  end.abort()
  return { events, by }
}

function freshDisk(): UnstableDisk {
  const disk = new UnstableDisk()
  disk.place('/data/settings.json', '{}')
  return disk
}

/** A life that edited and saved; every second life begins on a copy of its disk. */
interface FirstLife { readonly copyDisk: () => UnstableDisk; readonly events: readonly Event[]; readonly count: number }
let firstLife: FirstLife
beforeAll(async () => { firstLife = await liveFirst() })

async function liveFirst(): Promise<FirstLife> {
  const disk = freshDisk()
  const { events } = await live(disk, 4, 60)
  expect(events.map(({ kind }) => kind)).toContain('saved')
  const copyDisk = (): UnstableDisk => disk.afterKill()
  const second = copyDisk()
  await live(second, SECOND, 30)
  expect(second.operations.length).toBeGreaterThan(80)
  return { copyDisk, events, count: second.operations.length }
}
const SECOND = 5

describe('a life of Atrium ends at any operation of the disk, and the next one finds everything acknowledged', () => {
  const kinds = ['before', 'during', 'after'] as const
  const ends = [['the process is killed', 21], ['the power fails', 15]] as const

  test.each(ends)('%s, seed %i: at every twentieth operation', (how, seed) => endAtEvery(20, how, seed))

  test.each(ends)('%s, seed %i: at each', { tags: 'proof' }, (how, seed) => endAtEvery(1, how, seed))

  async function endAtEvery(step: number, how: (typeof ends)[number][0], seed: number): Promise<void> {
    const random = seededRandom(seed)
    const { copyDisk, events, count } = firstLife
    for (let at = seed % step; at < count; at += step) {
      const disk = copyDisk()
      const judge = new Judge()
      judge.read(events, 'first')
      const fault: Fault = { at, kill: kinds[Math.floor(random() * 3)] }
      disk.fault = fault
      judge.read((await live(disk, SECOND, 30)).events, 'second')
      const next = how === 'the power fails' ? disk.afterPowerLoss(random) : disk.afterKill()
      judge.read((await live(next, 6, 0)).events, `${fault.kill} ${disk.operations[at]} (${at})`)
      expect(judge.faults).toEqual([])
    }
  }
})

/** Together at every operation; each at each operation of saving, of the journal and of the versions is tested beside those. */
const ERRORS = ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'ENOENT']

test('a disk that fails once, by one error after the other, costs no acknowledged gesture: at every twentieth operation', () => failAtEvery(20, (turn) => ERRORS[turn % ERRORS.length]))

test.each(ERRORS)('a disk that answers %s once costs no acknowledged gesture: at every fifth', { tags: 'proof' }, (error) => failAtEvery(5, () => error, ERRORS.indexOf(error)))

async function failAtEvery(step: number, errorOf: (turn: number) => string, first = 0): Promise<void> {
  const { copyDisk, events, count } = firstLife
  expect(count).toBeGreaterThan(step * ERRORS.length)
  for (let at = first; at < count; at += step) {
    const error = errorOf((at - first) / step)
    const disk = copyDisk()
    const judge = new Judge()
    judge.read(events, 'first')
    disk.fault = { at, error }
    // A save that fails is told to the user; here it ends the life, and all that was made before must be there.
    const second: Event[] = []
    await runSession({ disk, folder: '/data', seed: SECOND, gestures: 30, say: (event) => void second.push(event), delayMs: 0 }).catch(() => {})
    judge.read(second, 'second')
    judge.read((await live(disk.afterPowerLoss(() => 0), 6, 0)).events, `${error} at ${disk.operations[at]} (${at})`)
    expect(judge.faults).toEqual([])
  }
}

test('the very first gestures of a fresh profile survive a loss of power, seeds 9, 12 and 13: at every third operation', () => loseFirstGestures(3))
test('the very first gestures of a fresh profile survive a loss of power, seeds 9, 12 and 13: at any operation', { tags: 'proof' }, () => loseFirstGestures(1))

async function loseFirstGestures(step: number): Promise<void> {
  const random = seededRandom(9)
  const whole = freshDisk()
  await live(whole, 12, 8)
  for (let at = 0; at < whole.operations.length; at += step) {
    const disk = freshDisk()
    disk.fault = { at, kill: 'after' }
    const judge = new Judge()
    judge.read((await live(disk, 12, 8)).events, 'first')
    judge.read((await live(disk.afterPowerLoss(at % 2 === 0 ? () => 0 : random), 13, 0)).events, `after ${disk.operations[at]}`)
    expect(judge.faults).toEqual([])
  }
}

test('a long session does everything that can be done to a document, and each of it leads to another one (seed 3)', () => {
  const random = seededRandom(3)
  const done = new Set<string>()
  let document = emptyDocument('Torture')
  for (let i = 0; i < 4000; i++) {
    const { label, change } = randomStep(random, document)
    const next = change(document)
    if (next !== document) done.add(label)
    document = next
  }
  expect(KIND_NAMES.filter((kind) => !done.has(kind))).toEqual([])
})

test('the judge tells what is lost', () => {
  const opened = (n: number, hash: string): Event => ({ kind: 'opened', from: 'recovery', n, hash, tookMs: 1 })
  const session: Event[] = [{ kind: 'made', n: 1, hash: 'a' }, { kind: 'made', n: 2, hash: 'b' }, { kind: 'safe', n: 1 }]
  const lostAfter = (...events: Event[]): number => {
    const judge = new Judge()
    judge.read([...session, ...events], '')
    return judge.lostGestures
  }
  expect([lostAfter(opened(1, 'a')), lostAfter(opened(2, 'b')), lostAfter(opened(0, '')), lostAfter(opened(1, 'x'))]).toEqual([0, 0, 1, 1])
})

// A story kills a whole Atrium, too.
test('processes killed at random moments lose nothing acknowledged, seed 7', { tags: 'proof' }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-torture-test-'))
  try {
    const entry = path.join(import.meta.dirname, 'torture.ts')
    const output = { entryFileNames: 'torture.mjs' }
    // Packages are read from where they lie.
    symlinkSync(path.resolve(import.meta.dirname, '../../../node_modules'), path.join(folder, 'node_modules'), 'junction')
    await build({ configFile: false, logLevel: 'silent', publicDir: false, build: { ssr: entry, outDir: folder, emptyOutDir: false, rollupOptions: { output } } })
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'torture.mjs'), '--kills', '5', '--seed', '7', '--life-ms', '200'], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ kills: 5, lostGestures: 0, faults: 0, strays: 0 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
