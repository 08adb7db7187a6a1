import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useInteraction } from '../interaction/store.ts'
import { queryOfBlocks } from '../interaction/testing.ts'
import { createWalkControl, type WalkControl } from './walk-control.ts'

const FLOOR = { id: 'floor', min: [-50, -1, -50], max: [50, 0, 50] } as const
let frames: FrameRequestCallback[] = []
let nowMs = 0
let pads: (object | null)[] = []
let control: WalkControl

const pad = (axes: readonly number[]): object => ({ connected: true, mapping: 'standard', axes, buttons: [] })
const key = (type: string, code: string): boolean => window.dispatchEvent(Object.assign(new Event(type), { code, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }))
const pose = () => useInteraction.getState().pose
/** Frames of 20 milliseconds: no multiple of the body's step. @returns the most that were asked for at once */
function run(count: number): number {
  let most = 0
  for (let i = 0; i < count; i++) {
    nowMs += 20
    most = Math.max(most, frames.length)
    for (const frame of frames.splice(0)) frame(nowMs)
  }
  return most
}

beforeEach(() => {
  frames = []
  pads = []
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { pointerLockElement: null }))
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('navigator', { getGamepads: () => pads })
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => { frames = [] })
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  useInteraction.setState({ navigation: 'orbit', pose: { position: [0, 1.65, 0], target: [0, 1.65, -2.5], orientation: [0, 0, 0, 1], verticalFov: 1 } })
  control = createWalkControl(Object.assign(new EventTarget(), { requestPointerLock: () => undefined }) as unknown as HTMLElement, queryOfBlocks([FLOOR]))
})
afterEach(() => {
  control.dispose()
  useInteraction.setState({ navigation: 'orbit' })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
function enter(): void {
  useInteraction.setState({ navigation: 'walk' })
  run(50)
}

test('who walks asks for one frame at a time, gets as far as the clock says, and for none when he stands', () => {
  enter()
  expect(frames).toEqual([])
  key('keydown', 'KeyW')
  expect(run(100)).toBe(1)
  // 1.5 m/s for 2 s.
  expect(pose().position[2]).toBeCloseTo(-3, 1)
  key('keyup', 'KeyW')
  run(50)
  expect(frames).toEqual([])
})

test('a gamepad is asked in every frame while one walks, and only then', () => {
  const asked = vi.spyOn(navigator, 'getGamepads')
  pads = [pad([0, -1, 0, 0])]
  window.dispatchEvent(new Event('gamepadconnected'))
  expect([frames, asked.mock.calls]).toEqual([[], []])
  enter()
  expect(run(50)).toBe(1)
  expect(pose().position[2]).toBeLessThan(-1.4)
  expect(pose().position[0]).toBeCloseTo(0, 9)
  useInteraction.setState({ navigation: 'orbit' })
  expect(frames).toEqual([])
})

test('nobody listens for gamepads but who walks: the browser would ask for them without end', () => {
  let listening = 0
  vi.spyOn(window, 'addEventListener').mockImplementation((type) => { if (type === 'gamepadconnected') listening++ })
  vi.spyOn(window, 'removeEventListener').mockImplementation((type) => { if (type === 'gamepadconnected') listening-- })
  control.dispose()
  listening = 0
  control = createWalkControl(Object.assign(new EventTarget(), { requestPointerLock: () => undefined }) as unknown as HTMLElement, queryOfBlocks([FLOOR]))
  expect(listening).toBe(0)
  enter()
  expect(listening).toBe(1)
  useInteraction.setState({ navigation: 'orbit' })
  expect(listening).toBe(0)
})

test('one that is plugged in on the way walks on, turns the head at a steady pace, and rests with its sticks', () => {
  enter()
  pads = [pad([0, 0, 1, 0])]
  window.dispatchEvent(new Event('gamepadconnected'))
  run(51)
  // A second to the right: about y, clockwise from above.
  const { orientation: [, y, , w], position } = pose()
  expect(2 * Math.atan2(y, w)).toBeCloseTo(-2.2, 1)
  expect(position).toEqual([0, expect.closeTo(1.65, 9), 0])
  pads = [pad([0.05, 0.02, 0, 0.1])]
  const before = pose()
  run(50)
  expect(pose()).toBe(before)
  expect(frames).toHaveLength(1)
  pads = [null]
  run(2)
  expect(frames).toEqual([])
})
