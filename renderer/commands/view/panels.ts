import { type Dock, openDock, type PanelEntry, showPanel, useShell } from '../../shell/shell.ts'
import { focusRegion } from '../../shell/regions.ts'
import { say } from '../../words/say.ts'
import type { Command } from '../types.ts'

const DOCKS: readonly Dock[] = ['left', 'right', 'bottom']
const isOpen = (dock: Dock): boolean => useShell.getState().docks[dock].open
/** What was open when all was hidden: that comes back. */
let openBefore = DOCKS

function toggleAll(): void {
  const open = DOCKS.filter(isOpen)
  if (open.length > 0) openBefore = open
  for (const dock of DOCKS) openDock(dock, open.length === 0 && openBefore.includes(dock))
}

function toggleDock(id: string, dock: Dock, key: string): Command {
  return { id, keys: [key], isChecked: () => isOpen(dock), run: () => openDock(dock, !isOpen(dock)) }
}

export const dockCommands: readonly Command[] = [
  toggleDock('view.leftPanel', 'left', 'Mod+B'),
  toggleDock('view.rightPanel', 'right', 'Mod+I'),
  toggleDock('view.statusBar', 'bottom', 'Mod+/'),
  {
    id: 'view.panels',
    title: () => say(DOCKS.some(isOpen) ? 'command.view.panels' : 'command.view.panels.show'),
    keys: ['F11'],
    run: toggleAll,
  },
  { id: 'view.nextPart', keys: ['F6'], anywhere: true, run: () => focusRegion(1) },
  { id: 'view.previousPart', keys: ['Shift+F6'], anywhere: true, run: () => focusRegion(-1) },
]

/** Of the panels that have a key: each shows one. */
export function panelCommands(panels: readonly PanelEntry[]): readonly Command[] {
  const inFront = (dock: Dock): string | undefined => useShell.getState().docks[dock].panel ?? panels.find((panel) => panel.dock === dock)?.id
  return panels.flatMap(({ id, dock, key }) => (key === undefined ? [] : [{
    id: `view.${id}`,
    keys: [key],
    isChecked: () => isOpen(dock) && inFront(dock) === id,
    run: () => showPanel(id),
  }]))
}
