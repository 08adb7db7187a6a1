import { createRequire } from 'node:module'
import { type Document, GLB_BUFFER, Logger, type Primitive, WebIO } from '@gltf-transform/core'
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions'
import type { MeshPart, RawTriangles } from './mesh-part.ts'

interface GltfNode { mesh?: number; children?: number[]; matrix?: number[]; translation?: number[]; rotation?: number[]; scale?: number[] }
interface GltfDraco { bufferView: number; attributes: Record<string, number> }
interface GltfPrimitive { attributes: Record<string, number>; indices?: number; mode?: number; extensions?: { KHR_draco_mesh_compression?: GltfDraco } }
interface GltfAccessor { bufferView?: number; byteOffset?: number; componentType: number; count: number; type: string; sparse?: { count: number } }
interface GltfView { buffer: number; byteOffset?: number; byteLength: number; byteStride?: number; extensions?: Record<string, { byteLength?: number; count?: number; byteStride?: number }> }
interface Gltf {
  scene?: number
  scenes?: { nodes?: number[] }[]
  nodes?: GltfNode[]
  meshes?: { primitives: GltfPrimitive[] }[]
  accessors?: GltfAccessor[]
  bufferViews?: GltfView[]
  buffers?: { byteLength: number; uri?: string }[]
  extensionsUsed?: string[]
  extensionsRequired?: string[]
}

const GEOMETRY = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_mesh_quantization']
/** Required by a file, but no matter to where its triangles lie. */
const HARMLESS = /^(?:KHR_materials_|KHR_texture_|EXT_texture_|KHR_lights_|KHR_xmp|KHR_animation_)/
const TRIANGLES = 4
const TRIANGLE_STRIP = 5
const TRIANGLE_FAN = 6
/** Values that a file may make appear out of nothing (accessors without a view, sparse ones, compressed ones). */
const MOST_VALUES = 2 ** 28

/**
 * The triangles of a GLB, one part per node and primitive; Draco, meshopt and quantised ones too. Base shapes: no skins, no
 * morph targets.
 *
 * @throws Error with what is cut off, out of range or not supported
 */
export async function readGlbParts(bytes: Uint8Array<ArrayBuffer>): Promise<MeshPart[]> {
  const { gltf, bin } = takeApart(bytes)
  const stranger = gltf.extensionsRequired?.find((name) => !GEOMETRY.includes(name) && !HARMLESS.test(name))
  if (stranger !== undefined) throw new Error(`it requires the glTF extension ${stranger}, which is not supported`)
  checkSizes(gltf, bin.length)
  const document = await readDocument(gltf, bin)
  const primitives = document.getRoot().listMeshes().map((mesh) => mesh.listPrimitives().flatMap((primitive) => trianglesOf(primitive) ?? []))
  const parts: MeshPart[] = []
  for (const { mesh, worldFromObject } of placedMeshes(gltf)) for (const raw of primitives[mesh] ?? []) parts.push({ mesh: raw, worldFromObject })
  return parts
}

function takeApart(bytes: Uint8Array<ArrayBuffer>): { gltf: Gltf; bin: Uint8Array<ArrayBuffer> } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67) throw new Error('it is not a GLB file')
  if (view.getUint32(4, true) !== 2) throw new Error(`it is GLB version ${view.getUint32(4, true)}, not 2`)
  const length = view.getUint32(8, true)
  if (length > bytes.length) throw new Error(`it announces ${length} bytes, but has ${bytes.length}`)
  let gltf: Gltf | null = null
  let bin = new Uint8Array(0)
  for (let at = 12; at + 8 <= length;) {
    const size = view.getUint32(at, true)
    const kind = view.getUint32(at + 4, true)
    if (at + 8 + size > length) throw new Error('a chunk is longer than the file')
    const chunk = bytes.subarray(at + 8, at + 8 + size)
    if (kind === 0x4e4f534a) gltf ??= parseJson(chunk)
    if (kind === 0x004e4942 && bin.length === 0) bin = chunk.slice()
    at += 8 + size + ((4 - (size % 4)) % 4)
  }
  if (gltf === null || typeof gltf !== 'object') throw new Error('it has no description of its content')
  return { gltf, bin }
}

