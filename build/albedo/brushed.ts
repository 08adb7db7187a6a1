/** What brushed facets lose, found by quadrature and told by the one width that loses as much. */

import { beyondTruth } from '../../gpu/kernels/beyond-truth.ts'
import { type Albedos, BRUSHED_COLUMNS, BRUSHED_LEAST, BRUSHED_RATIOS, BRUSHED_WIDTHS } from '../../gpu/kernels/bsdf-albedo.ts'

/** The row of ratio 0 stands for little more; equal widths would tell nothing. */
const LEAST_RATIO = 0.003
const MOST_RATIO = 0.9
/** Flatter or steeper, so little is lost that quadrature cannot tell widths apart. */
const LEAST_HEIGHT = 0.04
const MOST_HEIGHT = 0.9999
/** Places of a parabola that are looked at. */
const PLACES = 8
/** Directions of the average: azimuths of a quarter, squared cosines. */
const AZIMUTHS = 24
const COSINES = 32

export function computeBrushed(points: number): Pick<Albedos, 'brushed' | 'brushedAverage'> {
  const nodes = BRUSHED_WIDTHS * BRUSHED_RATIOS
  const controls = [0, 1, 2].map(() => new Float32Array(nodes * BRUSHED_COLUMNS))
  const oneWidth = (height: number) => (alpha: number) => kept(stretched(height, 0, alpha, alpha), alpha, alpha, points)
  for (let i = 0; i < nodes * BRUSHED_COLUMNS; i++) {
    const [along, across] = widthsOf(Math.floor(i / BRUSHED_COLUMNS))
    const height = Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, 1 - placeOf(i % BRUSHED_COLUMNS)))
    controlsOf((t) => shareOf(kept(stretched(height, turnedBack(t, along), along, across), along, across, points), along, across, oneWidth(height)))
      .forEach((control, k) => { controls[k][i] = control })
  }
  const axes = [{ count: BRUSHED_WIDTHS, at: (i: number) => i }, { count: BRUSHED_RATIOS, at: (i: number) => i }, { count: BRUSHED_COLUMNS, at: placeOf }]
  const brushed = controls.map((each) => beyondTruth(each, axes, 'below'))
  // Of what the table says, so that what is lost is given back and no more.
  const brushedAverage = Float32Array.from({ length: nodes }, (_, node) => {
    const [along, across] = widthsOf(node)
    const row = brushed.map((each) => each.subarray(node * BRUSHED_COLUMNS, (node + 1) * BRUSHED_COLUMNS))
    const wanted = average((o) => kept(...seenByOneWidth(o, along, across, row), points))
    return shareOf(wanted, along, across, (alpha) => average((o) => kept(o, alpha, alpha, points), 1))
  })
  return { brushed, brushedAverage }
}

/** Of a row of the table. */
function widthsOf(node: number): [along: number, across: number] {
  const along = BRUSHED_LEAST + (1 - BRUSHED_LEAST) * (Math.floor(node / BRUSHED_RATIOS) / (BRUSHED_WIDTHS - 1))
  return [along, along * Math.min(MOST_RATIO, Math.max(LEAST_RATIO, (node % BRUSHED_RATIOS) / (BRUSHED_RATIOS - 1)))]
}

/** A squared sine of azimuth, spread so that parabolas fit. */
const turned = (s: number, along: number): number => { const k = 1 + 2 * along * along; return (k * s) / (1 + (k - 1) * s) }
const turnedBack = (t: number, along: number): number => { const k = 1 + 2 * along * along; return t / (k - (k - 1) * t) }

const placeOf = (column: number): number => (column / (BRUSHED_COLUMNS - 1)) ** 2

/** As brushed_albedo() of bsdf-albedo.wgsl has it: a direction of one width that keeps as much. @param row  its three controls by column */
function seenByOneWidth([x, y, z]: Direction, along: number, across: number, row: readonly Float32Array[]): [o: Direction, along: number, across: number] {
  const side2 = (along * x) ** 2 + (across * y) ** 2
  const place = 1 - z / Math.sqrt(z * z + side2)
  const column = Math.min(BRUSHED_COLUMNS - 2, Math.floor(Math.sqrt(place) * (BRUSHED_COLUMNS - 1)))
  const t = (place - placeOf(column)) / (placeOf(column + 1) - placeOf(column))
  const [first, middle, last] = row.map((each) => (1 - t) * each[column] + t * each[column + 1])
  const s = turned((across * y) ** 2 / side2, along)
  const alpha = widthBetween(along, across, (1 - s) ** 2 * first + 2 * s * (1 - s) * middle + s * s * last)
  return [stretched(z / Math.sqrt(z * z + side2), 0, alpha, alpha), alpha, alpha]
}

