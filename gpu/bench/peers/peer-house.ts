import { getBounds, NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS, KHRLightsPunctual, KHRMaterialsSpecular } from '@gltf-transform/extensions'
import type { Rgb, Vec3 } from '../../scene.ts'
import { cameraFrame } from './peer-scene.ts'

/** A room of a file, and how it is looked at and lit. */
export interface PeerHouse {
  readonly name: string
  /** Below the folder of scenes. */
  readonly file: string
  readonly eye: Vec3
  readonly target: Vec3
  readonly verticalFov: number
  readonly lamps: readonly { readonly position: Vec3; readonly color: Rgb; readonly intensity: number }[]
  readonly bounces: number
}

export const PEER_HOUSES: readonly PeerHouse[] = [
  {
    name: 'furnished room', file: 'interiors/living_room_furnished.glb', eye: [-2.6, 1.7, 1.5], target: [0.9, 0.8, -2.2], verticalFov: 1.1, bounces: 5,
    lamps: [{ position: [1, 2.6, -1], color: [1, 0.8, 0.6], intensity: 60 }, { position: [-1, 2.6, 1], color: [0.8, 0.9, 1], intensity: 40 }],
  },
]

/**
 * The file with all of its surfaces matte, their textures of colour kept, lamps and a camera added: what is left is where things are, how
 * textures are read and how light goes around, which every renderer means the same by.
 */
export async function houseGlb(file: string, { eye, target, verticalFov, lamps }: PeerHouse): Promise<{ readonly glb: Uint8Array<ArrayBuffer>; readonly triangles: number; readonly instances: number }> {
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS)
  const document = await io.read(file)
  const root = document.getRoot()
  const specular = document.createExtension(KHRMaterialsSpecular)
  for (const [i, material] of root.listMaterials().entries()) {
    material.setName(`lambert ${i}`).setMetallicFactor(0).setRoughnessFactor(1).setEmissiveFactor([0, 0, 0]).setAlphaMode('OPAQUE').setDoubleSided(true)
    material.setMetallicRoughnessTexture(null).setNormalTexture(null).setOcclusionTexture(null).setEmissiveTexture(null)
    for (const extension of material.listExtensions()) material.setExtension(extension.extensionName, null)
    material.setExtension('KHR_materials_specular', specular.createSpecular().setSpecularFactor(0))
  }
  const [scene] = root.listScenes()
  if (!getBounds(scene).max.every(Number.isFinite)) throw new Error(`${file} holds no room.`)
  const { x, y, z } = cameraFrame({ eye, target })
  const camera = document.createCamera('view').setType('perspective').setYFov(verticalFov).setZNear(0.01).setZFar(1000)
  scene.addChild(document.createNode('view').setMatrix([...x, 0, ...y, 0, ...z, 0, ...eye, 1]).setCamera(camera))
  const punctual = document.createExtension(KHRLightsPunctual)
  for (const [i, { position, color, intensity }] of lamps.entries()) {
    const light = punctual.createLight(`lamp ${i}`).setType('point').setColor([...color]).setIntensity(intensity)
    scene.addChild(document.createNode(`lamp ${i}`).setTranslation([...position]).setExtension('KHR_lights_punctual', light))
  }
  const meshes = root.listNodes().flatMap((node) => node.getMesh() ?? [])
  const triangles = meshes.flatMap((mesh) => mesh.listPrimitives()).reduce((sum, primitive) => sum + (primitive.getIndices() ?? primitive.getAttribute('POSITION'))!.getCount() / 3, 0)
  return { glb: await io.writeBinary(document) as Uint8Array<ArrayBuffer>, triangles, instances: meshes.length }
}
