import { Button } from '@mantine/core'
import { IconHistory, IconShieldHalf } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { RecoverableSession } from '../../../electron/contract.ts'
import { discardSession, openLastGood, recoverSession } from '../../commands/recovery.ts'
import { useRecovery } from '../../recovery/recover.ts'
import { whenText } from '../../format/figures.ts'

function whatText({ gestures, folder }: RecoverableSession): string {
  const steps = gestures === 0 ? 'Unsaved work' : gestures === 1 ? '1 unsaved step' : `${gestures} unsaved steps`
  return `${steps}, ${folder === null ? 'never saved to a file' : `file in ${folder}`}`
}

function Found({ session, safeMode }: { session: RecoverableSession; safeMode: boolean }): ReactElement {
  const [isBusy, setBusy] = useState(false)
  const act = (run: (session: RecoverableSession) => Promise<void>) => () => {
    setBusy(true)
    void run(session).finally(() => setBusy(false))
  }
  return (
    <li className="recovery-item">
      <span className="recent-text">
        <span className="recent-name">{session.name}</span>
        <span className="recent-folder">{whenText(session.lastAtMs)} · {whatText(session)}</span>
      </span>
      <Button size="xs" disabled={isBusy} aria-label={`Recover ${session.name}`} onClick={act(recoverSession)}>Recover</Button>
      {safeMode && <Button size="xs" variant="default" disabled={isBusy} onClick={act(openLastGood)}>Open last saved version</Button>}
      <Button size="xs" variant="subtle" color="gray" disabled={isBusy} aria-label={`Discard ${session.name}`} onClick={act(discardSession)}>Discard</Button>
    </li>
  )
}

/** What a crash left behind, on the start screen: what it is, when it was, and what to do with it. */
export function RecoveryCard(): ReactElement | null {
  const { found, safeMode } = useRecovery()
  if (found.length === 0 && !safeMode) return null
  const Icon = safeMode ? IconShieldHalf : IconHistory
  return (
    <section className="recovery-card" aria-label="Recovery">
      <h2><Icon size={18} stroke={1.5} aria-hidden /> {safeMode ? 'Safe mode' : 'Work that was not saved'}</h2>
      <p className="panel-hint">
        {safeMode
          ? 'The window stopped working twice. Projects open without reflections and shadows now; the Render menu switches them on again.'
          : 'Atrium was closed before this was saved. Nothing is lost.'}
      </p>
      <ul>{found.map((session) => <Found key={session.id} session={session} safeMode={safeMode} />)}</ul>
    </section>
  )
}
