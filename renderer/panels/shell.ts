import { create } from 'zustand'
import type { RecentProject, Settings } from '../../electron/contract.ts'
import type { LightId, PieceId } from '../document/types.ts'

export type LeftTab = 'catalogue' | 'outline'
export type ShellDialog = 'palette' | 'shortcuts' | 'settings' | 'about'

/** How the window is arranged: nothing here is saved with a project or undone. */
export interface ShellState {
  readonly screen: 'start' | 'room'
  readonly leftTab: LeftTab
  readonly leftPanel: boolean
  readonly rightPanel: boolean
  readonly statusBar: boolean
  readonly dialog: ShellDialog | null
  /** The outline entry whose name is being typed. */
  readonly renaming: PieceId | LightId | null
  /** Said over the viewport for a moment: 'Reflections off'. */
  readonly hud: { readonly id: number; readonly text: string } | null
  readonly settings: Settings
  readonly recents: readonly RecentProject[]
  readonly platform: string
  readonly version: string
  readonly runtime: string
}

export const useShell = create<ShellState>()(() => ({
  screen: 'start',
  leftTab: 'catalogue',
  leftPanel: true,
  rightPanel: true,
  statusBar: true,
  dialog: null,
  renaming: null,
  hud: null,
  settings: { theme: 'system', unit: 'm' },
  recents: [],
  platform: '',
  version: '',
  runtime: '',
}))

export const isMac = (): boolean => useShell.getState().platform === 'darwin'

const HUD_MS = 1600
let hudTimer: ReturnType<typeof setTimeout> | undefined
let nextHud = 1

/** Shows a few words over the viewport, where the user is looking, for a moment. */
export function say(text: string): void {
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
