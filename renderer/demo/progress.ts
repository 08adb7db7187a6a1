import { useInteraction } from '../interaction/store.ts'
import { putDemo } from '../platform.ts'

/** What the unattended run draws, in this order. */
export const RESULTS = [
  '01-raster.png', '02-shadows.png', '03-reflections.png', '04-furnished.png', '05-removed.png', '06-reopened.png', '07-walk-drag-dusk.webm', '08-dusk-reference.png',
] as const
export type Result = (typeof RESULTS)[number]

export interface Progress {
  /** From here on this one is drawn. @param shareDone  0..1; left out: by the samples of the picture on screen */
  begin(result: Result, shareDone?: () => number): void
  stop(): void
}

/** At most this often, while one result is drawn. */
const TELL_MS = 20_000

const shareOfSamples = (): number => {
  const { report } = useInteraction.getState()
  return report === null ? 0 : report.samples / Math.max(1, report.samplesWanted)
}

/** Whoever started the run learns which picture is drawn and how far it is, in `progress.json`. It also shows that the run gets on: a model that is read, a picture that refines. */
export function tellProgress(put = putDemo, now = (): number => performance.now()): Progress {
  let drawn: { readonly result: Result; readonly shareDone: () => number } = { result: RESULTS[0], shareDone: shareOfSamples }
  let toldAt = now()
  function tell(): void {
    toldAt = now()
    const { result, shareDone } = drawn
    const state = { result, number: RESULTS.indexOf(result) + 1, count: RESULTS.length, share: Number(Math.min(1, shareDone()).toFixed(3)) }
    const { tasks, report } = useInteraction.getState()
    const doing = tasks.map(({ label, progress }) => ({ label, progress }))
    put('progress.json', new Blob([JSON.stringify({ ...state, doing, samples: report?.samples ?? 0 })])).catch(() => undefined)
  }
  const unsubscribe = useInteraction.subscribe(({ tasks, report }, before) => {
    if ((tasks !== before.tasks || report !== before.report) && now() - toldAt >= TELL_MS) tell()
  })
  return {
    begin(result, shareDone = shareOfSamples) {
      drawn = { result, shareDone }
      tell()
    },
    stop: unsubscribe,
  }
}
