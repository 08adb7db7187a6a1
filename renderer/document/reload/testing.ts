import type { Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../empty.ts'
import { quatFromAxisAngle } from '../transform.ts'
import type { AssetRecord, AtriumDocument, DocumentLight, GroupRecord, Piece } from '../types.ts'
import { placedIn, type Frame } from './frame.ts'
import type { CameModel, ModelRevision } from './model.ts'
import { matchThings } from './match.ts'

/** A thing in an imagined file. */
export interface Part {
  /** Who it is, whatever it is called: what no reader sees. */
  readonly truth: string
  readonly name: string
  /** Names of the groups around it, the outermost first. */
  readonly in: readonly string[]
  readonly position: Vec3
  readonly size: Vec3
  readonly shape: string
  readonly class?: string | undefined
  readonly key?: string | undefined
  readonly locked?: boolean | undefined
  readonly turn?: number | undefined
}
export interface File {
  readonly parts: readonly Part[]
  readonly lights?: readonly DocumentLight[] | undefined
}

export const keyOf = (letter: string): string => letter.repeat(64)
export const recordOf = (letter: string): AssetRecord => ({
  key: keyOf(letter), name: 'house.ifc', sizeBytes: 1, catalogueId: null,
  source: { name: 'house.ifc', format: 'ifc', sha256: keyOf(letter), answers: { metresPerUnit: 1, up: 'y', origin: [0, 0, 0] } },
})

/** Opens it as a reader and `openAsRoom` do: ids by name and place in the tree, equal ones counted. `times` makes ids differ between openings. */
export function cameFrom({ parts, lights = [] }: File, asset: string, times: string): CameModel {
  const groups = new Map<string, GroupRecord>()
  const counts = new Map<string, number>()
  const pieces = parts.map(({ name, in: around, position, size, shape, class: kind, key, locked = false, turn = 0 }, i) => {
    around.forEach((group, depth) => {
      const path = `/${around.slice(0, depth + 1).join('/')}`
      if (!groups.has(path)) groups.set(path, { id: `${times}${path}`, name: group, parent: depth === 0 ? null : `${times}/${around.slice(0, depth).join('/')}` })
    })
    const path = `/${[...around, name].join('/')}`
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    const piece: Piece = {
      id: `${times}${i}`, name, asset, part: key !== undefined ? `@${key}` : count === 1 ? path : `${path}#${count}`, position, rotation: quatFromAxisAngle([0, 1, 0], turn), scale: [1, 1, 1], mount: 'floor', hidden: false, locked,
      ...(around.length > 0 && { group: `${times}/${around.join('/')}` }),
    }
    return { piece, traits: { shape, size, centre: position, ...(kind !== undefined && { class: kind }), ...(key !== undefined && { key }) } }
  })
  return { pieces, groups: [...groups].map(([path, group]) => ({ path, group })), lights }
}

/** The room of a file that was just opened, or brought in elsewhere. */
export function opened(came: CameModel, record: AssetRecord, frame?: Frame): AtriumDocument {
  return {
    ...emptyDocument('House'), assets: [record], pieces: came.pieces.map(({ piece }) => (frame === undefined ? piece : placedIn(frame, piece))), groups: came.groups.map(({ group }) => group), lights: came.lights,
    views: [{ id: 'v', name: 'Door', position: [0, 1.6, 0], target: [1, 1.6, 0], verticalFov: 1 }],
  }
}

export const LEFTOVER: GroupRecord = { id: 'leftover', name: 'No longer in the model', parent: null }

/** @param letters  of the two states: their asset keys */
export function revisionOf(older: File, newer: File, letters: readonly [string, string] = ['a', 'b']): ModelRevision {
  const [before, after] = [cameFrom(older, keyOf(letters[0]), 'old '), cameFrom(newer, keyOf(letters[1]), 'new ')]
  return { key: keyOf(letters[0]), record: recordOf(letters[1]), before, after, matches: matchThings(before.pieces, after.pieces), leftover: LEFTOVER }
}

/** A building: storeys with walls of IFC, rooms with furniture, equal chairs in rows. */
export function building(storeys: number, random: () => number): File {
  const parts: Part[] = []
  const add = (part: Omit<Part, 'truth'>): void => void parts.push({ ...part, truth: String(parts.length) })
  for (let level = 0; level < storeys; level++) {
    const storey = `Storey ${level}`
    for (let i = 0; i < 12; i++) {
      const size: Vec3 = [1 + 7 * random(), 2.6, 0.1 + 0.2 * random()]
      add({ name: `Basic Wall:${100 * level + i}`, in: [storey, 'Walls'], position: [20 * random(), 3 * level, 15 * random()], size, shape: `wall ${size.join()}`, class: 'IfcWall', locked: true })
    }
    for (const kind of ['Chair', 'Desk', 'Lamp']) {
      for (let i = 0; i < 12; i++) add({ name: kind, in: [storey, `Room ${i % 3}`], position: [1 + 1.5 * i + random(), 3 * level, { Chair: 2, Desk: 5, Lamp: 9 }[kind]! + random()], size: { Chair: [0.5, 0.9, 0.5], Desk: [1.6, 0.75, 0.8], Lamp: [0.3, 1.5, 0.3] }[kind] as unknown as Vec3, shape: kind, class: 'IfcFurniture', turn: 6 * random() })
    }
    for (let i = 0; i < 8; i++) {
      const size: Vec3 = [0.2 + random(), 0.2 + random(), 0.2 + random()]
      add({ name: ['Sofa', 'Wardrobe', 'Bathtub', 'Piano', 'Bookcase', 'Mirror', 'Oven', 'Sink'][i], in: [storey], position: [20 * random(), 3 * level, 15 * random()], size, shape: `thing ${size.join()}`, class: 'IfcFurniture' })
    }
  }
  return { parts }
}

/** Mulberry32, 0..1. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
