import { useMemo, useSyncExternalStore } from 'react'
import type { MenuEntry } from '../../../electron/contract.ts'
import { useDocument } from '../../document/store.ts'
import { useDebug } from '../../interaction/debug.ts'
import { type InteractionState, useInteraction } from '../../interaction/store.ts'
import { useViewHistory } from '../../navigation/view-history.ts'
import { useImportReport } from '../../project/tasks/report.ts'
import { isMac, useShell } from '../../shell/shell.ts'
import { keysOf } from '../keys/bindings.ts'
import { menuModel } from './menu.ts'
import { findCommand, isEnabled } from '../registry.ts'
import { onLanguage } from '../../words/say.ts'
import { displayShortcut } from '../keys/shortcuts.ts'
import { titleOf } from '../types.ts'

/** What commands ask the interaction store for; where the camera stands and the figures change every frame and matter to none. */
const WATCHED = ['selection', 'tool', 'navigation', 'placing', 'focusing', 'surfaceClick', 'slot', 'settings', 'adapter'] as const satisfies readonly (keyof InteractionState)[]
/** Of the camera, what stays while it moves. */
const OPTICS = ['verticalFov', 'straighten', 'lens'] as const satisfies readonly (keyof InteractionState['pose'])[]

/** Whatever a command's title, state or availability may depend on. */
export function subscribeToState(listener: () => void): () => void {
  const onInteraction = (state: InteractionState, before: InteractionState): void => {
    if (WATCHED.some((key) => state[key] !== before[key]) || OPTICS.some((key) => state.pose[key] !== before.pose[key])) listener()
  }
  const stops = [useDocument, useShell, useDebug, useImportReport, useViewHistory].map((store) => store.subscribe(listener))
  stops.push(useInteraction.subscribe(onInteraction), onLanguage(listener))
  return () => stops.forEach((stop) => stop())
}

export interface CommandState {
  readonly title: string
  readonly shortcut: string | undefined
  readonly enabled: boolean
  readonly checked: boolean | undefined
}

function describe(id: string): string {
  const command = findCommand(id)
  if (command === null) throw new Error(`no command ${id}`)
  const [key] = keysOf(command)
  return JSON.stringify({
    title: titleOf(command),
    shortcut: key === undefined ? undefined : displayShortcut(key, isMac()),
    enabled: isEnabled(command),
    checked: command.isChecked?.(),
  })
}

/** One function a command, always the same: of another one React would ask again after every render. */
const describers = new Map<string, () => string>()

function describerOf(id: string): () => string {
  const known = describers.get(id) ?? (() => describe(id))
  describers.set(id, known)
  return known
}

/** A command's state for a button; renders again only when it changed. The text makes equal states identical. */
export function useCommand(id: string): CommandState {
  const text = useSyncExternalStore(subscribeToState, describerOf(id))
  return useMemo(() => JSON.parse(text) as CommandState, [text])
}

const describeMenus = (): string => JSON.stringify(menuModel())

export function useMenuModel(): MenuEntry[] {
  const text = useSyncExternalStore(subscribeToState, describeMenus)
  return useMemo(() => JSON.parse(text) as MenuEntry[], [text])
}
