import { Modal, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { keysOf } from '../../commands/keys/bindings.ts'
import type { MenuLabel } from '../../commands/menus/menu.ts'
import { menuPaths } from '../../commands/menus/palette.ts'
import { findCommand, isAbsent } from '../../commands/registry.ts'
import { displayShortcut } from '../../commands/keys/shortcuts.ts'
import { titleOf } from '../../commands/types.ts'
import { OwnPieceDialog } from '../catalogue/own-piece-dialog.tsx'
import { ClipDialog, PictureDialog } from '../export/export-dialog.tsx'
import { ManyDialog } from '../export/many-dialog.tsx'
import { closeDialog, isMac, useShell } from '../../shell/shell.ts'
import { dropArray } from '../../commands/arrange/array.ts'
import { ArrayDialog } from './array-dialog.tsx'
import { MouseHelp } from './mouse-help.tsx'
import { say } from '../../words/say.ts'
import { useOutput } from '../../output/export/store.ts'
import { ImportQuestionDialog } from '../report/import-question.tsx'
import { ReloadQuestionDialog } from '../report/reload-question.tsx'
import { SimplerQuestionDialog } from '../report/simpler-question.tsx'
import { TexturesQuestionDialog } from '../report/textures-question.tsx'
import { SettingsDialog } from '../settings/settings-dialog.tsx'
import { VersionsList } from '../start/versions-dialog.tsx'

function Keys({ keys }: { keys: readonly string[] }): ReactElement {
  return <span className="keys">{keys.map((key) => <kbd key={key}>{displayShortcut(key, isMac())}</kbd>)}</span>
}

const POINTER_HELP = ['several', 'pixel', 'snap', 'walk', 'faster'] as const

function ShortcutsList(): ReactElement {
  const isDeveloper = useShell((state) => state.settings.developer === true)
  const menus = new Map<MenuLabel, { id: string; title: string; keys: readonly string[] }[]>()
  for (const [id, [menu]] of menuPaths()) {
    const command = findCommand(id)
    const keys = command === null || isAbsent(command) ? [] : keysOf(command)
    if (command !== null && keys.length > 0) menus.set(menu, [...(menus.get(menu) ?? []), { id, title: titleOf(command), keys }])
  }
  return (
    <div className="shortcut-columns">
      {[...menus].map(([menu, commands]) => (
        <section key={menu}>
          <h3>{say(menu)}</h3>
          <dl>
            {commands.map(({ id, title, keys }) => (
              <div key={id} className="shortcut-row"><dt>{title}</dt><dd><Keys keys={keys} /></dd></div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>{say('help.pointer')}</h3>
        <dl>
          <MouseHelp />
          {POINTER_HELP.filter((what) => what !== 'pixel' || isDeveloper).map((what) => (
            <div key={what} className="shortcut-row"><dt>{say(`help.${what}`)}</dt><dd>{say(`help.${what}.how`)}</dd></div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function About(): ReactElement {
  const { version, runtime, platform } = useShell()
  return (
    <div className="settings-form">
      <Text size="sm">{say('about.what')}</Text>
      <Text size="sm" c="dimmed">{say('about.version', { version, runtime, platform })}</Text>
      <Text size="sm" c="dimmed">{say('about.licence')}</Text>
    </div>
  )
}

/** The dialogs of the window itself: shortcuts, settings, about. */
export function Dialogs(): ReactElement {
  const dialog = useShell((state) => state.dialog)
  const running = useOutput((state) => state.running)
  // Whatever was asked for, what runs is shown under its own name.
  const exported = dialog !== 'exportPicture' && dialog !== 'exportClip' ? null : (running?.kind ?? (dialog === 'exportClip' ? 'clip' : 'picture'))
  const common = { onClose: closeDialog, closeButtonProps: { 'aria-label': say('dialog.close') } }
  return (
    <>
      <ImportQuestionDialog />
      <SimplerQuestionDialog />
      <TexturesQuestionDialog />
      <ReloadQuestionDialog />
      <Modal {...common} opened={dialog === 'shortcuts'} title={say('dialog.shortcuts')} size={920}><ShortcutsList /></Modal>
      <Modal {...common} opened={dialog === 'settings'} title={say('settings.title')} size={720}><SettingsDialog /></Modal>
      <Modal {...common} opened={dialog === 'about'} title="Atrium" size={420}><About /></Modal>
      <Modal {...common} opened={dialog === 'versions'} title={say('dialog.versions')} size={620}><VersionsList /></Modal>
      <Modal {...common} opened={exported === 'picture'} title={say('dialog.exportPicture')} size={520}><PictureDialog /></Modal>
      <Modal {...common} opened={exported === 'clip'} title={say('dialog.exportClip')} size={520}><ClipDialog /></Modal>
      <Modal {...common} opened={dialog === 'renderMany'} title={say('dialog.renderMany')} size={560}><ManyDialog /></Modal>
      <Modal {...common} opened={dialog === 'ownPiece'} title={say('own.title')} size={460}><OwnPieceDialog /></Modal>
      {/* The room behind it shows what is typed. */}
      <Modal {...common} onClose={dropArray} opened={dialog === 'array'} title={say('array.title')} size={320} overlayProps={{ backgroundOpacity: 0 }} xOffset="2vw" yOffset="8vh" classNames={{ inner: 'dialog-aside' }}><ArrayDialog /></Modal>
    </>
  )
}
