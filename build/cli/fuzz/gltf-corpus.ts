import { createRequire } from 'node:module'
import { type Document, NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS, EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { checkerBox, gltfWithSidecars, maskedLeaf } from '../../../assets/generators/fixtures/formats.ts'
import { createGltf } from '../../../assets/generators/kit/glb.ts'
import { writeGlb } from '../../../renderer/imports/gltf/resources.ts'
import { glbOf, gltfOf, type TestModel, twoChairsAndALamp } from '../../../renderer/imports/gltf/testing-glb.ts'
import { ktx2Of } from '../../../renderer/imports/ktx2/testing-ktx2.ts'
import type { ModelInput } from './models.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Of the files of `gltfCorpus`, in their order. */
export const GLTF_NAMES = ['chairs.glb', 'sidecars.gltf', 'embedded.gltf', 'draco.glb', 'meshopt.glb', 'instanced.glb', 'variants.glb', 'ktx2.glb', 'mask.glb'] as const

/** A small file of every way that glTF is written: packed, apart, embedded, compressed, instanced, with variants, with textures of Basis, cut out. */
export async function gltfCorpus(): Promise<ModelInput[]> {
  const sidecars = await gltfWithSidecars()
  const files: Record<(typeof GLTF_NAMES)[number], Bytes> = {
    'chairs.glb': glbOf(twoChairsAndALamp()), 'sidecars.gltf': sidecars.get('box.gltf') as Bytes, 'embedded.gltf': embedded(),
    'draco.glb': await draco(), 'meshopt.glb': await meshopt(), 'instanced.glb': instanced(), 'variants.glb': variants(), 'ktx2.glb': ktx2(), 'mask.glb': await maskedLeaf(),
  }
  return GLTF_NAMES.map((name) => ({ name, bytes: files[name], siblings: sidecars }))
}

function embedded(): Bytes {
  const model = twoChairsAndALamp()
  model.json.buffers[0].uri = `data:application/octet-stream;base64,${Buffer.from(model.bin).toString('base64')}`
  return gltfOf(model)
}

async function draco(): Promise<Bytes> {
  const encoder = createRequire(import.meta.url)('draco3dgltf') as { createEncoderModule(): Promise<unknown> }
  const document = createGltf('Box', checkerBox())
  document.createExtension(KHRDracoMeshCompression).setRequired(true)
  return written(document, { 'draco3d.encoder': await encoder.createEncoderModule() })
}

async function meshopt(): Promise<Bytes> {
  await MeshoptEncoder.ready
  const document = createGltf('Box', checkerBox())
  document.createExtension(EXTMeshoptCompression).setRequired(true).setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.FILTER })
  return written(document, { 'meshopt.encoder': MeshoptEncoder })
}

async function written(document: Document, dependencies: Record<string, unknown>): Promise<Bytes> {
  return new Uint8Array(await new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies(dependencies).writeBinary(document))
}

/** More bytes behind those of a model, each with a view of its own. */
function withViews({ json, bin }: TestModel, ...added: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(added.reduce((sum, { length }) => sum + length, bin.length))
  whole.set(bin)
  let at = bin.length
  for (const bytes of added) {
    whole.set(bytes, at)
    json.bufferViews.push({ buffer: 0, byteOffset: at, byteLength: bytes.length })
    at += bytes.length
  }
  json.buffers[0].byteLength = whole.length
  return writeGlb(json, whole)
}

function instanced(): Bytes {
  const model = twoChairsAndALamp()
  const { json } = model
  json.accessors.push({ bufferView: 2, componentType: 5126, count: 3, type: 'VEC3' }, { bufferView: 3, componentType: 5122, normalized: true, count: 3, type: 'VEC4' })
  json.nodes[3].extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 2, ROTATION: 3 } } }
  json.extensionsUsed = json.extensionsRequired = ['EXT_mesh_gpu_instancing']
  return withViews(model, new Uint8Array(Float32Array.from([0, 0, 0, 5, 0, 0, 10, 0, 0]).buffer), new Uint8Array(Int16Array.from([0, 0, 0, 32_767, 0, 0, 0, 32_767, 0, 0, 23_170, 23_170]).buffer))
}

/** Looks, lamps, and materials beyond the plain ones. */
function variants(): Bytes {
  const model = twoChairsAndALamp()
  const { json } = model
  json.extensionsUsed = ['KHR_materials_variants', 'KHR_lights_punctual', 'KHR_materials_transmission', 'KHR_materials_volume', 'KHR_materials_clearcoat', 'KHR_materials_sheen', 'KHR_materials_anisotropy', 'KHR_materials_emissive_strength']
  json.extensions = { KHR_materials_variants: { variants: [{ name: 'Oak' }, { name: 'Walnut' }] }, KHR_lights_punctual: { lights: [{ type: 'spot', intensity: 40, spot: { innerConeAngle: 0.1, outerConeAngle: 0.6 } }, { type: 'point', color: [1, 0.5, 0.2] }] } }
  json.meshes[0].primitives[0].extensions = { KHR_materials_variants: { mappings: [{ material: 1, variants: [0] }, { material: 0, variants: [1] }] } }
  json.nodes[3].extensions = { KHR_lights_punctual: { light: 0 } }
  Object.assign(json.materials[0], { alphaMode: 'BLEND', extensions: { KHR_materials_transmission: { transmissionFactor: 0.9 }, KHR_materials_volume: { thicknessFactor: 0.1, attenuationDistance: 1, attenuationColor: [0.5, 1, 0.5] } } })
  Object.assign(json.materials[1], { extensions: { KHR_materials_clearcoat: { clearcoatFactor: 1 }, KHR_materials_sheen: { sheenColorFactor: [1, 0, 0] }, KHR_materials_anisotropy: { anisotropyStrength: 0.5 }, KHR_materials_emissive_strength: { emissiveStrength: 5 } } })
  return glbOf(model)
}

function ktx2(): Bytes {
  const model = twoChairsAndALamp()
  const { json } = model
  json.extensionsUsed = json.extensionsRequired = ['KHR_texture_basisu', 'KHR_texture_transform']
  json.accessors.push({ bufferView: 3, componentType: 5126, count: 8, type: 'VEC2' })
  json.meshes[0].primitives[0].attributes.TEXCOORD_0 = 2
  json.images = [{ bufferView: 2, mimeType: 'image/ktx2' }]
  json.textures = [{ extensions: { KHR_texture_basisu: { source: 0 } } }]
  json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0, extensions: { KHR_texture_transform: { scale: [2, 2], rotation: 0.5 } } } }
  return withViews(model, ktx2Of([[200, 100, 50, 255], [10, 20, 30, 255]]), new Uint8Array(new Float32Array(16).map((_, i) => i / 16).buffer))
}
