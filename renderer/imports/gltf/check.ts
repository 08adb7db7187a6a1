import { AtriumError } from '../../errors/atrium-error.ts'
import type { Gltf, GltfAccessor } from './gltf-schema.ts'
import { LIMITS } from '../bytes/limits.ts'

const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const

const fail = (detail: string): never => {
  throw new AtriumError('model-invalid', detail)
}

/** Bytes that an accessor's values take when they lie side by side. */
export const accessorBytes = ({ type, componentType, count }: GltfAccessor): number => COMPONENTS[type] * COMPONENT_BYTES[componentType] * count

/**
 * Checks everything that points to something else: indices into lists, ranges of bytes, the tree of nodes. After it,
 * readers may follow every reference.
 *
 * @param bufferBytes  length of each buffer's data; null for one without data
 * @throws AtriumError `model-invalid`, `model-without-data`, `model-too-large` or `model-too-many`, naming the first entry that is wrong
 */
export function checkReferences(gltf: Gltf, bufferBytes: readonly (number | null)[]): void {
  checkBufferViews(gltf, bufferBytes)
  checkAccessors(gltf)
  checkMeshes(gltf)
  checkMaterials(gltf)
  checkNodes(gltf)
}

function checkBufferViews({ bufferViews = [] }: Gltf, bufferBytes: readonly (number | null)[]): void {
  let expanded = 0
  bufferViews.forEach(({ buffer, byteOffset = 0, byteLength, extensions }, i) => {
    const compressed = extensions?.EXT_meshopt_compression
    if (compressed !== undefined) {
      within(compressed.byteOffset ?? 0, compressed.byteLength, bufferBytes[compressed.buffer], `Compressed buffer view ${i}`)
      if (compressed.count * compressed.byteStride !== byteLength) fail(`Compressed buffer view ${i} does not unpack to its ${byteLength} bytes.`)
      expanded += byteLength
    } else within(byteOffset, byteLength, bufferBytes[buffer], `Buffer view ${i}`)
  })
  if (expanded > LIMITS.expandedBytes) throw new AtriumError('model-too-large', `Its geometry unpacks to ${expanded} bytes.`)
}

function within(offset: number, length: number, available: number | null | undefined, what: string): void {
  if (available === undefined) fail(`${what} lies in a buffer that does not exist.`)
  else if (available === null) throw new AtriumError('model-without-data', `${what} lies in a buffer without data.`)
  else if (offset + length > available) fail(`${what} reaches to byte ${offset + length} of a buffer of ${available} bytes.`)
}

function checkAccessors({ accessors = [], bufferViews = [] }: Gltf): void {
  accessors.forEach((accessor, i) => {
    const { bufferView, byteOffset = 0, componentType, type, count, sparse } = accessor
    const bytes = accessorBytes(accessor)
    if (bufferView !== undefined) {
      const view = bufferViews[bufferView] ?? fail(`Accessor ${i} uses buffer view ${bufferView}, which does not exist.`)
      const element = bytes / count
      const last = byteOffset + (view.byteStride ?? element) * (count - 1) + element
      if (last > view.byteLength) fail(`Accessor ${i} reaches to byte ${last} of a buffer view of ${view.byteLength} bytes.`)
    }
    if (sparse === undefined) return
    if (sparse.count > count) fail(`Accessor ${i} replaces ${sparse.count} of ${count} values.`)
    const needs = [sparse.count * COMPONENT_BYTES[sparse.indices.componentType], sparse.count * COMPONENTS[type] * COMPONENT_BYTES[componentType]]
    ;[sparse.indices, sparse.values].forEach((part, k) => {
      const view = bufferViews[part.bufferView] ?? fail(`Accessor ${i} uses buffer view ${part.bufferView}, which does not exist.`)
      within(part.byteOffset ?? 0, needs[k], view.byteLength, `The sparse part of accessor ${i}`)
    })
  })
}

