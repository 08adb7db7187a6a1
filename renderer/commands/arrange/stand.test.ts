import { beforeEach, expect, test } from 'vitest'
import type { SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import type { Piece } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { queryOfBlocks } from '../../interaction/testing.ts'
import { findViewport, registerViewport, type ViewportControls } from '../../interaction/viewport.ts'
import { rotate } from '../../navigation/vector.ts'
import { useShell } from '../../shell/shell.ts'
import { runCommand } from '../registry.ts'
import { turnSelection } from './stand.ts'

const BOUNDS = { min: [-0.25, 0, -0.2] as Vec3, max: [0.25, 0.9, 0.2] as Vec3 }
function furnish(...pieces: Piece[]): void {
  useDocument.getState().replace({ ...emptyDocument(), pieces })
  useInteraction.setState({ selection: pieces.map(({ id }) => id), navigation: 'orbit', placing: null, pose: { position: [0, 1.6, 5], orientation: [0, 0, 0, 1], target: [0, 1, 0], verticalFov: 1 } })
  useShell.setState({ screen: 'room', dialog: null, hud: null })
  const snapshot = { instances: pieces.map(({ id }) => ({ id, mesh: 'chair' })), meshes: new Map([['chair', { bounds: BOUNDS }]]) } as unknown as SceneSnapshot
  registerViewport({ surroundings: () => ({ query: queryOfBlocks([{ id: 'floor', min: [-5, -0.1, -3], max: [5, 0, 5] }]), snapshot }) } as unknown as ViewportControls)
}
const places = () => useDocument.getState().document.pieces.map(({ position }) => position.map((value) => Math.round(value * 1e6) / 1e6 + 0))
const front = (i: number): Vec3 => rotate(useDocument.getState().document.pieces[i].rotation, [0, 0, 1])
const label = () => undoLabel(useDocument.getState())

beforeEach(() => () => registerViewport(null))

test('pieces drop to the floor in one step; where nothing is below, a word says so', async () => {
  furnish(piece('a', { position: [0, 1, 0] }), piece('b', { position: [1, 2, 0] }))
  await runCommand('arrange.drop')
  expect([places(), label()]).toEqual([[[0, 0, 0], [1, 0, 0]], 'Drop 2 Items'])
  furnish(piece('a', { position: [40, 1, 0] }))
  await runCommand('arrange.drop')
  expect([label(), useShell.getState().hud?.text]).toEqual([null, 'Nothing below to stand on'])
})

test('pieces turn about their common middle by 15 and 90 degrees; what hangs on a wall stays', async () => {
  furnish(piece('a', { position: [-1, 0, 0] }), piece('b', { position: [1, 0, 0] }), piece('w', { position: [0, 1, -3], mount: 'wall' }))
  await runCommand('arrange.quarter.left')
  expect(places()).toEqual([[0, 0, 1], [0, 0, -1], [0, 1, -3]])
  expect(front(0)).toEqual([expect.closeTo(1, 6), expect.closeTo(0, 6), expect.closeTo(0, 6)])
  for (let i = 0; i < 6; i++) await runCommand('arrange.turn.right')
  expect(places()).toEqual([[-1, 0, 0], [1, 0, 0], [0, 1, -3]])
  furnish(piece('w', { mount: 'wall' }))
  await runCommand('arrange.turn.left')
  expect(useShell.getState().hud?.text).toBe('Wall-mounted pieces turn only with their wall')
})

test('an angle that is typed turns all that is selected by so much, about any axis of the room, in one step', () => {
  furnish(piece('a', { position: [-1, 0, 0] }), piece('b', { position: [1, 0, 0] }))
  turnSelection(-Math.PI / 2, [0, 1, 0])
  expect([places(), label()]).toEqual([[[0, 0, -1], [0, 0, 1]], 'Rotate 2 Items'])
  turnSelection(Math.PI, [1, 0, 0])
  // About the middle of both, 45 cm above the floor.
  expect(places()).toEqual([[0, 0.9, 1], [0, 0.9, -1]])
  useDocument.getState().undo()
  useDocument.getState().undo()
  expect([places(), label()]).toEqual([[[-1, 0, 0], [1, 0, 0]], null])
})

test('pieces turn to the wall in one step; without a wall, or on one, a word says so', async () => {
  furnish(piece('a', { position: [0, 0, -1] }), piece('w', { position: [0, 1, -3], mount: 'wall' }))
  const snapshot = findViewport()!.surroundings()!.snapshot
  registerViewport({ surroundings: () => ({ query: queryOfBlocks([{ id: 'wall', min: [-5, 0, -3.1], max: [5, 2.5, -3] }]), snapshot }) } as unknown as ViewportControls)
  await runCommand('arrange.faceWall')
  expect([label(), ...front(0)]).toEqual(['Turn Piece a to Wall', expect.closeTo(0, 6), expect.closeTo(0, 6), expect.closeTo(-1, 6)])
  expect(front(1)).toEqual([0, 0, 1])
  await runCommand('arrange.faceWall')
  expect(useShell.getState().hud?.text).toBe('Everything is already arranged like this.')
  furnish(piece('a'))
  await runCommand('arrange.faceWall')
  expect(useShell.getState().hud?.text).toBe('No wall in sight')
  furnish(piece('w', { mount: 'wall' }))
  await runCommand('arrange.faceWall')
  expect(useShell.getState().hud?.text).toBe('Wall-mounted pieces turn only with their wall')
})

test('or each about its own, where the user chose so', async () => {
  furnish(piece('a', { position: [-1, 0, 0] }), piece('b', { position: [1, 0, 0] }))
  const { settings } = useShell.getState()
  useShell.setState({ settings: { ...settings, pivot: 'each' } })
  await runCommand('arrange.quarter.left')
  useShell.setState({ settings })
  expect(places()).toEqual([[-1, 0, 0], [1, 0, 0]])
  for (const i of [0, 1]) expect(front(i)).toEqual([expect.closeTo(1, 6), expect.closeTo(0, 6), expect.closeTo(0, 6)])
})

test('a mirror turns left to right as the camera sees it, and twice gives the room back', async () => {
  furnish(piece('a', { position: [-1, 0, 1] }), piece('b', { position: [2, 0, 0] }))
  const before = places()
  await runCommand('arrange.mirror.across')
  expect([places(), useDocument.getState().document.pieces.map(({ scale }) => scale[0])]).toEqual([[[2, 0, 1], [-1, 0, 0]], [-1, -1]])
  await runCommand('arrange.mirror.across')
  expect([places(), useDocument.getState().document.pieces.map(({ scale }) => scale[0])]).toEqual([before, [1, 1]])
  await runCommand('arrange.mirror.deep')
  expect([places().map(([, , z]) => z), front(0)[2]]).toEqual([[0, 1], expect.closeTo(-1, 6)])
})

test('two pieces swap their places, and three are asked to be two', async () => {
  furnish(piece('a', { position: [-1, 0, 1] }), piece('b', { position: [2, 0.5, 0] }))
  await runCommand('arrange.swap')
  expect([places(), label()]).toEqual([[[2, 0.5, 0], [-1, 0, 1]], 'Swap 2 Items'])
  furnish(piece('a'), piece('b'), piece('c'))
  await runCommand('arrange.swap')
  expect(useShell.getState().hud?.text).toBe('Select exactly two pieces or groups to swap')
})

test('pieces face what is in the middle of the picture, in one step; what hangs on a wall does not', async () => {
  furnish(piece('a', { position: [-1, 0, 0] }), piece('b', { position: [1, 0, 0] }), piece('w', { position: [0, 1, -3], mount: 'wall' }))
  registerViewport({ ...findViewport()!, pickMiddle: () => ({ instance: 'floor', triangle: 0, t: 1, position: [0, 0, 0], normal: [0, 1, 0] }) })
  await runCommand('arrange.faceMiddle')
  expect([front(0), front(1), front(2)].map(([x, , z]) => [Math.round(x), Math.round(z)])).toEqual([[1, 0], [-1, 0], [0, 1]])
  expect(label()).toBe('Turn 2 Items to Point')
  await runCommand('arrange.faceMiddle')
  expect(useShell.getState().hud?.text).toBe('Everything is already arranged like this.')
  useInteraction.setState({ selection: ['w'] })
  await runCommand('arrange.faceMiddle')
  expect(useShell.getState().hud?.text).toBe('Wall-mounted pieces turn only with their wall')
})

test('a group drops as one: the vase stays on its table; with its own pivot it turns about its own middle', async () => {
  furnish(piece('table', { position: [0, 1, 0], group: 'g' }), piece('vase', { position: [0, 1.7, 0], group: 'g' }), piece('b', { position: [3, 2, 0] }))
  const { document } = useDocument.getState()
  useDocument.getState().replace({ ...document, groups: [{ id: 'g', name: 'Set', parent: null, kind: 'own' }] })
  await runCommand('arrange.drop')
  expect([places(), label()]).toEqual([[[0, 0, 0], [0, 0.7, 0], [3, 0, 0]], 'Drop 2 Items'])
  useShell.setState(({ settings }) => ({ settings: { ...settings, pivot: 'each' } }))
  await runCommand('arrange.quarter.left')
  useShell.setState(({ settings }) => ({ settings: { ...settings, pivot: undefined } }))
  expect(places()).toEqual([[0, 0, 0], [0, 0.7, 0], [3, 0, 0]])
})

const WALL = { id: 'wall', min: [-5, 0, -3.1] as Vec3, max: [5, 2.5, -3] as Vec3 }
const FLOOR = { id: 'floor', min: [-5, -0.1, -3] as Vec3, max: [5, 0, 5] as Vec3 }

/** A bed of two chairs' breadth, a table at each side of it, all with their fronts to the right, and one chair alone. */
function furnishBedroom(): void {
  const turn = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const
  furnish(
    piece('bed', { position: [0, 0, 0], rotation: turn, scale: [3, 1, 3], group: 'g' }), piece('left', { position: [-0.3, 0, 1.2], rotation: turn, group: 'g' }),
    piece('right', { position: [-0.3, 0, -1.2], rotation: turn, group: 'g' }), piece('single', { position: [3, 0, 2] }),
  )
  const { document } = useDocument.getState()
  useDocument.getState().replace({ ...document, groups: [{ id: 'g', name: 'Bedroom', parent: null, kind: 'own' }] })
  const { snapshot } = findViewport()!.surroundings()!
  registerViewport({ surroundings: () => ({ query: queryOfBlocks([WALL, FLOOR]), snapshot }) } as unknown as ViewportControls)
}
/** Of the group's pieces, as its bed sees them: it went as one while they stay. */
const within = (): readonly number[][] => {
  const [bed, ...others] = useDocument.getState().document.pieces.slice(0, 3)
  const [x, y, z, w] = bed.rotation
  return others.map(({ position }) => rotate([-x, -y, -z, w], [position[0] - bed.position[0], position[1] - bed.position[1], position[2] - bed.position[2]]).map((value) => Math.round(value * 1e6) / 1e6 + 0))
}
const BESIDE = [[-1.2, 0, -0.3], [1.2, 0, -0.3]]

test('a group puts its back to the wall as one, by the back of its largest piece', async () => {
  furnishBedroom()
  expect(within()).toEqual(BESIDE)
  useInteraction.setState({ selection: ['bed', 'left', 'right'] })
  await runCommand('arrange.againstWall')
  expect([label(), within()]).toEqual(['Put Bedroom Back to Wall', BESIDE])
  expect(front(0)).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6), expect.closeTo(1, 6)])
  // The bed is 1.2 m long and reaches farthest back.
  expect(useDocument.getState().document.pieces[0].position[2]).toBeCloseTo(-3 + 0.6 + 0.002, 6)
})

