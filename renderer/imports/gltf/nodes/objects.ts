import { CAPACITY } from '../../../document/capacity.ts'
import { say } from '../../../words/say.ts'
import { className } from '../../pieces/class-names.ts'
import { LIMITS } from '../../bytes/limits.ts'
import type { ParsedGroup } from '../../types.ts'
import type { Gltf } from '../gltf-schema.ts'
import { type Bounds, type MeasuredNode, measureNodes } from './node-boxes.ts'
import { extrasOf } from './node-extras.ts'
import { aloneId, nodeIds } from './node-ids.ts'
import { IDENTITY_MATRIX, meshName, type PartNode, type PartTree, rootsOf, uniqueName } from './nodes.ts'
import { isOneThing } from './one-thing.ts'

/** The file with one node more, the last, that holds the scene: of many top nodes, it is the whole. */
export function rooted(gltf: Gltf): { readonly gltf: Gltf; readonly root: number } {
  const nodes = gltf.nodes ?? []
  const children = [...new Set(gltf.scenes?.[gltf.scene ?? 0]?.nodes ?? rootsOf(nodes))]
  return { gltf: { ...gltf, nodes: [...nodes, { children }] }, root: nodes.length }
}

/** Down from a node by its only child, as long as it has one, no mesh of its own, and nothing that says what it is. */
function throughWrappers(gltf: Gltf, measured: ReadonlyMap<number, MeasuredNode>, from: number): readonly number[] {
  const chain = [from]
  for (let at = measured.get(from); at?.own === null && at.children.length === 1 && !isMarked(gltf, chain.at(-1) as number); at = measured.get(at.children[0])) chain.push(at.children[0])
  return chain
}

const isMarked = ({ nodes = [] }: Gltf, node: number): boolean => {
  const { key, group } = extrasOf(nodes[node])
  return key !== undefined || group !== undefined
}

/** World matrix of the wrappers around everything: down to where the tree branches, or to what shows itself. */
function worldFromFile(measured: ReadonlyMap<number, MeasuredNode>, chain: readonly number[]): readonly number[] {
  const last = measured.get(chain.at(-1) as number)
  const holder = last === undefined || last.own === null ? chain.at(-1) as number : chain.at(-2) ?? chain[0]
  return measured.get(holder)?.own === null ? (measured.get(holder) as MeasuredNode).worldFromNode : IDENTITY_MATRIX
}

/** The parts of these ids, whatever else the file holds; those that it does not have are left out. */
export function findNamed(gltf: Gltf, root: number, wanted: readonly string[], fileName: string): PartTree {
  const measured = measureNodes(gltf, root)
  const byId = new Map([...nodeIds(gltf, root)].flatMap(([node, id]): [string, Pick<PartNode, 'node' | 'isAlone'>][] => [[id, { node, isAlone: false }], [aloneId(id), { node, isAlone: true }]]))
  const taken = new Map<string, number>()
  const chain = throughWrappers(gltf, measured, root)
  const nameOf = namer(gltf, measured, chain, fileName)
  const parts = [...new Set(wanted)].flatMap((id, i): PartNode[] => {
    const found = byId.get(id)
    const at = found === undefined ? undefined : measured.get(found.node)
    if (found === undefined || at === undefined || (found.isAlone === true && at.own === null)) return []
    return [{ ...found, id, name: uniqueName(nameOf(found.node) || pieceName(i), taken), worldFromNode: at.worldFromNode }]
  })
  return { parts, groups: [], worldFromFile: worldFromFile(measured, chain) }
}

const pieceName = (index: number): string => say('import.piece', { number: index + 1 })
const ownName = (gltf: Gltf, node: number): string => gltf.nodes?.[node].name?.trim() || meshName(gltf, node) || ''

/**
 * What a node is called: by its own name or that of what it wraps; the one that is all of the file by those of its wrappers, and by the
 * file. How a piece is held goes by its name, so it must not hang on what else was found.
 */
const namer = (gltf: Gltf, measured: ReadonlyMap<number, MeasuredNode>, chain: readonly number[], fileName: string) => (node: number): string => {
  const first = (nodes: readonly number[]): string | undefined => nodes.map((other) => ownName(gltf, other)).find((name) => name !== '')
  const place = chain.indexOf(node)
  return place >= 0 ? first(chain.slice(0, place + 1).toReversed()) ?? fileName : first(throughWrappers(gltf, measured, node)) ?? ''
}

/**
 * Finds what people call one thing, and the groups that things stand in: a house that is nested by storeys and rooms comes as its
 * furniture in those; a chair of four nodes stays a chair. What its reader marked as one thing or as a group is one.
 *
 * @param root  the node that holds the scene
 */
export function findObjects(gltf: Gltf, root: number, fileName: string): PartTree {
  const measured = measureNodes(gltf, root)
  if (!measured.has(root)) return { parts: [], groups: [], worldFromFile: IDENTITY_MATRIX }
  const chain = throughWrappers(gltf, measured, root)
  const finder = new ObjectFinder(gltf, measured, nodeIds(gltf, root), namer(gltf, measured, chain, fileName))
  const end = chain.at(-1) as number
  if (isMarked(gltf, end)) finder.cut(end, NOWHERE)
  else if (finder.isOneThing(end, true)) finder.addPart(end, NOWHERE)
  else finder.cutContents(end, NOWHERE)
  return { parts: finder.parts, groups: finder.groups, worldFromFile: worldFromFile(measured, chain) }
}

