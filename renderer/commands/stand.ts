import type { Vec3 } from '../../gpu/index.ts'
import type { Transform } from '../document/transform.ts'
import type { Piece } from '../document/types.ts'
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
import { chosen, place } from './arrange.ts'
import { nameOf } from './edit.ts'
import { directionTo } from './nudge.ts'
import type { Command } from './types.ts'
import { type Standing, unitsOf } from './units.ts'

const QUARTER = Math.PI / 2
const STEP = Math.PI / 12

type Label = 'undo.againstWall' | 'undo.faceWall' | 'undo.mirror' | 'undo.swap' | 'undo.rotate'
const labelled = (id: Label, standing: readonly Standing[]): Words => phrase(id, { name: nameOf(standing.map(({ piece }) => piece)) })

/** For each piece by itself, in one step; says so where none finds what it seeks. */
function each(undo: Label, isMeant: (body: Body) => boolean, nothing: () => string, to: (body: Body, around: NonNullable<ReturnType<typeof chosen>>['around']) => Partial<Transform> | null): void {
  const found = chosen(1)
  if (found === null) return
  const { around, standing } = found
  const placed = standing.flatMap((one) => {
    const body = bodyOf(around.snapshot, one.piece)
    const target = body === null || !isMeant(body) ? null : to(body, around)
    return target === null ? [] : [{ one, target }]
  })
  if (placed.length === 0) flash(nothing())
  else place(labelled(undo, placed.map(({ one }) => one)), standing, new Map(placed.map(({ one, target }) => [one.piece.id, target])))
}

/** A group goes as far as the first of it that meets something: the vase stays on its table. */
function drop(): void {
  const found = chosen(1)
  if (found === null) return
  const { around: { query, snapshot }, standing } = found
  const moving = new Set(standing.map(({ piece }) => piece.id))
  const dropped = unitsOf(standing).flatMap((unit) => {
    const ways = unit.pieces.flatMap((piece) => {
      const body = piece.mount === 'floor' || piece.mount === 'surface' ? bodyOf(snapshot, piece) : null
      const way = body === null ? null : dropOnto(query, body, moving)
      return way === null ? [] : [way]
    })
    return ways.length === 0 ? [] : [{ unit, way: ways.reduce((so, way) => (way[1] > so[1] ? way : so)) }]
  })
  const pieces = dropped.flatMap(({ unit, way }) => unit.pieces.map((piece) => ({ piece, position: add(piece.position, way) })))
  if (pieces.length === 0) flash(say('hud.nothingBelow'))
  else place(phrase('undo.drop', { name: nameOf(dropped.map(({ unit }) => unit)) }), pieces, new Map(pieces.map(({ piece, position }) => [piece.id, { position }])))
}

const toWall = (): void => each('undo.againstWall', ({ mount }) => mount !== 'ceiling', () => say('hud.noWall'), (body, { query }) => againstWall(query, body, looseIds()))

/** What hangs on a wall does not turn off it. */
function faceWall(): void {
  const standing = chosen(1)?.standing
  if (standing === undefined) return
  const isAllOnWalls = standing.every(({ piece }) => piece.mount === 'wall')
  each('undo.faceWall', ({ mount }) => mount !== 'wall', () => say(isAllOnWalls ? 'hud.turn.wall' : 'hud.noWall'), (body, { query }) => facingWall(query, body, looseIds()))
}

/** Of all together. */
const middleOf = (standing: readonly Pick<Standing, 'box'>[]): Vec3 => {
  const { min, max } = unionOf(standing.map(({ box }): Bounds => box))!
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
}

/** About their common middle, or each piece and each group about its own, as the user chose; what hangs on a wall does not turn off it. */
function turn(angle: number): void {
  const standing = chosen(1)?.standing
  if (standing === undefined) return
  const isFree = ({ mount }: Piece): boolean => mount !== 'wall'
  const free = standing.filter(({ piece }) => isFree(piece))
  if (free.length === 0) return flash(say('hud.turn.wall'))
  const common = middleOf(free)
  const isEach = useShell.getState().settings.pivot === 'each'
  const turned = unitsOf(free).flatMap((unit) => {
    const middle = isEach ? middleOf([unit]) : common
    return unit.pieces.filter(isFree).map((piece) => ({ piece, to: turnedAbout(piece, middle, angle) }))
  })
  place(labelled('undo.rotate', free), turned, new Map(turned.map(({ piece, to }) => [piece.id, to])))
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
