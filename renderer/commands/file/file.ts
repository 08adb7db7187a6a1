import type { FileHandle, RecentProject } from '../../../electron/contract.ts'
import { isDirty } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { reportError } from '../../errors/notices.ts'
import { useInteraction } from '../../interaction/store.ts'
import { openDialog, useShell } from '../../shell/shell.ts'
import { request } from '../../platform.ts'
import { SAMPLES } from '../../project/open/samples.ts'
import { closeProject, newProject, openHandle, openSample, save, saveAs } from '../../project/open/open-project.ts'
import { insertLuminaire } from '../lights/add-lights.ts'
import { bringInCommands } from '../insert/bring-in.ts'
import { surroundingsCommands, surroundWith } from '../insert/surroundings.ts'
import { reportCommands, tellReport } from './import-report.ts'
import { reloadCommands } from './reload.ts'
import { openScript } from './script.ts'
import type { Command } from '../types.ts'

/** Asks about unsaved work, in the platform's own dialog; true: the open project may go. */
export async function mayLeave(): Promise<boolean> {
  if (useShell.getState().screen !== 'room' || !isDirty(useDocument.getState())) return true
  const answer = await request('dialog:unsaved', { name: useDocument.getState().document.name })
  if (answer === 'save') return save()
  return answer === 'discard'
}

export async function refreshRecents(): Promise<void> {
  useShell.setState({ recents: await request('recent:list'), recentsReadAtMs: Date.now() })
}

/** The document is replaced: shows it. `handle`: the file that it came from, to be found again among the recent ones. */
function showRoom(handle?: FileHandle): void {
  useShell.setState({ screen: 'room', renaming: null })
  const added = handle === undefined ? Promise.resolve() : request('recent:add', { handle: handle.id })
  void added.then(refreshRecents).catch(reportError)
}

/** A luminaire comes into the open room. */
async function hangLuminaire(handle: FileHandle): Promise<void> {
  try {
    if (useShell.getState().screen !== 'room') throw new AtriumError('file-unsupported', 'A luminaire is added to a room; open the room first.')
    await insertLuminaire(handle)
  } catch (error) {
    reportError(error, handle.name)
  }
}

/** Opens a project or a model, or plays a script, in place of the open one; what cannot be read leaves the open one alone. */
export async function openFile(handle: FileHandle): Promise<void> {
  if (handle.kind === 'luminaire') return hangLuminaire(handle)
  if (handle.kind === 'surroundings') return surroundWith(handle)
  if (handle.kind !== 'project' && handle.kind !== 'model' && handle.kind !== 'script') return reportError(new AtriumError('file-unsupported', 'It is no project and no model.'), handle.name)
  if (handle.kind === 'project' && (await request('window:show', { handle: handle.id }))) return
  if (!(await mayLeave())) return
  try {
    if (handle.kind === 'script') {
      if (await openScript(handle)) showRoom()
      return
    }
    if (!(await openHandle(handle))) return
    showRoom(handle)
    tellReport()
  } catch (error) {
    reportError(error, handle.name)
  }
}

export async function openRecent(recent: RecentProject): Promise<void> {
  try {
    await openFile(await request('recent:open', { id: recent.id }))
  } catch (error) {
    reportError(error, recent.name)
    await refreshRecents()
  }
}

export async function forgetRecent(recent: RecentProject): Promise<void> {
  await request('recent:forget', { id: recent.id })
  await refreshRecents()
}

export async function clearRecents(): Promise<void> {
  await request('recent:clear')
  await refreshRecents()
}

const inRoom = (): boolean => useShell.getState().screen === 'room'

export const fileCommands: readonly Command[] = [
  {
    id: 'file.new',
    keys: ['Mod+N'],
    anywhere: true,
    run: async () => {
      if (!(await mayLeave())) return
      await newProject()
      showRoom()
    },
  },
  {
    id: 'file.open',
    keys: ['Mod+O'],
    anywhere: true,
    run: async () => {
      const handle = await request('file:choose-open', { kind: 'any' })
      if (handle !== null) await openFile(handle)
    },
  },
  ...SAMPLES.map((sample): Command => ({
    id: sample.command,
    anywhere: true,
    run: async () => {
      if (!(await mayLeave())) return
      if (await openSample(sample)) showRoom()
    },
  })),
  ...bringInCommands,
  ...reloadCommands,
  ...surroundingsCommands,
  ...reportCommands,
  {
    id: 'file.save',
    keys: ['Mod+S'],
    run: async () => {
      if (await save()) void refreshRecents()
    },
  },
  {
    id: 'file.saveAs',
    keys: ['Mod+Shift+S'],
    run: async () => {
      if (await saveAs()) void refreshRecents()
    },
  },
  { id: 'file.versions', isEnabled: inRoom, run: () => openDialog('versions') },
  { id: 'file.exportPicture', keys: ['Mod+E'], isEnabled: inRoom, run: () => openDialog('exportPicture') },
  { id: 'file.exportClip', keys: ['Mod+Shift+E'], isEnabled: inRoom, run: () => openDialog('exportClip') },
  { id: 'file.renderMany', isEnabled: inRoom, run: () => openDialog('renderMany') },
  { id: 'file.settings', keys: ['Mod+,'], anywhere: true, run: () => openDialog('settings') },
  {
    id: 'file.close',
    keys: ['Mod+W'],
    isEnabled: inRoom,
    run: async () => {
      if (!(await mayLeave())) return
      closeProject()
      useInteraction.setState({ report: null, settled: false })
      useShell.setState({ screen: 'start' })
      await refreshRecents()
    },
  },
]
