import { MantineProvider } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { lazy, Suspense, type ReactElement } from 'react'
import { say } from './words/say.ts'
import { CommandPalette } from './panels/window/command-palette.tsx'
import { useDebug } from './interaction/debug.ts'
import { Contained } from './panels/window/contained.tsx'
import { DebugLegends } from './panels/debug/debug-legends.tsx'
import { DebugPanel } from './panels/debug/debug-panel.tsx'
import { Dialogs } from './panels/window/dialogs.tsx'
import { DropOverlay } from './panels/window/drop-overlay.tsx'
import { Hud } from './panels/window/hud.tsx'
import { Inspector } from './panels/inspector/inspector.tsx'
import { LeftPanel } from './panels/window/left-panel.tsx'
import { Notices } from './panels/window/notices.tsx'
import { ProgressCard } from './panels/window/progress-card.tsx'
import { useShell } from './shell/shell.ts'
import { StartScreen } from './panels/start/start-screen.tsx'
import { RoomProgress } from './panels/window/room-progress.tsx'
import { RegionNote, StatusBar } from './panels/window/status-bar.tsx'
import { TopBar } from './panels/window/top-bar.tsx'
import { ViewportHint } from './panels/window/viewport-hint.tsx'
import { ViewportSummary } from './panels/window/viewport-summary.tsx'
import { cssVariables, theme } from './theme.ts'
import { useLanguage } from './words/use-say.ts'

/** Half of the program is behind it: the start screen does not wait for three.js and the engine. */
const Viewport = lazy(() => import('./viewport/viewport.tsx').then((module) => ({ default: module.Viewport })))

/** A press in the room ends typing: the keys are shortcuts again. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement && document.activeElement.closest('.viewport-area') === null) document.activeElement.blur()
}

function Room(): ReactElement {
  const { leftPanel, rightPanel, statusBar, viewportSize } = useShell()
  const isDebugging = useDebug((state) => state.open)
  return (
    <>
      <div className="room">
        {leftPanel && <Contained name={say('command.view.leftPanel')}><LeftPanel /></Contained>}
        <main className="viewport-area" aria-label={say('window.room')} style={viewportSize === null ? undefined : { ...viewportSize, flex: 'none' }} onPointerDownCapture={leaveField}>
          <Contained name={say('window.viewport')}><Suspense fallback={null}><Viewport /></Suspense></Contained>
          <RoomProgress />
          <ViewportSummary />
          <div className="viewport-notes">
            <RegionNote />
            <ViewportHint />
          </div>
          <DebugLegends />
          <Hud />
        </main>
        {isDebugging ? <Contained name={say('window.debugPixel')}><DebugPanel /></Contained> : rightPanel && <Contained name={say('command.view.rightPanel')}><Inspector /></Contained>}
      </div>
      {statusBar && <Contained name={say('command.view.statusBar')}><StatusBar /></Contained>}
    </>
  )
}

/** The window: bar, panels around the room, and what floats above them. */
export function App(): ReactElement {
  const screen = useShell((state) => state.screen)
  const wanted = useShell((state) => state.settings.theme)
  const system = useColorScheme()
  useLanguage()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={wanted === 'system' ? system : wanted}>
      <div className="window" data-screen={screen}>
        <TopBar />
        {screen === 'start' ? <StartScreen /> : <Room />}
        <div className="floats">
          <Notices />
          <ProgressCard />
        </div>
        <CommandPalette />
        <Dialogs />
        <DropOverlay />
      </div>
    </MantineProvider>
  )
}
