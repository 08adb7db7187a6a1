import { PNG } from 'pngjs'
import { cross } from '../../math.ts'
import { cameraFrame, type PeerLight, type PeerMaterial, type PeerScene, unit, worldVertices } from './peer-scene.ts'
import type { Vec3 } from '../../scene.ts'

/** The scene as a GLB: one mesh per thing in world space, its camera, its lights; materials are named by their kind. */
export function sceneGlb(scene: PeerScene): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  const bufferViews: object[] = []
  const accessors: object[] = []
  const addBytes = (bytes: Uint8Array): number => {
    bufferViews.push({ buffer: 0, byteOffset: size, byteLength: bytes.length })
    // Numbers begin at multiples of four.
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4)
    padded.set(bytes)
    chunks.push(padded)
    size += padded.length
    return bufferViews.length - 1
  }
  const add = (values: Float32Array | Uint32Array, type: 'VEC3' | 'VEC2' | 'SCALAR'): number => {
    addBytes(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    const count = values.length / { VEC3: 3, VEC2: 2, SCALAR: 1 }[type]
    const axis = (k: number) => Array.from(values).filter((_, i) => i % 3 === k)
    accessors.push({
      bufferView: bufferViews.length - 1, componentType: values instanceof Float32Array ? 5126 : 5125, count, type,
      ...(type === 'VEC3' ? { min: [0, 1, 2].map((k) => Math.min(...axis(k))), max: [0, 1, 2].map((k) => Math.max(...axis(k))) } : {}),
    })
    return accessors.length - 1
  }
  const meshes = scene.things.map((thing, material) => {
    const { positions, normals } = worldVertices(thing)
    return { primitives: [{ attributes: { POSITION: add(Float32Array.from(positions), 'VEC3'), NORMAL: add(Float32Array.from(normals), 'VEC3'), ...(thing.mesh.uvs === null ? {} : { TEXCOORD_0: add(thing.mesh.uvs, 'VEC2') }) }, indices: add(thing.mesh.indices, 'SCALAR'), material }] }
  })
  const screens = scene.things.flatMap(({ wears }, i) => (wears.kind === 'screen' ? [{ picture: wears.picture, i }] : []))
  const images = screens.map(({ picture: { width, height, rgba } }) => ({ mimeType: 'image/png', bufferView: addBytes(PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(rgba) }))) }))
  const { x, y, z } = cameraFrame(scene)
  const nodes: object[] = [
    ...meshes.map((_, mesh) => ({ name: `thing ${mesh}`, mesh })),
    { name: 'view', camera: 0, matrix: [...x, 0, ...y, 0, ...z, 0, ...scene.eye, 1] },
    ...scene.lights.map((light, i) => ({ name: `light ${i}`, matrix: lightMatrix(light), extensions: { KHR_lights_punctual: { light: i } } })),
  ]
  const json = {
    asset: { version: '2.0', generator: 'Atrium, scenes for other renderers' },
    extensionsUsed: ['KHR_lights_punctual', 'KHR_materials_specular', 'KHR_materials_emissive_strength', 'KHR_materials_ior', 'KHR_materials_transmission', 'KHR_materials_volume', 'KHR_materials_anisotropy'],
    ...(scene.lights.length === 0 ? {} : { extensions: { KHR_lights_punctual: { lights: scene.lights.map(punctual) } } }),
    scene: 0, scenes: [{ nodes: nodes.map((_, i) => i) }], nodes, meshes, materials: scene.things.map(({ wears }, i) => materialJson(wears, i, screens.findIndex((screen) => screen.i === i))),
    ...(screens.length === 0 ? {} : { images, textures: images.map((_, source) => ({ source })) }),
    cameras: [{ type: 'perspective', perspective: { yfov: scene.verticalFov, znear: 0.01, zfar: 1000 } }],
    accessors, bufferViews, buffers: [{ byteLength: size }],
  }
  return pack(json, chunks, size)
}

/** @param screen  place of its picture among those of the file */
function materialJson(material: PeerMaterial, i: number, screen: number): object {
  const base = { name: `${material.kind} ${i}`, doubleSided: true }
  const pbr = (color: readonly number[], metallicFactor: number, roughnessFactor: number) => ({ pbrMetallicRoughness: { baseColorFactor: [...color, 1], metallicFactor, roughnessFactor } })
  // Without gloss: specular 0 leaves the body alone.
  const matte = { KHR_materials_specular: { specularFactor: 0 } }
  switch (material.kind) {
    case 'lambert': return { ...base, ...pbr(material.color, 0, 1), extensions: matte }
    case 'metal': return { ...base, ...pbr(material.color, 1, material.roughness) }
    case 'emitter': {
      const strength = Math.max(...material.radiance, 1e-9)
      return { ...base, ...pbr([0, 0, 0], 0, 1), emissiveFactor: material.radiance.map((value) => value / strength), extensions: { ...matte, KHR_materials_emissive_strength: { emissiveStrength: strength } } }
    }
    case 'brushed': return { ...base, ...pbr([1, 1, 1], 1, material.roughness), extensions: { KHR_materials_anisotropy: { anisotropyStrength: material.strength } } }
    case 'veil': return { ...base, pbrMetallicRoughness: { baseColorFactor: [...material.color, material.alpha], metallicFactor: 0, roughnessFactor: 1 }, alphaMode: 'BLEND', extensions: matte }
    case 'screen': return { ...base, ...pbr([0, 0, 0], 0, 1), emissiveFactor: [1, 1, 1], emissiveTexture: { index: screen }, extensions: { ...matte, KHR_materials_emissive_strength: { emissiveStrength: material.nits } } }
    case 'glass': return {
      ...base, extras: { within: material.within ?? 1 }, ...pbr([1, 1, 1], 0, 0),
      extensions: { KHR_materials_transmission: { transmissionFactor: 1 }, KHR_materials_ior: { ior: material.ior }, KHR_materials_volume: { thicknessFactor: 1, attenuationDistance: 1, attenuationColor: material.attenuation } },
    }
  }
}

function punctual(light: PeerLight): object {
  const { kind: type, color, intensity } = light
  return { type, color, intensity, ...(light.kind === 'spot' ? { spot: { innerConeAngle: light.innerAngle, outerConeAngle: light.outerAngle } } : {}) }
}

/** A light shines along its own -z. */
function lightMatrix(light: PeerLight): number[] {
  const z: Vec3 = light.kind === 'point' ? [0, 0, 1] : unit([-light.direction[0], -light.direction[1], -light.direction[2]])
  const x = unit(cross(Math.abs(z[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0], z))
  const position = light.kind === 'directional' ? [0, 2, 0] : light.position
  return [...x, 0, ...cross(z, x), 0, ...z, 0, ...position, 1]
}

function pack(json: object, chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const padded = Math.ceil(text.length / 4) * 4
  const bytes = new Uint8Array(28 + padded + size)
  const view = new DataView(bytes.buffer)
  for (const [at, value] of [[0, 0x46546c67], [4, 2], [8, bytes.length], [12, padded], [16, 0x4e4f534a], [20 + padded, size], [24 + padded, 0x004e4942]]) view.setUint32(at, value, true)
  bytes.fill(0x20, 20, 20 + padded)
  bytes.set(text, 20)
  let at = 28 + padded
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
