import { create } from 'zustand'
import type { RecentProject } from '../../electron/contract.ts'
import { INITIAL_SETTINGS, type Settings } from '../settings.ts'

/** Where panels stand: beside the room, or below it. */
export type Dock = 'left' | 'right' | 'bottom'
/** What the window's arrangement, menus and keys know of a panel; panels/registry.ts has the rest. */
export interface PanelEntry {
  readonly id: string
  readonly dock: Dock
  /** Shows it, as its command `view.<id>` does. Left out: it has no command of its own. */
  readonly key?: string
}
export type ShellDialog = 'palette' | 'shortcuts' | 'settings' | 'about' | 'versions' | 'exportPicture' | 'exportClip' | 'renderMany' | 'ownPiece' | 'array'

/** How the window is arranged: nothing here is saved with a project or undone. */
export interface ShellState {
  readonly screen: 'start' | 'room'
  /** Given by who starts the window. */
  readonly panels: readonly PanelEntry[]
  /** `panel`: the one in front, by id; null: the first. */
  readonly docks: Readonly<Record<Dock, { readonly open: boolean; readonly panel: string | null }>>
  /** CSS pixels; null: as large as the window leaves room for. The unattended run and tests ask for a size. */
  readonly viewportSize: { readonly width: number; readonly height: number } | null
  /** Samples of an edge in a picture at rest; undefined: the engine's own. */
  readonly edgeSamples: number | undefined
  readonly dialog: ShellDialog | null
  /** Where in the window a menu stands open, CSS pixels, and what it is about; left out: what is selected. */
  readonly contextMenu: { readonly x: number; readonly y: number; readonly of?: 'view' | 'catalogue' } | null
  /** The piece of the catalogue that its menu was opened for last, by id. */
  readonly catalogueItem: string | null
  /** The saved view that was saved or applied last, or is looked at in the panel. */
  readonly view: string | null
  /** The piece or light whose name is being typed in the outline, or the view in the list of views. */
  readonly renaming: string | null
  /** Said over the viewport for a moment: 'Reflections off'. */
  readonly hud: { readonly id: number; readonly text: string } | null
  readonly settings: Settings
  readonly recents: readonly RecentProject[]
  /** When the list was read: 'yesterday' is told from it. */
  readonly recentsReadAtMs: number
  readonly platform: string
  readonly version: string
  readonly runtime: string
}

export const useShell = create<ShellState>()(() => ({
  screen: 'start',
  panels: [],
  docks: { left: { open: true, panel: null }, right: { open: true, panel: null }, bottom: { open: true, panel: null } },
  viewportSize: null,
  edgeSamples: undefined,
  dialog: null,
  contextMenu: null,
  catalogueItem: null,
  view: null,
  renaming: null,
  hud: null,
  settings: INITIAL_SETTINGS,
  recents: [],
  recentsReadAtMs: 0,
  platform: '',
  version: '',
  runtime: '',
}))

export const isMac = (): boolean => useShell.getState().platform === 'darwin'

export function openDock(dock: Dock, open: boolean): void {
  useShell.setState(({ docks }) => ({ docks: { ...docks, [dock]: { ...docks[dock], open } } }))
}

/** Opens its dock, with this panel in front. */
export function showPanel(id: string): void {
  useShell.setState(({ panels, docks }) => {
    const panel = panels.find((other) => other.id === id)
    return panel === undefined ? {} : { docks: { ...docks, [panel.dock]: { open: true, panel: id } } }
  })
}

const HUD_MS = 1600
let hudTimer: ReturnType<typeof setTimeout> | undefined
let nextHud = 1

/** Shows a few words over the viewport, where the user is looking, for a moment. */
export function flash(text: string): void {
  clearTimeout(hudTimer)
  useShell.setState({ hud: { id: nextHud++, text } })
  hudTimer = setTimeout(() => useShell.setState({ hud: null }), HUD_MS)
}

export function openDialog(dialog: ShellDialog): void {
  useShell.setState({ dialog })
}

export function closeDialog(): void {
  useShell.setState({ dialog: null })
}
