import { useInteraction } from '../../interaction/store.ts'
import { freePieceAt, type Point, type ToolContext } from '../context.ts'
import { targetAt } from '../material/surfaces.ts'
import { noteUnderMenu } from '../material/under-menu.ts'
import { leaveUnless, unitOf } from './unit.ts'

/**
 * Selects what the menu under the pointer is about: what is selected there stays so with all else that is; architecture and empty ground select nothing.
 *
 * @param overlay  the id of the light whose marker lies there, 'handle', or null
 */
export function selectForMenu(context: ToolContext, point: Point, overlay: string | null): void {
  noteUnderMenu(overlay === null ? targetAt(context, point) : null)
  if (overlay === 'handle') return
  const piece = overlay === null ? freePieceAt(context, point) : null
  const id = overlay ?? piece?.id ?? null
  const { selection } = useInteraction.getState()
  if (id !== null && selection.includes(id)) return
  leaveUnless(id)
  useInteraction.setState({ selection: id === null ? [] : unitOf(id) })
}
