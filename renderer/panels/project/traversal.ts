import { DEFAULT_TRAVERSAL, type TraversalName } from '../../../gpu/index.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useShell } from '../../shell/shell.ts'

/** How rays walk object trees, as the menu calls it. */
export const TRAVERSAL_NAMES: Readonly<Record<TraversalName, string>> = {
  'standard-8': 'Standard, 8-Byte Stack',
  'standard-12': 'Standard, 12-Byte Stack',
  havran: 'Havran',
  sequential: 'Sequential',
  restart: 'Restart',
  backtrack: 'Backtrack',
  'push-down': 'Push-Down',
  'short-stack': 'Short Stack',
  'push-down-short-stack': 'Push-Down and Short Stack',
  ropes: 'Ropes',
  'ropes-plus-plus': 'Ropes++',
}

const measured = (): TraversalName | undefined => {
  const { adapter } = useInteraction.getState()
  return adapter === null ? undefined : useShell.getState().settings.measuredTraversals?.[adapter.name]
}

/** Nothing is left to find out: the user chose, or this adapter was measured before. */
export const isMeasured = (): boolean => useShell.getState().settings.traversal !== undefined || measured() !== undefined

/** What the automatic choice is for this adapter. */
export const automaticTraversal = (): TraversalName => measured() ?? DEFAULT_TRAVERSAL

/** What rays shall walk by: the user's choice, else the automatic one. */
export const suitingTraversal = (): TraversalName => useShell.getState().settings.traversal ?? automaticTraversal()
