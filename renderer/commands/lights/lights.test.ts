import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileHandle } from '../../../electron/contract.ts'
import { setLight, setPlace, setUnit } from '../../document/changes/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { amountIn } from '../../document/photometry.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { LIGHTS, piece, pointLight } from '../../document/testing.ts'
import type { DocumentLight } from '../../document/types.ts'
import { useNotices } from '../../errors/notices.ts'
import { useInteraction } from '../../interaction/store.ts'
import { registerViewport, type ViewportControls } from '../../interaction/viewport.ts'
import { useShell } from '../../shell/shell.ts'
import { profileFlux } from '../../project/insert/luminaires.ts'
import { SAMPLE_IES } from '../../project/testing.ts'
import { findByKey } from '../keys/keys.ts'
import { runCommand } from '../registry.ts'
import { titleOf } from '../types.ts'

const document = () => useDocument.getState().document
const undo = () => useDocument.getState().undos.at(-1)
const lightNamed = (id: string): DocumentLight => document().lights.find((light) => light.id === id)!
const select = (...selection: string[]): void => useInteraction.setState({ selection })

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  useDocument.getState().replace({ ...emptyDocument(), pieces: [piece('sofa'), piece('lamp'), piece('wall', { locked: true })], lights: [LIGHTS.directional, LIGHTS.grid, pointLight('bulb', { attachedTo: 'lamp' })] })
  // Looks along -z, a little to the right.
  useInteraction.setState({ selection: [], navigation: 'orbit', placing: null, pose: { position: [0, 1.6, 3], orientation: [0, -0.1, 0, 0.995], target: [0.2, 1.6, 0], verticalFov: 1 } })
  useShell.setState({ screen: 'room', dialog: null, hud: null })
  return () => vi.useRealTimers()
})

describe('adding lights', () => {
  test.each(['point', 'spot', 'sphere', 'disc', 'rectangle', 'grid'] as const)('a %s hangs before the camera, selected, as one step', async (kind) => {
    const before = document()
    await runCommand(`light.add.${kind}`)
    const light = document().lights.at(-1)!
    expect(light.kind).toBe(kind)
    expect(useInteraction.getState().selection).toEqual([light.id])
    expect((light as typeof LIGHTS.point).position[2]).toBeLessThan(2.5)
    expect(amountIn(light, 'lm')).toBeGreaterThan(400)
    await runCommand('edit.undo')
    expect(document()).toBe(before)
  })

  test('several hang apart, above what is looked at and below its ceiling', async () => {
    const ceiling = 2.6
    const probe = (origin: readonly number[], direction: readonly number[]) => (direction[1] === 0 ? null : { position: [origin[0], direction[1] > 0 ? ceiling : 0, origin[2]] })
    registerViewport({ probe, surroundings: () => null } as unknown as ViewportControls)
    try {
      for (let i = 0; i < 5; i++) await runCommand('light.add.point')
    } finally {
      registerViewport(null)
    }
    const places = document().lights.slice(-5).map((light) => (light as typeof LIGHTS.point).position)
    expect(places[0]).toEqual([0.2, expect.closeTo(2.25, 9), 0])
    for (const [i, [x, y, z]] of places.entries()) {
      expect(y).toBeCloseTo(2.25, 9)
      for (const [a, , b] of places.slice(0, i)) expect(Math.hypot(x - a, z - b)).toBeGreaterThan(0.5)
    }
  })

  test('a second of a kind has another name; it is duplicated and removed like a piece', async () => {
    await runCommand('light.add.spot')
    await runCommand('light.add.spot')
    expect(document().lights.slice(-2).map(({ name }) => name)).toEqual(['Spotlight', 'Spotlight 2'])
    await runCommand('edit.duplicate')
    expect(document().lights.at(-1)!.name).toBe('Spotlight 3')
    await runCommand('edit.delete')
    expect(document().lights.at(-1)!.name).toBe('Spotlight 2')
  })

  test('a lamp’s light is copied for itself where the lamp stays', async () => {
    select('bulb')
    await runCommand('edit.duplicate')
    expect(document().lights.at(-1)).toMatchObject({ kind: 'point', attachedTo: 'lamp' })
    expect(document().lights.at(-1)!.id).not.toBe('bulb')
  })
})

