import { useDocument } from '../document/store.ts'
import type { PieceId } from '../document/types.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { useInteraction } from '../interaction/store.ts'
import { loadCatalogueItem } from '../project/open/open-project.ts'

/** Where the pointer goes with a catalogue item: shares of the canvas, tried in order until a surface takes the piece. */
export interface Drop {
  readonly item: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

/** Every fifth of the canvas, from the middle outwards, between two heights. */
function grid(top: number, bottom: number): readonly (readonly [number, number])[] {
  const columns = [0.5, 0.35, 0.65, 0.2, 0.8]
  const rows = [0, 0.5, 1].map((share) => top + (bottom - top) * share)
  return rows.flatMap((y) => columns.map((x) => [x, y] as const))
}

export const DROPS: readonly Drop[] = [
  { item: 'mirror-convex', points: [[0.16, 0.3], ...grid(0.25, 0.5)] },
  { item: 'kettle', points: [[0.5, 0.62], ...grid(0.6, 0.9)] },
  { item: 'armchair', points: [[0.24, 0.86], ...grid(0.7, 0.95)] },
]

const WAIT_MS = 400

/**
 * Takes an item from the catalogue and puts it into the room as a hand would: the pointer moves over the canvas until the
 * piece has found a surface, then clicks.
 *
 * @throws AtriumError `scene-invalid` when no surface in sight takes it
 */
export async function placeByPointer({ item, points }: Drop): Promise<PieceId> {
  const canvas = document.querySelector<HTMLCanvasElement>('.viewport-area canvas')
  if (canvas === null) throw new AtriumError('internal', 'the viewport has no canvas')
  const known = new Set(useDocument.getState().document.pieces.map(({ id }) => id))
  const newest = (): PieceId | undefined => useDocument.getState().document.pieces.find(({ id }) => !known.has(id))?.id
  // The model is loaded before the pointer sets out, so that every move counts.
  await loadCatalogueItem(item)
  useInteraction.setState({ placing: item })
  await pause(WAIT_MS)
  for (const point of points) {
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

function send(canvas: HTMLCanvasElement, type: string, [x, y]: readonly [number, number]): void {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  canvas.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', button: 0, clientX: left + x * width, clientY: top + y * height,
  }))
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
