import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeskState } from '../batch/worker/desk.ts'
import { type Place, placeBeside } from '../batch/files/place.ts'
import type { MachineState } from '../batch-wire.ts'
import { Machine, openRemembered, type RunningDesk } from './machine.ts'

/** A keyring: what it encrypts has every bit turned around. */
const keyring = vi.hoisted(() => ({ isThere: true }))
vi.mock('electron', () => ({
  safeStorage: {
    isEncryptionAvailable: () => keyring.isThere, getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptString: (text: string) => Buffer.from(text).map((byte) => byte ^ 255), decryptString: (bytes: Buffer) => bytes.map((byte) => byte ^ 255).toString(),
  },
}))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-machine-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

interface FakeDesk extends RunningDesk { readonly tell: (state: DeskState) => void; readonly die: () => Promise<void>; places: readonly Place[] }

function testingMachine() {
  const desks: FakeDesk[] = []
  const held: boolean[] = []
  const told: MachineState[] = []
  let rests = 0
  const machine = new Machine({
    remembered: openRemembered(path.join(folder, 'machine.json'), (error) => { throw error }),
    startDesk(places, _works, tell) {
      let end = (): void => {}
      const ended = new Promise<void>((resolve) => (end = resolve))
      const desk = {
        ended, tell, places, isStopping: false,
        die: () => { end(); return ended.then(() => {}) },
        tellPlaces(now: readonly Place[]) { desk.places = now },
        stop() { desk.isStopping = true; end(); return ended },
      }
      desks.push(desk)
      return desk
    },
    hold: (on) => held.push(on),
    rest: () => { rests++; return Promise.resolve() },
    onChange: (state) => told.push(state),
    officeNotes: path.join(folder, 'office'),
  })
  return { machine, desks, held, told, rests: () => rests }
}

const working: DeskState = { kind: 'working', atHand: { tiles: 1, merges: 0 }, trouble: '' }

test('a computer that was told to render goes on with the next start, with the queues that it was asked in, the last one first', async () => {
  const first = testingMachine()
  await first.machine.start()
  expect(first.desks).toHaveLength(0)
  await first.machine.add(placeBeside('/a.batch'))
  await first.machine.work(true)
  await first.machine.add(placeBeside('/b.batch'))
  expect(first.desks.map(({ places }) => places.map((place) => place.folder))).toEqual([['/b.batch', '/a.batch']])
  // It quits: the wish stays.
  await first.machine.dispose()
  expect(first.desks[0].isStopping).toBe(true)

  const second = testingMachine()
  await second.machine.start()
  expect(second.desks.map(({ places }) => places.map(({ queue }) => queue))).toEqual([[path.join('/b.batch', 'queue'), path.join('/a.batch', 'queue')]])
  second.desks[0].tell(working)
  expect(second.told.at(-1)).toEqual({ works: true, kind: 'working', atHand: { tiles: 1, merges: 0 }, trouble: '', isHeld: false, office: null })
  await second.machine.work(false)
  expect(second.machine.state).toMatchObject({ works: false, kind: 'off', atHand: { tiles: 0, merges: 0 } })
  expect(second.rests()).toBe(1)
  const third = testingMachine()
  await third.machine.start()
  expect(third.desks).toHaveLength(0)
})

test('tiles wait while somebody works in a window, and go on some time after the last word of it', async () => {
  const { machine, desks, held, told } = testingMachine()
  machine.person()
  expect(held).toEqual([])
  await machine.work(true)
  desks[0].tell(working)
  vi.useFakeTimers()
  machine.person()
  vi.advanceTimersByTime(19_000)
  machine.person()
  vi.advanceTimersByTime(19_000)
  expect(held).toEqual([true])
  expect(told.at(-1)).toMatchObject({ kind: 'working', isHeld: true })
  vi.advanceTimersByTime(2000)
  expect(held).toEqual([true, false])
  expect(told.at(-1)).toMatchObject({ kind: 'working', isHeld: false })
})

test('a desk that ends by itself begins anew, later each time; one that was told to end does not', async () => {
  const { machine, desks } = testingMachine()
  await machine.work(true)
  vi.useFakeTimers()
  await desks[0].die()
  expect(machine.state.kind).toBe('off')
  vi.advanceTimersByTime(2000)
  expect(desks).toHaveLength(2)
  await desks[1].die()
  vi.advanceTimersByTime(2000)
  expect(desks).toHaveLength(2)
  vi.advanceTimersByTime(2000)
  expect(desks).toHaveLength(3)
  // Work that is done makes the next end a first one again.
  desks[2].tell(working)
  await desks[2].die()
  vi.advanceTimersByTime(2000)
  expect(desks).toHaveLength(4)
  await machine.work(false)
  vi.advanceTimersByTime(600_000)
  expect(desks).toHaveLength(4)
})

test('an office takes the place of the projects, with TLS; its password is kept by the keyring alone, and is asked for again without one', async () => {
  keyring.isThere = true
  const first = testingMachine()
  await first.machine.add(placeBeside('/a.batch'))
  await first.machine.setOffice({ address: 'postgres://atrium:top%20secret@server/render', folder: '/renders', password: null })
  const queue = 'postgres://atrium:top%20secret@server/render?sslmode=verify-full'
  expect(first.desks.map(({ places }) => places)).toEqual([[{ queue, folder: '/renders', notes: path.join(folder, 'office') }]])
  expect(first.machine.placeOf('/flat.atrium').queue).toBe(queue)
  // What a page hears has neither password nor path.
  expect(first.machine.state.office).toEqual({ address: 'postgres://atrium@server/render?sslmode=verify-full', folder: 'renders', hasPassword: true })
  const file = await readFile(path.join(folder, 'machine.json'), 'utf8')
  expect(file).not.toContain('secret@')
  expect(file).not.toMatch(/top(%20| )secret/)
  await first.machine.dispose()
  const second = testingMachine()
  await second.machine.start()
  expect(second.desks[0].places[0].queue).toBe(queue)
  await second.machine.setOffice(null)
  expect(second.machine.placeOf('/flat.atrium')).toEqual(placeBeside('/flat.batch'))
  expect(second.machine.state).toMatchObject({ kind: 'off', office: null })

  keyring.isThere = false
  const third = testingMachine()
  await third.machine.setOffice({ address: 'postgres://atrium@localhost/render', folder: '/renders', password: 'word' })
  expect(third.desks[0].places[0].queue).toBe('postgres://atrium:word@localhost/render')
  expect(await readFile(path.join(folder, 'machine.json'), 'utf8')).not.toContain('word')
  const fourth = testingMachine()
  await fourth.machine.start()
  expect(fourth.desks).toEqual([])
  expect(fourth.machine.state.office?.hasPassword).toBe(false)
  for (const address of ['', 'server', 'postgres://', 'postgres://server/render', 'postgres://atrium@server', 'file:///etc/passwd', 'http://atrium@server/render']) {
    await expect(fourth.machine.setOffice({ address, folder: '/renders', password: 'word' }), address).rejects.toMatchObject({ code: 'queue-address' })
  }
})
