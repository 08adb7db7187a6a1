import type { MeshData, SceneQuery, SceneSnapshot, Vec3 } from '../../gpu/index.ts'
import { isArchitecture, isHidden } from '../document/flags.ts'
import { useDocument } from '../document/store.ts'
import type { AtriumDocument, Piece } from '../document/types.ts'
import type { Bounds } from '../navigation/orbit.ts'
import { rotate } from '../navigation/vector.ts'
import { hasGround } from '../scene/ground.ts'
import { findViewport } from '../interaction/viewport.ts'
import { flash } from '../shell/shell.ts'
import { say } from '../words/say.ts'
import type { ToolContext } from './context.ts'
import { createFreeTest, type Loose, overlapsOf, passable } from './place/keep-out.ts'
import { partsOf } from './place/parts.ts'
import { type Body, worldBounds } from './place/placement.ts'
import { RUG_HEIGHT, type SurfaceRules } from './place/surface.ts'

/** The piece with its mesh's box, or null while its mesh is not loaded. */
export function bodyOf(snapshot: SceneSnapshot, piece: Piece): Body | null {
  const meshOf = (id: string): string | undefined => snapshot.instances.find((instance) => instance.id === id)?.mesh
  // A copy of this moment is not in the snapshot yet; its original is.
  const isOriginal = (other: Piece): boolean => other.asset === piece.asset && other.part === piece.part && meshOf(other.id) !== undefined
  const mesh = meshOf(piece.id) ?? meshOf(useDocument.getState().document.pieces.find(isOriginal)?.id ?? '')
  const data = mesh === undefined ? undefined : snapshot.meshes.get(mesh)
  return data === undefined ? null : { bounds: data.bounds, transform: piece, mount: piece.mount, parts: () => partsOf(data) }
}

/** Of pieces that have not changed since. */
const boxes = new WeakMap<Piece, { readonly bounds: Bounds; readonly box: Bounds }>()

function boxOf(piece: Piece, bounds: Bounds): Bounds {
  const known = boxes.get(piece)
  if (known?.bounds === bounds) return known.box
  const box = worldBounds({ bounds, transform: piece })
  boxes.set(piece, { bounds, box })
  return box
}

/** World boxes of the document's visible pieces, or of some of them. */
export function boundsOfPieces(snapshot: SceneSnapshot, document: AtriumDocument, pieces: readonly Piece[] = document.pieces): ReadonlyMap<string, Bounds> {
  const meshOf = meshesOf(snapshot)
  const found = new Map<string, Bounds>()
  for (const piece of pieces) {
    const bounds = isHidden(document, piece) ? undefined : snapshot.meshes.get(meshOf.get(piece.id) ?? '')?.bounds
    if (bounds !== undefined) found.set(piece.id, boxOf(piece, bounds))
  }
  return found
}

const meshes = new WeakMap<SceneSnapshot, ReadonlyMap<string, string>>()

/** The mesh of every instance. A gesture asks several times when it begins. */
export function meshesOf(snapshot: SceneSnapshot): ReadonlyMap<string, string> {
  const known = meshes.get(snapshot)
  if (known !== undefined) return known
  const found = new Map(snapshot.instances.map(({ id, mesh }) => [id, mesh]))
  meshes.set(snapshot, found)
  return found
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
  const { document } = useDocument.getState()
  const { pieces } = document
  const boxes = boundsOfPieces(snapshot, document)
  const furniture = new Set(pieces.flatMap((piece) => {
    const box = boxes.get(piece.id)
    return !isArchitecture(piece) && box !== undefined && box.max[1] - box.min[1] > RUG_HEIGHT ? [piece.id] : []
  }))
  return { mount, skip, isOpen: hasGround(document) || !pieces.some((piece) => isArchitecture(piece) && !isHidden(document, piece)), isFurniture: (id) => furniture.has(id) }
}

/** Ids of all that is not architecture. */
export const looseIds = (): ReadonlySet<string> => new Set(useDocument.getState().document.pieces.flatMap((piece) => (isArchitecture(piece) ? [] : [piece.id])))

/** What is not architecture, and of that what is low enough to be stood upon. */
export function looseIn(snapshot: SceneSnapshot): Loose {
  const { document } = useDocument.getState()
  const boxes = boundsOfPieces(snapshot, document)
  const ids = looseIds()
  const heightOf = (id: string): number => {
    const box = boxes.get(id)
    return box === undefined ? Infinity : box.max[1] - box.min[1]
  }
  return { ids, low: new Set(document.pieces.flatMap(({ id, mount }) => (ids.has(id) && mount === 'floor' && heightOf(id) <= RUG_HEIGHT ? [id] : []))) }
}

/** Whether a piece would stick in the architecture: every other piece is looked through. */
export const createWallTest = ({ query }: Pick<ToolContext, 'query'>, body: Body): ReturnType<typeof createFreeTest> => createFreeTest(query, body, looseIds())

/** What pieces that move together look through on their way. */
export const passableBy = (query: SceneQuery, snapshot: SceneSnapshot, bodies: readonly Body[], moving: Iterable<string>): ReadonlySet<string> =>
  passable(query, bodies, new Set(moving), looseIn(snapshot))

/** What a piece would stick in at a place that was typed, where it goes all the same: another piece, 'wall', or null. */
export function inTheWay(piece: Piece, position: Vec3): Piece | 'wall' | null {
  const around = findViewport()?.surroundings() ?? null
  const body = around === null ? null : bodyOf(around.snapshot, piece)
  if (around === null || body === null) return null
  const passed = passableBy(around.query, around.snapshot, [body], [piece.id])
  return metIn(overlapsOf(around.query, { ...body, transform: { ...body.transform, position } }, passed))
}

function metIn(ids: readonly string[]): Piece | 'wall' | null {
  const met = new Set(ids)
  const other = useDocument.getState().document.pieces.find((one) => met.has(one.id) && !isArchitecture(one))
  return other ?? (met.size > 0 ? 'wall' : null)
}

/** Says in what a piece sticks. */
export const tellWhatIsInTheWay = (piece: Piece, position: Vec3): void => tell(piece, inTheWay(piece, position))

/** Says in what a piece sticks since it has another mesh; what it was in before is no news. */
export function tellWhatItGrewInto(piece: Piece, mesh: MeshData): void {
  const around = findViewport()?.surroundings() ?? null
  const before = around === null ? null : bodyOf(around.snapshot, piece)
  if (around === null || before === null) return
  const grown: Body = { ...before, bounds: mesh.bounds, parts: () => partsOf(mesh) }
  tell(piece, metIn(overlapsOf(around.query, grown, passableBy(around.query, around.snapshot, [before], [piece.id]))))
}

function tell(piece: Piece, met: Piece | 'wall' | null): void {
  if (met === 'wall') flash(say('hud.inWall', { name: piece.name }))
  else if (met !== null) flash(say('hud.inPiece', { name: piece.name, other: met.name }))
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
