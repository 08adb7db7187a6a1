import { expect, test } from 'vitest'
import { sphereMesh } from '../../testing/shapes.ts'
import { readMeshFile } from '../files/mesh-file.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sceneGlb } from './peer-glb.ts'
import { scenePov } from './peer-pov.ts'
import { cameraFrame, type PeerScene, worldVertices } from './peer-scene.ts'
import { CYCLES_SCENES, POV_SCENES } from './peer-scenes.ts'

function jsonOf(glb: Uint8Array): { nodes: { name: string; matrix?: number[] }[]; materials: { name: string; alphaMode?: string; emissiveTexture?: { index: number }; extras?: { within: number }; extensions?: Record<string, object>; pbrMetallicRoughness: { baseColorFactor: number[] } }[]; textures?: object[]; images?: object[]; extensions?: { KHR_lights_punctual: { lights: { intensity: number }[] } } } {
  const length = new DataView(glb.buffer).getUint32(12, true)
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)))
}

test('a scene for other renderers is a GLB of the very triangles that it is made of', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-peers-'))
  try {
    for (const scene of [POV_SCENES[0], CYCLES_SCENES[0], ...CYCLES_SCENES.slice(3)]) {
      const file = path.join(folder, 'scene.glb')
      const bytes = sceneGlb(scene)
      writeFileSync(file, bytes)
      const { parts } = await readMeshFile(file)
      expect(parts.length, scene.name).toBe(scene.things.length)
      for (const [i, thing] of scene.things.entries()) {
        const { positions } = worldVertices(thing)
        expect(parts[i].mesh.indices.length).toBe(thing.mesh.indices.length)
        expect(Array.from(parts[i].mesh.positions.slice(0, 9))).toEqual(positions.slice(0, 9).map((value) => expect.closeTo(value, 5)))
      }
      const json = jsonOf(bytes)
      expect(json.extensions?.KHR_lights_punctual.lights.map(({ intensity }) => intensity) ?? []).toEqual(scene.lights.map(({ intensity }) => intensity))
      expect(json.materials.map(({ name }) => name.split(' ')[0])).toEqual(scene.things.map(({ wears }) => wears.kind))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('grooves, coverage, shining pictures and bodies in bodies stand in the file as glTF has them, or beside it', () => {
  const materialsOf = (name: string) => jsonOf(sceneGlb(CYCLES_SCENES.find((scene) => scene.name === name)!))
  const ofKind = (name: string, kind: string) => materialsOf(name).materials.filter((material) => material.name.startsWith(`${kind} `))
  expect(ofKind('brushed metal', 'brushed').map(({ extensions }) => extensions)).toEqual([0.4, 0.7, 0.9].map((anisotropyStrength) => ({ KHR_materials_anisotropy: { anisotropyStrength } })))
  // A share below a half would be opened as a pane.
  for (const { alphaMode, pbrMetallicRoughness } of ofKind('veils', 'veil')) expect([alphaMode, pbrMetallicRoughness.baseColorFactor[3] > 0.5]).toEqual(['BLEND', true])
  expect(ofKind('screen', 'screen').map(({ emissiveTexture }) => emissiveTexture)).toEqual([{ index: 0 }])
  expect([materialsOf('screen').textures, materialsOf('screen').images]).toEqual([[{ source: 0 }], [{ mimeType: 'image/png', bufferView: expect.any(Number) }]])
  expect(ofKind('glass in water', 'glass').map(({ extras }) => extras?.within)).toEqual([1, 1.33, 1, 1.5])
})

test('the camera looks where the scene says', () => {
  const { x, y, z } = cameraFrame(POV_SCENES[0])
  const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  expect([dot(x, y), dot(y, z), dot(z, x)]).toEqual([0, 0, 0].map((value) => expect.closeTo(value, 12)))
  expect([dot(x, x), dot(y, y), dot(z, z)]).toEqual([1, 1, 1].map((value) => expect.closeTo(value, 12)))
  const { eye, target } = POV_SCENES[0]
  expect(dot([0, 1, 2].map((k) => target[k] - eye[k]), z)).toBeCloseTo(-Math.hypot(...[0, 1, 2].map((k) => target[k] - eye[k])), 10)
})

test('a scene for POV-Ray keeps the inverse square and Lambert’s pi', () => {
  const intensity = 3
  const pov = scenePov({ ...POV_SCENES[0], things: [], lights: [{ kind: 'point', position: [0, 2, 0], color: [1, 1, 1], intensity }] }, 1)
  const [, strength, fade] = /color rgb <([^,]+),.*fade_distance (\S+) fade_power 2/.exec(pov)!.map(Number)
  // POV-Ray: what leaves a white floor 2 m below is the light's colour times its fading.
  const distance = 2
  expect((strength * 2) / (1 + (distance / fade) ** 2)).toBeCloseTo(intensity / distance ** 2 / Math.PI, 5)
})

test('what POV-Ray cannot show is refused in a sentence', () => {
  const rough: PeerScene = { ...POV_SCENES[0], things: [{ mesh: sphereMesh(4), wears: { kind: 'metal', color: [1, 1, 1], roughness: 0.5 }, placed: {} }] }
  expect(() => scenePov(rough, 1)).toThrow('POV-Ray has no microfacets')
  for (const [i, refused] of ['brushed', 'veil', 'screen', 'one in air'].entries()) expect(() => scenePov({ ...CYCLES_SCENES[4 + i], lights: [] }, 1)).toThrow(refused)
})
