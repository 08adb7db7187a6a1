import type { SceneSnapshot, Vec3 } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import type { Piece } from '../document/types.ts'
import type { Bounds } from '../navigation/orbit.ts'
import { rotate } from '../navigation/vector.ts'
import type { ToolContext } from './context.ts'
import { type Body, orientedBox, worldBounds } from './place/placement.ts'
import { RUG_HEIGHT, type SurfaceRules } from './place/surface.ts'

/** The piece with its mesh's box, or null while its mesh is not loaded. */
export function bodyOf(snapshot: SceneSnapshot, piece: Piece): Body | null {
  const mesh = snapshot.instances.find(({ id }) => id === piece.id)?.mesh
  const bounds = mesh === undefined ? undefined : snapshot.meshes.get(mesh)?.bounds
  return bounds === undefined ? null : { bounds, transform: piece, mount: piece.mount }
}

/** World boxes of all visible pieces. */
export function boundsOfPieces(snapshot: SceneSnapshot, pieces: readonly Piece[]): ReadonlyMap<string, Bounds> {
  const meshOf = new Map(snapshot.instances.map(({ id, mesh }) => [id, mesh]))
  return new Map(pieces.flatMap((piece) => {
    const bounds = piece.hidden ? undefined : snapshot.meshes.get(meshOf.get(piece.id) ?? '')?.bounds
    return bounds === undefined ? [] : [[piece.id, worldBounds({ bounds, transform: piece })] as const]
  }))
}

export function unionOf(boxes: Iterable<Bounds>): Bounds | null {
  let union: Bounds | null = null
  for (const { min, max } of boxes) {
    const a: Vec3 = union === null ? min : union.min
    const b: Vec3 = union === null ? max : union.max
    union = {
      min: [Math.min(a[0], min[0]), Math.min(a[1], min[1]), Math.min(a[2], min[2])],
      max: [Math.max(b[0], max[0]), Math.max(b[1], max[1]), Math.max(b[2], max[2])],
    }
  }
  return union
}

/** Rules for the surface search of a gesture, made once when it begins. */
export function surfaceRules(snapshot: SceneSnapshot, mount: Body['mount'], skip: ReadonlySet<string>): SurfaceRules {
  const { pieces } = useDocument.getState().document
  const boxes = boundsOfPieces(snapshot, pieces)
  const furniture = new Set(pieces.flatMap(({ id, locked }) => {
    const box = boxes.get(id)
    return !locked && box !== undefined && box.max[1] - box.min[1] > RUG_HEIGHT ? [id] : []
  }))
  return { mount, skip, isFurniture: (id) => furniture.has(id) }
}

/** Height by which a standing piece is lifted for the overlap test: the floor it stands on is no obstacle. */
const LIFT = 0.03

/** Whether a piece would stick in the architecture: every piece that is not locked is looked through. */
export function createWallTest(context: ToolContext, body: Body): (position: Vec3, rotation?: Body['transform']['rotation']) => boolean {
  const skip = new Set(useDocument.getState().document.pieces.filter(({ locked }) => !locked).map(({ id }) => id))
  return (position, rotation = body.transform.rotation) => {
    const box = orientedBox({ bounds: body.bounds, transform: { ...body.transform, position, rotation } })
    const center: Vec3 = [box.center[0], box.center[1] + liftOf(body), box.center[2]]
    return context.query.overlapBox(center, box.halfExtents, box.orientation, { skip }).length === 0
  }
}

function liftOf({ mount }: Body): number {
  if (mount === 'ceiling') return -LIFT
  return mount === 'wall' ? 0 : LIFT
}

/** Directions to slide along: the room's axes and the piece's own, level. */
export function slideAxes({ transform: { rotation } }: Body): readonly Vec3[] {
  const level = (axis: Vec3): Vec3 => {
    const [x, , z] = rotate(rotation, axis)
    const size = Math.hypot(x, z)
    return size < 1e-3 ? [1, 0, 0] : [x / size, 0, z / size]
  }
  return [[1, 0, 0], [0, 0, 1], level([1, 0, 0]), level([0, 0, 1]), [0, 1, 0]]
}