function checkMeshes({ meshes = [], accessors = [], materials = [], bufferViews = [] }: Gltf): void {
  const typed = (index: number, type: GltfAccessor['type'], what: string): void => {
    const accessor = accessors[index] ?? fail(`${what} uses accessor ${index}, which does not exist.`)
    if (accessor.type !== type) fail(`${what} needs ${type} values, but accessor ${index} holds ${accessor.type}.`)
  }
  meshes.forEach(({ primitives }, i) => {
    primitives.forEach(({ attributes, indices, material, extensions }, k) => {
      const what = `Mesh ${i}, primitive ${k}`
      if (attributes.POSITION !== undefined) typed(attributes.POSITION, 'VEC3', what)
      if (attributes.NORMAL !== undefined) typed(attributes.NORMAL, 'VEC3', what)
      for (const [semantic, index] of Object.entries(attributes)) {
        if (semantic.startsWith('TEXCOORD_')) typed(index, 'VEC2', what)
        else if (accessors[index] === undefined) fail(`${what} uses accessor ${index}, which does not exist.`)
      }
      if (indices !== undefined) typed(indices, 'SCALAR', what)
      if (indices !== undefined && ![5121, 5123, 5125].includes(accessors[indices].componentType)) fail(`${what} has indices that are not whole numbers.`)
      if (material !== undefined && materials[material] === undefined) fail(`${what} uses material ${material}, which does not exist.`)
      const draco = extensions?.KHR_draco_mesh_compression
      if (draco !== undefined && bufferViews[draco.bufferView] === undefined) fail(`${what} uses buffer view ${draco.bufferView}, which does not exist.`)
    })
  })
}

function checkMaterials({ materials = [], textures = [], images = [], samplers = [], bufferViews = [] }: Gltf): void {
  materials.forEach(({ pbrMetallicRoughness: pbr, normalTexture, emissiveTexture, extensions }, i) => {
    const infos = [pbr?.baseColorTexture, pbr?.metallicRoughnessTexture, normalTexture, emissiveTexture, extensions?.KHR_materials_pbrSpecularGlossiness?.diffuseTexture]
    for (const info of infos) if (info !== undefined && textures[info.index] === undefined) fail(`Material ${i} uses texture ${info.index}, which does not exist.`)
  })
  textures.forEach(({ source, sampler }, i) => {
    if (source !== undefined && images[source] === undefined) fail(`Texture ${i} uses image ${source}, which does not exist.`)
    if (sampler !== undefined && samplers[sampler] === undefined) fail(`Texture ${i} uses sampler ${sampler}, which does not exist.`)
  })
  images.forEach(({ bufferView }, i) => {
    if (bufferView !== undefined && bufferViews[bufferView] === undefined) fail(`Image ${i} uses buffer view ${bufferView}, which does not exist.`)
  })
}

/** Nodes form trees: every child exists, has one parent, and is not its own ancestor. */
function checkNodes({ scene, scenes = [], nodes = [], meshes = [] }: Gltf): void {
  if (nodes.length > LIMITS.nodes) throw new AtriumError('model-too-many', `The file has ${nodes.length} nodes; Atrium takes ${LIMITS.nodes}.`)
  if (scene !== undefined && scenes[scene] === undefined) fail(`The file opens scene ${scene}, which does not exist.`)
  const parents = new Map<number, number>()
  nodes.forEach(({ children = [], mesh }, i) => {
    if (mesh !== undefined && meshes[mesh] === undefined) fail(`Node ${i} shows mesh ${mesh}, which does not exist.`)
    for (const child of children) {
      if (nodes[child] === undefined) fail(`Node ${i} has child ${child}, which does not exist.`)
      if (child === i) fail(`Node ${i} is its own child.`)
      if (parents.has(child)) fail(`Node ${child} has two parents, ${parents.get(child)} and ${i}.`)
      parents.set(child, i)
    }
  })
  // Every node has one parent at most, so walking up ends at a root, comes round, or goes on for too long.
  const depths = new Map<number, number>()
  nodes.forEach((_, start) => {
    const path: number[] = []
    const seen = new Set<number>()
    let node: number | undefined = start
    while (node !== undefined && !depths.has(node)) {
      if (seen.has(node)) fail(`Node ${node} is its own ancestor.`)
      seen.add(node)
      path.push(node)
      node = parents.get(node)
    }
    let depth = node === undefined ? 0 : (depths.get(node) as number)
    for (const step of path.toReversed()) depths.set(step, ++depth)
    if (depth > LIMITS.nesting) fail(`Nodes are nested deeper than ${LIMITS.nesting} levels.`)
  })
  scenes.forEach(({ nodes: roots = [] }, i) => {
    for (const root of roots) {
      if (nodes[root] === undefined) fail(`Scene ${i} shows node ${root}, which does not exist.`)
      if (parents.has(root)) fail(`Scene ${i} shows node ${root}, which is inside another node.`)
    }
  })
}
