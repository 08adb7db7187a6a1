import { expect, test } from 'vitest'
import type { TextureUse } from '../scene.ts'
import { seeded } from '../testing/random.ts'
import { material, paint, squareMesh } from '../testing/shapes.ts'
import { emissionOf } from './emission.ts'
import { luminanceOf } from './materials.ts'

const use = (change: Partial<TextureUse> = {}): TextureUse => ({ texture: 'screen', wrapS: 'repeat', wrapT: 'mirror', offset: [0, 0], scale: [1, 1], rotation: 0, ...change })
const decode = (byte: number): number => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)

test('a triangle shines as its part of the texture does on average: against every texel that falls on it, seed 4', () => {
  const random = seeded(4)
  // Smooth blobs, as a shade or a screen has.
  const screen = paint('screen', 128, 64, (x, y) => [Math.round(127 + 120 * Math.sin(x / 9)), Math.round(127 + 120 * Math.cos(y / 7)), x, 255])
  const square = squareMesh()
  for (let k = 0; k < 6; k++) {
    const worn = material({ emissive: [30, 20, 10], emissiveTexture: use({ offset: [random(), random()], scale: [0.3 + 2 * random(), 0.3 + random()], rotation: 6 * random() }) })
    const emission = emissionOf(square, [worn], new Map([['screen', screen]]))
    for (const triangle of [0, 1]) {
      const [a, b, c] = [0, 1, 2].map((corner) => square.indices[3 * triangle + corner]).map((vertex) => [square.uvs![2 * vertex], square.uvs![2 * vertex + 1]])
      const { offset, scale, rotation } = worn.emissiveTexture!
      let sum = 0
      const count = 60
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          let [p, q] = [(i + 0.5) / count, (j + 0.5) / count]
          if (p + q > 1) [p, q] = [1 - p, 1 - q]
          const [u0, v0] = [0, 1].map((axis) => a[axis] + p * (b[axis] - a[axis]) + q * (c[axis] - a[axis]))
          const u = offset[0] + Math.cos(rotation) * scale[0] * u0 + Math.sin(rotation) * scale[1] * v0
          const v = offset[1] - Math.sin(rotation) * scale[0] * u0 + Math.cos(rotation) * scale[1] * v0
          const x = Math.floor((u - Math.floor(u)) * 128)
          const turned = v - 2 * Math.floor(v / 2)
          const y = Math.min(63, Math.floor((turned > 1 ? 2 - turned : turned) * 64))
          const texel = [0, 1, 2].map((channel) => decode(screen.rgba[4 * (128 * y + x) + channel]))
          sum += luminanceOf([30 * texel[0], 20 * texel[1], 10 * texel[2]])
        }
      }
      expect(Math.abs(emission(triangle) / (sum / count ** 2) - 1), `texture ${k}, triangle ${triangle}`).toBeLessThan(0.12)
    }
  }
})

test('without a texture a triangle shines as its material does, and what does not shine gives none', () => {
  const square = squareMesh()
  expect(emissionOf(square, [material({ emissive: [2, 2, 2] })], new Map())(1)).toBeCloseTo(2)
  expect(emissionOf(square, [material()], new Map())(0)).toBe(0)
})
