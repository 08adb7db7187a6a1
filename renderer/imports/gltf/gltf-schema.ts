import { z } from 'zod'

/* The parts of glTF 2.0 that Atrium reads, as the file must spell them. Everything else is left alone, and stands in a GLB that is written anew. */
const index = z.number().int().nonnegative()
const size = z.number().int().nonnegative()
const finite = z.number()
const vec3 = z.tuple([finite, finite, finite])
/** Of a material: what is no number becomes NaN, for a default to stand in and a note to say so; it is no reason to refuse a room. */
const factor = z.number().catch(NaN)
const color = z.tuple([factor, factor, factor])
const extensions = z.record(z.string(), z.unknown()).optional()
const name = z.string().optional()

const textureInfo = z.looseObject({
  index,
  texCoord: index.optional(),
  scale: factor.optional(),
  extensions: z
    .looseObject({
      KHR_texture_transform: z
        .looseObject({ offset: z.tuple([factor, factor]).optional(), rotation: factor.optional(), scale: z.tuple([factor, factor]).optional(), texCoord: index.optional() })
        .optional(),
    })
    .optional(),
})

const material = z.looseObject({
  name,
  pbrMetallicRoughness: z
    .looseObject({
      baseColorFactor: z.tuple([factor, factor, factor, factor]).optional(),
      metallicFactor: factor.optional(),
      roughnessFactor: factor.optional(),
      baseColorTexture: textureInfo.optional(),
      metallicRoughnessTexture: textureInfo.optional(),
    })
    .optional(),
  normalTexture: textureInfo.optional(),
  emissiveTexture: textureInfo.optional(),
  emissiveFactor: color.optional(),
  alphaMode: z.string().optional(),
  alphaCutoff: factor.optional(),
  doubleSided: z.boolean().optional(),
  extensions: z
    .looseObject({
      KHR_materials_emissive_strength: z.looseObject({ emissiveStrength: factor.optional() }).optional(),
      KHR_materials_ior: z.looseObject({ ior: factor.optional() }).optional(),
      KHR_materials_specular: z.looseObject({ specularFactor: factor.optional(), specularColorFactor: color.optional() }).optional(),
      KHR_materials_transmission: z.looseObject({ transmissionFactor: factor.optional(), transmissionTexture: textureInfo.optional() }).optional(),
      KHR_materials_volume: z.looseObject({ thicknessFactor: factor.optional(), attenuationDistance: factor.optional(), attenuationColor: color.optional() }).optional(),
      KHR_materials_clearcoat: z
        .looseObject({
          clearcoatFactor: factor.optional(),
          clearcoatTexture: textureInfo.optional(),
          clearcoatRoughnessFactor: factor.optional(),
          clearcoatRoughnessTexture: textureInfo.optional(),
        })
        .optional(),
      KHR_materials_sheen: z.looseObject({ sheenColorFactor: color.optional(), sheenColorTexture: textureInfo.optional(), sheenRoughnessFactor: factor.optional() }).optional(),
      KHR_materials_dispersion: z.looseObject({ dispersion: factor.optional() }).optional(),
      KHR_materials_anisotropy: z.looseObject({ anisotropyStrength: factor.optional(), anisotropyRotation: factor.optional(), anisotropyTexture: textureInfo.optional() }).optional(),
      KHR_materials_iridescence: z
        .looseObject({
          iridescenceFactor: factor.optional(),
          iridescenceTexture: textureInfo.optional(),
          iridescenceIor: factor.optional(),
          iridescenceThicknessMinimum: factor.optional(),
          iridescenceThicknessMaximum: factor.optional(),
          iridescenceThicknessTexture: textureInfo.optional(),
        })
        .optional(),
      KHR_materials_pbrSpecularGlossiness: z
        .looseObject({
          diffuseFactor: z.tuple([factor, factor, factor, factor]).optional(),
          glossinessFactor: factor.optional(),
          diffuseTexture: textureInfo.optional(),
        })
        .optional(),
    })
    .optional(),
})

const sparse = z.object({
  count: size,
  indices: z.looseObject({ bufferView: index, byteOffset: size.optional(), componentType: z.literal([5121, 5123, 5125]) }),
  values: z.looseObject({ bufferView: index, byteOffset: size.optional() }),
})

const accessor = z.looseObject({
  bufferView: index.optional(),
  byteOffset: size.optional(),
  componentType: z.literal([5120, 5121, 5122, 5123, 5125, 5126]),
  normalized: z.boolean().optional(),
  count: z.number().int().positive(),
  type: z.enum(['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4']),
  sparse: sparse.optional(),
})

const compression = z.looseObject({ buffer: index, byteOffset: size.optional(), byteLength: size, byteStride: z.number().int().min(1).max(256), count: size })

const bufferView = z.looseObject({
  buffer: index,
  byteOffset: size.optional(),
  byteLength: size,
  byteStride: z.number().int().min(4).max(252).optional(),
  extensions: z.looseObject({ EXT_meshopt_compression: compression.optional() }).optional(),
})

const primitive = z.looseObject({
  attributes: z.record(z.string(), index),
  indices: index.optional(),
  material: index.optional(),
  mode: z.number().int().min(0).max(6).optional(),
  /** Shapes to morph into; only whether there are any is of interest. */
  targets: z.array(z.unknown()).optional().catch(undefined),
  extensions: z.looseObject({ KHR_draco_mesh_compression: z.looseObject({ bufferView: index, attributes: z.record(z.string(), index) }).optional() }).optional(),
})

const node = z.looseObject({
  name,
  mesh: index.optional(),
  children: z.array(index).optional(),
  matrix: z.array(finite).length(16).optional(),
  translation: vec3.optional(),
  rotation: z.tuple([finite, finite, finite, finite]).optional(),
  scale: vec3.optional(),
  extensions,
})

/** `atriumShape`: the mesh stands for an exact surface; whoever writes anything else there means something else. */
const extras = z.looseObject({ atriumShape: z.enum(['sphere', 'box', 'polygon']).optional().catch(undefined) }).optional().catch(undefined)

export const Gltf = z.looseObject({
  asset: z.looseObject({ version: z.string(), minVersion: z.string().optional() }),
  extensionsUsed: z.array(z.string()).optional(),
  extensionsRequired: z.array(z.string()).optional(),
  scene: index.optional(),
  scenes: z.array(z.looseObject({ nodes: z.array(index).optional() })).optional(),
  nodes: z.array(node).optional(),
  meshes: z.array(z.looseObject({ name, primitives: z.array(primitive), extras })).optional(),
  accessors: z.array(accessor).optional(),
  bufferViews: z.array(bufferView).optional(),
  buffers: z.array(z.looseObject({ uri: z.string().optional(), byteLength: size, extensions })).optional(),
  materials: z.array(material).optional(),
  textures: z.array(z.looseObject({ source: index.optional(), sampler: index.optional(), extensions })).optional(),
  images: z.array(z.looseObject({ name, uri: z.string().optional(), bufferView: index.optional(), mimeType: z.string().optional() })).optional(),
  samplers: z.array(z.looseObject({ wrapS: z.number().optional(), wrapT: z.number().optional() })).optional(),
})

export type Gltf = z.infer<typeof Gltf>
export type GltfNode = NonNullable<Gltf['nodes']>[number]
export type GltfMaterial = NonNullable<Gltf['materials']>[number]
export type GltfTextureInfo = z.infer<typeof textureInfo>
export type GltfAccessor = NonNullable<Gltf['accessors']>[number]
