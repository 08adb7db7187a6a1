import { composeMatrix } from '../../document/transform.ts'
import { weld } from '../../imports/doctor/health.ts'
import type { Box } from '../../imports/pieces/box.ts'
import type { ParsedAsset, ParsedPart } from '../../imports/types.ts'

/** A part, or of a mesh what hangs together. */
export interface Thing {
  readonly box: Box
  readonly triangles: number
}

/** What hangs together in a part's mesh by corners in the same place. @param widest  metres: a wider triangle holds nothing together, for it is of the ground */
export function thingsIn({ meshes }: Pick<ParsedAsset, 'meshes'>, part: ParsedPart, widest: number): readonly Thing[] {
  const { positions, indices } = meshes.get(part.mesh)!
  const { placeOf, world } = placesOf(positions, indices, composeMatrix(part))
  const { root, isHeld, isWide } = hangingTogether(world, placeOf, indices, widest)
  const wide = new Things()
  const held = new Things()
  // Of a place that others hang on: its thing, and one more; 0: none yet.
  const thingOf = new Uint32Array(root.length)
  for (let t = 0; t < isWide.length; t++) {
    if (isWide[t] === 1) {
      const thing = wide.add()
      wide.count(thing)
      for (let k = 0; k < 3; k++) wide.grow(thing, world, placeOf[indices[3 * t + k]])
    } else {
      const at = rootOf(root, placeOf[indices[3 * t]])
      if (thingOf[at] === 0) thingOf[at] = held.add() + 1
      held.count(thingOf[at] - 1)
    }
  }
  for (let place = 0; place < root.length; place++) if (isHeld[place] === 1) held.grow(thingOf[rootOf(root, place)] - 1, world, place)
  return [...wide.all(), ...held.all()]
}

/** Corners in the same place are one: for every corner its place, and where places are, metres, world space. @param m  world from object */
function placesOf(positions: Float32Array, indices: Uint32Array, m: readonly number[]): { readonly placeOf: Uint32Array; readonly world: Float64Array } {
  // By Euler's formula a closed surface has half as many corners as triangles.
  const placeOf = weld(positions, Math.min(positions.length / 3, indices.length / 6))
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = m
  let count = 0
  for (let i = 0; i < placeOf.length; i++) if (placeOf[i] === i) count++
  const world = new Float64Array(3 * count)
  count = 0
  for (let i = 0; i < placeOf.length; i++) {
    if (placeOf[i] < i) {
      placeOf[i] = placeOf[placeOf[i]]
      continue
    }
    const x = positions[3 * i], y = positions[3 * i + 1], z = positions[3 * i + 2]
    world[3 * count] = m0 * x + m4 * y + m8 * z + m12
    world[3 * count + 1] = m1 * x + m5 * y + m9 * z + m13
    world[3 * count + 2] = m2 * x + m6 * y + m10 * z + m14
    placeOf[i] = count++
  }
  return { placeOf, world }
}

/**
 * Which places hang together by triangles that are not wide: each leads to the one that all of them hang on (rootOf). And which triangles are
 * wide, and which places are of others, 1 each.
 *
 * @param widest  metres, along x or z
 */
function hangingTogether(world: Float64Array, placeOf: Uint32Array, indices: Uint32Array, widest: number): { readonly root: Uint32Array; readonly isHeld: Uint8Array; readonly isWide: Uint8Array } {
  const root = new Uint32Array(world.length / 3)
  for (let place = 0; place < root.length; place++) root[place] = place
  const isHeld = new Uint8Array(root.length)
  const isWide = new Uint8Array(indices.length / 3)
  for (let t = 0; t < isWide.length; t++) {
    const a = placeOf[indices[3 * t]], b = placeOf[indices[3 * t + 1]], c = placeOf[indices[3 * t + 2]]
    if (span(world[3 * a], world[3 * b], world[3 * c]) > widest || span(world[3 * a + 2], world[3 * b + 2], world[3 * c + 2]) > widest) {
      isWide[t] = 1
      continue
    }
    isHeld[a] = isHeld[b] = isHeld[c] = 1
    const at = rootOf(root, a)
    root[rootOf(root, b)] = at
    root[rootOf(root, c)] = at
  }
  return { root, isHeld, isWide }
}

const span = (a: number, b: number, c: number): number => Math.max(a, b, c) - Math.min(a, b, c)

function rootOf(root: Uint32Array, place: number): number {
  let at = place
  while (root[at] !== at) at = root[at] = root[root[at]]
  return at
}

/** Boxes and triangles of many things. */
class Things {
  /** Six numbers each: of its box, least and most along x, y and z. */
  private bounds = new Float64Array(64 * 6)
  private triangles = new Uint32Array(64)
  private things = 0

  add(): number {
    if (this.things === this.triangles.length) {
      this.bounds = doubled(this.bounds, new Float64Array(2 * this.bounds.length))
      this.triangles = doubled(this.triangles, new Uint32Array(2 * this.triangles.length))
    }
    this.bounds.set(EMPTY, 6 * this.things)
    return this.things++
  }

  /** One triangle more. */
  count(thing: number): void {
    this.triangles[thing]++
  }

  grow(thing: number, world: Float64Array, place: number): void {
    const { bounds } = this
    for (let axis = 0; axis < 3; axis++) {
      const value = world[3 * place + axis]
      const at = 6 * thing + 2 * axis
      bounds[at] = Math.min(bounds[at], value)
      bounds[at + 1] = Math.max(bounds[at + 1], value)
    }
  }

  all(): Thing[] {
    return Array.from({ length: this.things }, (_, i) => {
      const [left, right, bottom, top, back, front] = this.bounds.subarray(6 * i, 6 * i + 6)
      return { box: { min: [left, bottom, back], max: [right, top, front] }, triangles: this.triangles[i] }
    })
  }
}

const EMPTY = [Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity]

function doubled<T extends Float64Array | Uint32Array>(values: T, into: T): T {
  into.set(values)
  return into
}
