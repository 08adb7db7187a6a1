import type { SceneSnapshot } from '../../scene.ts'

/** Samples of a pixel, its picture's first, that say what is seen there. */
export const SEEING_SAMPLES = 4

/** Numbers of a scene's instances, 1 for its first, by slot + 1: slots depend on what was in the engine before. */
export function numbersOfSlots({ instances }: Pick<SceneSnapshot, 'instances'>, slotOf: (id: string) => number | null): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>()
  for (const [i, { id }] of instances.entries()) {
    const slot = slotOf(id)
    if (slot !== null) numbers.set(slot + 1, i + 1)
  }
  return numbers
}

/** Turns slots + 1 into numbers, in place; 0, nothing, stays. */
export function numberSlots(seen: Float32Array, numbers: ReadonlyMap<number, number>): Float32Array {
  for (let i = 0; i < seen.length; i++) if (seen[i] !== 0) seen[i] = numbers.get(seen[i]) ?? 0
  return seen
}

/**
 * What a pixel shows: what most of its picture's first samples saw, of several as many the one that came first. Never a number in between.
 *
 * @param seen  SEEING_SAMPLES numbers for every pixel  @param samples  of the picture
 * @returns one number for every pixel
 */
export function idsOfSeen(seen: Float32Array, samples: number): Float32Array {
  const count = Math.min(SEEING_SAMPLES, samples)
  // Plain loops: an object or two for every pixel took a second for each million of them, more than their denoising does on a card.
  const ids = new Float32Array(seen.length / SEEING_SAMPLES)
  for (let pixel = 0; pixel < ids.length; pixel++) {
    const first = SEEING_SAMPLES * pixel
    const end = first + count
    let votes = 0
    for (let i = first; i < end; i++) {
      let have = 0
      for (let k = first; k < end; k++) if (seen[k] === seen[i]) have++
      if (have <= votes) continue
      votes = have
      ids[pixel] = seen[i]
    }
  }
  return ids
}
