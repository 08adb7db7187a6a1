import type { FrameInput, FrameLoop } from '../../../gpu/index.ts'
import type { Painter, Shot } from './picture.ts'
import { cutOut, tileCamera, tilesOf, withMargin } from './tiles.ts'

/** Pixels of a part's sides: small enough for any adapter's buffers. */
export const TILE = 1024
/** Painted around a part and thrown away: what looks at neighbours finds them. */
const MARGIN = 16

/**
 * Bands of the picture that the window shows, painted tile by tile, each refined until it is final. The exposure has to be locked: every tile
 * would meter for itself.
 *
 * @param read  takes what the loop shows: 4 values per pixel
 * @param more  who traces, and how far
 */
export function createTilePainter<Values extends Uint8Array | Float32Array>(
  loop: FrameLoop, Type: new (length: number) => Values, read: (loop: FrameLoop) => Promise<ArrayLike<number>>, more: Pick<FrameInput, 'cpu' | 'pathBounces'> = {},
): (shot: Shot) => Painter<Values> {
  return ({ camera, width, height, settings }) => async (band, tell) => {
    const all = new Type(width * band.rows * 4)
    const tiles = tilesOf(width, band, TILE)
    for (const [i, tile] of tiles.entries()) {
      const around = withMargin(tile, width, height, MARGIN)
      loop.update({ camera: tileCamera(camera, width, height, around), settings, width: around.width, height: around.height, interacting: false, ...more })
      while (await loop.step() === 'working') tell((i + loop.report.samples / Math.max(1, loop.report.samplesWanted)) / tiles.length)
      cutOut(await read(loop), around, all, { y: band.y, width }, tile)
    }
    return all
  }
}

/** @throws Error when the loop shows no finished picture */
export async function readFinished(loop: FrameLoop): Promise<Float32Array> {
  const radiance = await loop.readRadiance()
  if (radiance === null) throw new Error('The picture is not finished')
  return radiance
}
