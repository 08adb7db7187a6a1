import { MantineProvider } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { lazy, Suspense, useLayoutEffect, type ReactElement } from 'react'
import { say } from './words/say.ts'
import { CommandPalette } from './panels/window/command-palette.tsx'
import { Contained } from './panels/window/contained.tsx'
import { DebugLegends } from './panels/debug/debug-legends.tsx'
import { Dialogs } from './panels/window/dialogs.tsx'
import { Docked } from './panels/window/docked.tsx'
import { DropOverlay } from './panels/window/drop-overlay.tsx'
import { Hud } from './panels/window/hud.tsx'
import { Notices } from './panels/window/notices.tsx'
import { ProgressCard } from './panels/window/progress-card.tsx'
import { useShell } from './shell/shell.ts'
import { StartScreen } from './panels/start/start-screen.tsx'
import { RoomProgress } from './panels/window/room-progress.tsx'
import { RegionNote } from './panels/window/region-note.tsx'
import { TopBar } from './panels/window/top-bar.tsx'
import { ViewportHint } from './panels/window/viewport-hint.tsx'
import { ContextMenu } from './panels/window/context-menu.tsx'
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
  const viewportSize = useShell((state) => state.viewportSize)
  return (
    <>
      <div className="room">
        <Docked dock="left" />
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
        <Docked dock="right" />
      </div>
      <Docked dock="bottom" />
      <ContextMenu />
    </>
  )
}

/** The window: bar, panels around the room, and what floats above them. */
export function App(): ReactElement {
  const screen = useShell((state) => state.screen)
  const wanted = useShell((state) => state.settings.theme)
  const system = useColorScheme()
  useLanguage()
  const size = useShell((state) => state.settings.size)
  // Text, controls and the gaps between them are written in rem.
  useLayoutEffect(() => {
    document.documentElement.style.fontSize = size === undefined ? '' : `${size}%`
  }, [size])
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
