import { childOf, childrenOf, type FbxNode, numbersOf, textAt } from './nodes.ts'
import { parseBinary } from './parse-binary.ts'
import { parseText } from './parse-text.ts'
import { type WrittenNode, writeBinary } from './write-binary.ts'

/** Of the scene. */
const ROOT = 0
/** What is said of the corners of a mesh, and how each array of it is held. */
const LAYERS = ['LayerElementNormal', 'LayerElementUV', 'LayerElementColor', 'LayerElementMaterial']
const REALS = new Set(['Vertices', 'Normals', 'UV', 'Colors'])
const WHOLES = new Set(['PolygonVertexIndex', 'NormalsIndex', 'UVIndex', 'ColorIndex', 'Materials'])
const KINDS = ['Model', 'Material', 'Texture', 'Video']

interface Known { readonly id: number; readonly node: FbxNode }

/**
 * An FBX file of version 6 as one of 7.4. Version 6 names things instead of numbering them, keeps a mesh within its model, and its settings among
 * its things; surfaces, places, materials, textures and lamps come along. Skins, movements and curves do not: what is bent stands as it was drawn.
 *
 * @param isText  written plainly
 * @throws AtriumError `model-invalid`, naming the place
 * O(bytes).
 */
export function renewed(bytes: Uint8Array, isText: boolean): Uint8Array<ArrayBuffer> {
  const file = isText ? parseText(bytes) : parseBinary(bytes)
  const objects = childOf(file, 'Objects')
  const known = new Map<string, Known>()
  for (const kind of KINDS) for (const node of childrenOf(objects, kind)) if (!known.has(plainName(textAt(node, 0)))) known.set(plainName(textAt(node, 0)), { id: known.size + 1, node })
  // A model's mesh, or what its lamp is like, is a thing of its own now.
  const innerId = ({ id }: Known): number => known.size + id
  const pairs = pairsOf(file, known)
  const linked = new Set(pairs.map(({ source }) => source))
  // The views of a program hang on nothing; a surface that does stands in the scene.
  const loose = [...known.values()].filter((thing) => !linked.has(thing) && innerKind(thing.node) === 'Geometry')
  const things = [...linked, ...loose]
  const withInner = things.filter((thing) => innerKind(thing.node) !== null)
  const links = [...withInner.map((thing) => linkOf(innerId(thing), thing.id)), ...loose.map(({ id }) => linkOf(id, ROOT)), ...linksOf(pairs)]
  const settings = childOf(childOf(objects, 'GlobalSettings') ?? childOf(file, 'GlobalSettings'), 'Properties60')
  return writeBinary([
    { name: 'FBXHeaderExtension', children: [{ name: 'Creator', values: [creatorOf(file)] }] },
    { name: 'GlobalSettings', children: [propertiesOf(settings, (type) => (type === 'int' ? 'Integer' : ''))] },
    { name: 'Objects', children: [...things.map(renewedThing), ...withInner.map((thing) => innerOf(thing, innerId(thing)))] },
    { name: 'Connections', children: links },
  ])
}

const creatorOf = (file: FbxNode): string => textAt(childOf(childOf(file, 'FBXHeaderExtension'), 'Creator') ?? childOf(file, 'Creator'), 0)

/** `Model::Box` of plain files; binary ones turn it round. */
function plainName(name: string): string {
  const [own, kind] = name.split('\0\u0001')
  return kind === undefined ? name : `${kind}::${own}`
}

/** As binary files write it. */
function newName(name: string): string {
  const plain = plainName(name)
  const at = plain.indexOf('::')
  return at < 0 ? plain : `${plain.slice(at + 2)}\0\u0001${plain.slice(0, at)}`
}

const innerKind = (node: FbxNode): 'Geometry' | 'NodeAttribute' | null =>
  node.name !== 'Model' ? null : childOf(node, 'Vertices') !== undefined ? 'Geometry' : textAt(node, 1) === 'Light' ? 'NodeAttribute' : null

