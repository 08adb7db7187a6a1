import { createCpuExecutor, type CpuExecutor, type WorkerPort } from '../../gpu/index.ts'
import { reportError } from '../errors/notices.ts'
import { suitingExecutor } from '../shell/executor.ts'
import { changeSettings } from '../shell/settings.ts'
import { useShell } from '../shell/shell.ts'

/** The processor's threads, which trace instead of the GPU where that suits the adapter or the user. */
export interface CpuThreads {
  /** undefined: the GPU traces. */
  readonly executor: CpuExecutor | undefined
  /** Resolves when it is certain who traces the first picture. */
  readonly ready: Promise<void>
  dispose(): void
}

const startWorker = (): WorkerPort => new Worker(new URL('../../gpu/twin/executor/frame-worker.ts', import.meta.url), { type: 'module', name: 'trace' }) as unknown as WorkerPort

/** Started when first asked for and kept: going back and forth costs a picture, not a start. @param changed  another executor traces from now on */
export function createCpuThreads(changed: () => void): CpuThreads {
  let made: CpuExecutor | null = null
  let pending = false
  let gone = false
  const wanted = (): boolean => suitingExecutor() === 'cpu'

  async function follow(): Promise<void> {
    if (pending || gone) return
    if (made?.isBroken === true) {
      made.dispose()
      made = null
    }
    if (wanted() && made === null) {
      pending = true
      try {
        const executor = await createCpuExecutor(startWorker, navigator.hardwareConcurrency)
        if (gone) executor.dispose()
        else made = executor
      } catch (error) {
        changeSettings({ executor: 'gpu' })
        reportError(error)
      } finally {
        pending = false
      }
    }
    if (!gone) changed()
  }

  const unsubscribe = useShell.subscribe((state, before) => { if (state.settings.executor !== before.settings.executor) void follow() })
  const ready = wanted() ? follow() : Promise.resolve()
  return {
    get executor() { return wanted() ? made ?? undefined : undefined },
    ready,
    dispose() {
      gone = true
      unsubscribe()
      made?.dispose()
    },
  }
}
