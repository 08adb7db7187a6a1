import { reportError } from '../errors/notices.ts'
import { flash, type PanelEntry, useShell } from '../shell/shell.ts'
import { arrangeCommands } from './arrange/arrange.ts'
import { arrayCommands } from './arrange/array.ts'
import { cameraCommands } from './view/camera.ts'
import { catalogueItemCommands } from './insert/catalogue-item.ts'
import { clipboardCommands } from './insert/clipboard.ts'
import { debugCommands } from './view/debug.ts'
import { editCommands } from './edit/edit.ts'
import { fileCommands } from './file/file.ts'
import { groupCommands } from './edit/groups.ts'
import { layerCommands } from './edit/layers.ts'
import { lightCommands } from './lights/lights.ts'
import { materialCommands } from './edit/materials.ts'
import { nudgeCommands } from './arrange/nudge.ts'
import { dockCommands, panelCommands } from './view/panels.ts'
import { contextMenuCommands } from './edit/open-menu.ts'
import { ownCatalogueCommands } from './insert/own-catalogue.ts'
import { ownMaterialCommands } from './edit/own-materials.ts'
import { renderCommands } from './view/render.ts'
import { scriptCommands } from './file/script.ts'
import { standCommands } from './arrange/stand.ts'
import { toolCommands } from './edit/tools.ts'
import { replaceCommands } from './insert/replace.ts'
import { helpCommands, viewCommands } from './view/view.ts'
import { windowCommands } from './file/windows.ts'
import { viewpointCommands } from './view/viewpoints.ts'
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
