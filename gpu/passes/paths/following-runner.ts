import { EngineError } from '../../device/error.ts'
import { keyOfWalk, type Walk } from '../../traversal/walk.ts'
import type { LitTracer } from './lights/lit-table.ts'
import type { PathRunner } from './path-trace.ts'

/** By what a picture is to be begun now, and whether one that was begun by a walk may still go on. */
export interface WantedWalk {
  readonly walk: () => Walk
  readonly mayGoOn: (walk: Walk) => boolean
}

/**
 * A path runner that begins every picture with the walk in use then. A picture begun before the trees were laid out for another one, or
 * grew deeper than its stacks, does not go on: it is begun again, as after every change of the scene.
 */
export async function createFollowingRunner(wanted: WantedWalk, create: (walk: Walk) => Promise<PathRunner>): Promise<PathRunner> {
  let walk = wanted.walk()
  let runner = await create(walk)
  function checkGoingOn(): void {
    if (!wanted.mayGoOn(walk)) throw new EngineError('scene-invalid', 'The trees are laid out for another traversal since this picture was begun, or are deeper')
  }
  return {
    get mostBytes() { return runner.mostBytes },
    get lit(): LitTracer {
      const { lit } = runner
      return {
        ...lit,
        async trace(...slice) {
          checkGoingOn()
          await lit.trace(...slice)
        },
      }
    },
    async begin(...picture) {
      const next = wanted.walk()
      if (keyOfWalk(next) !== keyOfWalk(walk)) {
        const fresh = await create(next)
        runner.dispose()
        runner = fresh
        walk = next
      }
      await runner.begin(...picture)
    },
    prepare: (connects) => runner.prepare(connects),
    async dispatch(...slice) {
      checkGoingOn()
      await runner.dispatch(...slice)
    },
    read: (...part) => runner.read(...part),
    dispose: () => runner.dispose(),
  }
}
