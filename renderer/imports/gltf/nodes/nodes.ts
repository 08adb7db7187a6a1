import { composeMatrix, multiplyMatrices } from '../../../document/transform.ts'
import { say } from '../../../words/say.ts'
import type { ParsedGroup, PartFacts } from '../../types.ts'
import type { Gltf, GltfNode } from '../gltf-schema.ts'

export const IDENTITY_MATRIX: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** A node that becomes a piece, with everything below it. */
export interface PartNode {
  readonly node: number
  /** `ParsedPart.id`. */
  readonly id: string
  readonly name: string
  readonly worldFromNode: readonly number[]
  /** Its own mesh alone: what is below are parts of their own. */
  readonly isAlone?: boolean
  /** The group that it stands in, and what its file says of it. */
  readonly facts?: PartFacts
}

export interface PartTree {
  readonly parts: readonly PartNode[]
  /** World matrix of the wrapper nodes around all parts: turns z up into y up, centimetres into metres. */
  readonly worldFromFile: readonly number[]
  /** Each before those that stand in it. */
  readonly groups: readonly ParsedGroup[]
}

/** A mesh in the subtree of a part. */
export interface PlacedMesh {
  readonly mesh: number
  readonly partFromMesh: readonly number[]
}

export function matrixOf({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }: GltfNode): readonly number[] {
  return matrix ?? composeMatrix({ position: translation, rotation, scale })
}

/**
 * Makes a piece of every top node, as projects of older versions have them. Wrappers (a single node without a mesh of its own) are unwrapped; every node that
 * is then left and shows something, with all that is below it, is one part.
 */
export function findParts(gltf: Gltf): PartTree {
  const nodes = gltf.nodes ?? []
  const shows = nodesThatShow(gltf)
  const scene = gltf.scenes?.[gltf.scene ?? 0]
  let level = (scene?.nodes ?? rootsOf(nodes)).filter((node) => shows[node])
  let worldFromFile = IDENTITY_MATRIX
  while (level.length === 1 && nodes[level[0]].mesh === undefined) {
    worldFromFile = multiplyMatrices(worldFromFile, matrixOf(nodes[level[0]]))
    level = (nodes[level[0]].children ?? []).filter((node) => shows[node])
  }
  const taken = new Map<string, number>()
  const parts = level.map((node, i) => ({
    node,
    id: String(node),
    name: uniqueName(nodes[node].name?.trim() || meshName(gltf, node) || say('import.piece', { number: i + 1 }), taken),
    worldFromNode: multiplyMatrices(worldFromFile, matrixOf(nodes[node])),
  }))
  return { parts, worldFromFile, groups: [] }
}

/** Every mesh of a part, in its node's own space; depth first, in the file's order. */
export function meshesOf(gltf: Gltf, { node: root, isAlone = false }: Pick<PartNode, 'node' | 'isAlone'>): readonly PlacedMesh[] {
  const nodes = gltf.nodes ?? []
  if (isAlone) return nodes[root].mesh === undefined ? [] : [{ mesh: nodes[root].mesh, partFromMesh: IDENTITY_MATRIX }]
  const placed: PlacedMesh[] = []
  const stack: { node: number; matrix: readonly number[] }[] = [{ node: root, matrix: IDENTITY_MATRIX }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { mesh, children = [] } = nodes[top.node]
    if (mesh !== undefined) placed.push({ mesh, partFromMesh: top.matrix })
    for (const child of children.toReversed()) stack.push({ node: child, matrix: multiplyMatrices(top.matrix, matrixOf(nodes[child])) })
  }
  return placed
}

export const rootsOf = (nodes: readonly GltfNode[]): number[] => {
  const children = new Set(nodes.flatMap(({ children: list = [] }) => list))
  return nodes.map((_, i) => i).filter((i) => !children.has(i))
}

/** Which nodes have a mesh at or below them. */
function nodesThatShow({ nodes = [] }: Gltf): readonly boolean[] {
  const parents = new Map(nodes.flatMap(({ children = [] }, i) => children.map((child) => [child, i] as const)))
  const shows = nodes.map(() => false)
  nodes.forEach(({ mesh }, i) => {
    if (mesh === undefined) return
    for (let node: number | undefined = i; node !== undefined && !shows[node]; node = parents.get(node)) shows[node] = true
  })
  return shows
}

export const meshName = ({ nodes = [], meshes = [] }: Gltf, node: number): string | undefined => {
  const { mesh } = nodes[node]
  return mesh === undefined ? undefined : meshes[mesh].name?.trim()
}

/** `Chair`, `Chair 2`, …; remembers what it gave, and the number that each name got last: a file may have 200,000 chairs. */
export function uniqueName(wanted: string, taken: Map<string, number>): string {
  const stem = wanted.slice(0, 200)
  let number = taken.get(stem) ?? 0
  let name = stem
  do name = ++number === 1 ? stem : `${stem} ${number}`
  while (number > 1 && taken.has(name))
  taken.set(stem, number)
  if (name !== stem) taken.set(name, 1)
  return name
}
