import type { AtriumDocument, Change } from '../../../renderer/document/types.ts'
import { type Chance, KINDS, type Made } from './kinds.ts'

/** One thing that somebody does. */
export interface Step {
  readonly label: string
  readonly change: Change
  readonly gesture: string | undefined
  /** Bytes that the change brings along. */
  readonly asset: { readonly key: string; readonly bytes: Uint8Array<ArrayBuffer> } | null
}

/** Numbers in [0, 1), the same for the same seed. Mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const KIND_NAMES = Object.keys(KINDS) as readonly (keyof typeof KINDS)[]

/** Half of it placing, dragging and deleting, as it is done in a room; the other half anything that can be done, each kind as often. */
export function randomStep(random: () => number, document: AtriumDocument): Step {
  const number = (): number => Math.round((random() * 20 - 10) * 1000) / 1000
  const chance: Chance = {
    document, random, number,
    pick: (list) => list[Math.floor(random() * list.length)],
    vec3: () => [number(), number(), number()],
    fresh: (what) => `${what}${Math.floor(random() * 1e9)}`,
  }
  const made = (label: keyof typeof KINDS, { change, asset }: Made, gesture?: string): Step => ({ label, change, gesture, asset: asset ?? null })
  const dice = random()
  // An empty room takes a piece, and no other kind of step begins without one.
  if (document.pieces.length === 0) return made('addPiece', KINDS.addPiece(chance)!)
  const dragged = (): Step => made('movePieces', KINDS.movePieces(chance)!, random() < 0.7 ? `drag-${Math.floor(random() * 3)}` : undefined)
  const name = dice < 0.1 ? 'addPiece' : dice < 0.4 ? null : dice < 0.46 ? 'removeItems' : chance.pick(KIND_NAMES)
  const done = name === null ? null : KINDS[name](chance)
  return name === null || done === null ? dragged() : made(name, done)
}
