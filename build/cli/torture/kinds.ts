import { createHash } from 'node:crypto'
import * as changes from '../../../renderer/document/changes/index.ts'
import { newLight } from '../../../renderer/document/new-light.ts'
import { piece, pointLight } from '../../../renderer/document/testing.ts'
import type { AssetRecord, AtriumDocument, Change, Piece } from '../../../renderer/document/types.ts'

/** What a step is made from: chance, and the room as it is. At least one piece stands in it. */
export interface Chance {
  readonly document: AtriumDocument
  readonly random: () => number
  readonly pick: <T>(list: readonly T[]) => T
  /** Within ten metres, in whole millimetres. */
  readonly number: () => number
  readonly vec3: () => [number, number, number]
  /** A fresh id that begins so. */
  readonly fresh: (what: string) => string
}

/** A change, with the bytes that it brings along. */
export interface Made {
  readonly change: Change
  readonly asset?: { readonly key: string; readonly bytes: Uint8Array<ArrayBuffer> }
}
type Maker = (chance: Chance) => Made | null

/** One of a few files of so many bytes. */
function file(chance: Chance, sizeBytes: number, first: number, count: number): { readonly key: string; readonly bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(sizeBytes).fill(first + Math.floor(chance.random() * count))
  return { key: createHash('sha256').update(bytes).digest('hex'), bytes }
}

/** A model; half of them are files of the user's own, which can be read again. */
function model(chance: Chance): { readonly record: AssetRecord; readonly asset: NonNullable<Made['asset']> } {
  const asset = file(chance, 2000, 0, 6)
  const isOwn = asset.bytes[0] % 2 === 0
  const source = { name: 'chair.obj', format: 'obj', sha256: asset.key, answers: { metresPerUnit: 1, up: 'y', origin: [0, 0, 0] } } as const
  return { asset, record: { key: asset.key, name: 'chair.glb', sizeBytes: asset.bytes.length, catalogueId: null, ...(isOwn && { source }) } }
}

const idsOf = (list: readonly { readonly id: string }[] | undefined): readonly string[] => (list ?? []).map(({ id }) => id)
const some = ({ document, pick }: Chance): string[] => [pick(document.pieces).id, pick(document.pieces).id]
const color = ({ random }: Chance): [number, number, number] => [random(), random(), random()]
const turn = ({ random }: Chance): [number, number, number, number] => {
  const half = Math.PI * random()
  return [0, Math.sin(half), 0, Math.cos(half)]
}
/** Null where there is nothing to do it to. */
const ofOne = (chance: Chance, ids: readonly string[], make: (id: string) => Change): Made | null => (ids.length === 0 ? null : { change: make(chance.pick(ids)) })

/** A file's pieces as they came once, and as a newer file has them: one stands elsewhere. */
function reloaded(chance: Chance, record: AssetRecord, shown: readonly Piece[]): Change {
  const traits = { shape: 'box', size: [1, 1, 1] as const, centre: [0, 0, 0] as const }
  const came = [...new Map(shown.map((one) => [one.part, one])).values()]
  return changes.reloadModel({
    key: record.key, record, leftover: { id: chance.fresh('g'), name: 'Left', parent: null }, matches: came.map((_, i) => ({ from: i, to: i, why: 'path', sure: true })),
    before: { pieces: came.map((one) => ({ piece: one, traits })), groups: [], lights: [] },
    after: { pieces: came.map((one, i) => ({ piece: i === 0 ? { ...one, position: chance.vec3() } : one, traits })), groups: [], lights: [] },
  })
}

