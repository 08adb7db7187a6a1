import type { MeshData } from '../../gpu/index.ts'
import { DEFAULT_BUILD, type KdTree, findTreeFault } from '../../gpu/trees.ts'

type TreeMesh = Pick<MeshData, 'positions' | 'indices'>

/** Counts up whenever the builder or this layout changes: trees of another Atrium are built anew. */
const VERSION = 1
const MAGIC = 0x4b545241
/** magic, version, options, checksum, node words, references, records, depth, 6 floats of the root cell. */
const HEADER_WORDS = 14
const OPTIONS = hashOf(new TextEncoder().encode(JSON.stringify(DEFAULT_BUILD)))

/** A tree as the cache keeps it: little-endian words, a header before the three arrays. */
export function encodeTree({ nodes, references, triangleOfRecord, bounds, depth }: KdTree): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(HEADER_WORDS + nodes.length + references.length + triangleOfRecord.length)
  words.set([MAGIC, VERSION, OPTIONS, 0, nodes.length, references.length, triangleOfRecord.length, depth])
  new Float32Array(words.buffer).set(bounds, 8)
  let at = HEADER_WORDS
  for (const array of [nodes, references, triangleOfRecord]) {
    words.set(array, at)
    at += array.length
  }
  words[3] = checksumOf(words)
  return new Uint8Array(words.buffer)
}

/**
 * Reads what the cache gave, believing nothing: a tree that comes back can be walked safely and holds every triangle that the
 * builder would put into it.
 *
 * @returns null for an entry that is cut off, damaged, of another version, of another mesh, or made up: build anew
 */
export function decodeTree(bytes: Uint8Array<ArrayBuffer>, mesh: TreeMesh): KdTree | null {
  if (bytes.byteLength < 4 * HEADER_WORDS || bytes.byteLength % 4 !== 0) return null
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  const [magic, version, options, checksum, nodeWords, referenceCount, recordCount, depth] = words
  if (magic !== MAGIC || version !== VERSION || options !== OPTIONS) return null
  if (HEADER_WORDS + nodeWords + referenceCount + recordCount !== words.length || checksum !== checksumOf(words)) return null
  const part = (from: number, count: number): Uint32Array => words.slice(from, from + count)
  const tree: KdTree = {
    nodes: part(HEADER_WORDS, nodeWords),
    references: part(HEADER_WORDS + nodeWords, referenceCount),
    triangleOfRecord: part(HEADER_WORDS + nodeWords + referenceCount, recordCount),
    bounds: new Float32Array(words.slice(8, 14).buffer),
    depth,
  }
  return findTreeFault(tree, mesh.indices.length / 3) === null && isComplete(tree, mesh) ? tree : null
}

/** Every triangle with area has a record, every record is in some leaf, and the root cell holds them all. */
function isComplete({ references, triangleOfRecord, bounds }: KdTree, { positions, indices }: TreeMesh): boolean {
  const listed = new Uint8Array(triangleOfRecord.length)
  for (const record of references) listed[record] = 1
  if (listed.includes(0)) return false
  let solid = 0
  for (let i = 0; i < indices.length; i += 3) if (hasArea(positions, indices[i], indices[i + 1], indices[i + 2])) solid++
  if (solid !== triangleOfRecord.length) return false
  for (const triangle of triangleOfRecord) {
    if (!hasArea(positions, indices[3 * triangle], indices[3 * triangle + 1], indices[3 * triangle + 2])) return false
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * indices[3 * triangle + corner]
      for (let k = 0; k < 3; k++) if (!(positions[at + k] >= bounds[k] && positions[at + k] <= bounds[3 + k])) return false
    }
  }
  return true
}

/** The builder's own rule (gpu/kdtree/build/triangles.ts). */
function hasArea(p: Float32Array, i: number, j: number, k: number): boolean {
  const [a, b, c] = [3 * i, 3 * j, 3 * k]
  const ux = p[b] - p[a]
  const uy = p[b + 1] - p[a + 1]
  const uz = p[b + 2] - p[a + 2]
  const vx = p[c] - p[a]
  const vy = p[c + 1] - p[a + 1]
  const vz = p[c + 2] - p[a + 2]
  return uy * vz !== uz * vy || uz * vx !== ux * vz || ux * vy !== uy * vx
}

/** Of everything but the checksum's own word. FNV-1a, a word at a time: it tells damage, not malice. */
function checksumOf(words: Uint32Array): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < words.length; i++) if (i !== 3) hash = Math.imul(hash ^ words[i], 0x01000193)
  return hash >>> 0
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
