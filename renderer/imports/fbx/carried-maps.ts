import type * as THREE from 'three'
import type { Carried } from './known-maps.ts'
import type { Values } from './known-values.ts'

/** Of three's materials of FBX, all of the old kinds: what may carry something else, and what that becomes. */
type Carrier = THREE.Material & Partial<Pick<THREE.MeshPhongMaterial & THREE.MeshStandardMaterial, 'displacementMap' | 'specularMap' | 'bumpMap' | 'emissiveMap' | 'emissive' | 'emissiveIntensity' | 'roughnessMap' | 'metalnessMap'>>

/** Gives pictures that travelled under other names their places, by their numbers in the file. */
export function takeCarried(root: THREE.Object3D, { roughness, metalness, emission }: Carried, values: ReadonlyMap<string, Values>): void {
  const within = (numbers: ReadonlySet<number>, texture: THREE.Texture | null | undefined): texture is THREE.Texture => Boolean(texture) && numbers.has((texture as { ID?: number }).ID ?? NaN)
  root.traverse((object) => {
    for (const material of [(object as Partial<THREE.Mesh>).material ?? []].flat() as Carrier[]) {
      const { displacementMap, specularMap, bumpMap, emissiveMap, emissive, emissiveIntensity = 1 } = material
      if (within(roughness, displacementMap)) material.roughnessMap = displacementMap
      if (within(metalness, specularMap)) material.metalnessMap = specularMap
      else if (within(metalness, bumpMap)) material.metalnessMap = bumpMap
      // The old colour of its light is black where only the picture glows, or where its weight is none.
      if (within(emission, emissiveMap) && values.get(material.name)?.emission !== 0 && emissive !== undefined && emissiveIntensity * Math.max(emissive.r, emissive.g, emissive.b) === 0) {
        emissive.setRGB(1, 1, 1)
        material.emissiveIntensity = 1
      }
    }
  })
}
