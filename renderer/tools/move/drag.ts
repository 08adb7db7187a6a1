import type { Vec3 } from '../../../gpu/index.ts'
import { setTransforms } from '../../document/changes/index.ts'
import { isLocked, unlockedPieces } from '../../document/flags.ts'
import { newId } from '../../document/ids.ts'
import { isPlaced, rotationOf } from '../../document/light-frame.ts'
import { useDocument } from '../../document/store.ts'
import type { Transform } from '../../document/transform.ts'
import type { Piece, PlacedLight } from '../../document/types.ts'
import { projectPoint } from '../../navigation/projection.ts'
import { useInteraction } from '../../interaction/store.ts'
import { add, distance, dot, quatFromAxisAngle, rotate, scale, sub, UP } from '../../navigation/vector.ts'
import { bodyOf, slideAxes, surfaceRules, tellWhatIsInTheWay } from '../body.ts'
import { type Point, rayAt, type ToolContext } from '../context.ts'
import type { FreeTest } from '../place/keep-out.ts'
import { anchorOf, type Body, placeOn } from '../place/placement.ts'
import { flash, useShell } from '../../shell/shell.ts'
import { phrase, say } from '../../words/say.ts'
import { freeTests } from './free-tests.ts'
import { turnedAbout } from '../arrange/stand.ts'
import type { HeldKeys } from '../gesture.ts'
import { carriedBy } from './carried.ts'
import { createLineUp } from './line-up.ts'
import { backOff, slide } from './slide.ts'
import { findSurface } from '../place/surface.ts'
import { parseDistance, typedOn } from './typed-distance.ts'

/** Moves a piece over the surfaces of the room. */
export interface SurfaceDrag {
  /** The piece as it would be with the pointer here, or null where it finds no surface. Ctrl lets it fall into no line, Alt through other pieces. */
  moveTo(point: Point, keys?: HeldKeys): Transform | null
  /** The piece turned on its foot; null: it hangs on a wall, has not moved, or it and its company find no room. @param angle  radians, counter-clockwise from above */
  turn(angle: number): Transform | null
  /** By so much since it was taken, radians. */
  turned(): number
  /** A key that types a distance, applies it or chooses which one is typed: what becomes of the piece then; null: the key means something else. */
  key(key: string): { readonly transform: Transform | null; readonly isDone: boolean } | null
  /** The guides go. */
  end(): void
}

const NO_DRAG: SurfaceDrag = { moveTo: () => null, turn: () => null, turned: () => 0, key: () => null, end: () => undefined }
const UNTURNED = [0, 0, 0, 1] as const
/** CSS pixels within which a piece falls into line, and the least and most that may be in the room, metres. */
const REACH_PIXELS = 8
const [LEAST_REACH, MOST_REACH] = [0.02, 0.15]

function reachAt(context: ToolContext, position: Vec3): number {
  const { pose } = useInteraction.getState()
  const metresPerPixel = (2 * Math.tan(pose.verticalFov / 2) * distance(pose.position, position)) / Math.max(1, context.size().height)
  return Math.min(MOST_REACH, Math.max(LEAST_REACH, REACH_PIXELS * metresPerPixel))
}

/**
 * @param grab  where on the canvas the piece was taken, or null when it hangs on the pointer by its anchor
 * @param company  pieces that move along
 */
