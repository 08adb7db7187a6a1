import type { Change, ViewRecord } from '../types.ts'

export const addView =
  (view: ViewRecord): Change =>
  (document) => ({ ...document, views: [...document.views, view] })

export const removeView =
  (id: string): Change =>
  (document) => {
    const views = document.views.filter((view) => view.id !== id)
    return views.length === document.views.length ? document : { ...document, views }
  }