describe('nudging', () => {
  test('arrow keys move a light along the room, as the camera sees it; pages move it up and down', async () => {
    select('grid')
    for (const way of ['right', 'away', 'away', 'up']) await runCommand(`edit.nudge.${way}`)
    const [x, y, z] = (lightNamed('grid') as typeof LIGHTS.grid).position
    expect([x, y, z].map((value) => Math.round(value * 1000) / 1000)).toEqual([0.01, 2.01, -0.02])
    await runCommand('edit.nudge.far.down')
    expect((lightNamed('grid') as typeof LIGHTS.grid).position[1]).toBeCloseTo(1.91, 9)
    await runCommand('edit.nudge.fine.down')
    expect((lightNamed('grid') as typeof LIGHTS.grid).position[1]).toBeCloseTo(1.909, 9)
  })

  test('every arrow and page key goes a centimetre, with Alt a millimetre, with Shift ten centimetres, and the list of keys says so', () => {
    const heard = (key: string, more: object): string => {
      const command = findByKey({ key, code: key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }, false, false)
      return command === null ? '' : `${command.id}: ${titleOf(command)}`
    }
    for (const [key, way, words] of [['ArrowLeft', 'left', 'Nudge Left'], ['ArrowUp', 'away', 'Nudge Away'], ['PageUp', 'up', 'Nudge Up'], ['PageDown', 'down', 'Nudge Down']]) {
      expect([heard(key, {}), heard(key, { altKey: true }), heard(key, { shiftKey: true })]).toEqual([
        `edit.nudge.${way}: ${words}`, `edit.nudge.fine.${way}: ${words} by 1 mm`, `edit.nudge.far.${way}: ${words} by 10 cm`,
      ])
    }
    useDocument.getState().edit('', setUnit('ft-in'))
    expect([heard('ArrowLeft', { altKey: true }), heard('ArrowLeft', { shiftKey: true })]).toEqual(['edit.nudge.fine.left: Nudge Left by 0 1/16"', 'edit.nudge.far.left: Nudge Left by 5"'])
  })

  test('what is nudged without a pause is one step, after a pause it is another', async () => {
    const before = document()
    select('grid', 'sofa')
    for (let i = 0; i < 20; i++) {
      await runCommand('edit.nudge.left')
      vi.advanceTimersByTime(50)
    }
    expect(useDocument.getState().undos).toHaveLength(1)
    expect(undoLabel(useDocument.getState())).toBe('Move 2 Items')
    vi.advanceTimersByTime(3000)
    await runCommand('edit.nudge.left')
    expect(useDocument.getState().undos).toHaveLength(2)
    await runCommand('edit.undo')
    await runCommand('edit.undo')
    expect(document()).toBe(before)
    // What was undone is not gone on with.
    await runCommand('edit.nudge.left')
    expect(useDocument.getState().undos).toHaveLength(1)
  })

  test('the room stays where it is; a bulb moves in its lamp, or with it', async () => {
    select('wall')
    await runCommand('edit.nudge.left')
    expect(undo()).toBeUndefined()
    select('bulb')
    await runCommand('edit.nudge.up')
    expect((lightNamed('bulb') as typeof LIGHTS.point).position[1]).toBeCloseTo(2.01, 9)
    select('bulb', 'lamp')
    await runCommand('edit.nudge.up')
    expect((lightNamed('bulb') as typeof LIGHTS.point).position[1]).toBeCloseTo(2.01, 9)
    expect(document().pieces[1].position[1]).toBeCloseTo(0.01, 9)
  })

  test('a sun that is set by hand is turned; one that follows the date goes through the day and the year', async () => {
    select('directional')
    await runCommand('edit.nudge.down')
    expect((lightNamed('directional') as typeof LIGHTS.directional).direction[1]).toBeCloseTo(-Math.cos(Math.PI / 180), 6)
    useDocument.getState().edit('', (now) => setLight('directional', { moment: { date: '2026-12-31', minutes: 23 * 60 + 55 } })(setPlace({})(now)))
    await runCommand('edit.nudge.right')
    expect(lightNamed('directional')).toMatchObject({ moment: { date: '2027-01-01', minutes: 5 } })
    await runCommand('edit.nudge.near')
    expect(lightNamed('directional')).toMatchObject({ moment: { date: '2026-12-25', minutes: 5 } })
  })
})

