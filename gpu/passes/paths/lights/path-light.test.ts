import { expect, test, vi } from 'vitest'
import type { Instance, SceneSnapshot, TextureData } from '../../../scene.ts'
import { boxMesh, glowing, instance, material, sceneOf } from '../../../testing/shapes.ts'
import { placed } from '../../../testing/scenes.ts'
import { buildPathLight } from './path-light.ts'

const box = boxMesh()
const PICTURE: TextureData = { key: 'picture', width: 1, height: 1, rgba: Uint8Array.of(90, 90, 90, 255), colorSpace: 'srgb' }
const USE = { texture: 'picture', wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], scale: [1, 1], rotation: 0 } as const
const lamp = instance('lamp', box, glowing([5, 5, 5]))
const screen = instance('screen', box, { ...glowing([3, 3, 3]), emissiveTexture: USE })
const chair = instance('chair', box, material())
const room = sceneOf([box], [lamp, screen, chair], {})
const slots = new Map([['lamp', 0], ['screen', 1], ['chair', 2]])
const slotOf = (id: string): number => slots.get(id)!

/** The same in records that nobody has seen before. */
const anew = (scene: SceneSnapshot): SceneSnapshot => ({ ...scene, instances: scene.instances.map((one) => ({ ...one })) })
const moved = (one: Instance, x: number): Instance => ({ ...one, worldFromObject: placed([x, 1, 0]) })

test('what shines is not gone through again while something else is dragged', () => {
  const scene = anew(room)
  const first = buildPathLight(scene, slotOf)
  const read = vi.spyOn(box.positions, 'subarray')
  const second = buildPathLight({ ...scene, instances: scene.instances.with(2, moved(chair, 3)) }, slotOf)
  expect(read).not.toHaveBeenCalled()
  expect(second.words).toEqual(first.words)
  buildPathLight({ ...scene, instances: scene.instances.with(0, moved(lamp, 3)) }, slotOf)
  expect(read).toHaveBeenCalled()
  read.mockRestore()
})

test.each<readonly [string, (scene: SceneSnapshot) => SceneSnapshot, (id: string) => number]>([
  ['what shines moves', (scene) => ({ ...scene, instances: scene.instances.with(0, moved(lamp, 2)) }), slotOf],
  ['what shines is hidden', (scene) => ({ ...scene, instances: scene.instances.with(0, { ...lamp, visible: false }) }), slotOf],
  ['its texture arrives', (scene) => ({ ...scene, textures: new Map([['picture', PICTURE]]) }), slotOf],
  ['its mesh is another', (scene) => ({ ...scene, meshes: new Map([[box.key, { ...box, indices: box.indices.slice(6) }]]) }), slotOf],
  ['rows are handed out anew', (scene) => scene, (id) => 7 - slotOf(id)],
])('what is known gives way when %s', (_what, change, slotOfChanged) => {
  const scene = anew(room)
  const before = buildPathLight(scene, slotOf)
  const after = buildPathLight(change(scene), slotOfChanged)
  expect(after).toEqual(buildPathLight(anew(change(scene)), slotOfChanged))
  expect(after.words).not.toEqual(before.words)
})

test('a sky is soft where nothing in it shines hard: its own gradient, not a sun', () => {
  const [width, height] = [64, 32]
  const clear = Float32Array.from({ length: 3 * width * height }, (_, i) => 1000 + 4000 * (Math.floor(i / 3 / width) / height))
  const sunny = clear.slice()
  // A sun of one pixel, with a third of all light.
  const all = clear.reduce((sum, v) => sum + v, 0)
  sunny.set([0.2 * all, 0.2 * all, 0.2 * all], 3 * (10 * width + 20))
  const skyOf = (rgb: Float32Array | null): boolean => {
    const image = rgb === null ? null : { key: 'sky' as const, width, height, rgb }
    return buildPathLight({ ...room, environment: { zenith: [1, 1, 1], nadir: [1, 1, 1], image } } as SceneSnapshot, slotOf).hasSoftSky
  }
  expect(skyOf(clear)).toBe(true)
  expect(skyOf(sunny)).toBe(false)
  expect(skyOf(null)).toBe(false)
})
