import { MantineProvider } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { lazy, Suspense, type ReactElement } from 'react'
import { CommandPalette } from './panels/command-palette.tsx'
import { useDebug } from './interaction/debug.ts'
import { Contained } from './panels/contained.tsx'
import { DebugLegends } from './panels/debug-legends.tsx'
import { DebugPanel } from './panels/debug-panel.tsx'
import { Dialogs } from './panels/dialogs.tsx'
import { DropOverlay } from './panels/drop-overlay.tsx'
import { Hud } from './panels/hud.tsx'
import { Inspector } from './panels/inspector.tsx'
import { LeftPanel } from './panels/left-panel.tsx'
import { Notices } from './panels/notices.tsx'
import { ProgressCard } from './panels/progress-card.tsx'
import { useShell } from './panels/shell.ts'
import { StartScreen } from './panels/start-screen.tsx'
import { RegionNote, StatusBar } from './panels/status-bar.tsx'
import { TopBar } from './panels/top-bar.tsx'
import { ViewportHint } from './panels/viewport-hint.tsx'
import { ViewportSummary } from './panels/viewport-summary.tsx'
import { cssVariables, theme } from './theme.ts'

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
        {leftPanel && <Contained name="Left panel"><LeftPanel /></Contained>}
        <main className="viewport-area" aria-label="Room" style={viewportSize === null ? undefined : { ...viewportSize, flex: 'none' }} onPointerDownCapture={leaveField}>
          <Contained name="Viewport"><Suspense fallback={null}><Viewport /></Suspense></Contained>
          <ViewportSummary />
          <div className="viewport-notes">
            <RegionNote />
            <ViewportHint />
          </div>
          <DebugLegends />
          <Hud />
        </main>
        {isDebugging ? <Contained name="Debug pixel"><DebugPanel /></Contained> : rightPanel && <Contained name="Inspector"><Inspector /></Contained>}
      </div>
      {statusBar && <Contained name="Status bar"><StatusBar /></Contained>}
    </>
  )
}

/** The window: bar, panels around the room, and what floats above them. */
export function App(): ReactElement {
  const screen = useShell((state) => state.screen)
  const wanted = useShell((state) => state.settings.theme)
  const system = useColorScheme()
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
