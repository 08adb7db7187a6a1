import type { RenderSettings } from '../../gpu/index.ts'
import { useInteraction } from '../interaction/store.ts'
import { useShell } from './shell.ts'
import { table } from '../words/say.ts'

/** How the picture is made, as the menu calls it. */
export const METHOD_NAMES: Readonly<Record<RenderSettings['method'], string>> = table({ whitted: 'command.render.method.whitted', hybrid: 'command.render.method.hybrid' })

/** What suits this adapter: a program that plays the GPU is too slow for many paths. */
export const automaticMethod = (): RenderSettings['method'] => (useInteraction.getState().adapter?.software === false ? 'hybrid' : 'whitted')

/** The user's choice, else the automatic one. */
export const suitingMethod = (): RenderSettings['method'] => useShell.getState().settings.method ?? automaticMethod()

/** Keeps the picture's settings at that, whatever project is opened: the method belongs to the computer. @returns ends it */
export function followMethod(): () => void {
  const follow = (): void => {
    const method = suitingMethod()
    if (useInteraction.getState().settings.method !== method) useInteraction.setState((state) => ({ settings: { ...state.settings, method } }))
  }
  follow()
  const unsubscribe = [useInteraction.subscribe(follow), useShell.subscribe(follow)]
  return () => { for (const stop of unsubscribe) stop() }
}
