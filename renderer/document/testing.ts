import fc from 'fast-check'
import * as changes from './changes/index.ts'
import { emptyDocument } from './empty.ts'
import type { AssetRecord, AtriumDocument, Change, DocumentLight, Piece, PointLight } from './types.ts'

export const SKY_ASSET: AssetRecord = { kind: 'hdr', key: 'd'.repeat(64), name: 'sky.hdr', sizeBytes: 1000, catalogueId: null }
export const CHAIR_ASSET: AssetRecord = { key: 'c'.repeat(64), name: 'chair.glb', sizeBytes: 1000, catalogueId: null }
export const LAMP_ASSET: AssetRecord = { key: 'a'.repeat(64), name: 'Lamp', sizeBytes: 2000, catalogueId: 'table-lamp' }

/** A piece of the catalogue that was made anew. */
export const LONG_SOFA: AssetRecord = { key: 'e'.repeat(64), name: 'Sofa', sizeBytes: 3000, catalogueId: 'sofa-three-seat', form: { item: 'sofa-three-seat', values: { width: 3.2, seats: 4, fabric: 'rust' } } }

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

const placed = (id: string) => ({ id, name: `Light ${id}`, on: true, color: [1, 0.9, 0.8], position: [0, 2, 0], attachedTo: null }) as const
const turned = (id: string) => ({ ...placed(id), rotation: [0, 0, 0, 1] }) as const

/** One of every kind. */
export const LIGHTS = {
  directional: { id: 'directional', name: 'Sun', on: true, color: [1, 0.9, 0.8], kind: 'directional', direction: [0, -1, 0], illuminance: 1000 },
  point: pointLight('point'),
  spot: { ...turned('spot'), kind: 'spot', intensity: 300, innerAngle: 0.3, outerAngle: 0.6 },
  sphere: { ...placed('sphere'), kind: 'sphere', radius: 0.1, radiance: 4000 },
  disc: { ...turned('disc'), kind: 'disc', radius: 0.2, radiance: 3000 },
  rectangle: { ...turned('rectangle'), kind: 'rectangle', width: 1.2, length: 0.3, radiance: 2000 },
  grid: { ...turned('grid'), kind: 'grid', width: 1, length: 0.5, columns: 4, rows: 3, intensity: 200 },
} as const satisfies { readonly [K in DocumentLight['kind']]: Extract<DocumentLight, { readonly kind: K }> }

export const furnished = (): AtriumDocument => ({
  ...emptyDocument('Studio'),
  assets: [CHAIR_ASSET, LAMP_ASSET],
  pieces: [piece('p1', { group: 'seats' }), piece('p2', { position: [1, 0, 0], group: 'ground', layer: 'soft' }), piece('p3', { asset: LAMP_ASSET.key })],
  materials: [{ id: 'm1', name: 'Oak', from: { asset: CHAIR_ASSET.key, part: '0', slot: 'Seat' }, roughness: 0.6 }],
  layers: [{ id: 'soft', name: 'Soft furniture', hidden: false, locked: false, color: [0.8, 0.2, 0.1] }],
  groups: [{ id: 'ground', name: 'Ground floor', parent: null, kind: 'storey' }, { id: 'seats', name: 'Seats', parent: 'ground' }],
  lights: [pointLight('l1'), pointLight('l2', { attachedTo: 'p3' })],
})

/** What is pasted was read from a file: its numbers are those that a project can hold. */
const within = (value: number): number => (Math.abs(value) < 100 ? value : 0)

