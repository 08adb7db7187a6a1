import { closeSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { BVH_COUNT_SHIFT, BVH_LEAF, BVH_NODE_WORDS } from '../../bvh/node.ts'
import { packScene, type PackedScene } from '../../testing/tracer.ts'
import type { TraversalName } from '../../traversal/traversals.ts'
import { INSTANCE_WORDS } from '../../uber/instance.ts'
import { asInstances, asOneObject, type BenchScene, viewOf } from '../bench-scenes.ts'
import { makeRays } from '../rows/ray-rows.ts'

/** A named run of bytes in a case file. */
export type Sections = ReadonlyMap<string, Uint32Array | Float32Array>

/**
 * A scene with its rays, as kernels read it, in three files that may be made side by side: all triangles as one object, its objects as
 * they stand, and the rays with what the case is of.
 */
export const CASE_PARTS = ['one', 'many', 'rays'] as const
export type CasePart = (typeof CASE_PARTS)[number]

/** Our own walks that are compared: the default, the best of a kD-tree's, and the BVH's, whose tree native kernels walk too. */
export const CASE_WALKS: readonly TraversalName[] = ['standard-8', 'ropes-plus-plus', 'bvh']

export const RAY_KINDS = ['primary', 'diffuse', 'shadow'] as const

const MAGIC = 'ATRCASE1'
const ENTRY_BYTES = 64
const NAME_BYTES = 48
const ALIGNED = 256

/**
 * Little endian: 8 letters, u32 count, u32 0; for each section its name (48 bytes, zeros behind), u64 place and u64 length in bytes. The file
 * appears when it is whole.
 */
export function writeCaseFile(file: string, sections: Sections): void {
  const head = Buffer.alloc(16 + ENTRY_BYTES * sections.size)
  head.write(MAGIC, 0, 'latin1')
  head.writeUInt32LE(sections.size, 8)
  const aligned = (at: number): number => Math.ceil(at / ALIGNED) * ALIGNED
  let at = aligned(head.length)
  let entry = 16
  const places: [number, Uint32Array | Float32Array][] = []
  for (const [name, words] of sections) {
    if (head.write(name, entry, NAME_BYTES, 'latin1') !== name.length) throw new Error(`${name} is longer than a section's name may be`)
    head.writeBigUInt64LE(BigInt(at), entry + NAME_BYTES)
    head.writeBigUInt64LE(BigInt(words.byteLength), entry + NAME_BYTES + 8)
    places.push([at, words])
    at = aligned(at + words.byteLength)
    entry += ENTRY_BYTES
  }
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  const descriptor = openSync(`${file}.part`, 'w')
  try {
    writeAll(descriptor, head, 0)
    for (const [place, words] of places) writeAll(descriptor, new Uint8Array(words.buffer, words.byteOffset, words.byteLength), place)
  } finally {
    closeSync(descriptor)
  }
  renameSync(`${file}.part`, file)
}

function writeAll(descriptor: number, bytes: Uint8Array, place: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done, place + done)
}

/** What files of a case hold; a section is read when it is asked for. */
export interface Case {
  /** @throws Error where no file has it */
  words(name: string): Uint32Array
  floats(name: string): Float32Array
  has(name: string): boolean
}

/** @throws Error naming the file that holds no case */
export function openCase(files: readonly string[]): Case {
  const places = new Map<string, { file: string; at: number; size: number }>()
  for (const file of files) {
    const head = readAt(file, 0, 16)
    if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error(`${file} holds no case`)
    const entries = readAt(file, 16, ENTRY_BYTES * head.readUInt32LE(8))
    for (let entry = 0; entry < entries.length; entry += ENTRY_BYTES) {
      const name = entries.toString('latin1', entry, entry + NAME_BYTES).replace(/\0+$/, '')
      places.set(name, { file, at: Number(entries.readBigUInt64LE(entry + NAME_BYTES)), size: Number(entries.readBigUInt64LE(entry + NAME_BYTES + 8)) })
    }
  }
  const bytesOf = (name: string): Buffer => {
    const place = places.get(name)
    if (place === undefined) throw new Error(`${files.join(', ')} hold no ${name}`)
    return readAt(place.file, place.at, place.size)
  }
  const words = (name: string): Uint32Array => {
    const bytes = bytesOf(name)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  }
  return {
    words, has: (name) => places.has(name),
    floats(name) {
      const found = words(name)
      return new Float32Array(found.buffer, found.byteOffset, found.length)
    },
  }
}

function readAt(file: string, at: number, size: number): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.from(new ArrayBuffer(size))
    for (let done = 0; done < size;) {
      const read = readSync(descriptor, bytes, done, size - done, at + done)
      if (read === 0) throw new Error(`${file} ends too early`)
      done += read
    }
    return bytes
  } finally {
    closeSync(descriptor)
  }
}

export interface CaseAbout { readonly scene: string; readonly triangles: number; readonly instances: number; readonly width: number; readonly height: number }

