import type { FileHandle } from '../../electron/contract.ts'
import { reportError, tell } from '../errors/notices.ts'
import { adopt } from '../platform.ts'
import { useShell } from '../shell/shell.ts'
import { say } from '../words/say.ts'
import { bringDropped, type Spot } from './bring-in.ts'
import { openFile } from './file.ts'
import { importOwn } from './own-catalogue.ts'

/**
 * Files dropped on the window, or pasted. A project takes the place of what is open; models come into the open room, or open where there is
 * none; luminaires hang in it; folders hold pieces for the own catalogue.
 *
 * @param spot  null: not over the room
 */
export async function dropFiles(files: Iterable<File>, spot: Spot | null): Promise<void> {
  const handles = await adoptAll(files)
  const isInRoom = useShell.getState().screen === 'room'
  const project = handles.find(({ kind }) => kind === 'project') ?? (isInRoom ? undefined : handles.find(({ kind }) => kind === 'model'))
  if (project !== undefined) {
    if (handles.length > 1) tell(say('drop.opening', { name: project.name }), [say('drop.one')])
    await openFile(project)
    return
  }
  for (const handle of handles) if (handle.kind === 'folder') await importOwn(handle).catch((error: unknown) => reportError(error, handle.name))
  for (const handle of handles) if (handle.kind === 'luminaire') await openFile(handle)
  await bringDropped(handles.filter(({ kind }) => kind === 'model'), spot, openFile).catch((error: unknown) => reportError(error))
}

/** Of all at once: a dropped file is only good for so long. */
async function adoptAll(files: Iterable<File>): Promise<readonly FileHandle[]> {
  const adopted = [...files].map((file) => adopt(file).catch((error: unknown) => {
    reportError(error, file.name)
    return null
  }))
  return (await Promise.all(adopted)).filter((handle) => handle !== null)
}
