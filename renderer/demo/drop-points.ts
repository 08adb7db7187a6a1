import { useDocument } from '../document/store.ts'
import type { PieceId } from '../document/types.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { useInteraction } from '../interaction/store.ts'
import { viewportReady } from '../interaction/viewport.ts'
import type { PlaceableItem } from '../project/insert/bring-in.ts'
import { loadCatalogueItem } from '../project/open/open-project.ts'
import { findHold, type Share } from './hold.ts'

/** Where the pointer goes with a catalogue item: shares of the canvas, tried in order until a surface takes the piece. */
export interface Drop {
  readonly item: string
  readonly points: readonly Share[]
}

/** Every so much of the canvas, from the middle outwards, between two heights. */
function grid(top: number, bottom: number, columns = [0.5, 0.35, 0.65, 0.2, 0.8], heights = 3): readonly Share[] {
  const rows = Array.from({ length: heights }, (_, i) => top + ((bottom - top) * i) / (heights - 1))
  return rows.flatMap((y) => columns.map((x) => [x, y] as const))
}

export const DROPS: readonly Drop[] = [
  { item: 'mirror-convex', points: [[0.14, 0.27], ...grid(0.25, 0.5), ...grid(0.1, 0.7, [0.5, 0.42, 0.58, 0.35, 0.65, 0.27, 0.73, 0.2, 0.8, 0.12, 0.88, 0.05, 0.95], 13)] },
  { item: 'kettle', points: [[0.5, 0.62], ...grid(0.6, 0.9)] },
  { item: 'armchair', points: [[0.24, 0.86], ...grid(0.7, 0.95)] },
]

const WAIT_MS = 400

/**
 * Takes an item from the catalogue and puts it into the room as a hand would: the pointer moves over the canvas until the
 * piece has found a surface, then clicks. What belongs on a wall goes where one holds it.
 *
 * @returns null: it belongs on a wall, and none in sight has room for it
 * @throws AtriumError `scene-invalid` when no surface in sight takes it
 */
export async function placeByPointer({ item, points }: Drop): Promise<PieceId | null> {
  const canvas = document.querySelector<HTMLCanvasElement>('.viewport-area canvas')
  if (canvas === null) throw new AtriumError('internal', 'the viewport has no canvas')
  const known = new Set(useDocument.getState().document.pieces.map(({ id }) => id))
  const newest = (): PieceId | undefined => useDocument.getState().document.pieces.find(({ id }) => !known.has(id))?.id
  // The model is loaded before the pointer sets out, so that every move counts.
  const places = await placesFor(await loadCatalogueItem(item), points, canvas)
  if (places === null) return null
  useInteraction.setState({ placing: item })
  await pause(WAIT_MS)
  for (const point of places) {
    send(canvas, 'pointermove', point)
    await pause(50)
    const id = newest()
    if (id === undefined) continue
    send(canvas, 'pointerup', point)
    return id
  }
  useInteraction.setState({ placing: null })
  throw new AtriumError('scene-invalid', `no surface in sight takes the ${item}`)
}

/** Where the pointer is to go with a piece: where something holds it. What stands goes anywhere else, too; null: what hangs does not. */
async function placesFor(item: PlaceableItem, points: readonly Share[], { clientWidth, clientHeight }: HTMLCanvasElement): Promise<readonly Share[] | null> {
  const { piece } = item.create()
  const around = (await viewportReady()).surroundings()
  const mesh = item.asset.parsed.meshes.get(item.part.mesh)
  if (around === null || mesh === undefined) throw new AtriumError('internal', 'the room is not on screen')
  const hold = findHold(around, { bounds: mesh.bounds, transform: piece, mount: piece.mount }, useInteraction.getState().pose, { width: clientWidth, height: clientHeight }, points)
  if (piece.mount === 'wall') return hold === null ? null : [hold]
  return hold === null ? points : [hold, ...points]
}

function send(canvas: HTMLCanvasElement, type: string, [x, y]: readonly [number, number]): void {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  canvas.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', button: 0, clientX: left + x * width, clientY: top + y * height,
  }))
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
