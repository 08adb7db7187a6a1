/*
 * How different two pictures look to a person who flips between them: Andersson et al. 2020, "FLIP: A Difference Evaluator for
 * Alternating Images" (LDR), and Andersson et al. 2021, "Visualizing Errors in Rendered High Dynamic Range Images" for pictures of
 * radiance (flip-hdr.ts). Both are written from the papers; flip.test.ts holds them to values of the authors' own program.
 */

/** Display-referred sRGB, 4 bytes per pixel, rows from top to bottom; alpha counts for nothing. */
export interface ShownPicture { readonly width: number; readonly height: number; readonly rgba: Uint8Array }

export interface Flip {
  readonly width: number
  readonly height: number
  /** 1 per pixel: 0 looks the same, 1 could not look more different. */
  readonly map: Float32Array
  readonly mean: number
  readonly worstTile: Tile
}

export interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly mean: number
}

/** A 0.7 m wide screen of 3840 pixels, 0.7 m away: what the paper's figures are made with. */
export const PIXELS_PER_DEGREE = 0.7 * (3840 / 0.7) * (Math.PI / 180)
/** Pixels of a tile's side, about. */
const TILE = 32

/**
 * @throws Error when the pictures differ in size
 *
 * O(pixels).
 */
export function flipOf(reference: ShownPicture, test: ShownPicture, pixelsPerDegree = PIXELS_PER_DEGREE): Flip {
  const { width, height } = reference
  if (test.width !== width || test.height !== height) throw new Error(`The pictures are ${width} x ${height} and ${test.width} x ${test.height} pixels; they must be of one size.`)
  return summarizeFlip(width, height, flipMap(width, height, linearOf(reference), linearOf(test), pixelsPerDegree))
}

/** @param map  1 per pixel */
export function summarizeFlip(width: number, height: number, map: Float32Array): Flip {
  const meanOf = (x: number, y: number, w: number, h: number) => {
    let sum = 0
    for (let row = y; row < y + h; row++) for (let at = row * width + x; at < row * width + x + w; at++) sum += map[at]
    return sum / (w * h)
  }
  const cuts = (length: number) => {
    const count = Math.max(1, Math.round(length / TILE))
    return Array.from({ length: count }, (_, i) => [Math.round((i * length) / count), Math.round(((i + 1) * length) / count)] as const)
  }
  let worstTile: Tile = { x: 0, y: 0, width, height, mean: -1 }
  for (const [y, bottom] of cuts(height)) {
    for (const [x, right] of cuts(width)) {
      const mean = meanOf(x, y, right - x, bottom - y)
      if (mean > worstTile.mean) worstTile = { x, y, width: right - x, height: bottom - y, mean }
    }
  }
  return { width, height, map, mean: meanOf(0, 0, width, height), worstTile }
}

/** Three planes of one value per pixel. */
export type Planes = readonly [Float32Array, Float32Array, Float32Array]

/**
 * FLIP of every pixel.
 *
 * @param reference  linear Rec. 709, each value in 0..1, as is `test`
 */
export function flipMap(width: number, height: number, reference: Planes, test: Planes, pixelsPerDegree: number): Float32Array {
  const [opponents, others] = [opponentsOf(reference), opponentsOf(test)]
  const colors = colorDifference(perceivedLab(width, height, opponents, pixelsPerDegree), perceivedLab(width, height, others, pixelsPerDegree))
  const features = featureDifference(featuresOf(width, height, opponents[0], pixelsPerDegree), featuresOf(width, height, others[0], pixelsPerDegree))
  // Equation 7: where an edge or a point comes or goes, a difference of colour counts for more.
  return colors.map((color, i) => color ** (1 - features[i]))
}

/** Linear light of an sRGB byte, 0..1. */
export const LINEAR_OF_BYTE = Float32Array.from({ length: 256 }, (_, byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4))

function linearOf({ width, height, rgba }: ShownPicture): Planes {
  const plane = (c: number) => Float32Array.from({ length: width * height }, (_, i) => LINEAR_OF_BYTE[rgba[4 * i + c]])
  return [plane(0), plane(1), plane(2)]
}

