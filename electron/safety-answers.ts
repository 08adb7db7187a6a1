import { access } from 'node:fs/promises'
import { askChanged, askDropped, askEmptied, askParts } from './files/dialogs.ts'
import { Failure } from './failure.ts'
import type { Log } from './log.ts'
import type { Recovery } from './recovery/recovery.ts'
import { answerHere } from './window/answer-here.ts'
import { type OpenWindow, type Windows, bringForward } from './window/windows.ts'

export interface SafetyServices {
  readonly log: Log
  readonly recovery: Recovery
  readonly windows: Windows
}

/** The channels that keep work from being lost. */
export function answerSafety({ log, recovery, windows }: SafetyServices): void {
  const answer = answerHere(windows, log)
  const fileOf = ({ files }: OpenWindow, handle: string | null) =>
    handle === null ? ([null, null] as const) : ([files.pathOf(handle), files.seenOf(handle)] as const)

  /** The project is open here: alone, unless the answer is false. */
  async function claim({ files, lock }: OpenWindow, handle: string | null): Promise<boolean> {
    const isOurs = await lock.moveTo(handle === null ? null : files.pathOf(handle))
    if (isOurs && handle !== null) await files.removeStrays(handle)
    return isOurs
  }

  /** A page reaches the sessions of its own window alone. */
  function own({ id }: OpenWindow, session: string): string {
    if (!recovery.isOf(session, id)) throw new Failure('request-invalid', 'no such session')
    return session
  }

  answer('versions:list', ({ files }, { handle }) => files.versions(handle))

  answer('window:show', ({ files, window }, { handle }) => {
    const holder = windows.holding(files.pathOf(handle))
    if (holder === null || holder.window === window) return false
    bringForward(holder)
    return true
  })
  answer('recovery:find', async (here) => {
    const crashed = new Set(await recovery.abandon(here.id))
    here.session = null
    return (await recovery.find()).map((session) => ({ ...session, here: crashed.has(session.id) }))
  })
  answer('recovery:begin', async (here, { handle, continues }) => {
    const [filePath, seen] = fileOf(here, handle)
    const session = recovery.begin(filePath, seen, continues, here.id)
    here.session = session
    if (continues !== null) windows.tellOthers(here, 'recovery:gone', { session: continues })
    return { session, openElsewhere: !(await claim(here, handle)) }
  })
  answer('recovery:saved', async (here, { session, handle }) => {
    const [filePath, seen] = fileOf(here, handle)
    recovery.moveTo(own(here, session), filePath, seen)
    await claim(here, handle)
  })
  answer('recovery:append', (here, { session, records }) => recovery.append(own(here, session), records))
  answer('recovery:end', async (here, { session }) => {
    if (!recovery.isOf(session, here.id)) return
    // What is opened in its place may have begun already: its lock stays.
    const isLast = here.session === session
    if (isLast) here.session = null
    await recovery.end(session)
    if (isLast && here.session === null) await here.lock.moveTo(null)
  })
  answer('recovery:file', async ({ files }, { session }) => {
    const { head } = await recovery.read(session)
    if (head.path === null || !(await access(head.path).then(() => true, () => false))) return null
    return files.reopen(head.path, head.seen)
  })
  answer('recovery:discard', async (here, { session }) => {
    await recovery.discard(session)
    windows.tellOthers(here, 'recovery:gone', { session })
  })

  answer('dialog:changed', ({ window }, { name }) => askChanged(window, name))
  answer('dialog:dropped', ({ window }, request) => askDropped(window, request))
  answer('dialog:parts', ({ window }, request) => askParts(window, request))
  answer('dialog:emptied', ({ window }, { name }) => askEmptied(window, name))
}
