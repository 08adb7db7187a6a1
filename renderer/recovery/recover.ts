import { create } from 'zustand'
import type { RecoverableSession, SavedVersion } from '../../electron/contract.ts'
import { useInteraction } from '../interaction/store.ts'
import { readJournal, readRecoveryAsset, request } from '../platform.ts'
import type { ProjectContents } from '../project/file/contents.ts'
import { loadContents } from '../project/file/load.ts'
import { openUnsaved, useProjectFile } from '../project/open/open-project.ts'
import { runTask } from '../workers/run-task.ts'
import { say } from '../words/say.ts'
import { continueSession, flushAutosave } from './autosave.ts'
import type { Replayed } from './replay.ts'
import type { ReplayRequest } from './replay.worker.ts'

export interface RecoveryState {
  /** What a crash left behind, newest first. */
  readonly found: readonly RecoverableSession[]
  /** The page crashed twice: it starts without tracing. */
  readonly safeMode: boolean
}

export const useRecovery = create<RecoveryState>()(() => ({ found: [], safeMode: false }))

export async function findRecoverable(): Promise<readonly RecoverableSession[]> {
  const found = await request('recovery:find')
  useRecovery.setState({ found })
  return found
}

/** Rays are where graphics drivers fail: in safe mode every project opens without them. Returns how to leave it. */
export function enterSafeMode(): () => void {
  useRecovery.setState({ safeMode: true })
  const stop = useProjectFile.subscribe((state, before) => {
    if (state.opened === before.opened) return
    useInteraction.setState(({ settings }) => ({ settings: { ...settings, reflections: false, shadows: false, bounces: 0 } }))
  })
  return () => {
    stop()
    useRecovery.setState({ safeMode: false })
  }
}

/**
 * Opens a session as it was at its last gesture, unsaved. What was found is given up only when it is safe in the new session.
 *
 * @returns false when the user cancelled
 * @throws AtriumError when it cannot be opened; it stays where it is
 */
export async function recover(session: RecoverableSession): Promise<boolean> {
  const { id, name } = session
  const handle = await request('recovery:file', { session: id }).catch(() => null)
  const opened = await openUnsaved(say('task.recovering', { name }), handle, async (task, known) => {
    const replayed = await replay(await readJournal(id, { signal: task.signal }), task.signal)
    const assets: ProjectContents['assets'] = new Map(
      await Promise.all(replayed.document.assets.map(async ({ key }) => [key, known.get(key)?.bytes ?? (await readRecoveryAsset(id, key, { signal: task.signal }))] as const)),
    )
    const loaded = await loadContents({ ...replayed, assets }, known, task)
    continueSession(id)
    return loaded
  }).finally(() => continueSession(null))
  if (!opened) return false
  await flushAutosave()
  await forget(session)
  return true
}

/** As `replayJournal`, in a worker that dies when it is no longer wanted. */
function replay(journal: string, signal: AbortSignal): Promise<Replayed> {
  const request: ReplayRequest = { journal }
  return runTask<Replayed>(() => new Worker(new URL('./replay.worker.ts', import.meta.url), { type: 'module', name: 'replay' }), request, { signal })
}

/** The user wants none of it. */
export async function discardFound(session: RecoverableSession): Promise<void> {
  await forget(session)
}

async function forget({ id }: RecoverableSession): Promise<void> {
  await request('recovery:discard', { session: id })
  forgetFound(id)
}

/** It is offered no more: it is dealt with, here or in another window. */
export function forgetFound(id: string): void {
  useRecovery.setState(({ found }) => ({ found: found.filter((other) => other.id !== id) }))
}

/** The newest version of a session's project that was saved; null: there is none. */
export async function lastGoodVersion({ id }: RecoverableSession): Promise<SavedVersion | null> {
  const handle = await request('recovery:file', { session: id }).catch(() => null)
  return handle === null ? null : ((await request('versions:list', { handle: handle.id })).at(0) ?? null)
}
