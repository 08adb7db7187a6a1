import { Button } from '@mantine/core'
import { IconHistory, IconShieldHalf } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { RecoverableSession } from '../../../electron/contract.ts'
import { discardSession, openLastGood, recoverSession } from '../../commands/file/recovery.ts'
import { useRecovery } from '../../recovery/recover.ts'
import { whenText } from '../../format/figures.ts'
import { say } from '../../words/say.ts'

function whatText({ gestures, folder }: RecoverableSession): string {
  const steps = say('recovery.steps', { count: gestures })
  return folder === null ? say('recovery.never', { steps }) : say('recovery.folder', { steps, folder })
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
      <Button size="xs" disabled={isBusy} aria-label={say('recovery.recover.of', { name: session.name })} onClick={act(recoverSession)}>{say('recovery.recover')}</Button>
      {safeMode && <Button size="xs" variant="default" disabled={isBusy} onClick={act(openLastGood)}>{say('recovery.last')}</Button>}
      <Button size="xs" variant="subtle" color="gray" disabled={isBusy} aria-label={say('recovery.discard.of', { name: session.name })} onClick={act(discardSession)}>{say('recovery.discard')}</Button>
    </li>
  )
}

/** What a crash left behind, on the start screen: what it is, when it was, and what to do with it. */
export function RecoveryCard(): ReactElement | null {
  const { found, safeMode } = useRecovery()
  if (found.length === 0 && !safeMode) return null
  const Icon = safeMode ? IconShieldHalf : IconHistory
  return (
    <section className="recovery-card" aria-label={say('recovery.name')}>
      <h2><Icon size={18} stroke={1.5} aria-hidden /> {say(safeMode ? 'recovery.safe' : 'recovery.title')}</h2>
      <p className="panel-hint">
        {say(safeMode ? 'recovery.safe.text' : 'recovery.text')}
      </p>
      <ul>{found.map((session) => <Found key={session.id} session={session} safeMode={safeMode} />)}</ul>
    </section>
  )
}
