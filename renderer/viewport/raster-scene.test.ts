import type { Mesh, NodeMaterial } from 'three/webgpu'
import { expect, test } from 'vitest'
import type { SceneSnapshot } from '../../gpu/index.ts'
import { instance, material, paint, sceneOf, squareMesh } from '../../gpu/testing/shapes.ts'
import { createRasterScene } from './raster-scene.ts'
import { createRasterUniforms } from './tsl.ts'

const leaf = paint('leaf', 2, 2, () => [255, 255, 255, 128])
const use = { texture: leaf.key, wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], scale: [1, 1], rotation: 0 } as const
const plant = (): SceneSnapshot => ({
  ...sceneOf([squareMesh()], [instance('plant', squareMesh(), material({ alphaMode: 'mask', alphaCutoff: 0.5, baseColorTexture: use }))]),
  textures: new Map([[leaf.key, leaf]]),
})

test('a model that comes back has a texture of its own, and the one before is given back', () => {
  const raster = createRasterScene(createRasterUniforms())
  const materials = new Set<NodeMaterial>()
  let disposed = 0
  for (let time = 1; time <= 2; time++) {
    raster.setScene(plant(), () => 0)
    const [{ material: shown }] = raster.scene.children as Mesh<never, NodeMaterial>[]
    materials.add(shown)
    shown.addEventListener('dispose', () => disposed++)
    raster.setScene(sceneOf([], []), () => null)
    expect([materials.size, disposed, raster.scene.children.length]).toEqual([time, time, 0])
  }
  raster.dispose()
})
