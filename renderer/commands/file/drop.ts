import type { FileHandle } from '../../../electron/contract.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { reportError, tell } from '../../errors/notices.ts'
import { adopt } from '../../platform.ts'
import { useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'
import { bringDropped, hangPictures, rayOf, type Spot } from '../insert/bring-in.ts'
import { openFile } from './file.ts'
import { lampAlong, measureLamp } from '../lights/luminaires.ts'
import { importOwn } from '../insert/own-catalogue.ts'
import { bringMaterials } from '../edit/own-materials.ts'
import { surroundWith } from '../insert/surroundings.ts'

/**
 * Files dropped on the window, or pasted. A project, or a script, takes the place of what is open; models come into the open room, or open where there is
 * none; luminaires go to the lamp below the pointer, or hang in it; pictures on a wall; an HDR or EXR image becomes the surroundings; folders hold pieces for the own catalogue,
 * and materials join the user's own.
 *
 * @param spot  null: not over the room
 */
export async function dropFiles(files: Iterable<File>, spot: Spot | null): Promise<void> {
  const handles = await adoptAll(files)
  const isInRoom = useShell.getState().screen === 'room'
  const project = handles.find(({ kind }) => kind === 'project' || kind === 'script') ?? (isInRoom ? undefined : handles.find(({ kind }) => kind === 'model'))
  if (project !== undefined) {
    if (handles.length > 1) tell(say('drop.opening', { name: project.name }), [say('drop.one')])
    await openFile(project)
    return
  }
  for (const handle of handles) if (handle.kind === 'folder') await importOwn(handle).catch((error: unknown) => reportError(error, handle.name))
  await bringMaterials(handles.filter(({ kind }) => kind === 'material'))
  for (const handle of handles) if (handle.kind === 'luminaire') await takeLuminaire(handle, spot)
  // There is one sky.
  const around = handles.findLast(({ kind }) => kind === 'surroundings')
  if (around !== undefined) await surroundWith(around)
  const pictures = handles.filter(({ kind }) => kind === 'picture')
  if (isInRoom) await hangPictures(pictures, spot).catch((error: unknown) => reportError(error))
  else for (const { name } of pictures) reportError(new AtriumError('file-unsupported', 'A picture hangs in a room; open the room first.'), name)
  await bringDropped(handles.filter(({ kind }) => kind === 'model'), spot, openFile).catch((error: unknown) => reportError(error))
}

/** Of the lamp that it was dropped on, or a new one. */
async function takeLuminaire(handle: FileHandle, spot: Spot | null): Promise<void> {
  const lamp = spot === null ? null : lampAlong(rayOf(spot))
  if (lamp === null) await openFile(handle)
  else await measureLamp(lamp, handle)
}

/** Of all at once: a dropped file is only good for so long. */
async function adoptAll(files: Iterable<File>): Promise<readonly FileHandle[]> {
  const adopted = [...files].map((file) => adopt(file).catch((error: unknown) => {
    reportError(error, file.name)
    return null
  }))
  return (await Promise.all(adopted)).filter((handle) => handle !== null)
}
