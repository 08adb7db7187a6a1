import type { Rgb, TextureData } from '../../../gpu/index.ts'

/** A colour laid thinly over what is behind it: linear, and how much of it, 0..1. */
export interface Veil { readonly color: Rgb; readonly alpha: number }

/** Less than this is nothing, more hides what is behind it. */
const [FAINTEST, THICKEST] = [0.02, 0.5]
/** Of what is there at all, so much is thin in a veil: panes, curtains of tulle, water. Leaves have thin rims alone. */
const THIN_SHARE = 0.6
/** Texels that are looked at. */
const MOST_TEXELS = 65_536

/**
 * Whether a picture that blends is a pane as a whole: the engine shows it as glass, since below one half it would cut everything away.
 *
 * @param factor  that its alpha is multiplied by
 * @returns null for what hides, in places or everywhere
 */
export function veilOf({ rgba }: Pick<TextureData, 'rgba'>, factor: number): Veil | null {
  const count = rgba.length / 4
  const step = Math.max(1, Math.floor(count / MOST_TEXELS))
  let [thin, there, sum] = [0, 0, 0]
  const color = [0, 0, 0]
  for (let i = 0; i < count; i += step) {
    const alpha = (factor * rgba[4 * i + 3]) / 255
    if (!(alpha > FAINTEST)) continue
    there++
    if (alpha >= THICKEST) continue
    thin++
    sum += alpha
    for (let k = 0; k < 3; k++) color[k] += alpha * linear(rgba[4 * i + k] / 255)
  }
  return there === 0 || thin < THIN_SHARE * there ? null : { color: [color[0] / sum, color[1] / sum, color[2] / sum], alpha: sum / thin }
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
