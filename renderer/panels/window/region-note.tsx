import type { ReactElement } from 'react'
import { useInteraction } from '../../interaction/store.ts'
import { say } from '../../words/say.ts'

/** Over the viewport: only a part of the picture was computed, and why. */
export function RegionNote(): ReactElement | null {
  const region = useInteraction((state) => state.report?.region ?? null)
  if (region === null) return null
  return <div className="region-note" role="status">{say('status.region', { width: String(region.width), height: String(region.height), reason: region.reason })}</div>
}
