import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SceneSnapshot, Vec3 } from '../../gpu/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { useDocument } from '../document/store.ts'
import { piece } from '../document/testing.ts'
import { queryOfBlocks } from '../interaction/testing.ts'
import { registerViewport, type ViewportControls } from '../interaction/viewport.ts'
import { useShell } from '../shell/shell.ts'
import { inTheWay, tellWhatIsInTheWay } from './body.ts'

const chair = piece('chair', { name: 'Chair', mount: 'floor' })
const sofa = piece('sofa', { name: 'Sofa', mount: 'floor', position: [2, 0, 0] })
const mesh = { bounds: { min: [-0.25, 0, -0.25], max: [0.25, 0.9, 0.25] }, positions: new Float32Array(), indices: new Uint32Array() }
const snapshot = { instances: ['chair', 'sofa'].map((id) => ({ id, mesh: 'seat' })), meshes: new Map([['seat', mesh]]) } as unknown as SceneSnapshot
const query = queryOfBlocks([
  { id: 'room', min: [-4, -0.1, -4], max: [4, 0, 4] },
  { id: 'room', min: [4, 0, -4], max: [4.1, 2.5, 4] },
  { id: 'sofa', min: [1.75, 0, -0.25], max: [2.25, 0.9, 0.25] },
])

beforeEach(() => {
  useDocument.getState().replace({ ...emptyDocument(), pieces: [piece('room', { locked: true }), chair, sofa] })
  useShell.setState({ hud: null })
  registerViewport({ surroundings: () => ({ query, snapshot }) } as unknown as ViewportControls)
})
afterEach(() => {
  registerViewport(null)
  useDocument.getState().replace(emptyDocument())
})

test('a place that is typed counts, and what the piece would stick in is said', () => {
  const found = (position: Vec3): string | null => {
    const met = inTheWay(chair, position)
    return met === null || met === 'wall' ? met : met.name
  }
  expect([found([0, 0, 0]), found([4, 0, 0]), found([1.9, 0, 0.1])]).toEqual([null, 'wall', 'Sofa'])
  tellWhatIsInTheWay(chair, [0, 0, 0])
  expect(useShell.getState().hud).toBeNull()
  tellWhatIsInTheWay(chair, [4, 0, 0])
  expect(useShell.getState().hud?.text).toBe('Chair is in a wall')
  tellWhatIsInTheWay(chair, [2, 0, 0])
  expect(useShell.getState().hud?.text).toBe('Chair is in Sofa')
})

test('without a room on screen nothing is in the way', () => {
  registerViewport(null)
  expect(inTheWay(chair, [4, 0, 0])).toBeNull()
})