/** Everything that can happen to a document: one that is missing is an error of types. */
export const KINDS: Readonly<Record<keyof typeof changes, Maker>> = {
  addPiece: (chance) => {
    const { document, random, fresh, vec3 } = chance
    if (document.pieces.length > 60) return null
    const { record, asset } = model(chance)
    const id = fresh('p')
    const light = random() < 0.3 ? pointLight(`${id}-light`, { attachedTo: id }) : null
    return { asset, change: changes.addPiece(piece(id, { asset: record.key, name: `Chair ${document.pieces.length}`, position: vec3() }), record, light) }
  },
  // As pasted: two pieces and a light in a group, on a layer, with a material of their own.
  addPieces: (chance) => {
    const { document, fresh, vec3 } = chance
    if (document.pieces.length > 60) return null
    const { record, asset } = model(chance)
    const [group, layer, material] = [fresh('g'), fresh('y'), fresh('m')]
    const pieces = [0, 1].map(() => piece(fresh('p'), { asset: record.key, position: vec3(), group, layer, wears: [{ slot: 'Seat', material }] }))
    return { asset, change: changes.addPieces({
      assets: [record], pieces, lights: [pointLight(fresh('l'), { position: vec3() })], groups: [{ id: group, name: 'Set', parent: null }],
      layers: [{ id: layer, name: 'Pasted', hidden: false, locked: false, color: color(chance) }], materials: [{ id: material, name: 'Päste', baseColor: color(chance) }],
    }) }
  },
  replacePieces: (chance) => {
    const { record, asset } = model(chance)
    return { asset, change: changes.replacePieces(new Map([[chance.pick(chance.document.pieces).id, { name: 'Stool', asset: record.key, part: '0', scale: [1, 1, 1], mount: 'floor', position: chance.vec3(), rotation: turn(chance) }]]), record) }
  },
  reshape: (chance) => {
    const { pick, random, document } = chance
    const asset = file(chance, 2500, 40, 6)
    const record: AssetRecord = { key: asset.key, name: 'Sofa', sizeBytes: asset.bytes.length, catalogueId: 'sofa-three-seat', form: { item: 'sofa-three-seat', values: { width: 1 + random(), seats: 3 } } }
    return { asset, change: changes.reshape(pick(document.pieces).id, record, '0', random() < 0.5 ? { was: { position: [0, 1, 0], radius: 0.1 }, is: { position: [0, 1 + random(), 0], radius: 0.2 } } : null) }
  },
  replaceAsset: (chance) => {
    const { record, asset } = model(chance)
    return { asset, change: changes.replaceAsset(chance.pick(chance.document.pieces).asset, record, new Map([['0', [0, chance.random(), 0]]])) }
  },
  reviseModel: (chance) => ofOne(chance, chance.document.assets.filter(({ source }) => source !== undefined).map(({ key }) => key), (key) => changes.reviseModel(key, { metresPerUnit: 0.5 + chance.random() })),
  reloadModel: (chance) => {
    const { assets, pieces } = chance.document
    const read = assets.find(({ key, source }) => source !== undefined && pieces.some(({ asset }) => asset === key))
    return read === undefined ? null : { change: reloaded(chance, read, pieces.filter(({ asset }) => asset === read.key)) }
  },
  duplicate: (chance) => (chance.document.pieces.length > 60 ? null : { change: changes.duplicate(new Map([[chance.pick(chance.document.pieces).id, chance.fresh('p')]]), chance.vec3()) }),
  movePieces: (chance) => ({ change: changes.movePieces(some(chance), chance.vec3()) }),
  removeItems: (chance) => ({ change: changes.removeItems([chance.pick(chance.document.pieces).id]) }),
  rename: (chance) => ({ change: changes.rename(chance.pick(chance.document.pieces).id, `Ümläut “${chance.number()}”\n`) }),
  setName: (chance) => ({ change: changes.setName(`Räum ${chance.number()}`) }),
  setHidden: (chance) => ({ change: changes.setHidden(some(chance), chance.random() < 0.5) }),
  setLocked: (chance) => ({ change: changes.setLocked(some(chance), chance.random() < 0.5) }),
  setScale: (chance) => ({ change: changes.setScale(some(chance), [chance.random() < 0.3 ? -1 : 1 + chance.random(), 1, 2]) }),
  setTransform: (chance) => ({ change: changes.setTransform(chance.pick(chance.document.pieces).id, { position: chance.vec3(), rotation: turn(chance) }) }),
  setTransforms: (chance) => ({ change: changes.setTransforms(new Map(some(chance).map((id) => [id, { position: chance.vec3(), rotation: turn(chance) }]))) }),
  setUnit: (chance) => ({ change: changes.setUnit(chance.pick(['m', 'cm', 'mm', 'ft-in'])) }),
  setVariant: (chance) => ({ change: changes.setVariant(some(chance), chance.random() < 0.7 ? `Fabric ${Math.floor(3 * chance.random())}` : null) }),
  setEmission: (chance) => ({ change: changes.setEmission(some(chance), chance.random() < 0.5 ? { radiance: 100 * chance.random(), color: color(chance) } : null) }),
  groupPieces: (chance) => ({ change: changes.groupPieces(some(chance), { id: chance.fresh('g'), name: 'Set' }) }),
  ungroup: (chance) => ofOne(chance, idsOf(chance.document.groups), (id) => changes.ungroup([id])),
  moveIntoGroup: (chance) => ({ change: changes.moveIntoGroup([...some(chance), ...idsOf(chance.document.groups).slice(0, 1)], chance.pick([...idsOf(chance.document.groups), null])) }),
  addLayer: (chance) => ({ change: changes.addLayer({ id: chance.fresh('y'), name: 'Möbel', hidden: false, locked: false, color: color(chance) }) }),
  setLayer: (chance) => ofOne(chance, idsOf(chance.document.layers), (id) => changes.setLayer(id, { name: `Layer ${chance.number()}`, hidden: chance.random() < 0.5, locked: chance.random() < 0.5, color: color(chance) })),
  moveLayer: (chance) => ofOne(chance, idsOf(chance.document.layers), (id) => changes.moveLayer(id, Math.floor(5 * chance.random()))),
  putOnLayer: (chance) => ({ change: changes.putOnLayer(some(chance), chance.pick([...idsOf(chance.document.layers), null])) }),
  removeLayer: (chance) => ofOne(chance, idsOf(chance.document.layers), changes.removeLayer),
  addLight: (chance) => {
    const kind = chance.pick(['point', 'spot', 'sphere', 'disc', 'rectangle', 'grid'] as const)
    return chance.document.lights.length > 40 ? null : { change: changes.addLight({ ...newLight(chance.document, kind, chance.vec3()), id: chance.fresh('l') }) }
  },
  removeLight: (chance) => ofOne(chance, idsOf(chance.document.lights), changes.removeLight),
  setLight: (chance) => ofOne(chance, idsOf(chance.document.lights), (id) => changes.setLight(id, {
    intensity: chance.random() * 1000, radiance: chance.random() * 1000, radius: chance.random(), width: chance.random(), temperature: 2000 + 5000 * chance.random(), on: chance.random() < 0.8,
  })),
  setAmount: (chance) => ofOne(chance, idsOf(chance.document.lights), (id) => changes.setAmount(id, 1000 * chance.random(), chance.pick(['lm', 'cd', 'nt']))),
  setLightsOn: (chance) => ofOne(chance, idsOf(chance.document.lights), (id) => changes.setLightsOn([id], chance.random() < 0.5)),
  setProfile: (chance) => {
    const asset = file(chance, 500, 100, 3)
    return chance.document.lights.length === 0 ? null : { asset, change: changes.setProfile(chance.pick(chance.document.lights).id, { asset: { kind: 'ies', key: asset.key, name: 'lamp.ies', sizeBytes: asset.bytes.length, catalogueId: null }, peakCandela: chance.random() * 1000 }) }
  },
  addMaterial: (chance) => ({ change: changes.addMaterial({ id: chance.fresh('m'), name: 'Päint', baseColor: color(chance) }) }),
  setMaterial: (chance) => ofOne(chance, idsOf(chance.document.materials), (id) => changes.setMaterial(id, {
    baseColor: color(chance), roughness: chance.random(), glass: { share: chance.random(), tint: [1, chance.random(), 1], thickness: chance.random() }, sheen: { color: color(chance), roughness: chance.random() },
    clearcoat: { factor: chance.random(), roughness: chance.random() }, emission: { radiance: chance.random(), color: color(chance) },
    mapping: { kind: 'box', width: 0.1 + chance.random(), height: 0.1 + chance.random(), turn: chance.random(), offset: [chance.random(), chance.random()] },
  })),
  wearMaterial: (chance) => {
    const { document, random, pick } = chance
    const { id, asset } = pick(document.pieces)
    return { change: changes.wearMaterial(pick([...idsOf(document.materials), null]), [random() < 0.5 ? { piece: id, slot: 'Seat' } : { asset, slot: 'Seat' }]) }
  },
  removeMaterial: (chance) => ofOne(chance, idsOf(chance.document.materials), changes.removeMaterial),
  setEnvironment: (chance) => ({ change: changes.setEnvironment({ zenith: color(chance) }) }),
  setSky: (chance) => ({ change: changes.setSky(chance.random() < 0.8 ? { turbidity: 2 + 4 * chance.random() } : null) }),
  setPlace: (chance) => ({ change: changes.setPlace({ latitudeDegrees: 60 * chance.random(), longitudeDegrees: 180 * chance.random() }) }),
  setSurroundings: (chance) => {
    const asset = file(chance, 900, 200, 2)
    if (chance.random() < 0.3) return { change: changes.setSurroundings(null) }
    return { asset, change: changes.setSurroundings({ asset: { kind: 'hdr', key: asset.key, name: 'sky.hdr', sizeBytes: asset.bytes.length, catalogueId: null }, strength: 10 * chance.random(), turn: 6 * chance.random() }) }
  },
  addView: (chance) => {
    const { random, fresh, vec3, document: { lights, views } } = chance
    return views.length > 30 ? null : { change: changes.addView({
      id: fresh('v'), name: 'Door', position: vec3(), target: vec3(), verticalFov: 1, straighten: random(), settings: { exposureEv: 10 * random() },
      lens: { on: random() < 0.5, fNumber: 1 + random(), focusDistance: 1 + random() }, lights: Object.fromEntries(lights.slice(0, 3).map((light) => [light.id, light.on])),
    }) }
  },
  setView: (chance) => ofOne(chance, idsOf(chance.document.views), (id) => changes.setView(id, { name: `Dör ${chance.number()}`, straighten: chance.random() })),
  moveView: (chance) => ofOne(chance, idsOf(chance.document.views), (id) => changes.moveView(id, Math.floor(10 * chance.random()))),
  removeView: (chance) => ofOne(chance, idsOf(chance.document.views), changes.removeView),
  lightAsInView: (chance) => ofOne(chance, idsOf(chance.document.lights), (id) => changes.lightAsInView({ lights: { [id]: chance.random() < 0.5 } })),
}
