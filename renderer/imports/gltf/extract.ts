import { composeMatrix, multiplyMatrices } from '../../document/transform.ts'
import type { Quat } from '../../../gpu/index.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import type { Decoders } from '../reader.ts'
import { parseContainer } from './container.ts'
import { withInstances } from './meshes/instancing.ts'
import { findParts } from './nodes/nodes.ts'
import { findNamed, rooted } from './nodes/objects.ts'
import { Packing } from './packing.ts'
import { writeGlb } from './resources.ts'

/** One part of a model, by its id, and the turn that it has in the file: it is taken back. */
export interface PartOfModel {
  readonly id: string
  readonly rotation: Quat
}

type Json = Record<string, unknown>

/**
 * A GLB of one part of another: what lies below its node and what that refers to, bytes as they are, packed or not. Bones, cameras, lights
 * and animations stay behind.
 *
 * @param bytes  a GLB that needs nothing beside it
 * @throws AtriumError `model-invalid` when it has no such part, and what taking it apart throws
 */
export async function extractPart(bytes: Uint8Array<ArrayBuffer>, { id, rotation: [x, y, z, w] }: PartOfModel, decoders?: Decoders): Promise<Uint8Array<ArrayBuffer>> {
  const { json: packed, bin } = parseContainer(bytes)
  const file = await withInstances(packed, bin ?? new Uint8Array(), decoders)
  const { gltf: json, root: scene } = rooted(file)
  // Older projects number the top nodes.
  const part = findNamed(json, scene, [id], '').parts.at(0) ?? findParts(file).parts.find((other) => other.id === id)
  if (part === undefined) throw new AtriumError('model-invalid', `The model has no part ${id.slice(0, 80)}.`)
  const nodes = new Kept(json.nodes)
  const meshes = new Kept(json.meshes)
  const accessors = new Kept(json.accessors)
  const views = new Kept(json.bufferViews)
  const materials = new Kept(json.materials)
  const textures = new Kept(json.textures)
  const images = new Kept(json.images)

  nodes.take(part.node)
  // Each kept one may bring others of its list: children, and then the lists below.
  const keptNodes = nodes.each(({ name, mesh, children, matrix, translation, rotation, scale }) => defined({
    name, matrix, translation, rotation, scale, mesh: mesh === undefined ? undefined : meshes.take(mesh),
    children: part.isAlone === true ? undefined : children?.map((child) => nodes.take(child)),
  }))
  const keptMeshes = meshes.each((mesh) => ({
    ...mesh,
    primitives: mesh.primitives.map(({ attributes, indices, material, mode, extensions }) => {
      const draco = extensions?.KHR_draco_mesh_compression
      return defined({
        mode, attributes: mapped(attributes, (index) => accessors.take(index)), indices: indices === undefined ? undefined : accessors.take(indices),
        material: material === undefined ? undefined : materials.take(material),
        extensions: draco && { KHR_draco_mesh_compression: { ...draco, bufferView: views.take(draco.bufferView) } },
      })
    }),
  }))
  const keptAccessors = accessors.each(({ bufferView, sparse, ...rest }) => defined({
    ...rest, bufferView: bufferView === undefined ? undefined : views.take(bufferView),
    sparse: sparse && { ...sparse, indices: { ...sparse.indices, bufferView: views.take(sparse.indices.bufferView) }, values: { ...sparse.values, bufferView: views.take(sparse.values.bufferView) } },
  }))
  const keptMaterials = materials.each((material) => withTextures(material, (index) => textures.take(index)))
  const keptTextures = textures.each(({ source, extensions = {}, ...rest }) => defined({
    ...rest, source: source === undefined ? undefined : images.take(source),
    extensions: mapped(extensions, (value) => ((value as Json | null)?.['source'] === undefined ? value : { ...(value as Json), source: images.take((value as { source: number }).source) })),
  }))
  const keptImages = images.each(({ bufferView, ...rest }) => defined({ ...rest, bufferView: bufferView === undefined ? undefined : views.take(bufferView) }))
  const packing = new Packing(bin ?? new Uint8Array())
  const keptViews = views.each((view) => packing.movedView(view))
  const root = { matrix: multiplyMatrices(composeMatrix({ position: [0, 0, 0], rotation: [-x, -y, -z, w], scale: [1, 1, 1] }), part.worldFromNode), children: [0] }
  // Where the node stands is in the root's matrix; what it says itself would count twice.
  const { matrix: _matrix, translation: _translation, rotation: _rotation, scale: _scale, ...bare } = keptNodes[0] as Json
  const taken = packing.finish()
  const { asset, extensionsUsed, extensionsRequired, samplers, buffers = [] } = json
  return writeGlb(defined({
    asset, extensionsUsed, extensionsRequired, samplers, scene: 0, scenes: [{ nodes: [keptNodes.length] }], nodes: [bare, ...keptNodes.slice(1), root], meshes: keptMeshes,
    accessors: keptAccessors, bufferViews: keptViews, materials: keptMaterials, textures: keptTextures, images: keptImages, buffers: [{ byteLength: taken.byteLength }, ...buffers.slice(1)],
  }), taken)
}

/**
 * A GLB without some of its parts: their nodes are cut off. Their bytes stay.
 *
 * @param ids  of parts that it has
 * @throws as `extractPart`
 */
export async function withoutParts(bytes: Uint8Array<ArrayBuffer>, ids: readonly string[], decoders?: Decoders): Promise<Uint8Array<ArrayBuffer>> {
  const { json: packed, bin } = parseContainer(bytes)
  const file = await withInstances(packed, bin ?? new Uint8Array(), decoders)
  const { gltf: json, root } = rooted(file)
  const parts = findNamed(json, root, ids, '').parts
  const bare = new Set(parts.flatMap(({ node, isAlone }) => (isAlone === true ? [node] : [])))
  const gone = new Set(parts.flatMap(({ node, isAlone }) => (isAlone === true ? [] : [node])))
  const kept = (children: readonly number[]): number[] => children.filter((child) => !gone.has(child))
  const { nodes = [], scenes: _scenes, scene: _scene, ...rest } = json
  const cut = nodes.map(({ mesh, children = [], ...node }, i) => defined({ ...node, mesh: bare.has(i) ? undefined : mesh, children: kept(children) }))
  return writeGlb({ ...rest, scene: 0, scenes: [{ nodes: kept(nodes[root].children ?? []) }], nodes: cut.slice(0, root) }, bin ?? new Uint8Array())
}

/** Of a list, what is referred to, in the order in which it was asked for. */
class Kept<T> {
  readonly #list: readonly T[]
  readonly #places = new Map<number, number>()

  constructor(list: readonly T[] = []) {
    this.#list = list
  }

  /** @returns its new index */
  take(index: number): number {
    const place = this.#places.get(index) ?? this.#places.size
    this.#places.set(index, place)
    return place
  }

  /** Those taken, also what is taken meanwhile. */
  each<R>(map: (entry: T) => R): R[] {
    const results: R[] = []
    for (const index of this.#places.keys()) results.push(map(this.#list[index]))
    return results
  }
}

/** Every `…Texture` of a material, at any depth: materials keep them in extensions, too. */
function withTextures(value: unknown, take: (index: number) => number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return mapped(value as Json, (entry, key) => {
    const index = key.endsWith('Texture') ? (entry as { index?: unknown } | null)?.index : undefined
    return typeof index === 'number' ? { ...(entry as Json), index: take(index) } : withTextures(entry, take)
  })
}

const mapped = <T, R>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))

/** Without fields that say nothing: empty lists are no glTF. */
const defined = (record: Json): Json => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)))