describe('switching, dimming and daylight', () => {
  test('several lights are switched as one step', async () => {
    select('grid', 'bulb')
    await runCommand('light.switch')
    expect([lightNamed('grid').on, lightNamed('bulb').on]).toEqual([false, false])
    expect(undoLabel(useDocument.getState())).toBe('Switch 2 Items Off')
  })

  test('four steps of the dimmer are a stop, whatever the unit', async () => {
    select('grid', 'bulb', 'directional')
    const before = document().lights.map((light) => amountIn(light, light.kind === 'directional' ? 'lx' : 'lm')!)
    for (let i = 0; i < 4; i++) await runCommand('light.dimmer')
    document().lights.forEach((light, i) => expect(amountIn(light, light.kind === 'directional' ? 'lx' : 'lm')).toBeCloseTo(before[i] / 2, 6))
  })

  test('the sun follows a place and a date, and keeps its direction when it no longer does', async () => {
    await runCommand('light.followDate')
    expect(lightNamed('directional')).toMatchObject({ moment: { minutes: 900 }, angularRadius: expect.closeTo(0.00465, 4) })
    expect(document().place).toBeDefined()
    // Wherever this computer is: from here on in Greenwich.
    useDocument.getState().edit('', setPlace({ latitudeDegrees: 51.4779, longitudeDegrees: 0, timeZone: 'UTC', north: 0 }))
    await runCommand('light.followDate')
    expect(lightNamed('directional')).not.toHaveProperty('moment')
    // From the south-west, half-way up, where Greenwich has it at three on an equinox.
    const { direction: [x, y, z] } = lightNamed('directional') as typeof LIGHTS.directional
    expect(x).toBeGreaterThan(0.5)
    expect(y).toBeLessThan(-0.3)
    expect(z).toBeLessThan(-0.3)
  })

  test('the sky is one step, and brings a sun where there is none', async () => {
    useDocument.getState().replace({ ...document(), lights: [] })
    await runCommand('light.sky')
    expect(document().environment.sky).toBeDefined()
    expect(document().lights).toMatchObject([{ kind: 'directional', natural: true }])
    await runCommand('edit.undo')
    expect(document().environment.sky).toBeUndefined()
    expect(document().lights).toEqual([])
  })
})

test('a sky that is switched off and on again is the one that it was; one that nobody remembers is as strong as its sun', async () => {
  const sky = { turbidity: 2, strength: 1, openness: 0.46 }
  const opened = { ...document(), lights: [{ ...LIGHTS.directional, natural: true, illuminance: 90_000 }], environment: { ...document().environment, sky } }
  useDocument.getState().replace(opened)
  await runCommand('light.sky')
  expect(document().environment.sky).toBeUndefined()
  await runCommand('light.sky')
  expect(document().environment.sky).toEqual(sky)
  await runCommand('light.sky')
  useDocument.getState().replace(document())
  await runCommand('light.sky')
  expect(document().environment.sky?.strength).toBe(1)
})

describe('measured luminaires', () => {
  const BROKEN = 'TILT=NONE\n1 1000 1 19 5 1 2 0.1 0.1 0\n1 1 20\n0 5 10\n'
  const handle = (text: Uint8Array): FileHandle => ({ id: '1'.repeat(32), name: 'downlight.ies', kind: 'luminaire', sizeBytes: text.byteLength, writable: false })
  const filesHold = (bytes: Uint8Array<ArrayBuffer>): void => {
    vi.stubGlobal('window', { atrium: { request: (channel: string) => Promise.resolve({ ok: true, value: channel === 'file:choose-open' ? handle(bytes) : undefined }) } })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(bytes)))
  }
  afterEach(() => vi.unstubAllGlobals())

  test('come with their file, in lumen and candela as measured, as one step', async () => {
    filesHold(SAMPLE_IES)
    await runCommand('light.add.ies')
    const light = document().lights.at(-1) as typeof LIGHTS.point
    expect(light).toMatchObject({ kind: 'point', name: 'downlight', intensity: 100 })
    expect(document().assets).toMatchObject([{ kind: 'ies', key: light.profile, name: 'downlight.ies' }])
    expect(amountIn(light, 'lm', profileFlux)).toBeCloseTo(200 * Math.PI, 3)
    // The file goes with the last light that reads it, and undo brings both back.
    await runCommand('edit.delete')
    expect(document().assets).toEqual([])
    await runCommand('edit.undo')
    expect(document().assets).toHaveLength(1)
  })

  test('that lie are told in a sentence with a remedy, and the room stays as it is', async () => {
    const before = document()
    useNotices.setState({ notices: [] })
    filesHold(new TextEncoder().encode(BROKEN))
    await runCommand('light.add.ies')
    expect(document()).toBe(before)
    expect(useNotices.getState().notices).toHaveLength(1)
    expect(JSON.stringify(useNotices.getState().notices[0])).toMatch(/light distribution.*LM-63/)
  })
})
