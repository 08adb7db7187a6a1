import { useInteraction } from '../interaction/store.ts'
import { useShell } from './shell.ts'

export type ExecutorKind = 'gpu' | 'cpu'

/** What suits this adapter: where a program plays the GPU, the processor's threads trace the same picture several times as fast without it. */
export const automaticExecutor = (): ExecutorKind => (useInteraction.getState().adapter?.software === true ? 'cpu' : 'gpu')

/** Who traces rays: the user's choice, else the automatic one. */
export const suitingExecutor = (): ExecutorKind => useShell.getState().settings.executor ?? automaticExecutor()
