import type { FileHandle } from '../../../electron/contract.ts'
import { setLightsOn, setSurroundings } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { reportError, tell } from '../../errors/notices.ts'
import { request } from '../../platform.ts'
import { useProjectFile } from '../../project/open/open-project.ts'
import { loadSurroundings } from '../../project/insert/surroundings.ts'
import { runVisibly } from '../../project/tasks/tasks.ts'
import { createSnapshots } from '../../scene/snapshot.ts'
import { lightOfImage, matchingStrength } from '../../scene/surroundings.ts'
import { useShell } from '../../shell/shell.ts'
import { phrase, say } from '../../words/say.ts'
import { addOrTell } from '../edit-or-tell.ts'
import type { Command } from '../types.ts'

const inRoom = (): boolean => useShell.getState().screen === 'room'

/**
 * An image becomes the surroundings, as one undo step: as bright on level ground as what it replaces. One with a sun of its own switches the
 * suns of the project off, for they would cast a second shadow; what it cannot be around leaves the room as it is.
 */
export async function surroundWith(handle: FileHandle): Promise<void> {
  try {
    if (!inRoom()) throw new AtriumError('file-unsupported', 'Surroundings belong to a room; open the room first.')
    const { opened } = useProjectFile.getState()
    const loaded = await runVisibly(say('task.reading', { name: handle.name, others: 0 }), (task) => loadSurroundings(handle, task))
    if (loaded === null || useProjectFile.getState().opened !== opened) return
    const { image, record } = loaded
    const { document } = useDocument.getState()
    if (document.environment.surroundings?.asset === record.key) return
    const strength = matchingStrength(image, createSnapshots()(document, new Map()))
    const suns = lightOfImage(image).hasSun ? document.lights.filter(({ kind, on }) => kind === 'directional' && on).map(({ id }) => id) : []
    const surround = setSurroundings({ asset: record, strength, turn: 0, seen: true })
    const isDone = addOrTell(phrase('undo.surroundings', { name: record.name }), (before) => {
      const after = surround(before)
      return after === before ? before : setLightsOn(suns, false)(after)
    })
    if (isDone && suns.length > 0) tell(say('notice.surroundings', { name: record.name }), [say('notice.surroundings.sun', { count: suns.length })], { isOfProject: true })
  } catch (error) {
    reportError(error, handle.name)
  }
}

const hasSurroundings = (): boolean => useDocument.getState().document.environment.surroundings !== undefined

export const surroundingsCommands: readonly Command[] = [
  {
    id: 'file.surroundings',
    isEnabled: inRoom,
    run: async () => {
      const handle = await request('file:choose-open', { kind: 'surroundings' })
      if (handle !== null) await surroundWith(handle)
    },
  },
  {
    id: 'file.noSurroundings',
    isEnabled: hasSurroundings,
    run: () => useDocument.getState().edit(phrase('undo.noSurroundings'), setSurroundings(null)),
  },
]