/** What one of the files holds of a scene; no `many` where there is one object. */
export function caseSections(part: CasePart, scene: BenchScene, width: number, height: number): Sections {
  const sections = new Map<string, Uint32Array | Float32Array>()
  const isAlone = scene.instances.length === 1
  if (part === 'rays') {
    const about: CaseAbout = { scene: scene.name, triangles: scene.merged.indices.length / 3, instances: scene.instances.length, width, height }
    sections.set('about', Uint32Array.from(new TextEncoder().encode(JSON.stringify(about))))
    for (const { kind, rays } of makeRays(scene, viewOf(scene), packScene(asOneObject(scene)), width, height)) sections.set(`rays/${kind}`, rays)
  } else if (part === 'one' || !isAlone) {
    for (const walk of CASE_WALKS) {
      const packed = packScene(part === 'one' ? asOneObject(scene) : asInstances(scene), walk)
      for (const key of PACKED_KEYS) sections.set(`${part}/${walk}/${key}`, packed[key])
      sections.set(`${part}/${walk}/needs`, Uint32Array.of(packed.needs.objectDepth, packed.needs.uberDepth, packed.needs.instances))
      if (part === 'many' && walk === 'bvh') sections.set('many/bvh/top', bvhOfBoxes(boxesOf(packed.instances)))
    }
  }
  return sections
}

const PACKED_KEYS = ['nodes', 'references', 'triangles', 'instances', 'uniforms'] as const

export function aboutOf(own: Case): CaseAbout {
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(own.words('about')))) as CaseAbout
}

/** A scene as a walk reads it, from a case. */
export function packedOf(own: Case, part: 'one' | 'many', walk: TraversalName): Pick<PackedScene, (typeof PACKED_KEYS)[number] | 'needs'> {
  const [nodes, references, triangles, instances, uniforms, [objectDepth, uberDepth, count]] = [...PACKED_KEYS, 'needs'].map((key) => own.words(`${part}/${walk}/${key}`))
  return { nodes, references, triangles, instances, uniforms, needs: { objectDepth, uberDepth, instances: count } }
}

interface Box { readonly slot: number; readonly min: readonly number[]; readonly max: readonly number[] }

/** World boxes of the instances that rays can meet. */
function boxesOf(instances: Uint32Array): Box[] {
  const floats = new Float32Array(instances.buffer, instances.byteOffset, instances.length)
  const boxes: Box[] = []
  for (let at = 0; at < floats.length; at += INSTANCE_WORDS) {
    const [min, max] = [[...floats.subarray(at + 40, at + 43)], [...floats.subarray(at + 44, at + 47)]]
    if (min[0] > -1e29) boxes.push({ slot: at / INSTANCE_WORDS, min, max })
  }
  return boxes
}

const around = (boxes: readonly Box[]): Box => ({
  slot: -1, min: [0, 1, 2].map((k) => Math.min(...boxes.map(({ min }) => min[k]))), max: [0, 1, 2].map((k) => Math.max(...boxes.map(({ max }) => max[k]))),
})

const areaOf = ({ min, max }: Box): number => {
  const [x, y, z] = [0, 1, 2].map((k) => max[k] - min[k])
  return x * y + y * z + z * x
}

/** A BVH (bvh/node.ts) whose leaves list one slot each, by the surface area heuristic over all places to part. O(n^2 log n): for hundreds of boxes. */
export function bvhOfBoxes(boxes: readonly Box[]): Uint32Array {
  const words: number[] = []
  const floats = new Float32Array(1)
  const bits = new Uint32Array(floats.buffer)
  const whole = boxes.length === 0 ? null : around(boxes)
  // What a ray's distances round, so that none passes beside a flat box.
  const pad = whole === null ? 0 : 1e-6 * Math.max(...whole.max.map((x, k) => Math.max(Math.abs(x), Math.abs(whole.min[k]))))
  const wordOf = (value: number): number => {
    floats[0] = value
    return bits[0]
  }
  const putChild = (node: number, child: 0 | 1, list: readonly Box[]): void => {
    const at = node * BVH_NODE_WORDS + 8 * child
    const box = around(list)
    for (let k = 0; k < 3; k++) {
      words[at + k] = wordOf(box.min[k] - pad)
      words[at + 4 + k] = wordOf(box.max[k] + pad)
    }
    words[at + 3] = list.length === 1 ? (BVH_LEAF | (1 << BVH_COUNT_SHIFT) | list[0].slot) >>> 0 : addNode(list)
  }
  const addNode = (list: readonly Box[]): number => {
    const node = words.length / BVH_NODE_WORDS
    words.push(...Array.from({ length: BVH_NODE_WORDS }, (_, i) => (i === 3 || i === 11 ? BVH_LEAF : 0)))
    const [below, above] = list.length < 2 ? [list, []] : parted(list)
    if (below.length > 0) putChild(node, 0, below)
    if (above.length > 0) putChild(node, 1, above)
    return node
  }
  addNode(boxes)
  return Uint32Array.from(words)
}

function parted(list: readonly Box[]): [readonly Box[], readonly Box[]] {
  let best = { cost: Infinity, sorted: list, at: 1 }
  for (let axis = 0; axis < 3; axis++) {
    const sorted = list.toSorted((a, b) => a.min[axis] + a.max[axis] - b.min[axis] - b.max[axis])
    for (let at = 1; at < sorted.length; at++) {
      const cost = areaOf(around(sorted.slice(0, at))) * at + areaOf(around(sorted.slice(at))) * (sorted.length - at)
      if (cost < best.cost) best = { cost, sorted, at }
    }
  }
  return [best.sorted.slice(0, best.at), best.sorted.slice(best.at)]
}
