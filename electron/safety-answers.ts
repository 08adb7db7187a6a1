import { access } from 'node:fs/promises'
import type { BrowserWindow } from 'electron'
import { askChanged, askDropped, askEmptied, askParts } from './files/dialogs.ts'
import type { Files } from './files/files.ts'
import { answer } from './ipc.ts'
import type { Log } from './log.ts'
import type { ProjectLock } from './files/project-lock.ts'
import type { Recovery } from './recovery/recovery.ts'

export interface SafetyServices {
  readonly log: Log
  readonly files: Files
  readonly recovery: Recovery
  readonly lock: ProjectLock
}

/** The channels that keep work from being lost. */
export function answerSafety({ log, files, recovery, lock }: SafetyServices, window: BrowserWindow): void {
  const fileOf = (handle: string | null) =>
    handle === null ? ([null, null] as const) : ([files.pathOf(handle), files.seenOf(handle)] as const)

  /** The project is open here: alone, unless the answer is false. */
  async function claim(handle: string | null): Promise<boolean> {
    const isOurs = await lock.moveTo(handle === null ? null : files.pathOf(handle))
    if (isOurs && handle !== null) await files.removeStrays(handle)
    return isOurs
  }

  answer('versions:list', log, ({ handle }) => files.versions(handle))

  answer('recovery:find', log, async () => {
    await recovery.abandonAll()
    return recovery.find()
  })
  answer('recovery:begin', log, async ({ handle, continues }) => {
    const [filePath, seen] = fileOf(handle)
    const isOurs = await claim(handle)
    return { session: recovery.begin(filePath, seen, continues), openElsewhere: !isOurs }
  })
  answer('recovery:saved', log, async ({ session, handle }) => {
    const [filePath, seen] = fileOf(handle)
    recovery.moveTo(session, filePath, seen)
    await claim(handle)
  })
  answer('recovery:append', log, ({ session, records }) => recovery.append(session, records))
  answer('recovery:end', log, async ({ session }) => {
    await recovery.end(session)
    await lock.moveTo(null)
  })
  answer('recovery:file', log, async ({ session }) => {
    const { head } = await recovery.read(session)
    if (head.path === null || !(await access(head.path).then(() => true, () => false))) return null
    return files.reopen(head.path, head.seen)
  })
  answer('recovery:discard', log, ({ session }) => recovery.discard(session))

  answer('dialog:changed', log, ({ name }) => askChanged(window, name))
  answer('dialog:dropped', log, (request) => askDropped(window, request))
  answer('dialog:parts', log, (request) => askParts(window, request))
  answer('dialog:emptied', log, ({ name }) => askEmptied(window, name))
}
