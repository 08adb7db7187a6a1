import { expect, test } from 'vitest'
import { material, paint } from '../testing/shapes.ts'
import { isVeil } from './materials.ts'

test('only what somewhere is not there is a veil: many programs write "blend" for everything that has a texture', () => {
  const textures = new Map([paint('photo', 8, 8, () => [9, 9, 9, 255]), paint('lace', 8, 8, (x) => [9, 9, 9, x === 7 ? 254 : 255])].map((image) => [image.key, image]))
  const use = (texture: string) => ({ texture, wrapS: 'clamp', wrapT: 'clamp', offset: [0, 0], scale: [1, 1], rotation: 0 }) as const
  const blend = (change: object) => isVeil(material({ alphaMode: 'blend', ...change }), textures)
  expect(blend({})).toBe(false)
  expect(blend({ alpha: 0.9 })).toBe(true)
  expect(blend({ baseColorTexture: use('photo') })).toBe(false)
  expect(blend({ baseColorTexture: use('lace') })).toBe(true)
  expect(blend({ baseColorTexture: use('photo'), cutoutTexture: use('lace') })).toBe(true)
  expect(blend({ baseColorTexture: use('lace'), alphaMode: 'mask' })).toBe(false)
})
