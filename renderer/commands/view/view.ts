import { useInteraction, type Navigation } from '../../interaction/store.ts'
import { openDialog } from '../../shell/shell.ts'
import { request } from '../../platform.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { redoView, undoView, useViewHistory } from '../../navigation/view-history.ts'
import { say } from '../../words/say.ts'
import type { Command } from '../types.ts'

/** Switching keeps the place: the viewport carries the camera over. */
export function setNavigation(navigation: Navigation): void {
  useInteraction.setState({ navigation, placing: null, focusing: false, facing: false, surfaceClick: null })
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
  { id: 'view.undo', keys: ['Home'], isEnabled: () => useViewHistory.getState().past.length > 0, run: undoView },
  { id: 'view.redo', keys: ['End'], isEnabled: () => useViewHistory.getState().future.length > 0, run: redoView },
  { id: 'view.fitAll', keys: ['Shift+Z'], run: () => findViewport()?.fitAll() },
  {
    id: 'view.fitSelection',
    keys: ['Z'],
    isEnabled: () => useInteraction.getState().selection.length > 0,
    run: () => findViewport()?.fitSelection(),
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

