import { request } from '../../platform.ts'
import { endAutosave } from '../../recovery/autosave.ts'
import { mayLeave } from './file.ts'
import type { Command } from '../types.ts'

/** Asks about unsaved work of this window; another one's is none of its affair. */
export async function closeWindow(): Promise<void> {
  if (!(await mayLeave())) return request('window:stay')
  await endAutosave()
  await request('window:close')
}

export const windowCommands: readonly Command[] = [
  { id: 'file.newWindow', keys: ['Mod+Shift+N'], anywhere: true, run: () => request('window:new') },
  { id: 'file.closeWindow', keys: ['Mod+Shift+W'], anywhere: true, run: closeWindow },
]
