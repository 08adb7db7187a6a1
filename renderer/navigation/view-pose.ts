import { quatLookingAt } from '../document/transform.ts'
import type { ViewRecord } from '../document/types.ts'
import type { CameraPose } from '../interaction/store.ts'

/** The camera as it was when the view was saved. */
export const poseOfView = ({ position, target, verticalFov, straighten, lens }: Omit<ViewRecord, 'id' | 'name'>): CameraPose =>
  ({ position, target, verticalFov, straighten, lens, orientation: quatLookingAt(position, target) })
