import { newId } from '../../document/ids.ts'
import { AtriumError, toAtriumError } from '../../errors/atrium-error.ts'
import { type Stage, STAGES } from '../../imports/reader.ts'
import { type Task, useInteraction } from '../../interaction/store.ts'
import { say } from '../../words/say.ts'

export interface RunningTask {
  readonly signal: AbortSignal
  /** 0..1 over the whole task, or null while unknown. */
  progress(fraction: number | null): void
  /** What it does now: a string of renderer/words, `task.stage.<stage>`; what has none says nothing. */
  stage?(stage: string): void
  /** From now on the task can no longer be cancelled. */
  commit(): void
}

/**
 * Runs something that takes its time: the user sees it, with progress and a way to cancel.
 *
 * @returns what `run` returned, or null when the user cancelled
 * @throws AtriumError
 */
export async function runVisibly<R>(label: string, run: (task: RunningTask) => Promise<R>, stop = new AbortController()): Promise<R | null> {
  const id = newId()
  const change = (fields: Partial<Task>): void =>
    useInteraction.setState(({ tasks }) => ({ tasks: tasks.map((task) => (task.id === id ? { ...task, ...fields } : task)) }))
  useInteraction.setState(({ tasks }) => ({ tasks: [...tasks, { id, label, progress: null, cancel: () => stop.abort() }] }))
  try {
    const result = await run({ signal: stop.signal, progress: (progress) => change({ progress }), stage: (stage) => change({ stage: stageName(stage) }), commit: () => change({ cancel: null }) })
    return result
  } catch (error) {
    const known = toAtriumError(error)
    if (known.code === 'cancelled') return null
    throw known
  } finally {
    useInteraction.setState(({ tasks }) => ({ tasks: tasks.filter((task) => task.id !== id) }))
  }
}

/** A worker says what it likes. */
const stageName = (stage: string): string | null => (stage === 'file' || STAGES.some((known) => known === stage) ? say(`task.stage.${stage as Stage | 'file'}`) : null)

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AtriumError('cancelled', 'Cancelled.')
}