export function createSurfaceDrag(context: ToolContext, piece: Piece, held: Body, grab: Point | null, company: readonly Piece[] = []): SurfaceDrag {
  const snapshot = context.snapshot()
  if (snapshot === null) return NO_DRAG
  const skip = new Set([piece.id, ...company.map((other) => other.id)])
  let body = held
  const rules = surfaceRules(snapshot, body.mount, skip)
  const offset = grab === null ? { x: 0, y: 0 } : grabOffset(context, body, grab)
  const placeOf = freeTests(context.query, snapshot, piece, body, company, grab !== null)
  const { settings } = useShell.getState()
  const lineUp = createLineUp({ query: context.query, snapshot, document: useDocument.getState().document, skip, grid: gridOf(settings) })
  let last: Transform | null = grab === null ? null : piece
  let now: Transform | null = null
  let turnedBy = 0
  let draft = ''
  let asked: { readonly point: Point; readonly keys: HeldKeys | undefined } | null = null

  /** On the way to the pointer, up to walls and other pieces. */
  function towards(point: Point, isFree: FreeTest): Transform | null {
    const ray = rayAt(context, { x: point.x - offset.x, y: point.y - offset.y })
    const surface = findSurface(context.query, ray, rules)
    if (surface === null) return null
    const target = placeOn(body, surface)
    const isFreeSo = (position: Vec3): boolean => isFree(position, target.rotation)
    if (last === null) return { ...target, position: body.mount === 'wall' ? target.position : backOff(target.position, ray.origin, isFreeSo) }
    // Around a corner it goes when there is room for it.
    const turns = body.mount === 'wall' && target.rotation.some((value, k) => Math.abs(value - last!.rotation[k]) > 1e-3)
    if (turns) return isFreeSo(target.position) || !isFree(last.position, last.rotation) ? target : null
    return { ...target, position: slide(last.position, target.position, slideAxes({ ...body, transform: target }), isFreeSo) }
  }
  function moveTo(point: Point, keys?: HeldKeys): Transform | null {
    // What is being typed is not shaken off by a hand that rests on the mouse.
    if (draft !== '') return null
    asked = { point, keys }
    const isFree = placeOf(keys?.altKey === true, turnedBy)
    const free = towards(point, isFree)
    if (free === null) return null
    last = free
    const isOff = settings.guides === 'off' || keys?.ctrlKey === true || keys?.metaKey === true
    const way = lineUp.snap({ ...body, transform: free }, isOff ? 0 : reachAt(context, free.position))
    const wanted = add(free.position, way)
    const inLine = isFree(wanted, free.rotation) ? wanted : free.position
    now = { ...free, position: inLine }
    if (isOff) lineUp.end()
    return now
  }
  return {
    moveTo,
    turn(angle) {
      if (body.mount === 'wall' || draft !== '' || asked === null) return null
      const turned = (transform: Transform): Transform => ({ ...transform, ...turnedAbout(transform, anchorOf({ ...body, transform }), angle) })
      const next = last === null ? null : turned(last)
      const isFreeAt = (by: number, { position, rotation }: Transform): boolean => placeOf(asked!.keys?.altKey === true, by)(position, rotation)
      if (last !== null && next !== null && isFreeAt(turnedBy, last) && !isFreeAt(turnedBy + angle, next)) return null
      last = next
      turnedBy += angle
      body = { ...body, transform: turned(body.transform) }
      return moveTo(asked.point, asked.keys)
    },
    turned: () => turnedBy,
    key(key) {
      if (now === null) return null
      const here = { ...body, transform: now }
      if (key === 'Tab') lineUp.nextDimension()
      else if (key === 'Enter' && draft !== '') {
        const metres = parseDistance(draft, useDocument.getState().document.unit)
        const way = metres === null ? null : lineUp.wayTo(metres)
        draft = ''
        if (way === null) {
          flash(say(metres === null ? 'hud.noDistance' : 'hud.nothingToMeasure'))
          return { transform: null, isDone: false }
        }
        lineUp.end()
        const position = add(now.position, way)
        tellWhatIsInTheWay(piece, position)
        return { transform: { ...now, position }, isDone: true }
      } else {
        const typed = typedOn(draft, key)
        if (typed === null) return null
        draft = typed
      }
      lineUp.show(here, draft)
      return { transform: null, isDone: false }
    },
    end: () => lineUp.end(),
  }
}

/** Metres between the lines of the grid; 0: it is off. */
const gridOf = ({ grid }: { readonly grid?: string | undefined }): number => (grid === undefined ? 0 : Number(grid) / 100)

/** From the piece's anchor on the picture to the pointer: with the pointer at rest the piece rests too. */
function grabOffset(context: ToolContext, body: Body, grab: Point): Point {
  const size = context.size()
  const anchor = projectPoint(useInteraction.getState().pose, size, anchorOf(body))
  const isOnPicture = anchor !== null && anchor[0] > 0 && anchor[1] > 0 && anchor[0] < size.width && anchor[1] < size.height
  return isOnPicture ? { x: grab.x - anchor[0], y: grab.y - anchor[1] } : { x: 0, y: 0 }
}

/** What is selected together with an item, and moves along with it. */
function companyOf(id: string): { readonly company: readonly Piece[]; readonly lights: readonly PlacedLight[] } {
  const { document } = useDocument.getState()
  const selected = new Set(useInteraction.getState().selection)
  if (!selected.has(id)) return { company: [], lights: [] }
  return {
    company: unlockedPieces(document, selected).filter((other) => other.id !== id),
    lights: document.lights.filter((light): light is PlacedLight => isPlaced(light) && light.id !== id && light.attachedTo === null && selected.has(light.id)),
  }
}

