import { EngineError } from '../../device/error.ts'
import { TREE_LAYOUTS, type TraversalName } from '../../traversal/traversals.ts'
import type { PathRunner } from './path-trace.ts'

/**
 * A path runner that begins every picture with the traversal in use then. A picture begun before the trees were laid out for
 * another one does not go on: it is begun again, as after every change of the scene.
 *
 * @param wanted  asked at every call
 */
export async function createFollowingRunner(wanted: () => TraversalName, create: (traversal: TraversalName) => Promise<PathRunner>): Promise<PathRunner> {
  let traversal = wanted()
  let runner = await create(traversal)
  return {
    get mostBytes() { return runner.mostBytes },
    async begin(...picture) {
      const next = wanted()
      if (next !== traversal) {
        const fresh = await create(next)
        runner.dispose()
        runner = fresh
        traversal = next
      }
      await runner.begin(...picture)
    },
    async dispatch(...slice) {
      if (TREE_LAYOUTS[wanted()] !== TREE_LAYOUTS[traversal]) throw new EngineError('scene-invalid', 'The trees are laid out for another traversal since this picture was begun')
      await runner.dispatch(...slice)
    },
    read: () => runner.read(),
    dispose: () => runner.dispose(),
  }
}
