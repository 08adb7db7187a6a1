import {
  IconArrowBackUp, IconArrowForwardUp, IconBulb, IconLayoutSidebar, IconLayoutSidebarRight, IconShadow, IconSparkles, IconSphere, IconWalk, IconZoomScan,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { setNavigation } from '../../commands/view/view.ts'
import { useCommand } from '../../commands/menus/use-command.ts'
import { isDirty } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CommandButton } from './command-button.tsx'
import { MenuBar } from './menu-bar.tsx'
import { sayWays } from './mouse-words.ts'
import { useRoomInBar } from './use-room-in-bar.ts'
import { useShell } from '../../shell/shell.ts'
import { TOOLS_IN_BAR } from '../../tools/registry.ts'
import { say } from '../../words/say.ts'

/** @param spare  which go where the window is too narrow for all of them */
function Tools({ label, spare, children }: { label: string; spare?: 'first' | 'next'; children: ReactNode }): ReactElement {
  return <div className="tools" role="toolbar" aria-label={label} data-spare={spare}>{children}</div>
}

function NavigationSwitch(): ReactElement {
  const navigation = useInteraction((state) => state.navigation)
  const { shortcut } = useCommand('view.walk')
  useShell((state) => state.settings.navigation)
  return (
    <Tools label={say('window.navigation')} spare="next">
      <IconButton icon={IconSphere} label={say('window.orbit')} hint={sayWays('orbit')} shortcut={shortcut} pressed={navigation === 'orbit'} onClick={() => setNavigation('orbit')} />
      <IconButton icon={IconWalk} label={say('window.walk')} shortcut={shortcut} pressed={navigation === 'walk'} onClick={() => setNavigation('walk')} />
    </Tools>
  )
}

function DocumentTitle(): ReactElement {
  const name = useDocument((state) => state.document.name)
  const dirty = useDocument(isDirty)
  return (
    <div className="document-title" title={dirty ? say('window.unsaved.of', { name }) : name}>
      <h1 className="document-name">{name}</h1>
      {dirty && <span className="edited-dot" role="img" aria-label={say('window.unsaved')} />}
    </div>
  )
}

/** Menus, the project's name, and the tools that are used every minute. */
export function TopBar(): ReactElement {
  const isRoom = useShell((state) => state.screen === 'room')
  const mac = useShell((state) => state.platform === 'darwin')
  const bar = useRoomInBar()
  return (
    <header className="top-bar" ref={bar}>
      <div className="top-bar-side">
        {!mac && <MenuBar />}
        {isRoom && (
          <Tools label={say('window.history')} spare="first">
            <CommandButton id="edit.undo" icon={IconArrowBackUp} />
            <CommandButton id="edit.redo" icon={IconArrowForwardUp} />
          </Tools>
        )}
      </div>
      {isRoom ? <DocumentTitle /> : <div className="document-title"><span className="document-name">Atrium</span></div>}
      {isRoom && (
        <div className="top-bar-side end">
          <Tools label={say('window.tool')}>
            {TOOLS_IN_BAR.map(({ id, button }) => <CommandButton key={id} id={`tool.${id}`} icon={button.icon} />)}
          </Tools>
          <NavigationSwitch />
          <Tools label={say('window.rendering')} spare="first">
            <CommandButton id="render.reflections" icon={IconSparkles} />
            <CommandButton id="render.shadows" icon={IconShadow} />
            <CommandButton id="render.lights" icon={IconBulb} />
          </Tools>
          <Tools label={say('window.window')} spare="next">
            <CommandButton id="view.fitAll" icon={IconZoomScan} />
            <CommandButton id="view.leftPanel" icon={IconLayoutSidebar} />
            <CommandButton id="view.rightPanel" icon={IconLayoutSidebarRight} />
          </Tools>
        </div>
      )}
      {!isRoom && <div className="top-bar-side end" />}
    </header>
  )
}
