import { composeMatrix } from '../../document/transform.ts'
import { type Box, boxAround, boxOfPart, sizeOf } from '../../imports/pieces/box.ts'
import type { ParsedAsset, ParsedPart } from '../../imports/types.ts'
import { type Thing, thingsIn } from './things.ts'

/** Times the width of what stands on it: a ground that reaches farther is a plain to the horizon, no site. */
const WIDER = 6
/** One thing or two on a wide ground are a picture of that ground. */
const FEWEST_THINGS = 4
/** Unless they were specks in it, so much smaller than it, and have the triangles of four boxes at least. */
const [SPECK, FEWEST_TRIANGLES] = [20, 48]
/** Wide meshes of more, together, stay whole: it would be seconds until anything is seen. */
const MOST_TRIANGLES = 4_000_000
/** Height of a ground, as a share of its width; and of one with hills, where it is seen to lie below what stands on it. */
const [FLAT, HILLY] = [0.05, 0.25]
/** Widths of one thing, reckoned in two ways, differ in their last digits. */
const ALIKE = 1.001

/**
 * What stands on a plain that reaches to its horizon: to frame all of the plain would make a speck of it. The plain may be parts, such as tiles, or
 * belong to the very mesh that stands on it.
 *
 * @param leftOut  ids of parts that do not count
 * @returns its box, metres; null: there is no such plain
 * O(n log n), of triangles where no part is a plain.
 */
export function builtOnPlain(asset: Pick<ParsedAsset, 'parts' | 'meshes'>, leftOut: ReadonlySet<string>): Box | null {
  const parts = asset.parts.flatMap((part) => {
    const box = leftOut.has(part.id) ? null : boxOfPart(asset, part)
    return box === null ? [] : [{ part, box, triangles: asset.meshes.get(part.mesh)!.indices.length / 3 }]
  })
  const enoughParts = (rest: readonly Thing[]): number => (rest.length >= FEWEST_THINGS ? WIDER : Infinity)
  const ofParts = standingOn(parts, enoughParts) ?? standingOn(parts, enoughParts, HILLY, (ground, rest) => isUnder(asset, ground.map(({ part }) => part), rest))
  if (ofParts !== null) return ofParts
  const widest = widthOf(boxAround(parts.map(({ box }) => box)))
  const isWide = ({ box }: Thing): boolean => widthOf(box) > widest / WIDER
  const isQuick = trianglesOf(parts.filter(isWide)) <= MOST_TRIANGLES
  if (isQuick && !mayStand(asset, parts, isWide, widest)) return null
  const things = parts.flatMap((each) => (isQuick && isWide(each) ? thingsIn(asset, each.part, widest / WIDER) : [each]))
  return standingOn(things, (rest) => (trianglesOf(rest) >= FEWEST_TRIANGLES ? SPECK : Infinity))
}

const trianglesOf = (things: readonly Thing[]): number => things.reduce((sum, { triangles }) => sum + triangles, 0)

/**
 * @param wider     how many times as wide as some things a ground must be
 * @param steepest  height of a ground, as a share of its width
 * @param isBelow   whether a ground lies below what stands in its middle, as seen from above
 */
function standingOn<T extends Thing>(things: readonly T[], wider: (rest: readonly T[]) => number, steepest = FLAT, isBelow: (ground: readonly T[], rest: Box) => boolean = isFlatBelow): Box | null {
  const sorted = things.toSorted((a, b) => widthOf(b.box) - widthOf(a.box))
  const flat = sorted.findIndex(({ box }) => sizeOf(box)[1] > steepest * widthOf(box))
  const rests = sorted.map(({ box }) => box)
  for (let i = rests.length - 2; i >= 0; i--) rests[i] = boxAround([rests[i], rests[i + 1]])
  for (let count = Math.min(flat < 0 ? sorted.length : flat, sorted.length - 1); count > 0; count--) {
    const [narrowest, rest] = [widthOf(sorted[count - 1].box), rests[count]]
    if (narrowest <= WIDER * widthOf(rest)) continue
    const grounds = sorted.slice(0, count)
    const ground = boxAround(grounds.map(({ box }) => box))
    if (narrowest > 0 && reachesAround(ground, rest) && widthOf(ground) > wider(sorted.slice(count)) * widthOf(rest) && isBelow(grounds, rest)) return rest
  }
  return null
}

const widthOf = (box: Box): number => Math.max(sizeOf(box)[0], sizeOf(box)[2])

const reachesAround = (ground: Box, { min, max }: Box): boolean => [0, 2].every((axis) => ground.min[axis] < min[axis] && max[axis] < ground.max[axis])

/** Things stand on a ground, or a little in it. */
const isFlatBelow = (ground: readonly Thing[], { min, max }: Box): boolean => ground.every(({ box }) => box.max[1] < (min[1] + max[1]) / 2)

