/** Hits of rays: t, -1 for a miss, and the record or triangle. */
export interface TracedRays { readonly t: Float32Array; readonly hits: Uint32Array }

/** @param words  two for each ray */
export function partsOf(words: Uint32Array): TracedRays {
  const bits = new Uint32Array(words.length / 2)
  const hits = new Uint32Array(words.length / 2)
  for (let i = 0; i < bits.length; i++) {
    bits[i] = words[2 * i]
    hits[i] = words[2 * i + 1]
  }
  return { t: new Float32Array(bits.buffer), hits }
}
