import fc from 'fast-check'
import * as changes from './changes/index.ts'
import { emptyDocument } from './empty.ts'
import type { AssetRecord, AtriumDocument, Change, Piece, PointLight } from './types.ts'

export const CHAIR_ASSET: AssetRecord = { key: 'c'.repeat(64), name: 'chair.glb', sizeBytes: 1000, catalogueId: null }
export const LAMP_ASSET: AssetRecord = { key: 'a'.repeat(64), name: 'Lamp', sizeBytes: 2000, catalogueId: 'table-lamp' }

export const piece = (id: string, fields: Partial<Piece> = {}): Piece => ({
  id,
  name: `Piece ${id}`,
  asset: CHAIR_ASSET.key,
  part: '0',
  position: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  scale: [1, 1, 1],
  mount: 'floor',
  hidden: false,
  locked: false,
  ...fields,
})

export const pointLight = (id: string, fields: Partial<PointLight> = {}): PointLight => ({
  id,
  name: `Light ${id}`,
  kind: 'point',
  on: true,
  color: [1, 1, 1],
  position: [0, 2, 0],
  attachedTo: null,
  intensity: 100,
  ...fields,
})

export const furnished = (): AtriumDocument => ({
  ...emptyDocument('Studio'),
  assets: [CHAIR_ASSET, LAMP_ASSET],
  pieces: [piece('p1'), piece('p2', { position: [1, 0, 0] }), piece('p3', { asset: LAMP_ASSET.key })],
  lights: [pointLight('l1'), pointLight('l2', { attachedTo: 'p3' })],
})

/** Any sequence of edits that the app can make, some of them in gestures. */
export const arbitraryEdits = (): fc.Arbitrary<{ label: string; change: Change; gesture: string | undefined }[]> => {
  const id = fc.constantFrom('p1', 'p2', 'p3', 'l1', 'l2', 'new-1', 'new-2', 'nobody')
  const ids = fc.array(id, { maxLength: 4 })
  // Mostly what people do, sometimes what no document may take over.
  const number = fc.oneof({ weight: 9, arbitrary: fc.double({ min: -100, max: 100, noNaN: true }) }, fc.double())
  const vec3 = fc.tuple(number, number, number)
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.constantFrom('new-1', 'new-2').map((name) => changes.addPiece(piece(name), CHAIR_ASSET)),
    ids.map(changes.removeItems),
    fc.tuple(ids, vec3).map(([some, delta]) => changes.movePieces(some, delta)),
    fc.tuple(id, vec3, fc.tuple(number, number, number, number)).map(([one, position, rotation]) => changes.setTransform(one, { position, rotation })),
    fc.tuple(id, vec3, vec3).map(([one, color, direction]) => changes.setLight(one, { color, direction })),
    fc.tuple(vec3, vec3).map(([zenith, nadir]) => changes.setEnvironment({ zenith, nadir })),
    fc.tuple(ids, vec3).map(([some, scale]) => changes.setScale(some, scale)),
    fc.tuple(id, fc.string({ maxLength: 2000 })).map(([one, name]) => changes.rename(one, name)),
    fc.tuple(fc.constantFrom('v1', 'v2'), vec3, number, number).map(([view, position, verticalFov, straighten]) =>
      changes.addView({ id: `${view}${String(position)}${verticalFov}`, name: view, position, target: [0, 0, 0], verticalFov, straighten, lights: { l1: true } })),
    fc.tuple(ids, fc.boolean()).map(([some, hidden]) => changes.setHidden(some, hidden)),
    fc.tuple(ids, fc.boolean()).map(([some, locked]) => changes.setLocked(some, locked)),
    fc.tuple(id, fc.uuid(), vec3).map(([one, copy, offset]) => changes.duplicate(new Map([[one, copy]]), offset)),
    fc.tuple(id, fc.boolean(), number).map(([one, on, intensity]) => changes.setLight(one, { on, intensity })),
    fc.constantFrom('m' as const, 'cm' as const, 'ft-in' as const).map(changes.setUnit),
  )
  return fc.array(fc.record({ label: fc.string({ minLength: 1 }), change, gesture: fc.option(fc.constantFrom('g1', 'g2'), { nil: undefined }) }), { maxLength: 40 })
}
