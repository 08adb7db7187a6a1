/** Coefficients of false-color.wgsl, by power, red green blue. */
const POWERS = [
  [0.2777273272, 0.0054073445, 0.3340998053], [0.1050930431, 1.4046135299, 1.3845901627], [-0.3308618287, 0.2148475595, 0.095095163],
  [-4.634230499, -5.7991009734, -19.3324409563], [6.2282699363, 14.1799333668, 56.6905526007], [4.7763849977, -13.7451453777, -65.3530326334],
  [-5.4354558559, 4.6458526122, 26.3124352496],
] as const

/** Viridis, for legends: the colours of false-color.wgsl. @param x  0..1 @returns display-referred red, green, blue in 0..1 */
export function viridis(x: number): readonly [r: number, g: number, b: number] {
  const t = Math.min(1, Math.max(0, x))
  const channel = (c: 0 | 1 | 2) => Math.min(1, Math.max(0, POWERS.reduceRight((sum, power) => sum * t + power[c], 0)))
  return [channel(0), channel(1), channel(2)]
}
