import { ALBEDO_WORDS } from './bsdf-albedo-words.ts'
import { type Axis, beyondTruth } from './beyond-truth.ts'

// The table of bsdf-albedo.wgsl is computed while building (build/albedo/compute.ts) and kept in bsdf-albedo-words.ts.

export const COLUMNS = 48
export const ROWS = 48
export const GLASS_COLUMNS = 24
export const GLASS_ROWS = 20
export const GLASS_SLICES = 8
export const BRUSHED_COLUMNS = 12
export const BRUSHED_WIDTHS = 5
export const BRUSHED_RATIOS = 6
/** The least of the widths. */
export const BRUSHED_LEAST = 0.1

/** Of a kept number: 16 bits each, of 0..4. */
const STEP = 4 / 65535

export const ALBEDO_WIDTH = COLUMNS + 1
export const ALBEDO_HEIGHT = 2 * ROWS + GLASS_ROWS * GLASS_SLICES

/** Row by row: albedos by column, from grazing to facing. */
export interface Albedos {
  /** GGX that reflects everything, and its part weighted by Schlick's fifth power: ROWS of COLUMNS. */
  readonly all: Float32Array
  readonly weighted: Float32Array
  readonly sheen: Float32Array
  /** GLASS_SLICES of GLASS_ROWS of GLASS_COLUMNS: how much more a dielectric loses, from its thin and from its dense side. */
  readonly glass: readonly [thin: Float32Array, dense: Float32Array]
  /** One per row of glass: what is kept on average. */
  readonly glassKept: readonly [thin: Float32Array, dense: Float32Array]
  /** Three controls, each BRUSHED_WIDTHS of BRUSHED_RATIOS of BRUSHED_COLUMNS; and one per row. */
  readonly brushed: readonly Float32Array[]
  readonly brushedAverage: Float32Array
}

let table: Float32Array | null = null

/** rgba32float, ALBEDO_WIDTH x ALBEDO_HEIGHT texels. */
export function albedoTable(): Float32Array {
  table ??= layOut(safe(decode(ALBEDO_WORDS)))
  return table
}

const byCosine = (count: number): Axis => ({ count, at: (column) => (column / (count - 1)) ** 2 })
const evenly = (count: number): Axis => ({ count, at: (row) => row / (count - 1) })

/** What is read between texels, too, says that lobes give back no less than they do: what is given back twice would be a gain. */
function safe(albedos: Albedos): Albedos {
  const axes = [evenly(ROWS), byCosine(COLUMNS)]
  const glassAxes = [evenly(GLASS_SLICES), evenly(GLASS_ROWS), byCosine(GLASS_COLUMNS)]
  const [thin, dense] = albedos.glass.map((losses) => beyondTruth(losses, glassAxes, 'below'))
  return {
    ...albedos, all: beyondTruth(albedos.all, axes, 'above').map((v) => Math.min(1, v)), weighted: beyondTruth(albedos.weighted, axes, 'above'), glass: [thin, dense],
  }
}

function layOut({ all, weighted, sheen, glass, glassKept, brushed, brushedAverage }: Albedos): Float32Array {
  const texels = new Float32Array(ALBEDO_WIDTH * ALBEDO_HEIGHT * 4)
  const rowOf = (of: Float32Array, row: number) => of.subarray(row * COLUMNS, (row + 1) * COLUMNS)
  for (let row = 0; row < ROWS; row++) {
    // With the next rougher row, so that one read has both.
    const [here, next] = [row, Math.min(row + 1, ROWS - 1)]
    for (let column = 0; column < COLUMNS; column++) {
      const [a, b] = [here * COLUMNS + column, next * COLUMNS + column]
      texels.set([all[a], weighted[a], all[b], weighted[b]], 4 * (row * ALBEDO_WIDTH + column))
      texels[4 * ((ROWS + row) * ALBEDO_WIDTH + column)] = sheen[a]
    }
    texels.set([here, next].flatMap((r) => [averageOf(rowOf(all, r)), averageOf(rowOf(weighted, r))]), 4 * (row * ALBEDO_WIDTH + COLUMNS))
  }
  // Where the texels of sheen have room.
  for (let row = 0; row < BRUSHED_WIDTHS * BRUSHED_RATIOS; row++) {
    const first = 4 * (ROWS + row) * ALBEDO_WIDTH
    for (let column = 0; column < BRUSHED_COLUMNS; column++) texels.set(brushed.map((controls) => controls[row * BRUSHED_COLUMNS + column]), first + 4 * column + 1)
    texels.fill(brushedAverage[row], first + 4 * COLUMNS + 1, first + 4 * COLUMNS + 4)
  }
  for (let row = 0; row < GLASS_SLICES * GLASS_ROWS; row++) {
    const first = 4 * (2 * ROWS + row) * ALBEDO_WIDTH
    for (let column = 0; column < GLASS_COLUMNS; column++) texels.set(glass.map((side) => side[row * GLASS_COLUMNS + column]), first + 4 * column)
    texels.set(glassKept.map((side) => side[row]), first + 2)
  }
  return texels
}

const LENGTHS = [
  ROWS * COLUMNS, ROWS * COLUMNS, ROWS * COLUMNS, ...[GLASS_COLUMNS, GLASS_COLUMNS, 1, 1].map((columns) => GLASS_SLICES * GLASS_ROWS * columns),
  ...[BRUSHED_COLUMNS, BRUSHED_COLUMNS, BRUSHED_COLUMNS, 1].map((columns) => BRUSHED_WIDTHS * BRUSHED_RATIOS * columns),
]

/** Of base64. */
export function decode(text: string): Albedos {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
  const words = new Uint16Array(bytes.buffer)
  let first = 0
  const [all, weighted, sheen, thin, dense, thinKept, denseKept, ...brushed] = LENGTHS.map((length) => {
    const part = Float32Array.from(words.subarray(first, first + length), (word) => word * STEP)
    first += length
    return part
  })
  return { all, weighted, sheen, glass: [thin, dense], glassKept: [thinKept, denseKept], brushed: brushed.slice(0, 3), brushedAverage: brushed[3] }
}

export function encode({ all, weighted, sheen, glass, glassKept, brushed, brushedAverage }: Albedos): string {
  const words = Uint16Array.from([all, weighted, sheen, ...glass, ...glassKept, ...brushed, brushedAverage].flatMap((part) => [...part]), (v) => Math.round(Math.min(4, Math.max(0, v)) / STEP))
  return btoa(Array.from(new Uint8Array(words.buffer), (byte) => String.fromCharCode(byte)).join(''))
}

/** Twice the integral over the cosine times the cosine, of albedos that are linear between their columns. */
export function averageOf(albedos: ArrayLike<number>): number {
  let sum = 0
  for (let column = 0; column + 1 < albedos.length; column++) {
    const [a, b] = [(column / (albedos.length - 1)) ** 2, ((column + 1) / (albedos.length - 1)) ** 2]
    const [p, q] = [albedos[column], albedos[column + 1]]
    // The integral of (p + (q - p) (x - a) / (b - a)) x from a to b.
    const slope = (q - p) / (b - a)
    sum += (p - slope * a) * (b * b - a * a) / 2 + (slope * (b ** 3 - a ** 3)) / 3
  }
  return Math.min(1, 2 * sum)
}
