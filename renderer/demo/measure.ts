import type { FrameReport } from '../../gpu/index.ts'
import { useInteraction } from '../interaction/store.ts'

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Collects the report of every complete frame until it is stopped. */
export function recordFrames(): { readonly frames: readonly FrameReport[]; stop(): void } {
  const frames: FrameReport[] = []
  const stop = useInteraction.subscribe((state, before) => {
    if (state.report !== null && state.report !== before.report) frames.push(state.report)
  })
  return { frames, stop }
}

/** Medians over frames of the full traced resolution. */
export function frameFigures(frames: readonly FrameReport[], width: number, height: number): {
  gbufferMs: number
  shadeMs: number
  reflectMs: number
  compositeMs: number
  frames: number
  rays: { shadow: number; reflection: number }
} {
  const full = frames.filter((frame) => frame.width === width && frame.height === height)
  const of = (read: (frame: FrameReport) => number): number => Number(median(full.map(read)).toFixed(2))
  return {
    gbufferMs: of(({ passMs }) => passMs.gbuffer),
    shadeMs: of(({ passMs }) => passMs.shade),
    reflectMs: of(({ passMs }) => passMs.reflect),
    compositeMs: of(({ passMs }) => passMs.tonemap),
    frames: full.length,
    rays: { shadow: of(({ rays }) => rays.shadow), reflection: of(({ rays }) => rays.reflection) },
  }
}