/** Any sequence of edits that the app can make, some of them in gestures. */
export const arbitraryEdits = (): fc.Arbitrary<{ label: string; change: Change; gesture: string | undefined }[]> => {
  const id = fc.constantFrom('p1', 'p2', 'p3', 'l1', 'l2', 'seats', ...Object.keys(LIGHTS), 'new-1', 'new-2', 'nobody')
  const ids = fc.array(id, { maxLength: 4 })
  // Mostly what people do, sometimes what no document may take over.
  const number = fc.oneof({ weight: 9, arbitrary: fc.double({ min: -100, max: 100, noNaN: true }) }, fc.double())
  const vec3 = fc.tuple(number, number, number)
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.constantFrom(...Object.values(LIGHTS)).map((light): Change => (document) => (document.lights.some((other) => other.id === light.id) ? document : changes.addLight(light)(document))),
    fc.constantFrom('new-1', 'new-2').map((name) => changes.addPiece(piece(name), CHAIR_ASSET)),
    ids.map(changes.removeItems),
    fc.tuple(ids, vec3).map(([some, delta]) => changes.movePieces(some, delta)),
    fc.tuple(id, vec3, fc.tuple(number, number, number, number)).map(([one, position, rotation]) => changes.setTransform(one, { position, rotation })),
    fc.tuple(id, vec3, vec3).map(([one, color, direction]) => changes.setLight(one, { color, direction })),
    fc.tuple(id, number, number, number).map(([one, a, b, c]) => changes.setLight(one, {
      radius: a, width: b, length: c, innerAngle: a, outerAngle: b, columns: c, rows: a, radiance: b, angularRadius: c, temperature: 100 * Math.abs(a),
      moment: { date: '2026-06-21', minutes: b },
    })),
    fc.tuple(id, number, fc.constantFrom('lm' as const, 'cd' as const, 'lx' as const, 'nt' as const)).map(([one, amount, unit]) => changes.setAmount(one, amount, unit)),
    fc.tuple(number, number, number).map(([latitudeDegrees, longitudeDegrees, north]) => changes.setPlace({ latitudeDegrees, longitudeDegrees, north })),
    fc.tuple(number, number).map(([turbidity, strength]) => changes.setSky({ turbidity, strength })),
    fc.constantFrom(changes.setPlace(null), changes.setSky(null), changes.setSurroundings(null)),
    fc.tuple(number, number, fc.boolean()).map(([turn, strength, seen]) => changes.setSurroundings({ asset: SKY_ASSET, turn, strength, seen })),
    fc.tuple(ids, number, vec3).map(([some, radiance, color]) => changes.setEmission(some, { radiance, color })),
    fc.tuple(vec3, vec3).map(([zenith, nadir]) => changes.setEnvironment({ zenith, nadir })),
    fc.tuple(ids, vec3).map(([some, scale]) => changes.setScale(some, scale)),
    fc.tuple(id, fc.string({ maxLength: 2000 })).map(([one, name]) => changes.rename(one, name)),
    fc.tuple(fc.constantFrom('v1', 'v2'), vec3, number, number).map(([view, position, verticalFov, straighten]) =>
      changes.addView({ id: `${view}${String(position)}${verticalFov}`, name: view, position, target: [0, 0, 0], verticalFov, straighten, lights: { l1: true } })),
    fc.tuple(ids, fc.boolean()).map(([some, hidden]) => changes.setHidden(some, hidden)),
    fc.tuple(ids, fc.boolean()).map(([some, locked]) => changes.setLocked(some, locked)),
    fc.tuple(ids, fc.uuid()).map(([some, group]) => changes.groupPieces(some, { id: group, name: 'Set' })),
    ids.map(changes.ungroup),
    fc.tuple(fc.constantFrom('soft', 'hard'), fc.string({ maxLength: 300 }), vec3).map(([one, name, color]) => changes.addLayer({ id: one, name, color, hidden: false, locked: false })),
    fc.tuple(fc.constantFrom('soft', 'hard'), fc.string({ maxLength: 300 }), vec3, fc.boolean()).map(([one, name, color, flag]) => changes.setLayer(one, { name, color, hidden: flag, locked: !flag })),
    fc.tuple(fc.constantFrom('soft', 'hard'), number).map(([one, to]) => changes.moveLayer(one, to)),
    fc.constantFrom('soft', 'hard').map(changes.removeLayer),
    fc.tuple(ids, fc.constantFrom('soft', 'hard', 'nobody', null)).map(([some, layer]) => changes.putOnLayer(some, layer)),
    fc.tuple(id, vec3).map(([one, position]) => changes.replacePieces(new Map([[one, { ...piece('other'), asset: LAMP_ASSET.key, position: [0, 0, 0], scale: [1, 1, 1], name: String(position) }]]), LAMP_ASSET)),
    fc.tuple(ids, fc.constantFrom('seats', 'ground', 'nobody', null)).map(([some, into]) => changes.moveIntoGroup(some, into)),
    fc.tuple(id, fc.uuid(), vec3).map(([one, copy, offset]) => changes.duplicate(new Map([[one, copy]]), offset)),
    fc.tuple(id, fc.boolean(), number).map(([one, on, intensity]) => changes.setLight(one, { on, intensity })),
    fc.tuple(fc.constantFrom('m1', 'm2', 'm3'), vec3).map(([one, baseColor]) => changes.addMaterial({ id: one, name: `Paint ${one}`, baseColor })),
    fc.tuple(fc.constantFrom('m1', 'm2', 'm3'), vec3, number, number).map(([one, color, a, b]) => changes.setMaterial(one, {
      baseColor: color, roughness: a, metallic: b, clearcoat: { factor: a, roughness: b }, sheen: { color, roughness: a }, dispersion: a, precedence: b, anisotropy: { strength: a, rotation: b }, film: { factor: a, thickness: b }, glass: { share: a, tint: color, thickness: b },
      emission: { radiance: a, color }, mapping: { kind: 'box', width: a, height: b, turn: a, offset: [a, b] }, maps: { color: LAMP_ASSET.key, normal: null },
    })),
    fc.tuple(fc.constantFrom('m1', 'm2', 'm3', null), id, fc.boolean()).map(([one, who, isEverywhere]) =>
      changes.wearMaterial(one, [isEverywhere ? { asset: CHAIR_ASSET.key, slot: 'Seat' } : { piece: who, slot: 'Seat' }])),
    fc.constantFrom('m1', 'm2', 'm3').map(changes.removeMaterial),
    fc.constantFrom('m' as const, 'cm' as const, 'ft-in' as const).map(changes.setUnit),
    fc.tuple(id, vec3, number).map(([one, position, radius]) => changes.reshape(one, LONG_SOFA, '0', { was: { position: [0, 2, 0], radius: 0 }, is: { position, radius } })),
    fc.tuple(fc.uuid(), vec3).map(([one, position]): Change => (document) => (document.pieces.some(({ id: other }) => other === `p-${one}`) ? document : changes.addPieces({
      assets: [LAMP_ASSET], groups: [{ id: `g-${one}`, name: 'Pasted', parent: null }], layers: [], materials: [{ id: `m-${one}`, name: 'Pasted paint' }],
      pieces: [piece(`p-${one}`, { asset: LAMP_ASSET.key, position: [within(position[0]), within(position[1]), within(position[2])], group: `g-${one}`, wears: [{ slot: 'Shade', material: `m-${one}` }] })], lights: [pointLight(`l-${one}`, { attachedTo: `p-${one}` })],
    })(document))),
    fc.tuple(ids, fc.option(fc.string({ maxLength: 30 }))).map(([some, variant]) => changes.setVariant(some, variant)),
    fc.tuple(ids, vec3, fc.tuple(number, number, number, number)).map(([some, position, rotation]) => changes.setTransforms(new Map(some.map((one) => [one, { position, rotation }])))),
    fc.tuple(ids, fc.boolean()).map(([some, on]) => changes.setLightsOn(some, on)),
    id.map(changes.removeLight),
    fc.string({ maxLength: 300 }).map(changes.setName),
    // Views are made up as they come: the first there is.
    fc.tuple(number, fc.boolean()).map(([to, isGone]): Change => (document) => {
      const view = document.views[0]?.id ?? 'none'
      return isGone ? changes.removeView(view)(document) : changes.moveView(view, to)(changes.setView(view, { straighten: to, name: String(to) })(document))
    }),
    fc.tuple(id, fc.boolean()).map(([one, on]) => changes.lightAsInView({ lights: { [one]: on } })),
  )
  return fc.array(fc.record({ label: fc.string({ minLength: 1 }), change, gesture: fc.option(fc.constantFrom('g1', 'g2'), { nil: undefined }) }), { maxLength: 40 })
}
