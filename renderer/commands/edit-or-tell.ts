import { useDocument } from '../document/store.ts'
import type { Change } from '../document/types.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { reportError } from '../errors/notices.ts'
import type { Words } from '../words/say.ts'

/** Adds something to the room. @param gesture  steps of one are one step of undo @returns false when it is full, which the user is told */
export function addOrTell(label: Words, change: Change, gesture?: string): boolean {
  const { document } = useDocument.getState()
  useDocument.getState().edit(label, change, gesture)
  const isAdded = useDocument.getState().document !== document
  if (!isAdded) reportError(new AtriumError('project-too-many', 'The room is full.'))
  return isAdded
}