const widthBetween = (along: number, across: number, share: number): number => Math.sqrt(share * along ** 2 + (1 - share) * across ** 2)

/** The share of the wider width's square in that of the one width that keeps as much. @param keptOf  one width keeps: less of a larger one */
function shareOf(wanted: number, along: number, across: number, keptOf: (alpha: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 18; step++) {
    const middle = (low + high) / 2
    if (keptOf(widthBetween(along, across, middle)) > wanted) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Bernstein's controls of a parabola with the ends of f, of 0..1, and between them nowhere above it: more width than there is would be a gain. */
function controlsOf(f: (s: number) => number): [first: number, middle: number, last: number] {
  const [first, last] = [f(0), f(1)]
  const middles = Array.from({ length: PLACES - 1 }, (_, k) => (k + 1) / PLACES).map((s) => (f(s) - (1 - s) ** 2 * first - s * s * last) / (2 * s * (1 - s)))
  return [first, Math.max(0, Math.min(...middles)), last]
}

type Direction = readonly [x: number, y: number, z: number]

/** The unit vector that, once widths have stretched it, has this height and this squared sine of its azimuth. */
function stretched(height: number, s: number, along: number, across: number): Direction {
  const side = Math.sqrt(1 - height * height)
  const [x, y] = [(side * Math.sqrt(1 - s)) / along, (side * Math.sqrt(s)) / across]
  const length = Math.hypot(x, y, height)
  return [x / length, y / length, height / length]
}

/** Over directions by their cosine. @param azimuths  of a quarter */
function average(f: (o: Direction) => number, azimuths = AZIMUTHS): number {
  let sum = 0
  for (let i = 0; i < azimuths; i++) {
    const azimuth = (Math.PI * (i + 0.5)) / (2 * azimuths)
    for (let j = 0; j < COSINES; j++) {
      const cosine = Math.sqrt((j + 0.5) / COSINES)
      const sine = Math.sqrt(1 - cosine * cosine)
      sum += f([sine * Math.cos(azimuth), sine * Math.sin(azimuth), cosine])
    }
  }
  return sum / (azimuths * COSINES)
}

const maskedBy = (x: number, y: number, z: number, along: number, across: number): number => 0.5 * (Math.sqrt(1 + ((along * x) ** 2 + (across * y) ** 2) / (z * z)) - 1)

/** Of facets that reflect everything: over the normals that are visible, the share of light that is not masked on its way out. */
function kept([ox, oy, oz]: Direction, along: number, across: number, points: number): number {
  const length = Math.hypot(ox * along, oy * across, oz)
  const [wx, wy, wz] = [(ox * along) / length, (oy * across) / length, oz / length]
  const seen = 1 + maskedBy(ox, oy, oz, along, across)
  let sum = 0
  for (let i = 0; i < 2 * points; i++) {
    const phi = (Math.PI * (i + 0.5)) / points
    for (let j = 0; j < points; j++) {
      // Cubed: GGX has a long tail.
      const t = (j + 0.5) / points
      const z = t ** 3 * (1 + wz) - wz
      const r = Math.sqrt(Math.max(0, 1 - z * z))
      const [x, y, up] = [(r * Math.cos(phi) + wx) * along, (r * Math.sin(phi) + wy) * across, Math.max(z + wz, 1e-9)]
      const scale = 1 / Math.hypot(x, y, up)
      const cosine = (ox * x + oy * y + oz * up) * scale
      const iz = 2 * cosine * up * scale - oz
      if (iz > 0) sum += (3 * t * t * seen) / (seen + maskedBy(2 * cosine * x * scale - ox, 2 * cosine * y * scale - oy, iz, along, across))
    }
  }
  return Math.min(1, sum / (2 * points * points))
}