function parseJson(bytes: Uint8Array): Gltf {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Gltf
  } catch (error) {
    throw new Error(`its description is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }
const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }

/** Before anything is allocated: every view lies in the file, every accessor in its view. */
function checkSizes({ buffers = [], bufferViews = [], accessors = [] }: Gltf, binBytes: number): void {
  if (buffers.some(({ uri, byteLength }) => uri !== undefined || !(byteLength <= binBytes))) {
    // A meshopt fallback buffer has no bytes of its own.
    const compressed = bufferViews.some(({ extensions }) => extensions?.EXT_meshopt_compression !== undefined)
    if (!compressed || buffers[0]?.uri !== undefined) throw new Error('its buffers are not all in the file')
  }
  let made = 0
  bufferViews.forEach(({ buffer, byteOffset = 0, byteLength, extensions }, i) => {
    const unpacked = extensions?.EXT_meshopt_compression
    if (unpacked !== undefined) made += (unpacked.count ?? 0) * (unpacked.byteStride ?? 0)
    else if (!(byteOffset >= 0 && byteLength >= 0 && byteOffset + byteLength <= (buffers[buffer]?.byteLength ?? 0))) throw new Error(`its buffer view ${i} lies outside the file`)
  })
  accessors.forEach(({ bufferView, byteOffset = 0, componentType, count, type, sparse }, i) => {
    const element = (COMPONENTS[type] ?? Number.NaN) * (COMPONENT_BYTES[componentType] ?? Number.NaN)
    if (!(count >= 0) || Number.isNaN(element) || !(byteOffset >= 0)) throw new Error(`its accessor ${i} makes no sense`)
    if (bufferView === undefined || sparse !== undefined) made += count * element
    if (bufferView === undefined) return
    const view = bufferViews[bufferView]
    if (view === undefined) throw new Error(`its accessor ${i} names buffer view ${bufferView} of ${bufferViews.length}`)
    if (count > 0 && byteOffset + (count - 1) * (view.byteStride ?? element) + element > view.byteLength) throw new Error(`its accessor ${i} is longer than its buffer view`)
  })
  if (made > MOST_VALUES * 4) throw new Error('it would unpack to more than a gigabyte')
}

async function readDocument({ buffers, bufferViews, accessors, meshes, extensionsUsed = [] }: Gltf, bin: Uint8Array<ArrayBuffer>): Promise<Document> {
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization])
  const used = extensionsUsed.filter((name) => GEOMETRY.includes(name))
  if (used.includes('KHR_draco_mesh_compression')) {
    const draco = createRequire(import.meta.url)('draco3dgltf') as { createDecoderModule(): Promise<unknown> }
    io.registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule() })
  }
  if (used.includes('EXT_meshopt_compression')) {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder')
    await MeshoptDecoder.ready
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
  }
  // Geometry alone: no image is asked for, no material looked at.
  const bare = meshes?.map(({ primitives }) => ({
    primitives: primitives.map(({ attributes, indices, mode, extensions }) => ({ attributes: positionOf(attributes), indices, mode, extensions: dracoOf(extensions) })),
  }))
  return await io.readJSON({
    json: { asset: { version: '2.0' }, buffers, bufferViews, accessors, meshes: bare, extensionsUsed: used } as never,
    resources: { [GLB_BUFFER]: bin },
  })
}

const positionOf = ({ POSITION }: Record<string, number>): Record<string, number> => (POSITION === undefined ? {} : { POSITION })

function dracoOf(extensions: GltfPrimitive['extensions']): GltfPrimitive['extensions'] {
  const draco = extensions?.KHR_draco_mesh_compression
  return draco === undefined ? undefined : { KHR_draco_mesh_compression: { bufferView: draco.bufferView, attributes: positionOf(draco.attributes) } }
}

/** @returns null when it shows no surface */
function trianglesOf(primitive: Primitive): RawTriangles | null {
  const accessor = primitive.getAttribute('POSITION')
  const mode: number = primitive.getMode()
  if (accessor === null || ![TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN].includes(mode)) return null
  const count = accessor.getCount()
  if (accessor.getElementSize() !== 3) throw new Error('its positions are not of three numbers each')
  const positions = new Float32Array(3 * count)
  const element: number[] = []
  for (let i = 0; i < count; i++) positions.set(accessor.getElement(i, element), 3 * i)
  const listed = primitive.getIndices()?.getArray() ?? null
  const corners = listed?.length ?? count
  const at = (i: number): number => (listed === null ? i : listed[i])
  const indices = new Uint32Array(3 * Math.max(0, mode === TRIANGLES ? Math.floor(corners / 3) : corners - 2))
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const odd = triangle % 2
    const [a, b, c] = mode === TRIANGLES ? [3 * triangle, 3 * triangle + 1, 3 * triangle + 2]
      : mode === TRIANGLE_STRIP ? [triangle, triangle + 1 + odd, triangle + 2 - odd] : [triangle + 1, triangle + 2, 0]
    indices[3 * triangle] = at(a)
    indices[3 * triangle + 1] = at(b)
    indices[3 * triangle + 2] = at(c)
  }
  const wrong = indices.findIndex((index) => index >= count)
  if (wrong >= 0) throw new Error(`triangle ${Math.floor(wrong / 3)} of a primitive names vertex ${indices[wrong]} of ${count}`)
  return { positions, indices }
}

/** The scene's nodes that have a mesh, depth first, parents before their children. */
function placedMeshes({ scene = 0, scenes, nodes = [] }: Gltf): { mesh: number; worldFromObject: Float64Array }[] {
  const children = new Set(nodes.flatMap((node) => node.children ?? []))
  const roots = scenes === undefined || scenes.length === 0 ? nodes.map((_, i) => i).filter((i) => !children.has(i)) : scenes[scene]?.nodes ?? []
  const placed: { mesh: number; worldFromObject: Float64Array }[] = []
  const seen = new Set<number>()
  const stack = roots.toReversed().map((node) => ({ node, parent: compose({}) }))
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const node = nodes[top.node]
    if (node === undefined) throw new Error(`it names node ${top.node} of ${nodes.length}`)
    if (seen.has(top.node)) throw new Error(`node ${top.node} has two parents or is its own ancestor`)
    seen.add(top.node)
    const world = multiply(top.parent, node.matrix === undefined ? compose(node) : Float64Array.from(node.matrix))
    if (node.mesh !== undefined) placed.push({ mesh: node.mesh, worldFromObject: world })
    for (const child of (node.children ?? []).toReversed()) stack.push({ node: child, parent: world })
  }
  return placed
}

function compose({ translation: t = [0, 0, 0], rotation: [x, y, z, w] = [0, 0, 0, 1], scale: s = [1, 1, 1] }: GltfNode): Float64Array {
  return Float64Array.of(
    s[0] * (1 - 2 * (y * y + z * z)), s[0] * 2 * (x * y + z * w), s[0] * 2 * (x * z - y * w), 0,
    s[1] * 2 * (x * y - z * w), s[1] * (1 - 2 * (x * x + z * z)), s[1] * 2 * (y * z + x * w), 0,
    s[2] * 2 * (x * z + y * w), s[2] * 2 * (y * z - x * w), s[2] * (1 - 2 * (x * x + y * y)), 0,
    t[0], t[1], t[2], 1,
  )
}

function multiply(a: Float64Array, b: Float64Array): Float64Array {
  const product = new Float64Array(16)
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) product[4 * column + row] += a[4 * k + row] * b[4 * column + k]
    }
  }
  return product
}
