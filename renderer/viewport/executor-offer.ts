import type { FrameReport } from '../../gpu/index.ts'
import { offer } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { changeSettings } from '../shell/settings.ts'
import { useShell } from '../shell/shell.ts'
import { fixed, significant } from '../words/numbers.ts'
import { say } from '../words/say.ts'

/**
 * Where a program plays the graphics card, tracing on the processor's threads is faster as a rule: says so once, when the first picture
 * is there to be compared with, and how much faster it was once it was tried. Whatever is answered is remembered; the notice that
 * says what it brought leads back.
 */
export function offerExecutor(): () => void {
  const look = (): void => {
    const { adapter, report, settled } = useInteraction.getState()
    if (useShell.getState().settings.executor !== undefined) return stop()
    if (adapter?.software !== true || report === null || !settled) return
    stop()
    offer(
      say('offer.cpu'),
      say('offer.cpu.text', { adapter: adapter.name, count: navigator.hardwareConcurrency }),
      { label: say('offer.cpu.accept'), run: () => tryExecutor(report) },
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
    const figures = say('offer.cpu.figures', { before: significant(pixelMs(before), 2), after: significant(pixelMs(report), 2) })
    const title = ratio >= 1 ? say('offer.cpu.faster', { ratio: fixed(ratio, 1) }) : say('offer.cpu.slower')
    offer(title, figures, { label: say('offer.cpu.back'), run: () => changeSettings({ executor: 'gpu' }) }, () => {})
  })
  changeSettings({ executor: 'cpu' })
}

/** Milliseconds of tracing per traced pixel. */
const pixelMs = ({ passMs: { shade, reflect }, width, height }: FrameReport): number => (shade + reflect) / (width * height)
