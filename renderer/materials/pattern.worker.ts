import { serveTask } from '../workers/serve-task.ts'
import type { Pattern } from './patterns/pattern.ts'
import { renderPattern } from './patterns/render.ts'

export interface PatternRequest {
  readonly pattern: Pattern
  /** Pixels on each side. */
  readonly side: number
  readonly aspect: number
  readonly maps: readonly ('color' | 'roughness' | 'normal')[]
}

/** PNG, of those that were asked for. */
export interface PatternResult {
  readonly pictures: Partial<Readonly<Record<'color' | 'roughness' | 'normal', Uint8Array<ArrayBuffer>>>>
  /** What full green of the roughness stands for. */
  readonly roughest: number
}

serveTask<PatternRequest, PatternResult>(async ({ pattern, side, aspect, maps }) => {
  const rendered = renderPattern(pattern, side, aspect)
  const pictures: { color?: Uint8Array<ArrayBuffer>; roughness?: Uint8Array<ArrayBuffer>; normal?: Uint8Array<ArrayBuffer> } = {}
  for (const map of maps) pictures[map] = await pngOf(rendered[map], side)
  return { result: { pictures, roughest: rendered.roughest }, transfer: Object.values(pictures).map(({ buffer }) => buffer) }
})

async function pngOf(rgba: Uint8ClampedArray<ArrayBuffer>, side: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')!.putImageData(new ImageData(rgba, side, side), 0, 0)
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
}
