import { quatLookingAt } from '../document/transform.ts'
import { addView } from '../document/changes/index.ts'
import { newId } from '../document/ids.ts'
import { useDocument } from '../document/store.ts'
import type { ViewRecord } from '../document/types.ts'
import { useInteraction } from '../interaction/store.ts'
import { findViewport } from '../viewport/controls.ts'
import type { Command } from './types.ts'

const viewAt = (index: number): ViewRecord | undefined => useDocument.getState().document.views[index]

/** Puts the camera where the view was saved. */
export function recallView({ position, target, verticalFov }: ViewRecord): void {
  findViewport()?.setPose({ position, target, verticalFov, orientation: quatLookingAt(position, target) })
}

function recall(number: number): Command {
  return {
    id: `view.recall.${number}`,
    title: () => viewAt(number - 1)?.name ?? `View ${number}`,
    keys: [`Alt+${number}`],
    isAbsent: () => viewAt(number - 1) === undefined,
    run: () => {
      const view = viewAt(number - 1)
      if (view !== undefined) recallView(view)
    },
    says: () => viewAt(number - 1)?.name ?? '',
  }
}

/** Cameras the user saves under a name and comes back to. */
export const viewpointCommands: readonly Command[] = [
  {
    id: 'view.save',
    title: 'Save View',
    keys: ['Alt+V'],
    run: () => {
      const { position, target, verticalFov } = useInteraction.getState().pose
      const name = `View ${useDocument.getState().document.views.length + 1}`
      useDocument.getState().edit(`Save ${name}`, addView({ id: newId(), name, position, target, verticalFov }))
    },
    says: () => `${useDocument.getState().document.views.at(-1)?.name ?? 'View'} saved`,
  },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(recall),
]
