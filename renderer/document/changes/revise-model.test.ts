import { expect, test } from 'vitest'
import { emptyDocument } from '../empty.ts'
import { piece, pointLight } from '../testing.ts'
import type { AtriumDocument } from '../types.ts'
import { reviseModel } from './revise-model.ts'

const KEY = 'a'.repeat(64)
const source = { name: 'flat.obj', format: 'obj', sha256: 'b'.repeat(64), answers: { metresPerUnit: 1, up: 'y' as const, origin: [6000, 0, 0] as const } }
const document: AtriumDocument = {
  ...emptyDocument(),
  assets: [{ key: KEY, name: 'flat.obj', sizeBytes: 1, catalogueId: null, source }],
  pieces: [piece('wall', { asset: KEY, position: [2000, 0, 3000], scale: [1, 2, 1] }), piece('chair', { asset: 'c'.repeat(64), position: [1000, 0, 500] })],
  lights: [pointLight('ceiling', { position: [0, 2500, 0], attachedTo: null }), pointLight('lamp', { position: [0, 1, 0], attachedTo: 'wall' })],
  views: [{ id: 'v', name: 'Door', position: [100, 1600, 0], target: [0, 1000, 0], verticalFov: 1 }],
}

test('a model in another unit takes its lights and views along; what was placed in it keeps its size', () => {
  const next = reviseModel(KEY, { metresPerUnit: 0.001 })(document)
  expect(next.pieces).toMatchObject([{ position: [2, 0, 3], scale: [0.001, 0.002, 0.001] }, { position: [1, 0, 0.5], scale: [1, 1, 1] }])
  expect(next.lights).toMatchObject([{ position: [0, 2.5, 0] }, { position: [0, 1, 0] }])
  expect(next.views).toMatchObject([{ position: [0.1, 1.6, 0], target: [0, 1, 0] }])
  expect(next.assets[0].source?.answers).toEqual({ metresPerUnit: 0.001, up: 'y', origin: [6, 0, 0] })
  expect(reviseModel(KEY, { metresPerUnit: 1 })(document)).toBe(document)
  expect(reviseModel('d'.repeat(64), { metresPerUnit: 0.01 })(document)).toBe(document)
})

test('standing a model up and laying it down again leaves it as it was', () => {
  const upright = reviseModel(KEY, { up: 'z' })(document)
  expect(upright.pieces[0]).toMatchObject({ position: [2000, 3000, -0], rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2].map((value) => expect.closeTo(value, 9) as number) })
  const back = reviseModel(KEY, { up: 'y' })(upright)
  expect(back.pieces[0].position.map((value) => value + 0)).toEqual(document.pieces[0].position)
  back.pieces[0].rotation.forEach((value, i) => expect(value).toBeCloseTo(document.pieces[0].rotation[i], 9))
})
