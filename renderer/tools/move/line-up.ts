import type { Quat, SceneQuery, SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { isArchitecture, isHidden } from '../../document/flags.ts'
import type { Transform } from '../../document/transform.ts'
import type { AtriumDocument, Piece } from '../../document/types.ts'
import { showGuides } from '../../interaction/guides.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { add, conjugate, dot, quatFromAxisAngle, quatMultiply, rotate, scale, UP } from '../../navigation/vector.ts'
import { boundsOfPieces, meshesOf } from '../body.ts'
import { type Body, worldBounds } from '../place/placement.ts'
import { type Axis, type BoxList, type Dimension, type GuideAnswer, shiftTo, snapToGuides } from './guides.ts'

/** Cosine: a wall that is turned less than this away from an axis is one across it. */
const ALONG = 0.9995
/** Directions in which the room's walls are looked for when a drag begins. */
const DIRECTIONS = 16
const AXES: readonly Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

export interface LineUpOptions {
  readonly query: SceneQuery
  readonly snapshot: SceneSnapshot
  /** Everything visible. */
  readonly document: AtriumDocument
  /** What is dragged. */
  readonly skip: ReadonlySet<string>
  /** Metres; 0: none. */
  readonly grid: number
}

/** The guides of one drag, in the room's own directions: what is dragged in a house that stands askew lines up with its walls. */
export interface LineUp {
  /** How far a body goes to fall into line, world space, and shows why. @param reach  metres; 0: it falls into no line */
  snap(body: Body, reach: number): Vec3
  /** Shows the distances around a body that has come to rest. @param draft  what is being typed */
  show(body: Body, draft: string): void
  /** The next distance is the one that is typed. */
  nextDimension(): void
  /** The way that makes the active distance as told; null: there is none. */
  wayTo(metres: number): Vec3 | null
  end(): void
}

interface Shown {
  readonly answer: GuideAnswer
  readonly frame: Quat
}

export function createLineUp({ query, snapshot, document, skip, grid }: LineUpOptions): LineUp {
  const furniture = document.pieces.filter((piece) => !isArchitecture(piece))
  const loose = new Set(skip)
  for (const { id } of furniture) loose.add(id)
  let yaw: number | null = null
  let list: { readonly yaw: number; readonly boxes: BoxList } | null = null
  let shown: Shown | null = null
  let active = 0

  function boxesAt(at: number, frame: Quat): BoxList {
    if (list?.yaw !== at) list = { yaw: at, boxes: boxesOf(snapshot, document, furniture.filter((piece) => !isHidden(document, piece) && !skip.has(piece.id)), frame) }
    return list.boxes
  }
  function frameFor(body: Body): number {
    if (body.mount === 'wall') {
      const [x, , z] = rotate(body.transform.rotation, [0, 0, 1])
      return rounded(Math.atan2(x, z))
    }
    yaw ??= yawOfRoom(query, centreOf(worldBounds(body)), loose)
    return yaw
  }
  function ask(body: Body, reach: number): Shown {
    const at = frameFor(body)
    const frame = quatFromAxisAngle(UP, at)
    const box = worldBounds({ bounds: body.bounds, transform: inFrame(body.transform, frame) })
    const axes: readonly Axis[] = body.mount === 'wall' ? [0, 1] : [0, 2]
    const walls = AXES.map((axis, k) => (axes.includes(k as Axis) ? wallsAlong(query, box, axis, frame, loose) : [-Infinity, Infinity] as const))
    return { frame, answer: snapToGuides({ box, axes, others: boxesAt(at, frame), walls, reach, grid }) }
  }
  function draw(draft: string): void {
    if (shown === null) return
    const { answer: { guides, dimensions }, frame } = shown
    const place = (point: Vec3): Vec3 => rotate(frame, point)
    const measured = (one: Dimension, isActive: boolean) => ({ from: place(one.from), to: place(one.to), metres: one.metres, isActive })
    const chosen = dimensions.length === 0 ? null : dimensions[active % dimensions.length]
    // On each axis the nearer one, and the one that is typed: four would hide the room.
    const seen = dimensions.filter((one, i) => one === chosen || dimensions.findIndex(({ axis }) => axis === one.axis) === i)
    showGuides({
      lines: guides.flatMap(({ lines }) => lines.map(([from, to]) => [place(from), place(to)] as const)),
      dimensions: [...seen.map((one) => measured(one, one === chosen)), ...guides.flatMap(({ gaps }) => gaps.map((one) => measured(one, false)))],
      draft,
    })
  }
  return {
    snap(body, reach) {
      shown = ask(body, reach)
      draw('')
      return rotate(shown.frame, shown.answer.shift)
    },
    show(body, draft) {
      // What it lies in line with already stays in line.
      shown = ask(body, 1e-6)
      draw(draft)
    },
    nextDimension() { active++ },
    wayTo(metres) {
      const dimensions = shown?.answer.dimensions ?? []
      return shown === null || dimensions.length === 0 ? null : rotate(shown.frame, shiftTo(dimensions[active % dimensions.length], metres))
    },
    end() {
      shown = null
      showGuides(null)
    },
  }
}

const centreOf = ({ min, max }: Bounds): Vec3 => scale(add(min, max), 0.5)

/** The same transform seen from a frame that is turned about the origin. */
const inFrame = ({ position, rotation, scale: size }: Transform, frame: Quat): Transform => {
  const back = conjugate(frame)
  return { position: rotate(back, position), rotation: quatMultiply(back, rotation), scale: size }
}

function boxesOf(snapshot: SceneSnapshot, document: AtriumDocument, pieces: readonly Piece[], frame: Quat): BoxList {
  const boxes = frame[3] === 1 ? [...boundsOfPieces(snapshot, document, pieces).values()] : turnedBoxes(snapshot, pieces, frame)
  const list = new Float64Array(6 * boxes.length)
  for (const [i, { min, max }] of boxes.entries()) {
    const at = 6 * i
    for (let k = 0; k < 3; k++) {
      list[at + k] = min[k]
      list[at + 3 + k] = max[k]
    }
  }
  return list
}

function turnedBoxes(snapshot: SceneSnapshot, pieces: readonly Piece[], frame: Quat): readonly Bounds[] {
  const meshOf = meshesOf(snapshot)
  return pieces.flatMap((piece) => {
    const bounds = snapshot.meshes.get(meshOf.get(piece.id) ?? '')?.bounds
    return bounds === undefined ? [] : [worldBounds({ bounds, transform: inFrame(piece, frame) })]
  })
}

/** A turn in steps of a hundredth of a degree: rounding is no reason for other axes. */
const rounded = (radians: number): number => Math.round(radians / (Math.PI / 18_000)) * (Math.PI / 18_000)

/** How far the walls around are turned, as the nearest says: radians about y. 0 where there is none. */
function yawOfRoom(query: SceneQuery, from: Vec3, skip: ReadonlySet<string>): number {
  let nearest: { readonly t: number; readonly normal: Vec3 } | null = null
  for (let i = 0; i < DIRECTIONS; i++) {
    const angle = (2 * Math.PI * i) / DIRECTIONS
    const hit = query.closestHit(from, [Math.sin(angle), 0, Math.cos(angle)], { skip })
    if (hit !== null && Math.abs(hit.normal[1]) < 0.01 && hit.t < (nearest?.t ?? Infinity)) nearest = hit
  }
  if (nearest === null) return 0
  const turn = Math.atan2(nearest.normal[0], nearest.normal[2])
  return rounded(turn - Math.round(turn / (Math.PI / 2)) * (Math.PI / 2))
}

/** Where walls across an axis of the frame are met from the middle of a box. */
function wallsAlong(query: SceneQuery, box: Bounds, axis: Vec3, frame: Quat, skip: ReadonlySet<string>): readonly [number, number] {
  const origin = rotate(frame, centreOf(box))
  const at = dot(centreOf(box), axis)
  const [below, above] = [-1, 1].map((side) => {
    const direction = rotate(frame, scale(axis, side))
    const hit = query.closestHit(origin, direction, { skip })
    return hit !== null && Math.abs(dot(hit.normal, direction)) > ALONG ? at + side * hit.t : side * Infinity
  })
  return [below, above]
}
