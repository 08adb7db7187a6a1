import { expect, test } from 'vitest'
import { instance, material, sceneOf, squareMesh } from '../testing/shapes.ts'
import { covers, traitsOf } from './material-traits.ts'

test('what few materials have counts where it is seen: brushed, under a film, there by a share', () => {
  const square = squareMesh()
  const traits = (change: Parameters<typeof material>[0], visible = true) => traitsOf(sceneOf([square], [instance('a', square, material(change), {}, visible)]))
  expect(traits({})).toEqual({ rare: false, veiled: false })
  expect(traits({ anisotropy: { strength: 0.5, rotation: 0, texture: null } })).toEqual({ rare: true, veiled: false })
  expect(traits({ alphaMode: 'blend', alpha: 0.5 })).toEqual({ rare: false, veiled: true })
  expect(traits({ alphaMode: 'blend', alpha: 0.5 }, false)).toEqual({ rare: false, veiled: false })
})

test('kernels with a trait serve scenes without it, not the other way round', () => {
  const plain = { rare: false, veiled: false }
  const veiled = { rare: false, veiled: true }
  expect([covers(veiled, plain), covers(veiled, veiled), covers(plain, veiled), covers({ rare: true, veiled: false }, veiled)]).toEqual([true, true, false, false])
})
