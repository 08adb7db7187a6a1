import type { Vec3 } from '../../gpu/index.ts'
import type { Transform } from '../document/transform.ts'
import { useInteraction } from '../interaction/store.ts'
import type { Bounds } from '../navigation/orbit.ts'
import { add } from '../navigation/vector.ts'
import { findViewport } from '../interaction/viewport.ts'
import { changeSettings } from '../shell/settings.ts'
import { flash, useShell } from '../shell/shell.ts'
import { againstWall, dropOnto, facingWall, mirrored, swapped, turnedAbout } from '../tools/arrange/stand.ts'
import { bodyOf, looseIds, unionOf } from '../tools/body.ts'
import { facePoint } from '../tools/face/face.ts'
import type { Body } from '../tools/place/placement.ts'
import { phrase, say, type Words } from '../words/say.ts'
import { chosen, place, type Standing } from './arrange.ts'
import { nameOf } from './edit.ts'
import { directionTo } from './nudge.ts'
import type { Command } from './types.ts'

const QUARTER = Math.PI / 2
const STEP = Math.PI / 12

type Label = 'undo.drop' | 'undo.againstWall' | 'undo.faceWall' | 'undo.mirror' | 'undo.swap' | 'undo.rotate'
const labelled = (id: Label, standing: readonly Standing[]): Words => phrase(id, { name: nameOf(standing.map(({ piece }) => piece)) })

/** For each piece by itself, in one step; says so where none finds what it seeks. */
function each(undo: Label, isMeant: (body: Body) => boolean, nothing: () => string, to: (body: Body, around: NonNullable<ReturnType<typeof chosen>>['around'], moving: ReadonlySet<string>) => Partial<Transform> | null): void {
  const found = chosen(1)
  if (found === null) return
  const { around, standing } = found
  const moving = new Set(standing.map(({ piece }) => piece.id))
  const placed = standing.flatMap((one) => {
    const body = bodyOf(around.snapshot, one.piece)
    const target = body === null || !isMeant(body) ? null : to(body, around, moving)
    return target === null ? [] : [{ one, target }]
  })
  if (placed.length === 0) flash(nothing())
  else place(labelled(undo, placed.map(({ one }) => one)), standing, new Map(placed.map(({ one, target }) => [one.piece.id, target])))
}

const drop = (): void => each('undo.drop', ({ mount }) => mount === 'floor' || mount === 'surface', () => say('hud.nothingBelow'), (body, { query }, moving) => {
  const way = dropOnto(query, body, moving)
  return way === null ? null : { position: add(body.transform.position, way) }
})

const toWall = (): void => each('undo.againstWall', ({ mount }) => mount !== 'ceiling', () => say('hud.noWall'), (body, { query }) => againstWall(query, body, looseIds()))

/** What hangs on a wall does not turn off it. */
function faceWall(): void {
  const standing = chosen(1)?.standing
  if (standing === undefined) return
  const isAllOnWalls = standing.every(({ piece }) => piece.mount === 'wall')
  each('undo.faceWall', ({ mount }) => mount !== 'wall', () => say(isAllOnWalls ? 'hud.turn.wall' : 'hud.noWall'), (body, { query }) => facingWall(query, body, looseIds()))
}

/** Of all together. */
const middleOf = (standing: readonly Standing[]): Vec3 => {
  const { min, max } = unionOf(standing.map(({ box }): Bounds => box))!
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
}

/** About their common middle, or each about its own, as the user chose; what hangs on a wall does not turn off it. */
function turn(angle: number): void {
  const all = chosen(1)?.standing
  const standing = all?.filter(({ piece }) => piece.mount !== 'wall') ?? []
  if (all === undefined) return
  if (standing.length === 0) return flash(say('hud.turn.wall'))
  const middle = middleOf(standing)
  const isEach = useShell.getState().settings.pivot === 'each'
  place(labelled('undo.rotate', standing), standing, new Map(standing.map((one) => [one.piece.id, turnedAbout(one.piece, isEach ? middleOf([one]) : middle, angle)])))
}

/** @param way  across the mirror, as the camera sees it */
function mirror(way: 'right' | 'away'): void {
  const standing = chosen(1)?.standing
  if (standing === undefined) return
  const axis = Math.abs(directionTo(way)[0]) > 0.5 ? 0 : 2
  const at = middleOf(standing)[axis]
  place(labelled('undo.mirror', standing), standing, new Map(standing.map(({ piece }) => [piece.id, mirrored(piece, axis, at)])))
}

function swap(): void {
  const found = chosen(2)
  if (found === null) return
  const bodies = found.standing.flatMap(({ piece }) => bodyOf(found.around.snapshot, piece) ?? [])
  if (bodies.length !== 2) return flash(say('hud.swap.two'))
  const [a, b] = swapped(bodies[0], bodies[1])
  place(labelled('undo.swap', found.standing), found.standing, new Map([[found.standing[0].piece.id, a], [found.standing[1].piece.id, b]]))
}

/** To what the middle of the picture shows: for who has no pointer at hand. */
function faceMiddle(): void {
  const viewport = findViewport()
  const around = viewport?.surroundings() ?? null
  const hit = viewport?.pickMiddle() ?? null
  if (around !== null && hit !== null) facePoint(around.snapshot, hit.position)
}

const hasSelection = (): boolean => useInteraction.getState().selection.length > 0

/** Where single pieces go by a word. */
export const standCommands: readonly Command[] = [
  { id: 'arrange.drop', keys: ['Alt+D'], run: drop },
  { id: 'arrange.againstWall', keys: ['Alt+Shift+D'], run: toWall },
  {
    id: 'arrange.face',
    keys: ['Alt+T'],
    isEnabled: () => hasSelection() && useInteraction.getState().navigation !== 'walk',
    isChecked: () => useInteraction.getState().facing,
    run: () => useInteraction.setState(({ facing }) => ({ facing: !facing, focusing: false, placing: null, surfaceClick: null })),
  },
  { id: 'arrange.faceMiddle', keys: ['Alt+Shift+T'], isEnabled: hasSelection, run: faceMiddle },
  { id: 'arrange.faceWall', isEnabled: hasSelection, run: faceWall },
  { id: 'arrange.turn.left', keys: ['Alt+R'], run: () => turn(STEP) },
  { id: 'arrange.turn.right', keys: ['Alt+Shift+R'], run: () => turn(-STEP) },
  { id: 'arrange.quarter.left', keys: ['Alt+Q'], run: () => turn(QUARTER) },
  { id: 'arrange.quarter.right', keys: ['Alt+Shift+Q'], run: () => turn(-QUARTER) },
  { id: 'arrange.pivot', keys: ['Alt+O'], isChecked: () => useShell.getState().settings.pivot === 'each', run: () => changeSettings({ pivot: useShell.getState().settings.pivot === 'each' ? undefined : 'each' }) },
  { id: 'arrange.mirror.across', keys: ['Alt+X'], run: () => mirror('right') },
  { id: 'arrange.mirror.deep', run: () => mirror('away') },
  { id: 'arrange.swap', isEnabled: () => useInteraction.getState().selection.length > 1, run: swap },
]
