import type { EventStack } from '../kdtree/build/events.ts'

/** Ranges of the children's events on the stack. */
export interface Split {
  aboveBegin: number
  belowBegin: number
  belowEnd: number
}

/**
 * Deals the events of a node's boxes out to its children: a box that straddles the plane goes to both with all its events.
 * Events outside a child's cell stay; the sweep counts them and takes no plane there.
 *
 * @param side  scratch, one byte per box: bit 0 below, bit 1 above
 * @param wantsBelow  false: leaves out the events of that child, whose range is then empty; likewise `wantsAbove`
 */
export function mergeFreeSplit(events: EventStack, begin: number, end: number, axis: number, plane: number, side: Uint8Array, split: Split, wantsBelow = true, wantsAbove = true): void {
  const positionsOfAxis = events.positions[axis]
  const codesOfAxis = events.codes[axis]
  let below = 0
  let above = 0
  // A box starts before it ends, so its start is met first.
  for (let i = begin; i < end; i++) {
    const code = codesOfAxis[i]
    if (code & 1) {
      const isBelow = wantsBelow && positionsOfAxis[i] < plane ? 1 : 0
      side[code >>> 1] = isBelow
      below += isBelow
    } else if (wantsAbove && positionsOfAxis[i] > plane) {
      side[code >>> 1] |= 2
      above++
    }
  }
  split.aboveBegin = end
  split.belowBegin = end + 2 * above
  split.belowEnd = split.belowBegin + 2 * below
  events.reserve(split.belowEnd)
  for (let k = 0; k < 3; k++) {
    const positions = events.positions[k]
    const codes = events.codes[k]
    let toAbove = split.aboveBegin
    let toBelow = split.belowBegin
    for (let i = begin; i < end; i++) {
      const code = codes[i]
      const where = side[code >>> 1]
      if (where & 1) {
        positions[toBelow] = positions[i]
        codes[toBelow++] = code
      }
      if (where & 2) {
        positions[toAbove] = positions[i]
        codes[toAbove++] = code
      }
    }
  }
}
