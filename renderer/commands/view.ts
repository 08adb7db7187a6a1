import { useInteraction, type Navigation, type Tool } from '../interaction/store.ts'
import { openDialog, useShell, type LeftTab } from '../shell/shell.ts'
import { request } from '../platform.ts'
import { findViewport } from '../viewport/controls.ts'
import type { Command } from './types.ts'

function tool(name: Tool, title: string, key: string): Command {
  return {
    id: `tool.${name}`,
    title,
    keys: [key],
    isChecked: () => useInteraction.getState().tool === name,
    run: () => useInteraction.setState({ tool: name }),
  }
}

type PanelFlag = 'leftPanel' | 'rightPanel' | 'statusBar'

function panel(flag: PanelFlag, title: string, key: string): Command {
  return {
    id: `view.${flag}`,
    title,
    keys: [key],
    isChecked: () => useShell.getState()[flag],
    run: () => useShell.setState((state) => ({ [flag]: !state[flag] })),
  }
}

function leftTab(tab: LeftTab, title: string, key: string): Command {
  return {
    id: `view.${tab}`,
    title,
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
  tool('select', 'Select', 'Space'),
  tool('move', 'Move', 'M'),
  tool('rotate', 'Rotate', 'Q'),
  tool('scale', 'Scale', 'S'),
  {
    id: 'view.walk',
    title: 'Walk',
    keys: ['F'],
    isChecked: isWalking,
    run: () => setNavigation(isWalking() ? 'orbit' : 'walk'),
    says: () => (isWalking() ? 'Walk' : 'Orbit'),
  },
  { id: 'view.fitAll', title: 'Fit All', keys: ['Shift+Z'], run: () => findViewport()?.fitAll() },
  {
    id: 'view.fitSelection',
    title: 'Fit Selection',
    keys: ['Z'],
    isEnabled: () => useInteraction.getState().selection.length > 0,
    run: () => findViewport()?.fitSelection(),
  },
  leftTab('catalogue', 'Catalogue', 'C'),
  leftTab('outline', 'Outline', 'O'),
  leftTab('views', 'Camera and Views', 'V'),
  panel('leftPanel', 'Left Panel', 'Mod+B'),
  panel('rightPanel', 'Inspector', 'Mod+I'),
  panel('statusBar', 'Status Bar', 'Mod+/'),
  {
    id: 'view.fullscreen',
    title: 'Full Screen',
    keys: ['F11'],
    anywhere: true,
    run: () => request('window:fullscreen', { on: !isFullscreen() }),
  },
]

/** Full screen by the window manager: the page fills the screen it is on. */
function isFullscreen(): boolean {
  return window.matchMedia('(display-mode: fullscreen)').matches || window.innerHeight >= window.screen.height
}

export const helpCommands: readonly Command[] = [
  { id: 'help.palette', title: 'Find a Command…', keys: ['Mod+Shift+P', 'Mod+K'], anywhere: true, run: () => openDialog('palette') },
  { id: 'help.shortcuts', title: 'Keyboard Shortcuts', keys: ['?'], anywhere: true, run: () => openDialog('shortcuts') },
  { id: 'help.about', title: 'About Atrium', anywhere: true, run: () => openDialog('about') },
]

