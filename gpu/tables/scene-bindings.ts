import albedoTableWgsl from '../kernels/albedo-table.wgsl?raw'
import { createBinder, type Resource } from '../kernels/kernel.ts'
import textureWgsl from '../kernels/texture.wgsl?raw'
import referencesWgsl from '../traversal/object/references.wgsl?raw'
import { SCENE_PIECES, SURFACE_PIECES } from '../traversal/traversals.ts'

/** Bind groups 0 and 1 of a tracing kernel. */
export interface SceneBindings {
  readonly scene: GPUBindGroup
  /** In its place for kernels that walk no trees (SURFACE_PIECES). */
  readonly surfaces: GPUBindGroup
  readonly textures: GPUBindGroup
}

type Resources = Readonly<Record<string, Resource>>

/** Binds the scene; the same groups come back until one of their resources is another one. */
export function createSceneBinder(device: GPUDevice): (scene: Resources, textures: Resources, images: { readonly profiles: GPUTexture; readonly albedo: GPUTexture; readonly environment: GPUTexture }) => SceneBindings {
  const pieces = [...SCENE_PIECES, referencesWgsl, textureWgsl, albedoTableWgsl]
  const bindScene = createBinder(device, 'scene', pieces, 0)
  const bindSurfaces = createBinder(device, 'surfaces', SURFACE_PIECES, 0)
  const bindTextures = createBinder(device, 'textures', pieces, 1)
  let bound: { readonly resources: readonly unknown[]; readonly bindings: SceneBindings } | null = null
  return (scene, textures, { profiles, albedo, environment }) => {
    const { triangles, attributes, instances, materials, scene: uniforms } = scene
    const resources = [...Object.values(scene), textures, profiles, albedo, environment]
    if (bound === null || resources.some((resource, i) => resource !== bound?.resources[i])) {
      bound = {
        resources,
        bindings: {
          scene: bindScene(scene), surfaces: bindSurfaces({ triangles, attributes, instances, materials, scene: uniforms }),
          textures: bindTextures({ ...textures, profiles: profiles.createView(), albedo_table: albedo.createView(), environment_image: environment.createView() }),
        },
      }
    }
    return bound.bindings
  }
}
