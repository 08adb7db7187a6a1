import { beforeEach, expect, test } from 'vitest'
import type { SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { CHAIR_ASSET, furnished, LAMP_ASSET, piece, pointLight } from '../../document/testing.ts'
import { replacePieces } from '../../document/changes/index.ts'
import { useInteraction } from '../../interaction/store.ts'
import { queryOfBlocks } from '../../interaction/testing.ts'
import { findViewport, registerViewport, type ViewportControls } from '../../interaction/viewport.ts'
import { useShell } from '../../shell/shell.ts'
import { dropArray, keepArray, show, useArray } from './array.ts'
import { runCommand } from '../registry.ts'

const BOUNDS = { min: [-0.25, 0, -0.2] as Vec3, max: [0.25, 0.9, 0.2] as Vec3 }
const surroundings = () => findViewport()!.surroundings()!
const pieces = () => useDocument.getState().document.pieces

beforeEach(() => {
  useDocument.getState().replace({ ...emptyDocument(), pieces: [piece('a', { group: 'g' }), piece('b', { group: 'g', position: [0, 0, 1] })], groups: [{ id: 'g', name: 'Pair', parent: null, kind: 'own' }] })
  useInteraction.setState({ selection: ['a', 'b'], entered: null, navigation: 'orbit', placing: null, pose: { position: [0, 1.6, 5], orientation: [0, 0, 0, 1], target: [0, 1, 0], verticalFov: 1 } })
  useShell.setState({ screen: 'room', dialog: null, hud: null })
  const snapshot = { instances: ['a', 'b'].map((id) => ({ id, mesh: 'chair' })), meshes: new Map([['chair', { bounds: BOUNDS }]]) } as unknown as SceneSnapshot
  registerViewport({ surroundings: () => ({ query: queryOfBlocks([]), snapshot }) } as unknown as ViewportControls)
  return () => registerViewport(null)
})

test('the room shows the array while it is asked for, a copy stays itself, and keeping it is one step', async () => {
  const before = useDocument.getState().document
  await runCommand('arrange.array')
  // As wide as a chair, and a hand between.
  expect([useShell.getState().dialog, pieces().length, pieces().slice(2).map(({ position: [x] }) => x)]).toEqual(['array', 8, [0.6, 0.6, 1.2, 1.2, 1.8, 1.8].map((x) => expect.closeTo(x, 9) as number)])
  const [, , first] = pieces()
  show({ ...useArray.getState().draft!.fields, count: 3, way: 'away', distance: 2 })
  expect([pieces().length, pieces()[2].id, pieces().slice(2).map(({ position }) => position[2])]).toEqual([6, first.id, [-2, -1, -4, -3]])
  expect(useDocument.getState().document.groups).toHaveLength(3)
  keepArray()
  expect([undoLabel(useDocument.getState()), useDocument.getState().undos.length, useShell.getState().dialog]).toEqual(['Array 2 Items', 1, null])
  expect(useInteraction.getState().selection).toEqual(pieces().map(({ id }) => id))
  await runCommand('edit.undo')
  expect(useDocument.getState().document).toBe(before)
})

test('a grid has rows, and never more pieces than may be; along a wall it goes as the nearest wall does, and nowhere without one', async () => {
  await runCommand('arrange.array')
  const { fields } = useArray.getState().draft!
  show({ ...fields, kind: 'grid', count: 3, distance: 1, rows: 2, rowDistance: 3 })
  expect(pieces().filter((_, i) => i % 2 === 0).map(({ position }) => position)).toEqual([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 0, -3], [1, 0, -3], [2, 0, -3]].map((at) => at.map((value) => expect.closeTo(value, 9) as number)))
  show({ ...fields, kind: 'grid', count: 150, rows: 9 })
  expect(pieces()).toHaveLength(2 * 150)
  show({ ...fields, kind: 'wall', count: 3 })
  expect(pieces()).toHaveLength(2)
  dropArray()
  // A wall at x = 3 that looks to the left: to the right of who stands before it is towards the back.
  const wall = { id: 'wall', min: [3, -1, -9], max: [4, 3, 9] } as const
  const { snapshot } = surroundings()
  registerViewport({ surroundings: () => ({ query: queryOfBlocks([wall]), snapshot }) } as unknown as ViewportControls)
  await runCommand('arrange.array')
  show({ ...useArray.getState().draft!.fields, kind: 'wall', count: 3, distance: 0.8 })
  expect(pieces().filter((_, i) => i % 2 === 0).map(({ position: [x, , z] }) => [x, Math.abs(z)])).toEqual([[0, 0], [0, 0.8], [0, 1.6]].map((at) => at.map((value) => expect.closeTo(value, 9) as number)))
  dropArray()
})

test('cancelling leaves the room as it was', async () => {
  const before = useDocument.getState().document
  await runCommand('arrange.array')
  show({ ...useArray.getState().draft!.fields, kind: 'round', count: 12 })
  dropArray()
  expect([useDocument.getState().document, useDocument.getState().undos, useInteraction.getState().selection]).toEqual([before, [], ['a', 'b']])
})

test('another piece takes the place, the id and the group of one, which goes with its lights and its looks', () => {
  const before = { ...furnished(), pieces: [...furnished().pieces.slice(0, 2), piece('p3', { asset: LAMP_ASSET.key, group: 'seats', wears: [{ slot: 'Shade', material: 'm1' }], variant: 'Red' })] }
  const light = pointLight('new', { attachedTo: 'p3' })
  const successor = { name: 'Chair', asset: CHAIR_ASSET.key, part: '0', position: [1, 2, 3], rotation: [0, 0, 0, 1], scale: [1, 1, 1], mount: 'floor' } as const
  const after = replacePieces(new Map([['p3', successor]]), CHAIR_ASSET, [light])(before)
  expect(after.pieces[2]).toEqual({ id: 'p3', ...successor, group: 'seats', hidden: false, locked: false })
  expect([after.lights.map(({ id }) => id), after.assets]).toEqual([['l1', 'new'], [CHAIR_ASSET]])
  expect(replacePieces(new Map([['nobody', successor]]), CHAIR_ASSET)(before)).toBe(before)
})
