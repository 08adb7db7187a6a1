import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { ROOM_CAMERA } from '../../testing/room.ts'
import type { FrameInput } from '../frame.ts'
import { createFirstSight, createWarmth, FIRST_SEEN, KEPT_BACK_MS } from './warmth.ts'

const input = (more: Partial<FrameInput> = {}): FrameInput =>
  ({ camera: ROOM_CAMERA, settings: { ...DEFAULT_SETTINGS, method: 'hybrid', indirect: true }, width: 64, height: 36, interacting: false, ...more })
const [x, y, z] = ROOM_CAMERA.position
const half = (degrees: number) => (degrees / 2) * (Math.PI / 180)

/** What a view at rest asks for after so many moving pictures of a walk that leads there. */
function afterWalk(pictures: number, metres: number, rest: FrameInput = input(), version = 1): number {
  const warmth = createWarmth(24)
  for (let i = pictures; i > 0; i--) {
    warmth.begin(input({ camera: { ...ROOM_CAMERA, position: [x + i * metres, y, z] }, interacting: true }), 1)
    warmth.shown()
  }
  return warmth.begin(rest, version)
}

test('a view that nobody walked to has all moving pictures first, one at the end of a walk none', () => {
  expect([afterWalk(0, 0), afterWalk(10, 0.05), afterWalk(60, 0.05)]).toEqual([24, 14, 0])
})

test('a jump, a change of things and one of light need all of them, another tone none', () => {
  expect(afterWalk(60, 0.05, input({ camera: { ...ROOM_CAMERA, position: [x + 1, y, z] } }))).toBe(24)
  expect(afterWalk(60, 0.05, input({ camera: { ...ROOM_CAMERA, orientation: [0, Math.sin(half(90)), 0, Math.cos(half(90))] } }))).toBe(24)
  expect(afterWalk(60, 0.05, input(), 2)).toBe(24)
  expect(afterWalk(60, 0.05, input({ settings: { ...input().settings, shadows: !DEFAULT_SETTINGS.shadows } }))).toBe(24)
  expect(afterWalk(60, 0.05, input({ settings: { ...input().settings, exposure: 'locked', exposureEv: 3 } }))).toBe(0)
})

test('who looks nothing up waits for nothing', () => {
  expect(afterWalk(0, 0, input({ settings: { ...input().settings, indirect: false } }))).toBe(0)
  expect(afterWalk(0, 0, input({ settings: { ...input().settings, method: 'whitted' } }))).toBe(0)
  expect(afterWalk(0, 0, input({ camera: { ...ROOM_CAMERA, lens: { radius: 0.05, focusDistance: 3 } } }))).toBe(0)
  expect(createWarmth(0).begin(input(), 1)).toBe(0)
})

/** How many of the first pictures are kept back where each takes so long, and there are so many that move. */
function keptBack(ms: number, warming: number, pictures = 40): number {
  let nowMs = 0
  const sight = createFirstSight(() => nowMs)
  return Array.from({ length: pictures }, (_, i) => {
    nowMs += ms
    return sight.keepsBack({ warming: Math.max(0, warming - i) })
  }).filter(Boolean).length
}

test('a room that opens is seen from its twelfth picture on, or when it has been waited for long enough', () => {
  expect(keptBack(20, 24)).toBe(FIRST_SEEN - 1)
  expect(keptBack(100, 24)).toBe(KEPT_BACK_MS / 100)
  expect(keptBack(1000, 24)).toBe(1)
  // Where none moves, a card is none, or somebody moves it: at once.
  expect(keptBack(20, 0)).toBe(0)
  expect(keptBack(20, 3)).toBe(3)
})

test('once a picture was seen none is kept back', () => {
  const sight = createFirstSight(() => 0)
  expect([24, 0, 24, 24].map((warming) => sight.keepsBack({ warming }))).toEqual([true, false, false, false])
})
