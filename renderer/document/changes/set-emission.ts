import { withLuminance } from '../temperature.ts'
import type { Change, Emission } from '../types.ts'
import { mapIds, withLists } from './each.ts'
import { saneAmount, saneColor, saneKelvin } from './sane.ts'

/** How pieces shine; null: as their materials came. What nothing shines like is ignored. */
export const setEmission =
  (ids: Iterable<string>, emission: Emission | null): Change =>
  (document) =>
    withLists(document, {
      pieces: mapIds(document.pieces, ids, (piece) => {
        const { emission: before, ...rest } = piece
        if (emission === null) return before === undefined ? piece : rest
        const radiance = saneAmount(emission.radiance) ?? before?.radiance
        if (radiance === undefined) return piece
        const color = saneColor(emission.color)
        const temperature = saneKelvin(emission.temperature)
        return { ...rest, emission: { radiance, ...(color !== undefined && { color: withLuminance(color, 1) }), ...(temperature !== undefined && { temperature }) } }
      }),
    })
