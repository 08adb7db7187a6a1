import { isPane } from '../tables/materials.ts'
import type { SceneTables } from '../tables/scene-tables.ts'
import { fitTo } from '../textures/fit.ts'
import { BUCKETS } from '../textures/table.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import type { ExplainerScene } from './explainer.ts'
import type { PlacedImage } from './sparse-images.ts'

/** What is on the GPU now, for the debug pixel. */
export function sceneOnGpu(tables: SceneTables, traversal: TraversalName): ExplainerScene {
  const { version, uniforms, instanceAt, hasGlass, traits: { rare }, lit, arenas } = tables
  const { nodes, references, triangles, attributes, instances, materials } = arenas
  return {
    version, bindings: tables.bindings(), uniforms: uniforms.bytes, images: alphaImages(tables), instanceAt, traversal, hasGlass, rare,
    buffers: {
      nodes: nodes.buffer, references: references.buffer, triangles: triangles.buffer, attributes: attributes.buffer,
      instances: instances.buffer, materials: materials.buffer,
    },
    lights: lit.map(({ packed }) => packed), lightIds: lit.map(({ light }) => light.id),
  }
}

/** Images that decide whether a triangle is there, or lets light pass. */
function alphaImages({ snapshot, textures }: SceneTables): PlacedImage[] {
  const keys = new Set(snapshot?.instances.flatMap(({ materials: worn }) => worn.flatMap((material) => {
    const { alphaMode, baseColorTexture, metallicRoughnessTexture, transmissionTexture = null, cutoutTexture } = material
    const cutOut = cutoutTexture ?? baseColorTexture
    const maps = isPane(material) ? [cutOut, baseColorTexture, metallicRoughnessTexture, transmissionTexture] : alphaMode === 'opaque' ? [] : [cutOut]
    return maps.flatMap((map) => (map === null ? [] : [map.texture]))
  })))
  return [...keys].flatMap((key) => {
    const [place, image] = [textures.find(key), snapshot?.textures.get(key)]
    return place === null || image === undefined ? [] : [{ place, image: fitTo(image, BUCKETS[BUCKETS.length - 1]) }]
  })
}
