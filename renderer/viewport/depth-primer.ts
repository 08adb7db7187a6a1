import { BufferAttribute, BufferGeometry, type DepthTexture, Mesh } from 'three/webgpu'
import { createDepthPrimerMaterial } from './tsl.ts'

/** First object of the overlay scene: gives it the room's depth, so that a guide behind a wall is behind it. */
export function createDepthPrimer(depth: DepthTexture): Mesh {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3))
  geometry.setDrawRange(0, 3)
  const primer = new Mesh(geometry, createDepthPrimerMaterial(depth))
  primer.name = 'depth primer'
  primer.frustumCulled = false
  primer.renderOrder = -1e9
  return primer
}
