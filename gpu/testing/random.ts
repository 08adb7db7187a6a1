/** A seeded generator of uniform numbers in [0, 1): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A uniformly distributed unit vector. */
export function randomDirection(random: () => number): [number, number, number] {
  const z = 2 * random() - 1
  const angle = 2 * Math.PI * random()
  const radius = Math.sqrt(1 - z * z)
  return [radius * Math.cos(angle), radius * Math.sin(angle), z]
}
