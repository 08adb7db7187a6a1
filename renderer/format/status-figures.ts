import type { FrameReport } from '../../gpu/index.ts'
import { say } from '../words/say.ts'

interface Shown {
  readonly report: Pick<FrameReport, 'width' | 'height' | 'samples' | 'samplesWanted'>
  /** As the menu calls it. */
  readonly method: string
  readonly settled: boolean
  readonly pieces: number
}

/** What whoever furnishes reads of the picture: how it is made, how far it is, what it shows, how large it is. */
export function statusFigures({ report: { width, height, samples, samplesWanted }, method, settled, pieces }: Shown): readonly string[] {
  const progress = settled || samplesWanted <= samples ? say('status.done') : say('status.progress', { samples, wanted: samplesWanted })
  return [method, progress, say('status.pieces', { count: pieces }), `${width} × ${height}`]
}
