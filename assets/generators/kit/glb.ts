import { Document, WebIO } from '@gltf-transform/core'
import type { Material, Texture } from '@gltf-transform/core'
import { KHRMaterialsEmissiveStrength, KHRMaterialsIOR, KHRMaterialsTransmission, KHRMaterialsVolume } from '@gltf-transform/extensions'
import type { Shape } from '../../../gpu/scene.ts'
import { mergedByMaterial } from './part.ts'
import type { Part } from './part.ts'
import { encodePng } from './png.ts'
import type { Vec3 } from './geometry.ts'
import type { MaterialSpec, TextureSpec } from './materials.ts'

/** A named node of the file, with its own mesh. Nodes that share `parts` share the mesh. */
export interface NodeSpec {
  readonly name: string
  readonly parts: readonly Part[]
  readonly position?: Vec3
  /** Around y, radians. */
  readonly turn?: number
  readonly scale?: Vec3
  /** Its only part stands for this exact surface. */
  readonly shape?: Shape | undefined
}

export const MATERIAL_EXTENSIONS = [KHRMaterialsEmissiveStrength, KHRMaterialsIOR, KHRMaterialsTransmission, KHRMaterialsVolume]

const encoded = new WeakMap<TextureSpec, Uint8Array<ArrayBuffer>>()

/** Painted once, however many pieces show it. */
function encodedOf(spec: TextureSpec): Uint8Array<ArrayBuffer> {
  const image = encoded.get(spec) ?? encodePng(spec.paint())
  encoded.set(spec, image)
  return image
}

/** Writes nodes as one binary glTF; the same nodes always give the same bytes. */
export async function writeGlb(name: string, nodes: readonly NodeSpec[], wrapper?: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await new WebIO().registerExtensions(MATERIAL_EXTENSIONS).writeBinary(createGltf(name, nodes, wrapper))
  return new Uint8Array(bytes)
}

/** @param wrapper  name of one node around all others, as many exporters write it */
export function createGltf(name: string, nodes: readonly NodeSpec[], wrapper?: string): Document {
  const document = new Document()
  document.getRoot().getAsset().generator = 'Atrium generators'
  document.getRoot().getAsset().copyright = 'MIT, the Atrium team'
  const buffer = document.createBuffer()
  const scene = document.createScene(name)
  document.getRoot().setDefaultScene(scene)
  const textures = new Map<TextureSpec, Texture>()
  const materials = new Map<MaterialSpec, Material>()
  const meshes = new Map<readonly Part[], ReturnType<Document['createMesh']>>()

  const textureOf = (spec: TextureSpec): Texture => {
    const known = textures.get(spec)
    if (known !== undefined) return known
    const texture = document.createTexture(spec.name).setMimeType('image/png').setImage(encodedOf(spec))
    textures.set(spec, texture)
    return texture
  }

  const materialOf = (spec: MaterialSpec): Material => {
    const known = materials.get(spec)
    if (known !== undefined) return known
    const material = document.createMaterial(spec.name)
    material.setBaseColorFactor([...spec.color, 1]).setMetallicFactor(spec.metallic).setRoughnessFactor(spec.roughness)
    material.setDoubleSided(spec.doubleSided ?? false)
    if (spec.texture !== undefined) material.setBaseColorTexture(textureOf(spec.texture))
    if (spec.emissive !== undefined) {
      const strength = Math.max(...spec.emissive)
      material.setEmissiveFactor(spec.emissive.map((value) => value / strength) as [number, number, number])
      const extension = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength()
      material.setExtension('KHR_materials_emissive_strength', extension.setEmissiveStrength(strength))
    }
    if (spec.glass !== undefined) {
      const { ior, color, distance } = spec.glass
      material.setExtension('KHR_materials_ior', document.createExtension(KHRMaterialsIOR).createIOR().setIOR(ior))
      material.setExtension('KHR_materials_transmission', document.createExtension(KHRMaterialsTransmission).createTransmission().setTransmissionFactor(1))
      // Any thickness but 0 stands for a body.
      const volume = document.createExtension(KHRMaterialsVolume).createVolume().setThicknessFactor(0.01)
      material.setExtension('KHR_materials_volume', volume.setAttenuationColor([...color]).setAttenuationDistance(distance))
    }
    materials.set(spec, material)
    return material
  }

  const meshOf = (node: NodeSpec): ReturnType<Document['createMesh']> => {
    const known = meshes.get(node.parts)
    if (known !== undefined) return known
    const mesh = document.createMesh(node.name)
    if (node.shape !== undefined) mesh.setExtras({ atriumShape: node.shape })
    for (const { geometry, material } of mergedByMaterial(node.parts)) {
      const count = geometry.positions.length / 3
      const [width, height] = material.texture?.size ?? [1, 1]
      const accessor = (type: 'VEC3' | 'VEC2' | 'SCALAR', array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
        document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
      const primitive = document.createPrimitive().setMaterial(materialOf(material))
      primitive.setAttribute('POSITION', accessor('VEC3', new Float32Array(geometry.positions)))
      primitive.setAttribute('NORMAL', accessor('VEC3', new Float32Array(geometry.normals)))
      if (material.texture !== undefined) {
        const uvs = geometry.uvs.map((value, i) => value / (i % 2 === 0 ? width : height))
        primitive.setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(uvs)))
      }
      const indices = count > 65535 ? new Uint32Array(geometry.indices) : new Uint16Array(geometry.indices)
      mesh.addPrimitive(primitive.setIndices(accessor('SCALAR', indices)))
    }
    meshes.set(node.parts, mesh)
    return mesh
  }

  const root = wrapper === undefined ? null : document.createNode(wrapper)
  if (root !== null) scene.addChild(root)
  for (const spec of nodes) {
    const node = document.createNode(spec.name).setMesh(meshOf(spec))
    if (spec.position !== undefined) node.setTranslation([...spec.position])
    if (spec.turn !== undefined) node.setRotation([0, Math.sin(spec.turn / 2), 0, Math.cos(spec.turn / 2)])
    if (spec.scale !== undefined) node.setScale([...spec.scale])
    if (root === null) scene.addChild(node)
    else root.addChild(node)
  }
  return document
}