/** Where a thing stands. */
interface Place {
  readonly group: string | null
  readonly depth: number
  readonly storey: string | undefined
}
const NOWHERE: Place = { group: null, depth: 0, storey: undefined }

class ObjectFinder {
  readonly parts: PartNode[] = []
  readonly groups: ParsedGroup[] = []
  private readonly taken = new Map<string, number>()
  private readonly kinds = new Map<string, number>()
  private readonly kindOf = new Map<number, number>()
  private readonly countOfKind: number[] = []
  private readonly holdsMarked = new Set<number>()

  constructor(private readonly gltf: Gltf, private readonly measured: ReadonlyMap<number, MeasuredNode>, private readonly ids: ReadonlyMap<number, string>, private readonly nameOf: (node: number) => string) {
    // Children stand before their parents.
    for (const [node, { children }] of measured) {
      if (children.some((child) => isMarked(gltf, child) || this.holdsMarked.has(child))) this.holdsMarked.add(node)
      const content = `${gltf.nodes?.[node].mesh ?? ''}(${children.map((child) => this.kindOf.get(child)).join()})`
      if (!this.kinds.has(content)) this.kinds.set(content, this.kinds.size)
      const kind = this.kinds.get(content) as number
      this.kindOf.set(node, kind)
      this.countOfKind[kind] = (this.countOfKind[kind] ?? 0) + 1
    }
  }

  /** A node of the tree, with all that is below it, as one part or as a group of several. */
  cut(top: number, place: Place): void {
    const chain = throughWrappers(this.gltf, this.measured, top)
    const node = chain.at(-1) as number
    const { key, group } = this.factsOf(node)
    if (group === undefined && key !== undefined) this.addPart(node, place)
    else if (group === undefined && this.isOneThing(node)) this.addPart(top, place)
    else this.cutContents(node, this.enter(node, group === undefined ? this.nameOf(top) : ownName(this.gltf, node), place))
  }

  cutContents(node: number, place: Place): void {
    const { own, children } = this.at(node)
    if (own !== null) this.addPart(node, place, true)
    for (const child of children) this.cut(child, place)
  }

  /** @param isWhole  it holds all of the file: a house is no stair, whatever it is called */
  isOneThing(node: number, isWhole = false): boolean {
    const measured = this.at(node)
    // Of a file that does not say how large it is, each top node is one.
    if (this.holdsMarked.has(node) || (isWhole && measured.children.length > 1 && measured.all[0] > measured.all[3])) return false
    const units: readonly Bounds[] = [...(measured.own === null ? [] : [measured.own]), ...measured.children.map((child) => this.at(child).all)]
    const name = isWhole ? '' : ownName(this.gltf, node)
    return isOneThing({ name, measured, units, slices: isWhole ? null : this.slicesOf(node), isRepeated: (this.countOfKind[this.kindOf.get(node) as number] ?? 0) > 1 })
  }

  addPart(node: number, { group, storey }: Place, isAlone = false): void {
    const id = this.ids.get(node) as string
    const { key, class: ifcClass } = this.factsOf(node)
    this.parts.push({
      node, id: isAlone ? aloneId(id) : id, isAlone,
      name: uniqueName(this.nameOf(node) || pieceName(this.parts.length), this.taken),
      worldFromNode: this.at(node).worldFromNode,
      facts: { ...(key !== undefined && { key }), ...(ifcClass !== undefined && { class: ifcClass }), ...(storey !== undefined && { storey }), ...(group !== null && { group }) },
    })
  }

  private enter(node: number, name: string, { group: parent, depth, storey }: Place): Place {
    const { class: ifcClass, group: kind } = this.factsOf(node)
    const shown = (kind === 'class' && ifcClass !== undefined ? className(ifcClass) : name || say('import.group', { number: this.groups.length + 1 })).slice(0, 200)
    const within = kind === 'storey' ? shown : storey
    if (depth >= LIMITS.groupNesting || this.groups.length >= Math.min(LIMITS.groups, CAPACITY.groups)) return { group: parent, depth, storey: within }
    const id = this.ids.get(node) as string
    this.groups.push({ id, name: shown, parent, ...(kind !== undefined && { kind }) })
    return { group: id, depth: depth + 1, storey: within }
  }

  private at = (node: number): MeasuredNode => this.measured.get(node) as MeasuredNode
  private factsOf = (node: number) => extrasOf((this.gltf.nodes ?? [])[node])

  /** Exporters make a part of each material of a mesh. */
  private slicesOf(node: number): readonly { readonly name: string; readonly material: number | null }[] | null {
    const { own, children } = this.at(node)
    if (own !== null || children.some((child) => this.at(child).children.length > 0)) return null
    const { nodes = [], meshes = [] } = this.gltf
    const primitives = children.map((child) => meshes[nodes[child].mesh as number].primitives)
    return primitives.every((list) => list.length === 1) ? children.map((child, i) => ({ name: nodes[child].name ?? '', material: primitives[i][0].material ?? null })) : null
  }
}
