import { composeMatrix, transformPoint } from '../../document/transform.ts'
import { weld } from '../../imports/doctor/health.ts'
import { type Box, boxAround, boxOfPart, sizeOf } from '../../imports/pieces/box.ts'
import type { ParsedAsset, ParsedPart } from '../../imports/types.ts'

/** Times the width of what stands on it: a ground that reaches farther is a plain to the horizon, no site. */
const WIDER = 6
/** One thing or two on a wide ground are a picture of that ground. */
const FEWEST_THINGS = 4
/** Unless they were specks in it, so much smaller than it, and have the triangles of four boxes at least. */
const [SPECK, FEWEST_TRIANGLES] = [20, 48]
/** Wide meshes of more, together, stay whole: it would be seconds until anything is seen. */
const MOST_TRIANGLES = 4_000_000
/** Height of a ground, as a share of its width. */
const FLAT = 0.05

/** A part, or of a mesh what hangs together. */
interface Thing {
  readonly box: Box
  readonly triangles: number
}

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
  const ofParts = standingOn(parts, (rest) => (rest.length >= FEWEST_THINGS ? WIDER : Infinity))
  if (ofParts !== null) return ofParts
  const widest = widthOf(boxAround(parts.map(({ box }) => box)))
  const isWide = ({ box }: Thing): boolean => widthOf(box) > widest / WIDER
  const isQuick = trianglesOf(parts.filter(isWide)) <= MOST_TRIANGLES
  const things = parts.flatMap((each) => (isQuick && isWide(each) ? thingsIn(asset, each.part, widest / WIDER) : [each]))
  return standingOn(things, (rest) => (trianglesOf(rest) >= FEWEST_TRIANGLES ? SPECK : Infinity))
}

const trianglesOf = (things: readonly Thing[]): number => things.reduce((sum, { triangles }) => sum + triangles, 0)

/** @param wider  how many times as wide as some things a ground must be */
function standingOn(things: readonly Thing[], wider: (rest: readonly Thing[]) => number): Box | null {
  const sorted = things.toSorted((a, b) => widthOf(b.box) - widthOf(a.box))
  const flat = sorted.findIndex(({ box }) => sizeOf(box)[1] > FLAT * widthOf(box))
  const rests = sorted.map(({ box }) => box)
  for (let i = rests.length - 2; i >= 0; i--) rests[i] = boxAround([rests[i], rests[i + 1]])
  for (let count = Math.min(flat < 0 ? sorted.length : flat, sorted.length - 1); count > 0; count--) {
    const [narrowest, rest] = [widthOf(sorted[count - 1].box), rests[count]]
    if (narrowest <= WIDER * widthOf(rest)) continue
    const ground = boxAround(sorted.slice(0, count).map(({ box }) => box))
    if (narrowest > 0 && carries(ground, rest) && widthOf(ground) > wider(sorted.slice(count)) * widthOf(rest)) return rest
  }
  return null
}

/** What hangs together in a part's mesh by corners in the same place. @param widest  metres: a wider triangle holds nothing together, for it is of the ground */
function thingsIn({ meshes }: Pick<ParsedAsset, 'meshes'>, part: ParsedPart, widest: number): readonly Thing[] {
  const { positions, indices } = meshes.get(part.mesh)!
  const world = placed(positions, composeMatrix(part))
  const root = weld(positions)
  const rootOf = (i: number): number => {
    let at = i
    while (root[at] !== at) at = root[at] = root[root[at]]
    return at
  }
  const isWide = (t: number): boolean => spanOf(world, indices, t, 0) > widest || spanOf(world, indices, t, 2) > widest
  for (let t = 0; t < indices.length; t += 3) {
    if (isWide(t)) continue
    const first = rootOf(indices[t])
    for (const k of [1, 2]) root[rootOf(indices[t + k])] = first
  }
  const held = new Map<number, MutableThing>()
  const wide: MutableThing[] = []
  for (let t = 0; t < indices.length; t += 3) {
    const at = isWide(t) ? -1 : rootOf(indices[t])
    const thing = held.get(at) ?? { box: { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] }, triangles: 0 }
    if (at < 0) wide.push(thing)
    else held.set(at, thing)
    thing.triangles++
    for (let k = 0; k < 9; k++) {
      const [axis, value] = [k % 3, world[3 * indices[t + Math.floor(k / 3)] + (k % 3)]]
      thing.box.min[axis] = Math.min(thing.box.min[axis], value)
      thing.box.max[axis] = Math.max(thing.box.max[axis], value)
    }
  }
  return [...wide, ...held.values()]
}

interface MutableThing extends Thing {
  readonly box: { readonly min: [number, number, number]; readonly max: [number, number, number] }
  triangles: number
}

/** Metres, world space. */
function placed(positions: Float32Array, m: readonly number[]): Float64Array {
  const world = new Float64Array(positions.length)
  for (let i = 0; i < world.length; i += 3) world.set(transformPoint(m, [positions[i], positions[i + 1], positions[i + 2]]), i)
  return world
}

function spanOf(world: Float64Array, indices: Uint32Array, t: number, axis: number): number {
  const [a, b, c] = [world[3 * indices[t] + axis], world[3 * indices[t + 1] + axis], world[3 * indices[t + 2] + axis]]
  return Math.max(a, b, c) - Math.min(a, b, c)
}

const widthOf = (box: Box): number => Math.max(sizeOf(box)[0], sizeOf(box)[2])

/** Whether things stand on a ground, or a little in it. */
const carries = (ground: Box, { min, max }: Box): boolean => [0, 2].every((axis) => ground.min[axis] < min[axis] && max[axis] < ground.max[axis]) && ground.max[1] < (min[1] + max[1]) / 2
