/** 0..1, the same for the same three whole numbers. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(seed | 0, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

const wrap = (i: number, period: number): number => (i >= 0 && i < period && Number.isInteger(period) ? i : ((i % period) + period) % period)
const ease = (t: number): number => t * t * t * (t * (6 * t - 15) + 10)
const mix = (a: number, b: number, t: number): number => a + (b - a) * t

/** Value noise, 0..1, of so many cells on each side: u and v of 0 and 1 are one place. */
export function noise(u: number, v: number, columns: number, rows: number, seed: number): number {
  const x = u * columns
  const y = v * rows
  const i = Math.floor(x)
  const j = Math.floor(y)
  const s = ease(x - i)
  const left = wrap(i, columns)
  const right = wrap(i + 1, columns)
  const top = wrap(j, rows)
  const bottom = wrap(j + 1, rows)
  return mix(mix(hash(left, top, seed), hash(right, top, seed), s), mix(hash(left, bottom, seed), hash(right, bottom, seed), s), ease(y - j))
}

/** Octaves of it, each twice as fine and half as strong, 0..1. */
export function clouds(u: number, v: number, columns: number, rows: number, seed: number, octaves = 5): number {
  let [sum, weight, total] = [0, 1, 0]
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(u, v, columns << octave, rows << octave, seed + octave)
    total += weight
    weight *= 0.5
  }
  return sum / total
}

/** The two nearest of points strewn one to a cell, in cells: how far, and which is the nearest (Worley 1996, "A cellular texture basis function"). */
export function cells(u: number, v: number, count: number, seed: number): { readonly first: number; readonly second: number; readonly id: number } {
  const [x, y] = [u * count, v * count]
  const [i, j] = [Math.floor(x), Math.floor(y)]
  let [first, second, id] = [9, 9, 0]
  for (let b = -1; b <= 1; b++) {
    for (let a = -1; a <= 1; a++) {
      const [p, q] = [wrap(i + a, count), wrap(j + b, count)]
      const distance = Math.hypot(i + a + hash(p, q, seed) - x, j + b + hash(p, q, seed + 1) - y)
      if (distance < first) [first, second, id] = [distance, first, q * count + p]
      else if (distance < second) second = distance
    }
  }
  return { first, second, id }
}
