import type { RecoverableSession, SavedVersion } from '../../../electron/contract.ts'
import { mayLeave, refreshRecents } from './file.ts'
import { reportError, tell } from '../../errors/notices.ts'
import { closeDialog, flash, useShell } from '../../shell/shell.ts'
import { discardFound, lastGoodVersion, recover } from '../../recovery/recover.ts'
import { openVersion, restoreVersion } from '../../recovery/versions.ts'
import { phrase, say } from '../../words/say.ts'

/* What the buttons of the recovery card and the Versions dialog do; failures become notices. */

function showRoom(): void {
  useShell.setState({ screen: 'room', renaming: null, dialog: null })
  void refreshRecents().catch(reportError)
}

const reporting = (subject: string, run: () => Promise<void>): Promise<void> => run().catch((error: unknown) => reportError(error, subject))

export function recoverSession(session: RecoverableSession): Promise<void> {
  return reporting(session.name, async () => {
    if (await recover(session)) showRoom()
  })
}

export function discardSession(session: RecoverableSession): Promise<void> {
  return reporting(session.name, () => discardFound(session))
}

export function openLastGood(session: RecoverableSession): Promise<void> {
  return reporting(session.name, async () => {
    const version = await lastGoodVersion(session)
    if (version === null) tell(say('notice.neverSaved', { name: session.name }), [say('notice.neverSaved.detail')])
    else if (await openVersion(version)) showRoom()
  })
}

export function openVersionAsCopy(version: SavedVersion): Promise<void> {
  return reporting(version.handle.name, async () => {
    if ((await mayLeave()) && (await openVersion(version))) showRoom()
  })
}

export function restoreSavedVersion(version: SavedVersion, when: string): Promise<void> {
  return reporting(version.handle.name, async () => {
    if (!(await restoreVersion(version, phrase('undo.version.restore', { when })))) return
    closeDialog()
    flash(say('hud.versionRestored'))
  })
}
