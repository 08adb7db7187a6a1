import type { Vec3 } from '../../../gpu/index.ts'
import { setTransforms } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import type { Transform } from '../../document/transform.ts'
import type { Piece } from '../../document/types.ts'
import { findViewport } from '../../interaction/viewport.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { add, length, sub } from '../../navigation/vector.ts'
import { flash } from '../../shell/shell.ts'
import { alignEdges, alignMiddles, equalGaps, ontoLine } from '../../tools/arrange/align.ts'
import { circleAround } from '../../tools/arrange/circle.ts'
import { type Standing, standingIn, unitsOf } from '../../tools/arrange/units.ts'
import { bodyOf } from '../../tools/body.ts'
import { alongMount } from '../../tools/place/keep-out.ts'
import { phrase, say, type Words } from '../../words/say.ts'
import { nameOf } from '../edit/edit.ts'
import { directionTo, type Way } from './nudge.ts'
import type { Command } from '../types.ts'

/** Less is no move at all: metres, and of a turn. */
const STILL = 1e-7

export type Around = NonNullable<ReturnType<NonNullable<ReturnType<typeof findViewport>>['surroundings']>>

/** What is selected, seen and free to move, or null, and the user is told how many it takes. */
export function chosen(least: number): { readonly around: Around; readonly standing: readonly Standing[] } | null {
  const around = findViewport()?.surroundings() ?? null
  const standing = around === null ? [] : standingIn(around.snapshot)
  if (around !== null && standing.length >= least) return { around, standing }
  flash(say('hud.arrange.few', { count: least }))
  return null
}

/** But for rounding. */
const isThere = (piece: Piece, { position = piece.position, rotation = piece.rotation, scale = piece.scale }: Partial<Transform>): boolean =>
  length(sub(position, piece.position)) < STILL && scale.every((value, k) => value === piece.scale[k]) && 1 - Math.abs(rotation.reduce((sum, value, k) => sum + value * piece.rotation[k], 0)) < STILL

/** One step of undo, or the word that nothing is left to do. */
export function place(label: Words, standing: readonly Pick<Standing, 'piece'>[], transforms: ReadonlyMap<string, Partial<Transform>>): void {
  const { document } = useDocument.getState()
  useDocument.getState().edit(label, setTransforms(new Map(standing.flatMap(({ piece }) => {
    const to = transforms.get(piece.id)
    return to === undefined || isThere(piece, to) ? [] : [[piece.id, to] as const]
  }))))
  if (useDocument.getState().document === document) flash(say('hud.arrange.already'))
}

/** Groups go as one; what hangs on a wall stays on it. */
function shift(least: number, undo: 'undo.align' | 'undo.distribute', waysOf: (boxes: readonly Bounds[]) => readonly Vec3[]): void {
  const standing = chosen(least)?.standing
  if (standing === undefined) return
  const units = unitsOf(standing, least)
  const ways = waysOf(units.map(({ box }) => box))
  const moved = units.flatMap(({ pieces, box }, i) => {
    const way = pieces.reduce((so, piece) => alongMount({ bounds: box, transform: piece, mount: piece.mount }, so), ways[i])
    return pieces.map((piece) => ({ piece, position: add(piece.position, way) }))
  })
  place(phrase(undo, { name: nameOf(units) }), moved, new Map(moved.map(({ piece, position }) => [piece.id, { position }])))
}

/** The others go around the one that covers most of the floor plan. */
function circle(): void {
  const found = chosen(2)
  if (found === null) return
  const { around: { query, snapshot }, standing } = found
  const area = ({ box: { min, max } }: Standing): number => (max[0] - min[0]) * (max[2] - min[2])
  const table = standing.reduce((most, one) => (area(one) > area(most) ? one : most)).piece
  const seats = standing.flatMap(({ piece }) => (piece === table || piece.mount === 'wall' ? [] : [piece]))
  const middle = bodyOf(snapshot, table)
  const bodies = seats.flatMap((seat) => bodyOf(snapshot, seat) ?? [])
  if (middle === null || bodies.length === 0) {
    flash(say('hud.arrange.few', { count: 2 }))
    return
  }
  const others = new Set(snapshot.instances.flatMap(({ id }) => (id === table.id ? [] : [id])))
  const placed = circleAround(query, middle, bodies, others)
  place(phrase('undo.circle', { name: nameOf(seats), middle: table.name }), standing, new Map(seats.map(({ id }, i) => [id, placed[i]])))
}

const EDGES = { left: 'ArrowLeft', right: 'ArrowRight', away: 'ArrowUp', near: 'ArrowDown', up: 'PageUp', down: 'PageDown' } as const satisfies Readonly<Record<Way, string>>
/** Seen from the camera: across, into the picture, upwards. */
const AXES = { across: 'right', deep: 'away', high: 'up' } as const satisfies Readonly<Record<string, Way>>
const axes = Object.entries(AXES)

/** Sides are those that the camera sees, along the room's axes, as for nudging. */
export const arrangeCommands: readonly Command[] = [
  ...(Object.keys(EDGES) as readonly Way[]).map((way): Command => ({
    id: `arrange.align.${way}`, keys: [`Mod+Shift+${EDGES[way]}`], run: () => shift(2, 'undo.align', (boxes) => alignEdges(boxes, directionTo(way))),
  })),
  ...axes.map(([name, way]): Command => ({ id: `arrange.middle.${name}`, run: () => shift(2, 'undo.align', (boxes) => alignMiddles(boxes, directionTo(way))) })),
  ...axes.map(([name, way]): Command => ({ id: `arrange.gaps.${name}`, run: () => shift(3, 'undo.distribute', (boxes) => equalGaps(boxes, directionTo(way))) })),
  { id: 'arrange.line', run: () => shift(3, 'undo.distribute', ontoLine) },
  { id: 'arrange.circle', keys: ['Alt+C'], run: circle },
]