test('a group turns to a wall, and to a point, as one', async () => {
  furnishBedroom()
  useInteraction.setState({ selection: ['bed', 'left', 'right'] })
  await runCommand('arrange.faceWall')
  expect([label(), within(), front(0)[2]]).toEqual(['Turn Bedroom to Wall', BESIDE, expect.closeTo(-1, 6)])
  registerViewport({ ...findViewport()!, pickMiddle: () => ({ instance: 'floor', triangle: 0, t: 1, position: [0, 0, 4], normal: [0, 1, 0] }) })
  await runCommand('arrange.faceMiddle')
  expect([label(), within(), front(0)[2]]).toEqual(['Turn Bedroom to Point', BESIDE, expect.closeTo(1, 6)])
})

test('a group swaps places with a piece, and stands on its foot turned as the piece was; two of one group swap when they are all that is selected', async () => {
  furnishBedroom()
  await runCommand('arrange.swap')
  expect([label(), within()]).toEqual(['Swap 2 Items', BESIDE])
  const [bed, , , single] = useDocument.getState().document.pieces
  expect(front(0)).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6), expect.closeTo(1, 6)])
  expect(front(3)[0]).toBeCloseTo(1, 6)
  expect([bed.position[0], bed.position[2]]).toEqual([expect.closeTo(3, 6), expect.closeTo(2, 6)])
  expect([single.position[0], single.position[2]]).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6)])
  useInteraction.setState({ selection: ['left', 'right'], entered: 'g' })
  const before = useDocument.getState().document.pieces.map(({ position }) => position)
  await runCommand('arrange.swap')
  useInteraction.setState({ entered: null })
  const after = useDocument.getState().document.pieces.map(({ position }) => position)
  for (const k of [0, 1, 2]) expect([after[1][k], after[2][k]]).toEqual([expect.closeTo(before[2][k], 6), expect.closeTo(before[1][k], 6)])
})
