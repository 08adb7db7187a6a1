import type { Change } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { saneName } from './sane.ts'

/** Names a piece, a group, a light or a view; a blank name changes nothing. */
export const rename =
  (id: string, name: string): Change =>
  (document) => {
    const trimmed = saneName(name)
    if (trimmed === '') return document
    const { groups } = document
    return withLists(document, {
      ...(groups !== undefined && { groups: mapIds(groups, [id], (group) => withFields(group, { name: trimmed })) }),
      pieces: mapIds(document.pieces, [id], (piece) => withFields(piece, { name: trimmed })),
      lights: mapIds(document.lights, [id], (light) => withFields(light, { name: trimmed })),
      views: mapIds(document.views, [id], (view) => withFields(view, { name: trimmed })),
    })
  }

/** Names the project itself. */
export const setName =
  (name: string): Change =>
  (document) =>
    saneName(name) === '' ? document : withFields(document, { name: saneName(name) })
