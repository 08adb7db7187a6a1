import { beforeEach, expect, test } from 'vitest'
import type { SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import type { Piece } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { queryOfBlocks } from '../../interaction/testing.ts'
import { registerViewport, type ViewportControls } from '../../interaction/viewport.ts'
import { rotate } from '../../navigation/vector.ts'
import { useShell } from '../../shell/shell.ts'
import { runCommand } from '../registry.ts'

/** Width, height and depth of each model; the table's top stands over its foot. */
const SIZES: Readonly<Record<string, Vec3>> = { chair: [0.5, 0.9, 0.4], table: [1.2, 0.75, 1.2] }
const boundsOf = (asset: string) => {
  const [w, h, d] = SIZES[asset]
  return { min: [-w / 2, 0, -d / 2] as Vec3, max: [w / 2, h, d / 2] as Vec3 }
}

function furnish(...pieces: Piece[]): void {
  useDocument.getState().replace({ ...emptyDocument(), pieces })
  useInteraction.setState({ selection: pieces.map(({ id }) => id), navigation: 'orbit', placing: null, pose: { position: [0, 1.6, 5], orientation: [0, 0, 0, 1], target: [0, 1, 0], verticalFov: 1 } })
  useShell.setState({ screen: 'room', dialog: null, hud: null })
  const blocks = pieces.filter(({ asset }) => asset === 'table').map(({ id, position: [x, y, z] }) => ({ id, min: [x - 0.6, y, z - 0.6] as Vec3, max: [x + 0.6, y + 0.75, z + 0.6] as Vec3 }))
  const snapshot = { instances: pieces.map(({ id, asset }) => ({ id, mesh: asset })), meshes: new Map(Object.keys(SIZES).map((asset) => [asset, { bounds: boundsOf(asset), positions: new Float32Array(), indices: new Uint32Array() }])) } as unknown as SceneSnapshot
  const query = queryOfBlocks(blocks)
  // Blocks are asked upright: a turned box counts as its round, by which it is free at least where it says so.
  const overlapBox: typeof query.overlapBox = (center, [x, y, z], _, options) => query.overlapBox(center, [Math.hypot(x, z), y, Math.hypot(x, z)], [0, 0, 0, 1], options)
  registerViewport({ surroundings: () => ({ query: { ...query, overlapBox }, snapshot }) } as unknown as ViewportControls)
}

const chair = (id: string, position: Vec3, fields: Partial<Piece> = {}): Piece => piece(id, { asset: 'chair', position, ...fields })
const placeOf = (id: string): Vec3 => useDocument.getState().document.pieces.find((one) => one.id === id)!.position
const column = (k: number): number[] => useDocument.getState().document.pieces.map(({ position }) => position[k])

beforeEach(() => () => registerViewport(null))

const table = piece('t', { asset: 'table', position: [3, 0, 1] })

test.each([
  ['align.left', 0, [-1, -1, -1 + 0.35]], ['align.right', 0, [3.35, 3.35, 3]], ['middle.across', 0, [1.175, 1.175, 1.175]],
  ['align.away', 2, [-2, -2, -2 + 0.4]], ['align.near', 2, [1.4, 1.4, 1]], ['middle.deep', 2, [-0.3, -0.3, -0.3]],
  ['align.up', 1, [1, 1, 1.15]], ['align.down', 1, [0, 0, 0]], ['middle.high', 1, [0.5, 0.5, 0.575]],
] as const)('%s meets edges or middles as the camera sees them, in one step', async (id, k, expected) => {
  furnish(chair('a', [-1, 0, 0]), chair('b', [1, 1, -2]), table)
  const before = useDocument.getState().document
  expect(await runCommand(`arrange.${id}`)).toBe(true)
  for (const [i, value] of column(k).entries()) expect(value).toBeCloseTo(expected[i], 9)
  for (const other of [0, 1, 2].filter((axis) => axis !== k)) expect(column(other)).toEqual(before.pieces.map(({ position }) => position[other]))
  expect(undoLabel(useDocument.getState())).toBe('Align 3 Items')
  await runCommand('edit.undo')
  expect(useDocument.getState().document).toBe(before)
})

test('gaps between edges become equal, whatever the sizes and the order of selection; the outermost stay', async () => {
  furnish(table, chair('a', [-2, 0, 0]), chair('b', [-1.9, 0, 0]))
  await runCommand('arrange.gaps.across')
  expect([placeOf('a')[0], placeOf('t')[0]]).toEqual([-2, 3])
  expect(placeOf('b')[0] - 0.25 - (placeOf('a')[0] + 0.25)).toBeCloseTo(placeOf('t')[0] - 0.6 - (placeOf('b')[0] + 0.25), 9)
})

test('pieces stand evenly on the line between the two farthest apart', async () => {
  furnish(chair('a', [0, 0, 0]), chair('b', [0.5, 0.4, 1]), chair('c', [4, 0, 2]))
  await runCommand('arrange.line')
  for (const [k, value] of [2, 0.4, 1].entries()) expect(placeOf('b')[k]).toBeCloseTo(value, 9)
  expect([placeOf('a'), placeOf('c')]).toEqual([[0, 0, 0], [4, 0, 2]])
})

test('eight chairs stand around a table on one circle, each faces it, none reaches into it, and again changes nothing', async () => {
  furnish(table, ...Array.from({ length: 8 }, (_, i) => chair(`c${i}`, [i - 3, 0, 3])))
  await runCommand('arrange.circle')
  const { pieces } = useDocument.getState().document
  expect(pieces[0]).toBe(table)
  const angles = pieces.slice(1).map(({ position, rotation }) => {
    const [x, z] = [position[0] - 3, position[2] - 1]
    const [frontX, , frontZ] = rotate(rotation, [0, 0, 1])
    expect(Math.hypot(x, z)).toBeCloseTo(Math.hypot(pieces[1].position[0] - 3, pieces[1].position[2] - 1), 9)
    expect(frontX * x + frontZ * z).toBeCloseTo(-Math.hypot(x, z), 9)
    expect(Math.hypot(x, z)).toBeGreaterThanOrEqual(0.8 - 1e-9)
    return Math.atan2(x, z)
  }).sort((a, b) => a - b)
  for (const [i, angle] of angles.slice(1).entries()) expect(angle - angles[i]).toBeCloseTo(Math.PI / 4, 9)
  await runCommand('arrange.circle')
  expect(useDocument.getState().undos).toHaveLength(1)
})

test('says what is missing, and that nothing is left to do; what is locked or hidden does not count', async () => {
  furnish(chair('a', [0, 0, 0]), chair('b', [1, 0, 0], { locked: true }), chair('c', [2, 0, 0], { hidden: true }))
  await runCommand('arrange.align.left')
  expect(useShell.getState().hud?.text).toBe('Select at least 2 pieces that are visible and not locked.')
  furnish(chair('a', [0, 0, 0]), chair('b', [0, 0, 2]))
  await runCommand('arrange.align.left')
  expect(useShell.getState().hud?.text).toBe('Everything is already arranged like this.')
  expect(useDocument.getState().undos).toEqual([])
})

test('what hangs on a wall goes along it, never off it', async () => {
  furnish(chair('a', [0, 0, 0]), chair('b', [2, 1, -3], { mount: 'wall' }))
  await runCommand('arrange.align.near')
  expect(placeOf('b')).toEqual([2, 1, -3])
  await runCommand('arrange.align.left')
  expect(placeOf('b')[0]).toBeCloseTo(0, 9)
})

const grouped = (...members: readonly (readonly [group: string, piece: Piece])[]): Piece[] => members.map(([group, one]) => ({ ...one, group }))

function furnishGroups(...pieces: Piece[]): void {
  furnish(...pieces)
  const ids = [...new Set(pieces.flatMap(({ group }) => group ?? []))]
  const { document } = useDocument.getState()
  useDocument.getState().replace({ ...document, groups: ids.map((id) => ({ id, name: `Set ${id}`, parent: null, kind: 'own' as const })) })
}

test('a group goes as one, with what is hidden in it; one group alone is put in order within', async () => {
  const pieces = () => grouped(['g', chair('a', [-1, 0, 0])], ['g', chair('b', [0, 0, 0])], ['h', chair('c', [2, 0, 2])], ['h', chair('d', [3, 0, 2])], ['h', chair('e', [9, 0, 2], { hidden: true })])
  furnishGroups(...pieces())
  await runCommand('arrange.align.left')
  expect([column(0), undoLabel(useDocument.getState())]).toEqual([[-1, 0, -1, 0, 6], 'Align 2 Items'])
  furnishGroups(...pieces())
  useInteraction.setState({ selection: ['a', 'b'] })
  await runCommand('arrange.align.left')
  expect(column(0)).toEqual([-1, -1, 2, 3, 9])
  // Entered, its parts are single again.
  furnishGroups(...pieces())
  useInteraction.setState({ selection: ['a', 'b', 'c'], entered: 'g' })
  await runCommand('arrange.align.left')
  expect(column(0)).toEqual([-1, -1, -1, 3, 9])
  useInteraction.setState({ entered: null })
})

test('gaps are equal between groups, and within a group they stay', async () => {
  furnishGroups(...grouped(['g', chair('a', [-3, 0, 0])], ['g', chair('b', [-2, 0, 0])], ['h', chair('c', [-1.4, 0, 0])], ['h', chair('d', [-0.4, 0, 0])]), chair('e', [4, 0, 0]))
  await runCommand('arrange.gaps.across')
  const [a, b, c, d, e] = column(0)
  expect([a, b, e]).toEqual([-3, -2, 4])
  expect(d - c).toBeCloseTo(1, 9)
  expect(c - b).toBeCloseTo(e - d, 9)
})
