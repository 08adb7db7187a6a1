/** The über tree, an object's kD-tree, or its BVH, whose nodes are told by their place in `references`, in rows. */
export type StepTree = 'uber' | 'object' | 'bvh'

/**
 * One step of a ray, as the GPU or the twin wrote it down; distances in the units of the ray's direction. `slot` is the
 * instance whose object tree is walked. A test found something where `t` is below `limit`.
 */
export type TraceStep =
  | { readonly kind: 'node'; readonly tree: StepTree; readonly slot: number; readonly node: number; readonly tMin: number; readonly tMax: number }
  | { readonly kind: 'triangle'; readonly slot: number; readonly record: number; readonly t: number; readonly limit: number }

/** One ray of a pixel with all that it did. */
export interface TracedRay {
  readonly kind: 'primary' | 'shadow' | 'bounce' | 'through'
  readonly question: 'closest' | 'any'
  readonly origin: readonly number[]
  readonly direction: readonly number[]
  readonly tMin: number
  readonly tMax: number
  readonly steps: readonly TraceStep[]
  /** null: nothing was hit. A shadow ray's is what it met first, not what is nearest. */
  readonly hit: { readonly t: number; readonly instance: number; readonly record: number } | null
  /** Of closest-hit rays: the shading normal there (zero: it left the scene), and the light that it added to the pixel. */
  readonly seen: { readonly normal: readonly number[]; readonly light: readonly number[] } | null
  /** Of shadow rays: the light that the pixel gets of it when nothing is in the way. */
  readonly offered: readonly number[] | null
  /** Of shadow rays that panes alone are in the way of: what the pixel gets in place of that. */
  readonly passed: readonly number[] | null
  /** Where its entries lie in the log. */
  readonly entries: readonly [first: number, end: number]
}

const [RAY, STEP, TEST, HIT, SURFACE, LIGHT, PASSED] = [1, 2, 3, 4, 5, 6, 7]
/** Entries of what takes more than one. */
const LENGTHS: Readonly<Record<number, number>> = { [RAY]: 3, [SURFACE]: 3, [LIGHT]: 2, [PASSED]: 2 }
const NONE = 0xffffffff

/** Words before the first entry: the count, and the rest of its 16 bytes. */
export const LOG_HEADER_WORDS = 4
export const ENTRY_WORDS = 4

/** Bytes of a log of so many entries. */
export const logSize = (entries: number): number => (LOG_HEADER_WORDS + ENTRY_WORDS * entries) * 4

/** Reads a log; `missing` counts the entries that did not fit. */
export function readTrace(words: Uint32Array): { readonly rays: readonly TracedRay[]; readonly missing: number } {
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length)
  const capacity = Math.floor((words.length - LOG_HEADER_WORDS) / ENTRY_WORDS)
  const end = Math.min(words[0], capacity)
  const at = (entry: number) => LOG_HEADER_WORDS + ENTRY_WORDS * entry
  const vector = (entry: number) => [...floats.subarray(at(entry), at(entry) + 3)]
  const rays: { -readonly [K in keyof TracedRay]: TracedRay[K] }[] = []
  let offered: number[] | null = null
  for (let entry = 0; entry < end;) {
    const [head, a, b, c] = words.subarray(at(entry), at(entry) + 4)
    const ray = rays.at(-1)
    // Cut off inside what takes several entries.
    if (entry + (LENGTHS[head & 15] ?? 1) > end) break
    switch (head & 15) {
      case RAY:
        rays.push({
          kind: (['primary', 'shadow', 'bounce', 'through'] as const)[(head >>> 4) & 15], question: (head >>> 8) & 1 ? 'any' : 'closest',
          origin: vector(entry + 1), direction: vector(entry + 2), tMin: floats[at(entry) + 1], tMax: floats[at(entry) + 2],
          steps: [], hit: null, seen: null, offered, passed: null, entries: [entry, entry + 3],
        })
        offered = null
        entry += 3
        continue
      case STEP:
        (ray!.steps as TraceStep[]).push({ kind: 'node', tree: (['uber', 'object', 'bvh'] as const)[(head >>> 4) & 3], slot: head >>> 8, node: a, tMin: floats[at(entry) + 2], tMax: floats[at(entry) + 3] })
        break
      case TEST: (ray!.steps as TraceStep[]).push({ kind: 'triangle', slot: head >>> 8, record: a, t: floats[at(entry) + 2], limit: floats[at(entry) + 3] })
        break
      case HIT: ray!.hit = b === NONE ? null : { t: floats[at(entry) + 1], instance: b, record: c }
        break
      case SURFACE: {
        // Shadow rays lie between a closest hit and what it saw.
        const closest = rays.findLast(({ question }) => question === 'closest')
        if (closest !== undefined) closest.seen = { normal: vector(entry + 1), light: vector(entry + 2) }
        entry += 3
        continue
      }
      case LIGHT:
        offered = vector(entry + 1)
        entry += 2
        continue
      case PASSED: {
        if (ray !== undefined) ray.passed = vector(entry + 1)
        entry += 2
        continue
      }
      default: throw new Error(`entry ${entry} of the trace log is ${head}`)
    }
    entry++
    if (ray !== undefined) ray.entries = [ray.entries[0], entry]
  }
  return { rays, missing: Math.max(0, words[0] - capacity) }
}

/** Words [first, end) of a log's entries. */
export function entryWords(words: Uint32Array, [first, end]: readonly [number, number]): Uint32Array {
  return words.subarray(LOG_HEADER_WORDS + ENTRY_WORDS * first, LOG_HEADER_WORDS + ENTRY_WORDS * end)
}