/** Whether some parts lie below the top of a box, in its middle, and one of them not far below its foot: what stands there is neither in a hall nor under the ground. O(n) of triangles. */
function isUnder({ meshes }: Pick<ParsedAsset, 'meshes'>, parts: readonly ParsedPart[], { min, max }: Box): boolean {
  const [x, z] = [0, 2].map((axis) => (min[axis] + max[axis]) / 2)
  let top = -Infinity
  for (const part of parts) {
    const { positions, indices } = meshes.get(part.mesh)!
    const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = composeMatrix(part)
    const at = (i: number, row: readonly [number, number, number, number]): number => row[0] * positions[i] + row[1] * positions[i + 1] + row[2] * positions[i + 2] + row[3]
    const [rowX, rowY, rowZ] = [[m0, m4, m8, m12 - x], [m1, m5, m9, m13], [m2, m6, m10, m14 - z]] as const
    for (let t = 0; t < indices.length; t += 3) {
      const i = 3 * indices[t], j = 3 * indices[t + 1], k = 3 * indices[t + 2]
      const ax = at(i, rowX), bx = at(j, rowX), cx = at(k, rowX)
      if (Math.min(ax, bx, cx) > 0 || Math.max(ax, bx, cx) < 0) continue
      const az = at(i, rowZ), bz = at(j, rowZ), cz = at(k, rowZ)
      // Of each corner the area that the middle spans with the two others, seen from above.
      const a = bx * cz - bz * cx, b = cx * az - cz * ax, c = ax * bz - az * bx
      if (a + b + c !== 0 && Math.min(a, b, c) * Math.max(a, b, c) >= 0) top = Math.max(top, (a * at(i, rowY) + b * at(j, rowY) + c * at(k, rowY)) / (a + b + c))
    }
  }
  return top < max[1] && top > min[1] - (max[1] - min[1])
}

/**
 * Whether what is no ground, whatever hangs together, is narrow enough to stand on a plain: triangles that are too tall to be of a flat thing, and those that
 * are as high as the highest, for a ground ends below the middle of what stands on it. It tells most buildings long before their meshes are taken apart.
 *
 * @param isSplit  of a part that is no thing as a whole
 * @param widest  metres: nothing is wider
 * O(n) of triangles.
 */
function mayStand({ meshes }: Pick<ParsedAsset, 'meshes'>, parts: readonly (Thing & { readonly part: ParsedPart })[], isSplit: (thing: Thing) => boolean, widest: number): boolean {
  const [most, tallest] = [(widest / SPECK) * ALIKE, FLAT * widest * ALIKE]
  const [tall, high] = [new Extent(), new Extent()]
  let top = -Infinity
  for (const { part } of parts.filter(isSplit)) {
    const { positions, indices } = meshes.get(part.mesh)!
    const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = composeMatrix(part)
    for (let t = 0; t < indices.length; t += 3) {
      const i = 3 * indices[t], j = 3 * indices[t + 1], k = 3 * indices[t + 2]
      const a = m1 * positions[i] + m5 * positions[i + 1] + m9 * positions[i + 2] + m13
      const b = m1 * positions[j] + m5 * positions[j + 1] + m9 * positions[j + 2] + m13
      const c = m1 * positions[k] + m5 * positions[k + 1] + m9 * positions[k + 2] + m13
      const upper = Math.max(a, b, c)
      const isTall = upper - Math.min(a, b, c) > tallest
      if (upper < top && !isTall) continue
      if (upper > top) high.clear()
      top = Math.max(top, upper)
      for (const at of [i, j, k]) {
        const x = positions[at], y = positions[at + 1], z = positions[at + 2]
        const wx = m0 * x + m4 * y + m8 * z + m12, wz = m2 * x + m6 * y + m10 * z + m14
        if (isTall) tall.add(wx, wz)
        if (upper === top) high.add(wx, wz)
      }
      if (tall.width() > most) return false
    }
  }
  const whole = parts.filter((thing) => !isSplit(thing))
  const isHigher = whole.some(({ box }) => box.max[1] > top)
  return tall.width() <= most && (isHigher || high.width() <= most)
}

/** How far places reach along x and z. */
class Extent {
  private left = Infinity
  private right = -Infinity
  private back = Infinity
  private front = -Infinity

  clear(): void {
    this.left = this.back = Infinity
    this.right = this.front = -Infinity
  }

  add(x: number, z: number): void {
    this.left = Math.min(this.left, x)
    this.right = Math.max(this.right, x)
    this.back = Math.min(this.back, z)
    this.front = Math.max(this.front, z)
  }

  width(): number {
    return Math.max(this.right - this.left, this.front - this.back)
  }
}
