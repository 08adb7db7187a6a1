import { hasRoomFor } from '../capacity.ts'
import type { Change, ViewRecord } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { sanePosition } from './sane.ts'

export type ViewFields = Partial<Omit<ViewRecord, 'id'>>

/** A camera lost in space is no view. */
export const addView =
  (view: ViewRecord): Change =>
  (document) =>
    isSane(view) && hasRoomFor(document, { views: 1 }) ? { ...document, views: [...document.views, view] } : document

export const setView =
  (id: string, fields: ViewFields): Change =>
  (document) =>
    withLists(document, {
      views: mapIds(document.views, [id], (view) => {
        const next = withFields(view, fields)
        return isSane(next) ? next : view
      }),
    })

/** Its new place in the list, counted without it; beyond an end, that end. */
export const moveView =
  (id: string, to: number): Change =>
  (document) => {
    const from = document.views.findIndex((view) => view.id === id)
    const place = Math.min(document.views.length - 1, Math.max(0, Math.round(to)))
    if (from < 0 || !Number.isFinite(place) || place === from) return document
    const views = document.views.filter((view) => view.id !== id)
    return { ...document, views: [...views.slice(0, place), document.views[from], ...views.slice(place)] }
  }

export const removeView =
  (id: string): Change =>
  (document) => {
    const views = document.views.filter((view) => view.id !== id)
    return views.length === document.views.length ? document : { ...document, views }
  }

/** Switches the lights as they were when the view was saved. */
export const lightAsInView =
  ({ lights: switches }: Pick<ViewRecord, 'lights'>): Change =>
  (document) =>
    switches === undefined ? document : withLists(document, {
      lights: mapIds(document.lights, Object.keys(switches), (light) => withFields(light, { on: switches[light.id] })),
    })

/** What a project file takes back. */
function isSane({ position, target, verticalFov, straighten = 0, lens }: ViewRecord): boolean {
  const within = (value: number, least: number, most: number): boolean => value >= least && value <= most
  return sanePosition(position) !== undefined && sanePosition(target) !== undefined && within(verticalFov, 0.01, 3.1) && within(straighten, 0, 1) &&
    (lens === undefined || within(lens.fNumber, 0.1, 1000) && within(lens.focusDistance, 1e-3, 1e6))
}