function renewedThing({ id, node }: Known): WrittenNode {
  const kept = node.name === 'Model' ? [] : node.children.filter((child) => child.children.length === 0 && (child.values.length === 1 || child.name === 'Content'))
  return {
    name: node.name,
    // What has no mesh, curves among it, only carries others.
    values: [{ id }, newName(textAt(node, 0)), node.name === 'Model' && innerKind(node) === null ? 'Null' : textAt(node, 1)],
    children: [...kept.map(keptOf), propertiesOf(childOf(node, 'Properties60'))],
  }
}

/** Pictures within plain files are texts of base64, in lines. */
const keptOf = ({ name, values }: FbxNode): WrittenNode => ({ name, values: values.length === 1 ? values : [values.filter((value) => typeof value === 'string').join('')] })

function innerOf({ node }: Known, id: number): WrittenNode {
  const kind = innerKind(node) as string
  const layers = node.children.filter(({ name }) => LAYERS.includes(name))
  return {
    name: kind,
    values: [{ id }, newName(`${kind}::${plainName(textAt(node, 0)).replace(/^.*?::/, '')}`), textAt(node, 1)],
    children: kind === 'NodeAttribute'
      ? [propertiesOf(childOf(node, 'Properties60'))]
      : [...node.children.flatMap(arrayOf), ...layers.map((layer) => ({ name: layer.name, values: [{ int: numbersOf(layer)[0] ?? 0 }], children: layer.children.flatMap((child) => arrayOf(child)[0] ?? plainOf(child)) }))],
  }
}

function arrayOf(node: FbxNode): readonly WrittenNode[] {
  if (REALS.has(node.name)) return [{ name: node.name, values: [Float64Array.from(numbersOf(node))] }]
  return WHOLES.has(node.name) ? [{ name: node.name, values: [Int32Array.from(numbersOf(node))] }] : []
}

const plainOf = (node: FbxNode): readonly WrittenNode[] => (node.values.length === 1 && node.children.length === 0 ? [{ name: node.name, values: node.values }] : [])

/** `Property: name, type, flags, values…` has a second type now. */
function propertiesOf(properties: FbxNode | undefined, secondType = (_type: string): string => ''): WrittenNode {
  const children = childrenOf(properties, 'Property').map((property): WrittenNode => {
    const [name, type, flags] = [0, 1, 2].map((index) => textAt(property, index))
    const isWhole = type === 'int' || type === 'enum' || type === 'bool'
    const values = property.values.slice(3).map((value) => (isWhole && typeof value === 'number' ? { int: value } : value))
    return { name: 'P', values: [name, type, secondType(type), flags, ...values] }
  })
  return { name: 'Properties70', children }
}

const linkOf = (from: number, to: number, property?: string): WrittenNode =>
  ({ name: 'C', values: [property === undefined ? 'OO' : 'OP', { id: from }, { id: to }, ...(property === undefined ? [] : [property])] })

interface Pair { readonly source: Known; readonly target: Known | null; readonly property: string }

function pairsOf(file: FbxNode, known: ReadonlyMap<string, Known>): readonly Pair[] {
  return childrenOf(childOf(file, 'Connections'), 'Connect').flatMap((link) => {
    const [from, to, property] = [plainName(textAt(link, 1)), plainName(textAt(link, 2)), textAt(link, 3)]
    const [source, target = null] = [known.get(from), known.get(to)]
    return source === undefined || (target === null && to !== 'Model::Scene') ? [] : [{ source, target, property }]
  })
}

function linksOf(pairs: readonly Pair[]): readonly WrittenNode[] {
  const materialsOf = (model: Known): readonly Known[] => pairs.filter(({ source, target }) => target === model && source.node.name === 'Material').map(({ source }) => source)
  return pairs.flatMap(({ source, target, property }) => {
    // Early writers hang textures on models: their materials wear them.
    if (source.node.name === 'Texture' && target?.node.name === 'Model') return materialsOf(target).map((material) => linkOf(source.id, material.id, 'DiffuseColor'))
    return [linkOf(source.id, target?.id ?? ROOT, property === '' ? undefined : property)]
  })
}
