import { luminanceOf } from './transfer.ts'

/*
 * A network loses some light, here more and there less. What it took is given back: a picture is divided into tiles of 64 pixels, and each gets a
 * factor, such that its mean luminance is that of the noisy picture. Factors change smoothly from tile to tile, so that no edge is seen.
 *
 * Stray bright pixels are light, too: rare paths that stand for what many pixels get a little of. A tile that has one would be far too bright, and left
 * out of the sum they would make every picture too dark; what they bring beyond measure goes to all that is around.
 */

/** Pixels of a tile's side; the last of a row or column has at least LEAST, at most SIDE + LEAST - 1. */
const SIDE = 64
const LEAST = 16
/** Pixels on either side of an edge in which one tile's factor becomes the next one's. */
const BLEND = 16
/** A pixel that is so many times as bright as what was made of it is a stray bright sample: it counts for so much in its tile, */
const FIREFLY = 16
/** and the rest in those so many tiles around, the nearer the more, in proportion to the light that they have, */
const REACH = 2
/** but for no more than such a share of it: one sample that is brighter than a room lights no room. */
const MOST_GAIN = 1 / 16
/** Turns in which factors are found: their means are right to some thousandths of what they were wrong by. */
export const TURNS = 4
/** Neighbours take part, so a step to the right factor is somewhat longer than a tile alone would ask for. */
const STEP = 1.25
/** No factor is beyond; luminance below which a tile is black. */
const [LEAST_FACTOR, MOST_FACTOR] = [0.5, 2]
const BLACK = 1e-12

const countOf = (length: number): number => Math.max(1, Math.floor((length + SIDE - LEAST) / SIDE))

/** Edges of tiles along a side, pixels. */
export function tileEdges(length: number): readonly number[] {
  const count = countOf(length)
  return Array.from({ length: count + 1 }, (_, i) => (i === count ? length : i * SIDE))
}

/** Shares of the factors of the tile before, this one and the next, at each pixel along a side. */
function sharesAlong(length: number): Float32Array {
  const edges = tileEdges(length)
  const shares = new Float32Array(3 * length)
  for (let i = 0; i + 1 < edges.length; i++) {
    for (let x = edges[i]; x < edges[i + 1]; x++) {
      const before = i === 0 ? 0 : smooth((x + 0.5 - edges[i]) / BLEND)
      const next = i + 2 === edges.length ? 0 : smooth((edges[i + 1] - x - 0.5) / BLEND)
      shares.set([before, 1 - before - next, next], 3 * x)
    }
  }
  return shares
}

/** Half at an edge, nothing from BLEND on. */
const smooth = (t: number): number => (t >= 1 ? 0 : 0.5 - t * (0.75 - 0.25 * t * t))

/** Of one tile: what the noisy picture has, what strays have beyond that, what the other picture has, and by the factors of which of the nine tiles around. */
interface TileSums { noisy: number; stray: number; whole: number; readonly denoised: Float64Array }

/** Of two tiles, what one lends the other of its strays. */
const nearness = (apart: number): number => REACH + 1 - Math.abs(apart)

/** Rows come from top to bottom, in whatever pieces; factors of a row of tiles are known when 2 * REACH + TURNS rows behind it are, or the picture ends. */
export interface LightKeeper {
  /** @param noisy, denoised  4 floats per pixel, of the same whole rows */
  add(noisy: Float32Array, denoised: Float32Array): void
  /** How many rows from the top have their factors. */
  readonly known: number
  /** Multiplies rows from `y` on, all of them known, in place. */
  apply(y: number, denoised: Float32Array): void
}

