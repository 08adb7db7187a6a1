import { hasRoomFor } from '../capacity.ts'
import type { AtriumDocument, Change, LayerId, LayerRecord, PieceId } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { saneColor, saneName } from './sane.ts'

export type LayerFields = Partial<Omit<LayerRecord, 'id'>>

/** Makes a layer below the others. One that is there already stays, and a full project as it is. */
export const addLayer =
  (layer: LayerRecord): Change =>
  (document) => {
    const { layers = [] } = document
    const [name, color] = [saneName(layer.name), saneColor(layer.color)]
    if (name === '' || color === undefined || layers.some(({ id }) => id === layer.id) || !hasRoomFor(document, { layers: 1 })) return document
    return { ...document, layers: [...layers, { ...layer, name, color }] }
  }

/** Names, colours, hides, locks a layer. A blank name and a colour that is none leave what was. */
export const setLayer =
  (id: LayerId, { name, color, ...flags }: LayerFields): Change =>
  (document) => {
    const renamed = saneName(name ?? '')
    const layers = mapIds(document.layers ?? [], [id], (layer) => withFields(layer, { ...flags, color: saneColor(color), ...(renamed !== '' && { name: renamed }) }))
    return document.layers === undefined ? document : withLists(document, { layers })
  }

/** Its new place in the list, counted without it; beyond an end, that end. */
export const moveLayer =
  (id: LayerId, to: number): Change =>
  (document) => {
    const { layers = [] } = document
    const from = layers.findIndex((layer) => layer.id === id)
    const place = Math.min(layers.length - 1, Math.max(0, Math.round(to)))
    if (from < 0 || !Number.isFinite(place) || place === from) return document
    const others = layers.filter((layer) => layer.id !== id)
    return { ...document, layers: [...others.slice(0, place), layers[from], ...others.slice(place)] }
  }

/** Takes a layer away; what lay on it lies on none. */
export const removeLayer =
  (id: LayerId): Change =>
  (document) => {
    const { layers = [], ...rest } = document
    const left = layers.filter((layer) => layer.id !== id)
    if (left.length === layers.length) return document
    const onIt = document.pieces.flatMap((piece) => (piece.layer === id ? [piece.id] : []))
    return putOnLayer(onIt, null)(left.length === 0 ? rest : { ...document, layers: left } satisfies AtriumDocument)
  }

/** Puts pieces on a layer, or on none; on one that does not exist, they stay where they are. */
export const putOnLayer =
  (ids: Iterable<PieceId>, layer: LayerId | null): Change =>
  (document) => {
    if (layer !== null && document.layers?.some(({ id }) => id === layer) !== true) return document
    return withLists(document, {
      pieces: mapIds(document.pieces, ids, (piece) => {
        if ((piece.layer ?? null) === layer) return piece
        const { layer: _layer, ...rest } = piece
        return layer === null ? rest : { ...rest, layer }
      }),
    })
  }
