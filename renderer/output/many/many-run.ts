import { toAtriumError } from '../../errors/atrium-error.ts'
import { sentencesOf } from '../../errors/sentences.ts'
import type { ManyPicture } from './many-plan.ts'

export type ManyState =
  | { readonly kind: 'waiting' | 'done' | 'cancelled' }
  | { readonly kind: 'running'; /** 0..1 */ readonly share: number }
  /** @param message  for the user */
  | { readonly kind: 'failed'; readonly message: string }

export interface ManyEntry extends ManyPicture {
  readonly state: ManyState
}

/** Makes one picture. @throws AtriumError */
export type MakeOne = (picture: ManyPicture, signal: AbortSignal, tell: (share: number) => void) => Promise<void>

export interface ManyRun {
  readonly entries: readonly ManyEntry[]
  /** Share of the pictures that is done, 0..1; what was cancelled is none of them. */
  readonly share: number
  /** Resolves when nothing waits any more. */
  run(): Promise<void>
  /** It comes next. */
  first(name: string): void
  /** Whether it waits or runs. */
  cancel(name: string): void
  /** What failed or was cancelled waits again. */
  retry(name: string): void
  /** Cancels all that is not done. */
  stop(): void
}

/** A picture is tried so often before it is given up; the others go on. */
const TRIES = 2
/** What keeps every other picture from being written as well. */
const FOR_ALL = new Set(['export-disk-full', 'export-not-writable', 'drive-missing', 'handle-unknown'])

/** Makes pictures one after the other; one that fails keeps nobody from the rest. @param show  called at every change */
export function createManyRun(pictures: readonly ManyPicture[], make: MakeOne, show: (entries: readonly ManyEntry[]) => void): ManyRun {
  let entries: readonly ManyEntry[] = pictures.map((picture) => ({ ...picture, state: { kind: 'waiting' } }))
  const tries = new Map<string, number>()
  let current: { readonly name: string; readonly stop: AbortController } | null = null
  let running: Promise<void> | null = null

  function change(matches: (entry: ManyEntry) => boolean, state: ManyState): void {
    entries = entries.map((entry) => (matches(entry) ? { ...entry, state } : entry))
    show(entries)
  }
  const isWaiting = ({ state }: ManyEntry): boolean => state.kind === 'waiting'

  async function makeOne(entry: ManyEntry): Promise<void> {
    const { name } = entry
    const isIt = (each: ManyEntry): boolean => each.name === name
    const stop = new AbortController()
    current = { name, stop }
    change(isIt, { kind: 'running', share: 0 })
    try {
      await make(entry, stop.signal, (share) => { if (!stop.signal.aborted) change(isIt, { kind: 'running', share }) })
      change(isIt, { kind: 'done' })
    } catch (error) {
      const { code } = toAtriumError(error)
      if (stop.signal.aborted || code === 'cancelled') return change(isIt, { kind: 'cancelled' })
      const { sentence, remedy } = sentencesOf(code)
      const failed: ManyState = { kind: 'failed', message: `${sentence} ${remedy}`.trim() }
      if (FOR_ALL.has(code)) return change((each) => isIt(each) || isWaiting(each), failed)
      const count = (tries.get(name) ?? 0) + 1
      tries.set(name, count)
      change(isIt, count < TRIES ? { kind: 'waiting' } : failed)
    } finally {
      current = null
    }
  }

  async function runAll(): Promise<void> {
    for (let next = entries.find(isWaiting); next !== undefined; next = entries.find(isWaiting)) await makeOne(next)
  }

  return {
    get entries() { return entries },
    get share() {
      const wanted = entries.filter(({ state }) => state.kind !== 'cancelled')
      return wanted.reduce((sum, { state }) => sum + (state.kind === 'waiting' ? 0 : state.kind === 'running' ? state.share : 1), 0) / Math.max(1, wanted.length)
    },
    run: () => (running ??= runAll().finally(() => { running = null })),
    first(name) {
      const chosen = entries.filter((entry) => entry.name === name && isWaiting(entry))
      entries = [...entries.filter((entry) => !isWaiting(entry)), ...chosen, ...entries.filter((entry) => isWaiting(entry) && !chosen.includes(entry))]
      show(entries)
    },
    cancel(name) {
      if (current?.name === name) current.stop.abort()
      else change((entry) => entry.name === name && isWaiting(entry), { kind: 'cancelled' })
    },
    retry(name) {
      tries.delete(name)
      change((entry) => entry.name === name && (entry.state.kind === 'failed' || entry.state.kind === 'cancelled'), { kind: 'waiting' })
    },
    stop() {
      change(isWaiting, { kind: 'cancelled' })
      current?.stop.abort()
    },
  }
}
