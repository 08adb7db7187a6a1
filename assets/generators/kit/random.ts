/** Uniform numbers in 0..1 that depend on nothing but the seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A number in 0..1 for a place on the integer grid. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(seed | 0, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth noise in 0..1 that repeats after `period` cells in x and y. */
export function noise(x: number, y: number, periodX: number, periodY: number, seed: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const left = wrap(x0, periodX)
  const right = wrap(x0 + 1, periodX)
  const top = wrap(y0, periodY)
  const bottom = wrap(y0 + 1, periodY)
  const tx = smooth(x - x0)
  const [a, b, c, d] = [hash(left, top, seed), hash(right, top, seed), hash(left, bottom, seed), hash(right, bottom, seed)]
  const below = a + (b - a) * tx
  const above = c + (d - c) * tx
  return below + (above - below) * smooth(y - y0)
}

/** Several octaves of noise, 0..1, repeating like the first. */
export function fractal(x: number, y: number, periodX: number, periodY: number, octaves: number, seed: number): number {
  let [sum, weight, total] = [0, 1, 0]
  for (let i = 0; i < octaves; i++) {
    const k = 2 ** i
    sum += weight * noise(x * k, y * k, periodX * k, periodY * k, seed + i)
    total += weight
    weight /= 2
  }
  return sum / total
}

const smooth = (t: number): number => t * t * (3 - 2 * t)
/** Most places lie within the first period already: remainders take longer than all else here. Places and periods that are no whole numbers are rounded by them, so they are taken. */
export const wrap = (i: number, period: number): number => (i >= 0 && i < period && Number.isInteger(i) && Number.isInteger(period) ? i : ((i % period) + period) % period)