/** XYZ from linear Rec. 709, by the primaries and D65 of the standard; white is the rows' sums. */
const XYZ_FROM_RGB = [[10135552, 8788810, 4435075], [5226144, 17577620, 1774030], [475104, 2929603.333333333, 23358061.666666668]].map((row) => row.map((value) => value / 24577794))
const RGB_FROM_XYZ = inverseOf(XYZ_FROM_RGB)
const WHITE = XYZ_FROM_RGB.map(([r, g, b]) => r + g + b)

function inverseOf([[a, b, c], [d, e, f], [g, h, i]]: readonly (readonly number[])[]): number[][] {
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  return [[e * i - f * h, c * h - b * i, b * f - c * e], [f * g - d * i, a * i - c * g, c * d - a * f], [d * h - e * g, b * g - a * h, a * e - b * d]].map((row) => row.map((x) => x / det))
}

/** Relative XYZ (white is 1, 1, 1) of a linear colour. */
function relativeXyz(r: number, g: number, b: number): [number, number, number] {
  return XYZ_FROM_RGB.map((row, k) => (row[0] * r + row[1] * g + row[2] * b) / WHITE[k]) as [number, number, number]
}

/** YCxCz, a linear opponent space: what the eye's filters work on (section 4.1.1). */
function opponentsOf([red, green, blue]: Planes): Planes {
  const planes = [0, 1, 2].map(() => new Float32Array(red.length)) as unknown as Planes
  for (let i = 0; i < red.length; i++) {
    const [x, y, z] = relativeXyz(red[i], green[i], blue[i])
    planes[0][i] = 116 * y - 16
    planes[1][i] = 500 * (x - y)
    planes[2][i] = 200 * (y - z)
  }
  return planes
}

/** Sums of Gaussians a sqrt(pi / b) exp(-pi^2 x^2 / b), x in degrees: the eye's sensitivity to contrast in Y, Cx and Cz (table 1). */
const SENSITIVITY = [[[1, 0.0047]], [[1, 0.0053]], [[34.1, 0.04], [13.5, 0.025]]] as const

/** What remains to be seen at a distance, in CIELAB with Hunt's adjustment (sections 4.1.1 and 4.1.2). */
function perceivedLab(width: number, height: number, opponents: Planes, pixelsPerDegree: number): Planes {
  const widest = Math.max(...SENSITIVITY.flat().map(([, b]) => b))
  const radius = Math.ceil(3 * Math.sqrt(widest / (2 * Math.PI ** 2)) * pixelsPerDegree)
  const filtered = SENSITIVITY.map((terms, k) => {
    const kernels = terms.map(([a, b]) => {
      const weights = Float64Array.from({ length: 2 * radius + 1 }, (_, i) => Math.exp((-(Math.PI ** 2) * ((i - radius) / pixelsPerDegree) ** 2) / b))
      const sum = weights.reduce((total, weight) => total + weight, 0)
      return { weights: weights.map((weight) => weight / sum), share: a * Math.sqrt(Math.PI / b) * sum * sum }
    })
    const shares = kernels.reduce((total, { share }) => total + share, 0)
    const plane = new Float32Array(width * height)
    for (const { weights, share } of kernels) {
      const smooth = filter(width, height, filter(width, height, opponents[k], weights, 1), weights, width)
      for (let i = 0; i < plane.length; i++) plane[i] += (smooth[i] * share) / shares
    }
    return plane
  })
  const lab = [0, 1, 2].map(() => new Float32Array(width * height)) as unknown as Planes
  for (let i = 0; i < width * height; i++) {
    const y = (filtered[0][i] + 16) / 116
    const xyz = [(y + filtered[1][i] / 500) * WHITE[0], y * WHITE[1], (y - filtered[2][i] / 200) * WHITE[2]]
    const rgb = RGB_FROM_XYZ.map((row) => Math.min(1, Math.max(0, row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2])))
    const color = huntLab(rgb[0], rgb[1], rgb[2])
    for (let k = 0; k < 3; k++) lab[k][i] = color[k]
  }
  return lab
}

