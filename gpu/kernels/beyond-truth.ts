/** One axis of a grid of values; `at` gives a node's place. */
export interface Axis { readonly count: number; readonly at: (index: number) => number }

/**
 * Moves the nodes of a table so that linear interpolation between them errs to one side only: a chord lies h^2 / 8 times the curvature off a smooth
 * curve, and each node is moved by that of its worse neighbouring cell, for every axis along which chords lie on the wrong side.
 *
 * @param values  a grid, the last axis fastest. @param side  where interpolated values are to be of the truth
 */
export function beyondTruth(values: Float32Array, axes: readonly Axis[], side: 'above' | 'below'): Float32Array {
  const sign = side === 'above' ? 1 : -1
  const moved = values.slice()
  let stride = values.length
  for (const { count, at } of axes) {
    stride /= count
    for (let i = 0; i < values.length; i++) {
      const index = Math.floor(i / stride) % count
      // At the ends the curvature of the nearest inner node.
      const middle = Math.min(count - 2, Math.max(1, index))
      const [x0, x1, x2] = [at(middle - 1), at(middle), at(middle + 1)]
      const node = i + (middle - index) * stride
      const [y0, y1, y2] = [values[node - stride], values[node], values[node + stride]]
      const curvature = (2 * ((y2 - y1) / (x2 - x1) - (y1 - y0) / (x1 - x0))) / (x2 - x0)
      const cell = Math.max(x1 - x0, x2 - x1)
      moved[i] += sign * Math.max(0, (-sign * curvature * cell * cell) / 8)
    }
  }
  return moved
}
