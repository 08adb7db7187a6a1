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
  const progressOf = (): string => {
    if (settled) return say('status.done')
    // After an edit the report is still that of the picture before, with all its samples.
    return samples < samplesWanted ? say('status.progress', { samples, wanted: samplesWanted }) : say('status.refining')
  }
  return [method, progressOf(), say('status.pieces', { count: pieces }), `${width} × ${height}`]
}