/** CIELAB of a linear colour; what is dark has less colour (Hunt 1952). */
function huntLab(r: number, g: number, b: number): [number, number, number] {
  const delta = 6 / 29
  const [x, y, z] = relativeXyz(r, g, b).map((t) => (t > delta ** 3 ? Math.cbrt(t) : t / (3 * delta * delta) + 4 / 29))
  const lightness = 116 * y - 16
  return [lightness, 0.01 * lightness * 500 * (x - y), 0.01 * lightness * 200 * (y - z)]
}

const hyab = (a: readonly number[], b: readonly number[]) => Math.abs(a[0] - b[0]) + Math.hypot(a[1] - b[1], a[2] - b[2])

/** HyAB distances, compressed, and mapped so that the larger part of 0..1 is for the smaller differences (section 4.1.3). */
function colorDifference(reference: Planes, test: Planes): Float32Array {
  const [exponent, largeFrom, smallShare] = [0.7, 0.4, 0.95]
  const most = hyab(huntLab(0, 1, 0), huntLab(0, 0, 1)) ** exponent
  const knee = largeFrom * most
  return reference[0].map((_, i) => {
    const distance = hyab(reference.map((plane) => plane[i]), test.map((plane) => plane[i])) ** exponent
    return distance < knee ? (distance * smallShare) / knee : smallShare + ((distance - knee) / (most - knee)) * (1 - smallShare)
  })
}

interface Features { readonly edges: Float32Array; readonly points: Float32Array }

/** How much of an edge and of a point each pixel is: first and second derivatives of a Gaussian, 0.082 degrees wide (section 4.2). */
function featuresOf(width: number, height: number, luminance: Float32Array, pixelsPerDegree: number): Features {
  const deviation = 0.5 * 0.082 * pixelsPerDegree
  const radius = Math.ceil(3 * deviation)
  const kernel = (shape: (x: number) => number) => balanced(Float64Array.from({ length: 2 * radius + 1 }, (_, i) => shape(i - radius) * Math.exp(-((i - radius) ** 2) / (2 * deviation ** 2))))
  const [smooth, slope, curve] = [kernel(() => 1), kernel((x) => -x), kernel((x) => (x / deviation) ** 2 - 1)]
  const gray = luminance.map((y) => (y + 16) / 116)
  const along = (across: Float64Array) => filter(width, height, filter(width, height, gray, across, 1), smooth, width)
  const down = (across: Float64Array) => filter(width, height, filter(width, height, gray, smooth, 1), across, width)
  const length = (x: Float32Array, y: Float32Array) => x.map((value, i) => Math.hypot(value, y[i]))
  return { edges: length(along(slope), down(slope)), points: length(along(curve), down(curve)) }
}

/** Positive weights sum to 1, negative ones to -1. */
function balanced(weights: Float64Array): Float64Array {
  const sums = weights.reduce(([plus, minus], weight) => (weight > 0 ? [plus + weight, minus] : [plus, minus - weight]), [0, 0])
  return weights.map((weight) => weight / (weight > 0 ? sums[0] : sums[1] || 1))
}

function featureDifference(reference: Features, test: Features): Float32Array {
  return reference.edges.map((_, i) => {
    const edge = Math.abs(reference.edges[i] - test.edges[i])
    const point = Math.abs(reference.points[i] - test.points[i])
    return Math.sqrt(Math.max(edge, point) / Math.SQRT2)
  })
}

/** One axis of a separable filter; the picture's border goes on outside it. @param step  1: along rows, width: down columns */
function filter(width: number, height: number, plane: Float32Array, weights: Float64Array, step: number): Float32Array {
  const radius = (weights.length - 1) / 2
  const length = step === 1 ? width : height
  const out = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const place = step === 1 ? x : y
      let sum = 0
      for (let k = -radius; k <= radius; k++) sum += weights[k + radius] * plane[at + (Math.min(length - 1, Math.max(0, place + k)) - place) * step]
      out[at] = sum
    }
  }
  return out
}
