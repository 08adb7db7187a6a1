import { useInteraction, type Navigation } from '../interaction/store.ts'
import { openDialog, useShell, type LeftTab } from '../shell/shell.ts'
import { request } from '../platform.ts'
import { findViewport } from '../interaction/viewport.ts'
import { say } from '../words/say.ts'
import type { Command } from './types.ts'

type PanelFlag = 'leftPanel' | 'rightPanel' | 'statusBar'

function panel(flag: PanelFlag, key: string): Command {
  return {
    id: `view.${flag}`,
    keys: [key],
    isChecked: () => useShell.getState()[flag],
    run: () => useShell.setState((state) => ({ [flag]: !state[flag] })),
  }
}

const PANELS = ['leftPanel', 'rightPanel', 'statusBar'] as const satisfies readonly PanelFlag[]
const hasPanels = (): boolean => PANELS.some((flag) => useShell.getState()[flag])
/** What was shown when all was hidden: that comes back. */
let shownBefore: readonly PanelFlag[] = PANELS

function togglePanels(): void {
  const state = useShell.getState()
  const shown = PANELS.filter((flag) => state[flag])
  const wanted = shown.length === 0 ? shownBefore : []
  if (shown.length > 0) shownBefore = shown
  const [leftPanel, rightPanel, statusBar] = PANELS.map((flag) => wanted.includes(flag))
  useShell.setState({ leftPanel, rightPanel, statusBar })
}

function leftTab(tab: LeftTab, key: string): Command {
  return {
    id: `view.${tab}`,
    keys: [key],
    isChecked: () => useShell.getState().leftPanel && useShell.getState().leftTab === tab,
    run: () => useShell.setState({ leftPanel: true, leftTab: tab }),
  }
}

/** Switching keeps the place: the viewport carries the camera over. */
export function setNavigation(navigation: Navigation): void {
  useInteraction.setState({ navigation, placing: null, focusing: false })
}

const isWalking = (): boolean => useInteraction.getState().navigation === 'walk'

export const viewCommands: readonly Command[] = [
  {
    id: 'view.walk',
    keys: ['F'],
    isChecked: isWalking,
    run: () => setNavigation(isWalking() ? 'orbit' : 'walk'),
    says: () => say(isWalking() ? 'hud.walk' : 'hud.orbit'),
  },
  { id: 'view.fitAll', keys: ['Shift+Z'], run: () => findViewport()?.fitAll() },
  {
    id: 'view.fitSelection',
    keys: ['Z'],
    isEnabled: () => useInteraction.getState().selection.length > 0,
    run: () => findViewport()?.fitSelection(),
  },
  leftTab('catalogue', 'C'),
  leftTab('outline', 'O'),
  leftTab('views', 'V'),
  panel('leftPanel', 'Mod+B'),
  panel('rightPanel', 'Mod+I'),
  panel('statusBar', 'Mod+/'),
  {
    id: 'view.panels',
    title: () => say(hasPanels() ? 'command.view.panels' : 'command.view.panels.show'),
    keys: ['F11'],
    run: togglePanels,
  },
  {
    id: 'view.fullscreen',
    keys: ['Shift+F11'],
    anywhere: true,
    run: () => request('window:fullscreen', { on: !isFullscreen() }),
  },
]

/** Full screen by the window manager: the page fills the screen it is on. */
function isFullscreen(): boolean {
  return window.matchMedia('(display-mode: fullscreen)').matches || window.innerHeight >= window.screen.height
}

export const helpCommands: readonly Command[] = [
  { id: 'help.palette', keys: ['Mod+Shift+P', 'Mod+K'], anywhere: true, run: () => openDialog('palette') },
  { id: 'help.shortcuts', keys: ['?'], anywhere: true, run: () => openDialog('shortcuts') },
  { id: 'help.about', anywhere: true, run: () => openDialog('about') },
]

