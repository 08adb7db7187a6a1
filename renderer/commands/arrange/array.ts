import { create } from 'zustand'
import type { Vec3 } from '../../../gpu/index.ts'
import { duplicate, setTransforms } from '../../document/changes/index.ts'
import { wholeGroups } from '../../document/fragment.ts'
import { newId } from '../../document/ids.ts'
import { useDocument } from '../../document/store.ts'
import type { Change, Piece } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { add, dot, rotate, scale } from '../../navigation/vector.ts'
import { closeDialog, openDialog } from '../../shell/shell.ts'
import { type ArrayPlan, placesOf } from '../../tools/arrange/array.ts'
import { alongWall } from '../../tools/arrange/stand.ts'
import { bodyOf, looseIds, unionOf } from '../../tools/body.ts'
import { phrase } from '../../words/say.ts'
import { chosen } from './arrange.ts'
import { nameOf } from '../edit/edit.ts'
import { directionTo, type Way } from './nudge.ts'
import type { Command } from '../types.ts'

/** What the dialog asks for. Metres, radians. */
export interface ArrayFields {
  readonly kind: 'row' | 'grid' | 'wall' | 'round'
  /** Of a grid: in each row. */
  readonly count: number
  readonly rows: number
  readonly rowWay: Way
  readonly rowDistance: number
  readonly way: Way
  readonly distance: number
  readonly radius: number
  readonly angle: number
}

/** With the original; more are nothing that is counted out by hand. */
export const MOST_IN_ARRAY = 200

interface ArrayDraft {
  readonly fields: ArrayFields
  readonly pieces: readonly Piece[]
  /** Along the nearest wall, unit; null: there is none. */
  readonly wall: Vec3 | null
  /** Of the step that shows what it would be like. */
  readonly gesture: string
  /** Ids are given once, so that a copy stays itself while the fields change: of the i-th copy by the original's id. */
  readonly idOf: (i: number, original: string) => string
}

/** What is being arranged while the dialog is open. */
export const useArray = create<{ readonly draft: ArrayDraft | null }>()(() => ({ draft: null }))

function begin(): void {
  const found = chosen(1)
  if (found === null) return
  const pieces = found.standing.map(({ piece }) => piece)
  const { min, max } = unionOf(found.standing.map(({ box }) => box))!
  const [width] = sizeAlong(min, max, 'right')
  const ids = new Map<string, string>()
  const idOf = (i: number, original: string): string => ids.get(`${i} ${original}`) ?? ids.set(`${i} ${original}`, newId()).get(`${i} ${original}`)!
  const [depth] = sizeAlong(min, max, 'away')
  const apart = (size: number): number => Math.max(0.01, Math.round(100 * (size + 0.1)) / 100)
  const body = bodyOf(found.around.snapshot, pieces[0])
  const wall = body === null ? null : alongWall(found.around.query, body, looseIds())
  const fields: ArrayFields = { kind: 'row', count: 4, way: 'right', distance: apart(width), rows: 2, rowWay: 'away', rowDistance: apart(depth), radius: Math.max(1, width), angle: 2 * Math.PI }
  useArray.setState({ draft: { fields, pieces, wall, gesture: newId(), idOf } })
  openDialog('array')
  show(fields)
}

const sizeAlong = (min: Vec3, max: Vec3, way: Way): readonly [number] => [Math.abs(dot(max, directionTo(way)) - dot(min, directionTo(way)))]

/** The room as it would be: the step before is taken back first. */
export function show(fields: ArrayFields): void {
  const { draft } = useArray.getState()
  if (draft === null) return
  useArray.setState({ draft: { ...draft, fields } })
  useDocument.getState().abandon(draft.gesture)
  apply({ ...draft, fields })
}

/** In a grid, as many rows as there may be pieces. */
const rowsOf = ({ count, rows }: ArrayFields): number => Math.max(1, Math.min(rows, Math.floor(MOST_IN_ARRAY / count)))

function planOf(fields: ArrayFields, [first]: readonly Piece[], wall: Vec3 | null): ArrayPlan {
  const { kind, count, way, distance, rowWay, rowDistance, radius, angle } = fields
  if (kind === 'row') return { kind, count, direction: directionTo(way), distance }
  if (kind === 'wall') return { kind: 'row', count: wall === null ? 1 : count, direction: wall ?? [1, 0, 0], distance }
  if (kind === 'grid') return { kind, count, direction: directionTo(way), distance, rows: rowsOf(fields), across: directionTo(rowWay), rowDistance }
  const [x, , z] = rotate(first.rotation, [0, 0, 1])
  const size = Math.hypot(x, z)
  // The middle lies before its front, as the table before the chair.
  return { kind, count, angle, middle: add(first.position, scale(size < 1e-3 ? [0, 0, 1] : [x / size, 0, z / size], radius)) }
}

function apply({ fields, pieces, wall, gesture, idOf }: ArrayDraft): void {
  const plan = planOf(fields, pieces, wall)
  const copies = placesOf(plan, pieces[0]).length
  const { document } = useDocument.getState()
  const originals = [...pieces.map(({ id }) => id), ...wholeGroups(document, new Set(pieces.map(({ id }) => id)))]
  const copied = (i: number): Change => (before) => {
    const doubled = duplicate(new Map(originals.map((id) => [id, idOf(i, id)])), [0, 0, 0])(before)
    return doubled === before ? before : setTransforms(new Map(pieces.map((piece) => [idOf(i, piece.id), placesOf(plan, piece)[i]])))(doubled)
  }
  const all: Change = (before) => Array.from({ length: copies }, (_, i) => copied(i)).reduce((now, change) => change(now), before)
  if (copies > 0) useDocument.getState().edit(phrase('undo.array', { name: nameOf(pieces) }), all, gesture)
}

/** Keeps what is shown: all of it is selected then, to be grouped or painted. */
export function keepArray(): void {
  const { draft } = useArray.getState()
  if (draft !== null) {
    const { fields, pieces, wall, idOf } = draft
    const copies = placesOf(planOf(fields, pieces, wall), pieces[0]).length
    const originals = pieces.map(({ id }) => id)
    // A full room took none of them.
    const there = new Set(useDocument.getState().document.pieces.map(({ id }) => id))
    useInteraction.setState({ selection: [...originals, ...Array.from({ length: copies }, (_, i) => originals.map((id) => idOf(i, id))).flat()].filter((id) => there.has(id)) })
  }
  end()
}

/** Takes back what was shown. */
export function dropArray(): void {
  const { draft } = useArray.getState()
  if (draft !== null) useDocument.getState().abandon(draft.gesture)
  end()
}

function end(): void {
  useArray.setState({ draft: null })
  closeDialog()
}

export const arrayCommands: readonly Command[] = [{ id: 'arrange.array', isEnabled: () => useInteraction.getState().selection.length > 0, run: begin }]