/** Metres that a dragged light stays away from what lies behind it. */
const LIGHT_CLEARANCE = 0.05

/**
 * Drags a light that hangs free, as far from the picture as it was, but never into what the pointer is over: along a wall it comes nearer.
 *
 * @returns null when it hangs on a piece, or is gone
 */
export function beginLightDrag(context: ToolContext, id: string, grab: Point): PieceDrag | null {
  const light = useDocument.getState().document.lights.find((other) => other.id === id)
  if (light === undefined || !isPlaced(light) || light.attachedTo !== null) return null
  const { pose } = useInteraction.getState()
  const { company, lights } = companyOf(id)
  const others = [...company, ...lights]
  const at = projectPoint(pose, context.size(), light.position)
  const offset = at === null ? { x: 0, y: 0 } : { x: grab.x - at[0], y: grab.y - at[1] }
  const forward = rotate(pose.orientation, [0, 0, -1])
  const depth = dot(sub(light.position, pose.position), forward)
  const skip = new Set(company.map((other) => other.id))
  const gesture = newId()
  const label = phrase('undo.move', { name: others.length === 0 ? light.name : phrase('undo.items', { count: others.length + 1 }) })
  return {
    moveTo(point) {
      const { origin, direction } = rayAt(context, { x: point.x - offset.x, y: point.y - offset.y })
      const hit = context.query.closestHit(origin, direction, { skip })
      const wanted = depth / dot(direction, forward)
      const most = hit === null ? Infinity : hit.t - LIGHT_CLEARANCE / distance(direction, [0, 0, 0])
      const position = add(origin, scale(direction, Math.max(0, Math.min(wanted, most))))
      const delta = sub(position, light.position)
      useDocument.getState().edit(label, setTransforms(new Map([light, ...others].map((item) => [item.id, { position: add(item.position, delta) }]))), gesture)
    },
    cancel: () => useDocument.getState().abandon(gesture),
  }
}

/** One drag of a piece, and of the selection it belongs to: one undo step. */
export interface PieceDrag {
  moveTo(point: Point, keys?: HeldKeys): void
  /** By a step of the wheel, with all that moves along; unless some of it hangs on a wall. @param angle  radians, counter-clockwise from above */
  turn?(angle: number): void
  /** Whether the key was meant for the drag: a distance that is typed. */
  key?(key: string): boolean
  /** Released, or broken off and kept. */
  end?(): void
  cancel(): void
}

/** Null when there is nothing to drag: the piece is locked or not loaded. */
export function beginPieceDrag(context: ToolContext, id: string, grab: Point): PieceDrag | null {
  const { document } = useDocument.getState()
  const piece = document.pieces.find((other) => other.id === id)
  const snapshot = context.snapshot()
  if (piece === undefined || isLocked(document, piece) || snapshot === null) return null
  const body = bodyOf(snapshot, piece)
  if (body === null) return null
  const { company, lights } = companyOf(id)
  const others = [...company, ...lights]
  const drag = createSurfaceDrag(context, piece, body, grab, company)
  const gesture = newId()
  const label = phrase('undo.move', { name: others.length === 0 ? piece.name : phrase('undo.items', { count: others.length + 1 }) })
  let isDone = false
  let wasTurned = false
  function put(target: Transform): void {
    const turn = quatFromAxisAngle(UP, drag.turned())
    const transforms = new Map<string, Partial<Transform>>(others.map((other) => {
      const { position, rotation } = carriedBy({ position: other.position, rotation: ('mount' in other ? other.rotation : rotationOf(other)) ?? UNTURNED }, piece!.position, target.position, turn)
      return [other.id, wasTurned ? { position, rotation } : { position }]
    }))
    transforms.set(id, { position: target.position, rotation: target.rotation })
    useDocument.getState().edit(label, setTransforms(transforms), gesture)
  }
  return {
    moveTo(point, keys) {
      const target = isDone ? null : drag.moveTo(point, keys)
      if (target !== null) put(target)
    },
    turn(angle) {
      if (company.some(({ mount }) => mount === 'wall')) return flash(say('hud.turn.wall'))
      const target = isDone ? null : drag.turn(angle)
      if (target === null) return
      wasTurned = true
      put(target)
    },
    key(key) {
      const answer = isDone ? null : drag.key(key)
      if (answer === null) return false
      isDone = answer.isDone
      if (answer.transform !== null) put(answer.transform)
      return true
    },
    end: () => drag.end(),
    cancel() {
      drag.end()
      useDocument.getState().abandon(gesture)
    },
  }
}
