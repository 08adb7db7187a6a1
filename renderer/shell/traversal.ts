import { DEFAULT_TRAVERSAL, type TraversalName } from '../../gpu/index.ts'
import { useInteraction } from '../interaction/store.ts'
import { useShell } from './shell.ts'
import { table } from '../words/say.ts'

/** How rays walk object trees, as the menu calls it. */
export const TRAVERSAL_NAMES: Readonly<Record<TraversalName, string>> = table({
  'standard-8': 'command.render.traversal.standard-8',
  'standard-12': 'command.render.traversal.standard-12',
  havran: 'command.render.traversal.havran',
  sequential: 'command.render.traversal.sequential',
  restart: 'command.render.traversal.restart',
  backtrack: 'command.render.traversal.backtrack',
  'push-down': 'command.render.traversal.push-down',
  'short-stack': 'command.render.traversal.short-stack',
  'push-down-short-stack': 'command.render.traversal.push-down-short-stack',
  ropes: 'command.render.traversal.ropes',
  'ropes-plus-plus': 'command.render.traversal.ropes-plus-plus',
  bvh: 'command.render.traversal.bvh',
})

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
