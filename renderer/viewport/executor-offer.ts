import { offer } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { changeSettings } from '../panels/settings.ts'
import { useShell } from '../panels/shell.ts'

/**
 * Where a program plays the graphics card, tracing on the processor's threads is faster: says so once, when the first picture is
 * there to be compared with. Whatever is answered is remembered; the Render menu can change it.
 */
export function offerExecutor(): () => void {
  const look = (): void => {
    const { adapter, report, settled } = useInteraction.getState()
    if (useShell.getState().settings.executor !== undefined) return stop()
    if (adapter?.software !== true || report === null || !settled) return
    stop()
    offer(
      'The processor can draw this faster',
      `No graphics card was found, so a program plays one (${adapter.name}). Tracing rays on the processor's ${navigator.hardwareConcurrency} threads directly shows the same picture, about three times as fast in the sample room.`,
      { label: 'Trace on the processor', run: () => changeSettings({ executor: 'cpu' }) },
      () => changeSettings({ executor: 'gpu' }),
    )
  }
  const stop = useInteraction.subscribe(look)
  look()
  return stop
}
