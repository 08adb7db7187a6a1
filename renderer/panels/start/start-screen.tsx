import { Button, Kbd, UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconFile, IconFolderOpen, IconSquarePlus, IconX } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { RecentProject } from '../../../electron/contract.ts'
import { clearRecents, forgetRecent, openRecent } from '../../commands/file/file.ts'
import { runCommand } from '../../commands/registry.ts'
import { useCommand } from '../../commands/menus/use-command.ts'
import { reportError } from '../../errors/notices.ts'
import { SAMPLES, type Sample } from '../../project/open/samples.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { agoText } from '../../format/figures.ts'
import { say } from '../../words/say.ts'
import { RecoveryCard } from './recovery-card.tsx'
import { SamplePicture } from './sample-picture.tsx'
import { useShell } from '../../shell/shell.ts'

function Recent({ recent }: { recent: RecentProject }): ReactElement {
  const readAtMs = useShell((state) => state.recentsReadAtMs)
  const Icon = recent.missing ? IconAlertCircle : IconFile
  return (
    <li className="recent" data-missing={recent.missing}>
      <UnstyledButton className="recent-open" disabled={recent.missing} onClick={() => void openRecent(recent)}>
        <Icon size={18} stroke={1.5} />
        <span className="recent-text">
          <span className="recent-name">{recent.name}</span>
          <span className="recent-folder">{recent.missing ? say('start.recent.missing', { folder: recent.folder }) : recent.folder}</span>
        </span>
        <span className="recent-when">{agoText(recent.openedAtMs, readAtMs)}</span>
      </UnstyledButton>
      <IconButton
        icon={IconX}
        size={24}
        label={say('start.recent.forget', { name: recent.name })}
        onClick={() => void forgetRecent(recent).catch((error: unknown) => reportError(error, recent.name))}
      />
    </li>
  )
}

function Recents(): ReactElement {
  const recents = useShell((state) => state.recents)
  return (
    <section className="start-recents" aria-label={say('start.recents')}>
      <div className="start-recents-head">
        <h2>{say('start.recents')}</h2>
        {recents.length > 0 && <Button variant="subtle" size="compact-xs" onClick={() => void clearRecents().catch(reportError)}>{say('start.recents.clear')}</Button>}
      </div>
      {recents.length === 0
        ? <p className="panel-hint">{say('start.recents.none')}</p>
        : <ul>{recents.map((recent) => <Recent key={recent.id} recent={recent} />)}</ul>}
    </section>
  )
}

function StartButton({ id, icon: Icon, label }: { id: string; icon: typeof IconFile; label: string }): ReactElement {
  const { shortcut } = useCommand(id)
  return (
    <Button
      variant="default"
      size="md"
      justify="flex-start"
      fullWidth
      leftSection={<Icon size={18} stroke={1.5} />}
      rightSection={shortcut === undefined ? null : <Kbd size="xs">{shortcut}</Kbd>}
      classNames={{ label: 'start-button-label' }}
      onClick={() => void runCommand(id)}
    >
      {label}
    </Button>
  )
}

function SampleCard({ sample }: { sample: Sample }): ReactElement {
  const [isBusy, setBusy] = useState(false)
  return (
    <UnstyledButton
      className="sample-card"
      disabled={isBusy}
      onClick={() => {
        setBusy(true)
        void runCommand(sample.command).finally(() => setBusy(false))
      }}
    >
      <SamplePicture id={sample.id} />
      <span className="sample-text">
        <span className="sample-title">{say(`sample.${sample.id}`)}</span>
        <span className="sample-note">{say(`sample.${sample.id}.note`)}</span>
      </span>
    </UnstyledButton>
  )
}

/** What one sees before a room is open. */
export function StartScreen(): ReactElement {
  const version = useShell((state) => state.version)
  return (
    <main className="start" aria-label={say('start.name')}>
      <div className="start-inner">
        <header className="start-head">
          <h1>Atrium</h1>
          <p>{say('start.motto')}</p>
        </header>
        <RecoveryCard />
        <div className="start-columns">
          <div className="start-samples">
            {SAMPLES.map((sample) => <SampleCard key={sample.id} sample={sample} />)}
          </div>
          <div className="start-side">
            <div className="start-buttons">
              <StartButton id="file.open" icon={IconFolderOpen} label={say('start.open')} />
              <StartButton id="file.new" icon={IconSquarePlus} label={say('start.new')} />
            </div>
            <Recents />
          </div>
        </div>
        <footer className="start-foot">
          <span>{say('start.drop')}</span>
          {version !== '' && <span>{say('start.version', { version })}</span>}
        </footer>
      </div>
    </main>
  )
}
