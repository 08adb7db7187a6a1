import type { FrameReport } from '../../gpu/index.ts'
import { offer, tell } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { changeSettings } from '../shell/settings.ts'
import { useShell } from '../shell/shell.ts'

/**
 * Where a program plays the graphics card, tracing on the processor's threads is faster as a rule: says so once, when the first picture
 * is there to be compared with, and how much faster it was once it was tried. Whatever is answered is remembered; the Render menu can
 * change it.
 */
export function offerExecutor(): () => void {
  const look = (): void => {
    const { adapter, report, settled } = useInteraction.getState()
    if (useShell.getState().settings.executor !== undefined) return stop()
    if (adapter?.software !== true || report === null || !settled) return
    stop()
    offer(
      'The processor may draw this faster',
      `No graphics card was found, so a program plays one (${adapter.name}). Atrium can trace rays on the processor's ${navigator.hardwareConcurrency} threads directly: the same picture, without the detour.`,
      { label: 'Trace on the processor', run: () => tryExecutor(report) },
      () => changeSettings({ executor: 'gpu' }),
    )
  }
  const stop = useInteraction.subscribe(look)
  look()
  return stop
}

/** Changes to the processor and says, after its first picture, what that did to the time. */
function tryExecutor(before: FrameReport): void {
  const stop = useInteraction.subscribe(({ report }) => {
    if (report === null || useShell.getState().settings.executor !== 'cpu') return stop()
    // A figure of the same kind: of whole pictures.
    if (report.executor.kind !== 'cpu' || report.samples < 1) return
    stop()
    const ratio = pixelMs(before) / pixelMs(report)
    if (!Number.isFinite(ratio)) return
    const figures = `${pixelMs(before).toPrecision(2)} ms a pixel on ${before.executor.kind === 'gpu' ? 'the adapter' : 'the threads'}, ${pixelMs(report).toPrecision(2)} ms on the processor's threads, the first picture of each compared.`
    if (ratio >= 1) tell(`The processor traces this room ${ratio.toFixed(1)} times as fast`, [figures])
    else offer('The processor is slower here', figures, { label: 'Back to the GPU', run: () => changeSettings({ executor: 'gpu' }) }, () => {})
  })
  changeSettings({ executor: 'cpu' })
}

/** Milliseconds of tracing per traced pixel. */
const pixelMs = ({ passMs: { shade, reflect }, width, height }: FrameReport): number => (shade + reflect) / (width * height)