export function createLightKeeper(width: number, height: number): LightKeeper {
  const [columns, rows] = [tileEdges(width), tileEdges(height)]
  const [across, down] = [columns.length - 1, rows.length - 1]
  const [sharesX, sharesY] = [sharesAlong(width), sharesAlong(height)]
  const sums: TileSums[][] = []
  /** Of each row of tiles: what its strays bring, as a share of the light around them, by nearness. */
  const brought: Float64Array[] = []
  /** And what each tile is to have. */
  const goals: Float64Array[] = []
  /** Factors of each row of tiles after each turn. */
  const factors: Float64Array[][] = Array.from({ length: TURNS + 1 }, () => [])
  let y = 0
  const isDone = (row: number): boolean => row < down && rows[row + 1] <= y

  function addRow(noisy: Float32Array, denoised: Float32Array, from: number): void {
    const row = sums.length - (isDone(sums.length - 1) ? 0 : 1)
    sums[row] ??= Array.from({ length: across }, () => ({ noisy: 0, stray: 0, whole: 0, denoised: new Float64Array(9) }))
    for (let i = 0; i < across; i++) {
      const tile = sums[row][i]
      let [kept, whole, before, own, next] = [0, 0, 0, 0, 0]
      for (let x = columns[i], at = from + 4 * x; x < columns[i + 1]; x++, at += 4) {
        const n = luminanceOf(noisy[at], noisy[at + 1], noisy[at + 2])
        const d = luminanceOf(denoised[at], denoised[at + 1], denoised[at + 2])
        // What is no number counts in neither picture.
        if (!(n >= 0 && n < Infinity && d >= 0)) continue
        const most = Math.min(n, FIREFLY * d)
        kept += most
        tile.stray += n - most
        whole += d
        before += d * sharesX[3 * x]
        own += d * sharesX[3 * x + 1]
        next += d * sharesX[3 * x + 2]
      }
      tile.noisy += kept
      tile.whole += whole
      for (let v = 0; v < 3; v++) {
        const share = sharesY[3 * y + v]
        tile.denoised[3 * v] += share * before
        tile.denoised[3 * v + 1] += share * own
        tile.denoised[3 * v + 2] += share * next
      }
    }
  }

  /** Adds up what `of` says of the tiles around one, by nearness. */
  function around(row: number, i: number, of: (row: number, i: number) => number): number {
    let sum = 0
    for (let v = Math.max(0, row - REACH); v <= Math.min(down - 1, row + REACH); v++) {
      for (let u = Math.max(0, i - REACH); u <= Math.min(across - 1, i + REACH); u++) sum += nearness(v - row) * nearness(u - i) * of(v, u)
    }
    return sum
  }

  const bring = (row: number): Float64Array => Float64Array.from(sums[row], ({ stray }, i) => {
    if (stray <= 0) return 0
    const light = around(row, i, (v, u) => sums[v][u].whole)
    return light < BLACK ? 0 : stray / light
  })
  const aim = (row: number): Float64Array =>
    Float64Array.from(sums[row], ({ noisy, whole }, i) => noisy + whole * Math.min(MOST_GAIN, around(row, i, (v, u) => brought[v][u])))

  /** Factors of a row of tiles, one turn better than those of the rows around it. */
  function improve(turn: number, row: number): Float64Array {
    return Float64Array.from(sums[row], ({ whole, denoised }, i) => {
      const goal = goals[row][i]
      if (whole < BLACK || goal < BLACK) return 1
      if (turn === 0) return clampFactor(goal / whole)
      let given = 0
      for (let v = 0; v < 3; v++) {
        for (let u = 0; u < 3; u++) {
          const share = denoised[3 * v + u]
          if (share > 0) given += share * factors[turn - 1][row + v - 1][i + u - 1]
        }
      }
      return clampFactor(factors[turn - 1][row][i] + (STEP * (goal - given)) / whole)
    })
  }

  function follow(): void {
    const hasRows = (row: number, of: (row: number) => boolean): boolean => of(Math.min(down - 1, row + REACH))
    while (brought.length < down && hasRows(brought.length, isDone)) brought.push(bring(brought.length))
    while (goals.length < down && hasRows(goals.length, (row) => row < brought.length)) goals.push(aim(goals.length))
    for (let turn = 0; turn <= TURNS; turn++) {
      for (let row = factors[turn].length; row < down; row++) {
        const hasAll = turn === 0 ? row < goals.length : factors[turn - 1].length > Math.min(row + 1, down - 1)
        if (!hasAll) break
        factors[turn].push(improve(turn, row))
      }
    }
  }

  return {
    get known() {
      const { length } = factors[TURNS]
      return length === down ? height : rows[Math.max(0, length - 1)]
    },
    add(noisy, denoised) {
      for (let from = 0; from < noisy.length; from += 4 * width) {
        addRow(noisy, denoised, from)
        y++
      }
      follow()
    },
    apply(first, denoised) {
      const last = factors[TURNS]
      let row = rows.findLastIndex((edge) => edge <= first)
      for (let from = 0, at = first; from < denoised.length; at++) {
        if (at === rows[row + 1]) row++
        // Of this row of pixels: factors of its tiles, and of none beside the picture, whose share is nothing.
        const here = columns.map((_, i) => {
          let factor = 0
          for (let v = 0; v < 3; v++) {
            const share = sharesY[3 * at + v]
            if (share > 0 && i < across) factor += share * last[row + v - 1][i]
          }
          return factor
        })
        for (let i = 0; i < across; i++) {
          const [before, own, next] = [here[i - 1] ?? 0, here[i], here[i + 1]]
          for (let x = columns[i]; x < columns[i + 1]; x++, from += 4) {
            const factor = before * sharesX[3 * x] + own * sharesX[3 * x + 1] + next * sharesX[3 * x + 2]
            denoised[from] *= factor
            denoised[from + 1] *= factor
            denoised[from + 2] *= factor
          }
        }
      }
    },
  }
}

const clampFactor = (value: number): number => Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, value))
