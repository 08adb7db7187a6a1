import type { SceneQuery, Vec3 } from '../../../gpu/index.ts'
import type { Transform } from '../../document/transform.ts'
import { useInteraction } from '../../interaction/store.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { add } from '../../navigation/vector.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { changeSettings } from '../../shell/settings.ts'
import { flash, useShell } from '../../shell/shell.ts'
import { againstWall, dropOnto, facingWall, mirrored, swapped, turnedAbout } from '../../tools/arrange/stand.ts'
import { bodyOfUnit } from '../../tools/arrange/unit-body.ts'
import { freeUnits, type Standing, type Unit, unitsOf } from '../../tools/arrange/units.ts'
import { bodyOf, looseIds, unionOf } from '../../tools/body.ts'
import { facePoint } from '../../tools/face/face.ts'
import type { Body } from '../../tools/place/placement.ts'
import { phrase, say, type Words } from '../../words/say.ts'
import { type Around, chosen, place } from './arrange.ts'
import { nameOf } from '../edit/edit.ts'
import { directionTo } from './nudge.ts'
import type { Command } from '../types.ts'

const QUARTER = Math.PI / 2
const STEP = Math.PI / 12

type Label = 'undo.againstWall' | 'undo.faceWall' | 'undo.mirror' | 'undo.rotate'
const labelled = (id: Label, standing: readonly Standing[]): Words => phrase(id, { name: nameOf(standing.map(({ piece }) => piece)) })

/** Each piece and each group as one, in one step; says so where none finds what it seeks. */
function each(undo: Label, units: readonly Unit[], { query, snapshot }: Around, to: (body: Body, query: SceneQuery) => Pick<Transform, 'position' | 'rotation'> | null): void {
  const placed = units.flatMap((unit) => {
    const one = bodyOfUnit(snapshot, unit)
    const target = one === null ? null : to(one.body, query)
    return target === null ? [] : [{ unit, places: one!.placesAt(target) }]
  })
  if (placed.length === 0) flash(say('hud.noWall'))
  else place(phrase(undo, { name: nameOf(placed.map(({ unit }) => unit)) }), placed.flatMap(({ unit }) => unit.pieces.map((piece) => ({ piece }))), new Map(placed.flatMap(({ places }) => [...places])))
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

/** What hangs from a ceiling has no back; in a group it goes along. */
function toWall(): void {
  const found = chosen(1)
  if (found === null) return
  each('undo.againstWall', unitsOf(found.standing), found.around, (body, query) => (body.mount === 'ceiling' ? null : againstWall(query, body, looseIds())))
}

/** What hangs on a wall does not turn off it. */
function faceWall(): void {
  const found = chosen(1)
  if (found === null) return
  const free = freeUnits(found.standing)
  if (free.length === 0) flash(say('hud.turn.wall'))
  else each('undo.faceWall', free, found.around, (body, query) => facingWall(query, body, looseIds()))
}

/** Of all together. */
const middleOf = (standing: readonly Pick<Standing, 'box'>[]): Vec3 => {
  const { min, max } = unionOf(standing.map(({ box }): Bounds => box))!
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
}

/**
 * About their common middle, or each piece and each group about its own, as the user chose; what hangs on a wall does not turn off it.
 *
 * @param angle  radians, counter-clockwise as seen from the tip of the axis
 * @param axis   of the room, of length 1; left out: up
 */
export function turnSelection(angle: number, axis?: Vec3): void {
  const standing = chosen(1)?.standing
  if (standing === undefined) return
  const free = standing.filter(({ piece }) => piece.mount !== 'wall')
  if (free.length === 0) return flash(say('hud.turn.wall'))
  const common = middleOf(free)
  const isEach = useShell.getState().settings.pivot === 'each'
  const turned = freeUnits(free).flatMap((unit) => {
    const middle = isEach ? middleOf([unit]) : common
    return unit.pieces.map((piece) => ({ piece, to: turnedAbout(piece, middle, angle, axis) }))
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
  const units = unitsOf(found.standing, 2)
  if (units.length !== 2) return flash(say('hud.swap.two'))
  // A piece that leans would lean a group.
  const isOfGroups = units.some(({ pieces }) => pieces.length > 1)
  const [a, b] = units.map((unit) => bodyOfUnit(found.around.snapshot, unit, isOfGroups))
  if (a === null || b === null) return
  const [atB, atA] = swapped(a.body, b.body)
  place(phrase('undo.swap', { name: nameOf(units) }), units.flatMap(({ pieces }) => pieces.map((piece) => ({ piece }))), new Map([...a.placesAt(atB), ...b.placesAt(atA)]))
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
  { id: 'arrange.turn.left', keys: ['Alt+R'], run: () => turnSelection(STEP) },
  { id: 'arrange.turn.right', keys: ['Alt+Shift+R'], run: () => turnSelection(-STEP) },
  { id: 'arrange.quarter.left', keys: ['Alt+Q'], run: () => turnSelection(QUARTER) },
  { id: 'arrange.quarter.right', keys: ['Alt+Shift+Q'], run: () => turnSelection(-QUARTER) },
  { id: 'arrange.pivot', keys: ['Alt+O'], isChecked: () => useShell.getState().settings.pivot === 'each', run: () => changeSettings({ pivot: useShell.getState().settings.pivot === 'each' ? undefined : 'each' }) },
  { id: 'arrange.mirror.across', keys: ['Alt+X'], run: () => mirror('right') },
  { id: 'arrange.mirror.deep', run: () => mirror('away') },
  { id: 'arrange.swap', isEnabled: () => useInteraction.getState().selection.length > 1, run: swap },
]
