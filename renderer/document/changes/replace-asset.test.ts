import { expect, test } from 'vitest'
import { emptyDocument } from '../empty.ts'
import { pointLight } from '../testing.ts'
import { composeMatrix, quatFromAxisAngle, transformPoint } from '../transform.ts'
import type { Piece } from '../types.ts'
import { replaceAsset } from './replace-asset.ts'

const chair: Piece = { id: 'chair', name: 'Chair', asset: 'old', part: '/Chair', position: [3, 0, 1], rotation: quatFromAxisAngle([0, 1, 0], 1), scale: [2, 2, 2], mount: 'floor', hidden: false, locked: false }

test('a mended model stands where it stood, though its parts are held elsewhere, and so do the lights on it', () => {
  const record = { key: 'old', name: 'chair.glb', sizeBytes: 1, catalogueId: null }
  const before = { ...emptyDocument(), assets: [record], pieces: [chair, { ...chair, id: 'other', asset: 'another' }], lights: [pointLight('lamp', { attachedTo: 'chair', position: [0, 1, 0] })] }
  const after = replaceAsset('old', { ...record, key: 'new' }, new Map([['/Chair', [0.5, 0.25, 0]]]))(before)
  expect(after.assets).toEqual([{ ...record, key: 'new' }])
  expect(after.pieces.map(({ asset }) => asset)).toEqual(['new', 'another'])
  expect(after.pieces[1]).toBe(before.pieces[1])
  // A corner at (1, 1, 1) of the old part is at (0.5, 0.75, 1) of the new one.
  const [was, is] = [transformPoint(composeMatrix(chair), [1, 1, 1]), transformPoint(composeMatrix(after.pieces[0]), [0.5, 0.75, 1])]
  is.forEach((value, k) => expect(value).toBeCloseTo(was[k], 9))
  expect(after.lights[0]).toMatchObject({ position: [-0.5, 0.75, 0] })
  expect(replaceAsset('old', record)(before)).toBe(before)
})
