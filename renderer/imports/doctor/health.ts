import type { MeshData } from '../../../gpu/index.ts'

/** What is wrong with the triangles of one mesh. */
export interface MeshHealth {
  readonly triangles: number
  /** Without an area. */
  readonly degenerate: number
  /** The same three corners, looking the same way, once more. */
  readonly duplicate: number
  /** Whose corners' normals look to the other side than their winding. */
  readonly against: number
  /** It encloses a volume without a gap, and looks into it. */
  readonly insideOut: boolean
}

/**
 * Examines the triangles of a mesh. Corners are one where their positions are the same to the bit. Edges are only counted where the signed volume
 * is negative, since nothing else hangs on them.
 *
 * O(corners + triangles), by hash tables in typed arrays.
 */
export function healthOf({ positions, normals, indices }: Pick<MeshData, 'positions' | 'normals' | 'indices'>): MeshHealth {
  const corner = weld(positions)
  const triangles = indices.length / 3
  const known = new Triples(triangles)
  let [degenerate, duplicate, against, volume] = [0, 0, 0, 0]
  for (let t = 0; t < indices.length; t += 3) {
    const i = indices[t], j = indices[t + 1], k = indices[t + 2]
    const p = 3 * i, q = 3 * j, r = 3 * k
    const ax = positions[p], ay = positions[p + 1], az = positions[p + 2]
    const ux = positions[q] - ax, uy = positions[q + 1] - ay, uz = positions[q + 2] - az
    const vx = positions[r] - ax, vy = positions[r + 1] - ay, vz = positions[r + 2] - az
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx
    if (nx === 0 && ny === 0 && nz === 0) {
      degenerate++
      continue
    }
    if (!known.add(corner[i], corner[j], corner[k])) duplicate++
    volume += ax * nx + ay * ny + az * nz
    const dot = nx * (normals[p] + normals[q] + normals[r]) + ny * (normals[p + 1] + normals[q + 1] + normals[r + 1]) + nz * (normals[p + 2] + normals[q + 2] + normals[r + 2])
    if (dot < 0) against++
  }
  return { triangles, degenerate, duplicate, against, insideOut: volume < 0 && isClosed(corner, indices) }
}

/** Slots of a hash table for so many things: a power of two. */
export const tableSize = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(4, 2 * count)))

/** Mixes whole numbers so that neighbours land apart: the finalizer of MurmurHash3 (Appleby 2011). */
export function mix(value: number): number {
  let h = value ^ (value >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/**
 * For every corner the first one in the same place.
 *
 * @param places  how many there may be: a table that is no larger than it must be is quicker; one that is too small grows
 */
export function weld(positions: Float32Array, places = positions.length / 3): Uint32Array {
  const count = positions.length / 3
  const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length)
  let table = new Int32Array(tableSize(places)).fill(-1)
  let mask = table.length - 1
  let room = table.length / 2
  const first = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const x = positions[3 * i], y = positions[3 * i + 1], z = positions[3 * i + 2]
    let slot = hashOf(positions, bits, 3 * i) & mask
    let at = table[slot]
    while (at !== -1 && (positions[3 * at] !== x || positions[3 * at + 1] !== y || positions[3 * at + 2] !== z)) {
      slot = (slot + 1) & mask
      at = table[slot]
    }
    if (at !== -1) {
      first[i] = at
      continue
    }
    first[i] = table[slot] = i
    if (--room > 0) continue
    room = table.length / 2
    table = grown(table, positions, bits)
    mask = table.length - 1
  }
  return first
}

/** @param at  of its first coordinate */
function hashOf(positions: Float32Array, bits: Int32Array, at: number): number {
  // -0 is 0, which its bits are not.
  return mix((positions[at] === 0 ? 0 : bits[at]) ^ Math.imul(positions[at + 1] === 0 ? 0 : bits[at + 1], 0x9e3779b1) ^ Math.imul(positions[at + 2] === 0 ? 0 : bits[at + 2], 0x5bd1e995))
}

/** A table of twice as many slots. */
function grown(table: Int32Array, positions: Float32Array, bits: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * table.length).fill(-1)
  const mask = larger.length - 1
  for (const corner of table) {
    if (corner === -1) continue
    let slot = hashOf(positions, bits, 3 * corner) & mask
    while (larger[slot] !== -1) slot = (slot + 1) & mask
    larger[slot] = corner
  }
  return larger
}

/** A set of triangles by their corners; the same one seen from behind is another. */
export class Triples {
  private readonly corners: Uint32Array
  private readonly table: Int32Array
  private count = 0

  constructor(most: number) {
    this.corners = new Uint32Array(3 * most)
    this.table = new Int32Array(tableSize(most)).fill(-1)
  }

  /** @returns false when it is there already */
  add(i: number, j: number, k: number): boolean {
    // The smallest first, in the same turn.
    const a = Math.min(i, j, k)
    const b = a === i ? j : a === j ? k : i
    const c = a === i ? k : a === j ? i : j
    const { corners, table } = this
    const mask = table.length - 1
    let slot = mix(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x5bd1e995)) & mask
    for (let at = table[slot]; at !== -1; at = table[slot]) {
      if (corners[3 * at] === a && corners[3 * at + 1] === b && corners[3 * at + 2] === c) return false
      slot = (slot + 1) & mask
    }
    const at = this.count++
    corners[3 * at] = a
    corners[3 * at + 1] = b
    corners[3 * at + 2] = c
    table[slot] = at
    return true
  }
}

/** Whether every edge is gone along as often one way as the other. */
function isClosed(corner: Uint32Array, indices: Uint32Array): boolean {
  const mask = tableSize(indices.length) - 1
  const ends = new Float64Array(mask + 1).fill(-1)
  const balance = new Int32Array(mask + 1)
  let open = 0
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = corner[indices[t + k]], b = corner[indices[t + (k === 2 ? 0 : k + 1)]]
      if (a === b) continue
      const low = Math.min(a, b), high = Math.max(a, b)
      const key = low * 2 ** 26 + high
      let slot = mix(low ^ Math.imul(high, 0x9e3779b1)) & mask
      while (ends[slot] !== -1 && ends[slot] !== key) slot = (slot + 1) & mask
      ends[slot] = key
      if (balance[slot] !== 0) open--
      balance[slot] += a < b ? 1 : -1
      if (balance[slot] !== 0) open++
    }
  }
  return open === 0
}
