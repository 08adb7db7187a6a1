import { reportError } from '../errors/notices.ts'
import { flash, type PanelEntry, useShell } from '../shell/shell.ts'
import { arrangeCommands } from './arrange.ts'
import { arrayCommands } from './array.ts'
import { cameraCommands } from './camera.ts'
import { catalogueItemCommands } from './catalogue-item.ts'
import { clipboardCommands } from './clipboard.ts'
import { debugCommands } from './debug.ts'
import { editCommands } from './edit.ts'
import { fileCommands } from './file.ts'
import { groupCommands } from './groups.ts'
import { layerCommands } from './layers.ts'
import { lightCommands } from './lights.ts'
import { materialCommands } from './materials.ts'
import { nudgeCommands } from './nudge.ts'
import { dockCommands, panelCommands } from './panels.ts'
import { contextMenuCommands } from './open-menu.ts'
import { ownCatalogueCommands } from './own-catalogue.ts'
import { ownMaterialCommands } from './own-materials.ts'
import { renderCommands } from './render.ts'
import { scriptCommands } from './script.ts'
import { standCommands } from './stand.ts'
import { toolCommands } from './tools.ts'
import { replaceCommands } from './replace.ts'
import { helpCommands, viewCommands } from './view.ts'
import { windowCommands } from './windows.ts'
import { viewpointCommands } from './viewpoints.ts'
import type { Command } from './types.ts'

const LISTS: readonly (readonly Command[])[] = [
  fileCommands,
  windowCommands,
  editCommands,
  clipboardCommands,
  contextMenuCommands,
  catalogueItemCommands,
  groupCommands,
  layerCommands,
  ownCatalogueCommands,
  ownMaterialCommands,
  materialCommands,
  nudgeCommands,
  arrangeCommands,
  standCommands,
  arrayCommands,
  replaceCommands,
  toolCommands,
  viewCommands,
  dockCommands,
  cameraCommands,
  viewpointCommands,
  renderCommands,
  lightCommands,
  debugCommands,
  helpCommands,
  scriptCommands,
]

const index = (panels: readonly PanelEntry[]) => ({ panels, byId: new Map([...LISTS, panelCommands(panels)].flat().map((command) => [command.id, command])) })
let indexed = index([])

function byId(): ReadonlyMap<string, Command> {
  const { panels } = useShell.getState()
  if (panels !== indexed.panels) indexed = index(panels)
  return indexed.byId
}

/** Every command of Atrium, once: those of the lists, and those that show the window's panels. */
export const allCommands = (): readonly Command[] => [...byId().values()]

export function findCommand(id: string): Command | null {
  return byId().get(id) ?? null
}

/** Menus and palette leave it out, and its keys mean nothing. */
export function isAbsent(command: Command): boolean {
  return command.isAbsent?.() === true || (command.isForDevelopers === true && useShell.getState().settings.developer !== true)
}

export function isEnabled(command: Command): boolean {
  if (command.anywhere !== true && useShell.getState().screen !== 'room') return false
  return !isAbsent(command) && (command.isEnabled?.() ?? true)
}

/**
 * Runs a command as a menu or a key would; needs no window. Failures become notices.
 *
 * @returns false when there is no such command or it is disabled now
 */
export async function runCommand(id: string): Promise<boolean> {
  const command = findCommand(id)
  if (command === null || !isEnabled(command)) return false
  try {
    await command.run()
    const words = command.says?.()
    if (words !== undefined) flash(words)
  } catch (error) {
    reportError(error)
  }
  return true
}
