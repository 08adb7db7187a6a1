import { expect, test } from 'vitest'
import type { TextureUse } from '../../gpu/index.ts'
import { addMaterial, setEmission, setMaterial, setVariant, wearMaterial } from '../document/changes/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { ownColor } from '../document/materials.ts'
import { piece } from '../document/testing.ts'
import type { AtriumDocument, Change, MaterialRecord } from '../document/types.ts'
import { DEFAULT_MATERIAL } from '../imports/gltf/surfaces/materials.ts'
import type { ParsedAsset } from '../imports/types.ts'
import { metresPerUv } from './materials.ts'
import { createSnapshots } from './snapshot.ts'
import { boxesAsset } from './testing.ts'

const use = (texture: string): TextureUse => ({ texture, wrapS: 'clamp', wrapT: 'clamp', offset: [0, 0], scale: [1, 1], rotation: 0 })
const { parsed: boxes } = boxesAsset([{ name: 'Box', min: [0, 0, 0], max: [1, 1, 1] }])
const chair: ParsedAsset = {
  ...boxes,
  parts: [{ ...boxes.parts[0], materials: [{ ...DEFAULT_MATERIAL, name: 'Seat', baseColorTexture: use('weave'), alphaMode: 'mask' }, { ...DEFAULT_MATERIAL, name: 'Legs', emissive: [5, 5, 5] }] }],
}
const brick: ParsedAsset = { ...boxes, key: 'd'.repeat(64), parts: [{ ...boxes.parts[0], materials: [{ ...DEFAULT_MATERIAL, baseColorTexture: use('brick') }] }] }
const parsed = new Map([[chair.key, chair], [brick.key, brick]])
const record = (key: string) => ({ key, name: 'Model', sizeBytes: 1, catalogueId: null })
const room = (): AtriumDocument => ({ ...emptyDocument(), assets: [record(chair.key)], pieces: [piece('a', { asset: chair.key }), piece('b', { asset: chair.key })] })
const RED = { id: 'red', name: 'Red', baseColor: [0.6, 0, 0] } as const
const inTurn = (...changes: readonly Change[]): AtriumDocument => changes.reduce((document, change) => change(document), room())
const looks = (document: AtriumDocument, id = 'a') => createSnapshots()(document, parsed).instances.find((instance) => instance.id === id)!.materials

test('a painted slot changes the materials of that piece alone, and undone it is the very same scene again', () => {
  const snapshotOf = createSnapshots()
  const before = snapshotOf(room(), parsed)
  const [a, b] = before.instances
  const painted = inTurn(addMaterial(RED), wearMaterial('red', [{ piece: 'a', slot: 'Legs' }]))
  const document = { ...room(), materials: painted.materials, pieces: [painted.pieces[0], room().pieces[1]] }
  const after = snapshotOf(document, parsed)
  expect([after.instances[0].materials[0], after.instances[0].mesh, after.instances[1].materials]).toEqual([a.materials[0], a.mesh, b.materials])
  expect(after.instances[0].materials[0]).toBe(a.materials[0])
  expect(after.instances[0].materials[1]).toMatchObject({ name: 'Red', baseColor: [0.6, 0, 0], roughness: DEFAULT_MATERIAL.roughness, emissive: [0, 0, 0] })
  expect(snapshotOf(document, parsed)).toBe(after)
})

test('a material that starts from one of a model keeps what it does not change, textures included', () => {
  const from = { asset: chair.key, part: chair.parts[0].id, slot: 'Seat' }
  const document = inTurn(addMaterial({ id: 'm', name: 'Rough seat', from, roughness: 0.2 }), wearMaterial('m', [{ asset: chair.key, slot: 'Legs' }]))
  expect(looks(document, 'b')[1]).toEqual({ ...chair.parts[0].materials[0], name: 'Rough seat', roughness: 0.2 })
})

test('what is shown twice is one material, and a piece shines on with it', () => {
  const document = inTurn(addMaterial(RED), wearMaterial('red', [{ piece: 'a', slot: 'Legs' }, { piece: 'b', slot: 'Legs' }]))
  const snapshot = createSnapshots()(document, parsed)
  expect(snapshot.instances[0].materials[1]).toBe(snapshot.instances[1].materials[1])
  const [, legs] = looks(setEmission(['a'], { radiance: 100 })(document))
  expect(legs).toMatchObject({ baseColor: [0.6, 0, 0], emissive: [100, 100, 100] })
})

test('a brick of 25 by 12.5 cm that is turned by a right angle lies upright', () => {
  const mapping = { kind: 'box', width: 0.25, height: 0.125, turn: Math.PI / 2, offset: [0, 0] } as const
  const document = inTurn(addMaterial(RED), setMaterial('red', { maps: { color: brick.key }, mapping }, [record(brick.key)]), wearMaterial('red', [{ piece: 'a', slot: 'Seat' }]))
  const [seat] = looks(document)
  // What is cut out of the seat stays cut out, by its own coordinates.
  expect(seat).toMatchObject({ mapping: 'box', alphaMode: 'mask', cutoutTexture: { texture: 'weave' }, baseColorTexture: { texture: 'brick', wrapS: 'repeat' } })
  const [rowU, rowV] = seat.baseColorTexture!.rows!
  // One repeat along u is 25 cm up the wall; one along v is 12.5 cm across.
  expect([...rowU, ...rowV].map((value) => Math.round(1e6 * value) / 1e6 + 0)).toEqual([0, 4, -8, 0])
})

test('glass: a pane has the tint of its colour, a body what is left behind its thickness', () => {
  const pane = looks(inTurn(addMaterial({ ...RED, baseColor: [1, 1, 1], glass: { share: 1, tint: [0.5, 1, 0.8], thickness: 0 } }), wearMaterial('red', [{ piece: 'a', slot: 'Legs' }])))[1]
  expect(pane).toMatchObject({ transmission: 1, volume: null, baseColor: [0.5, 1, 0.8] })
  const body = looks(inTurn(addMaterial({ ...RED, baseColor: [1, 1, 1], glass: { share: 1, tint: [0.5, 1, 0.8], thickness: 0.02 } }), wearMaterial('red', [{ piece: 'a', slot: 'Legs' }])))[1]
  expect(body).toMatchObject({ baseColor: [1, 1, 1], volume: { attenuationColor: [0.5, 1, 0.8], attenuationDistance: 0.02 } })
})

test('the colour of a tinted pane is its own, without the tint: typed again, it changes nothing', () => {
  const glass = { share: 1, tint: [0.5, 1, 0.8], thickness: 0 } as const
  for (const own of [{ ...RED, glass }, { id: 'red', name: 'Red', glass }, { id: 'red', name: 'Red', glass: { ...glass, tint: [0, 1, 1] as const } }]) {
    const shown = (record: MaterialRecord) => looks(inTurn(addMaterial(record), wearMaterial('red', [{ piece: 'a', slot: 'Legs' }])))[1].baseColor
    expect(shown({ ...own, baseColor: ownColor(shown(own), own) })).toEqual(shown(own))
  }
  expect(ownColor([0.1, 0.2, 0.3], null)).toEqual([0.1, 0.2, 0.3])
})

test('a texture along the model’s own coordinates has its size in metres, too', () => {
  // A square of 2 m whose uv runs from 0 to 4: half a metre for each unit.
  const mesh = {
    ...boxes.meshes.get('mesh-0')!, positions: Float32Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0), uvs: Float32Array.of(0, 0, 4, 0, 4, 4, 0, 4), indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  }
  expect(metresPerUv(mesh, 0)).toBeCloseTo(0.5)
  expect(metresPerUv(mesh, 1)).toBe(1)
})

test('a piece shows the variant that it was told, below what is painted on it; one that its model lacks, as it was saved', () => {
  const dark = chair.parts[0].materials.map((material, i) => ({ ...material, name: material.name, baseColor: [0.1 * i, 0, 0] as const }))
  const offered = new Map([[chair.key, { ...chair, parts: [{ ...chair.parts[0], variants: [{ name: 'Dark', materials: dark }] }] }]])
  const shown = (document: AtriumDocument, id = 'a') => createSnapshots()(document, offered).instances.find((instance) => instance.id === id)!.materials
  const chosen = inTurn(setVariant(['a'], 'Dark'))
  expect(shown(chosen)).toBe(dark)
  expect(shown(chosen, 'b')).toBe(chair.parts[0].materials)
  expect(shown(inTurn(setVariant(['a'], 'Gone')))).toBe(chair.parts[0].materials)
  expect(setVariant(['a'], null)(chosen).pieces).toEqual(room().pieces)
  expect(setVariant(['a'], ' Dark ')(chosen)).toBe(chosen)
  const painted = addMaterial({ id: 'own', name: 'Own', roughness: 0.9, from: { asset: chair.key, part: chair.parts[0].id, slot: 'Legs', variant: 'Dark' } })(chosen)
  expect(shown(wearMaterial('own', [{ piece: 'a', slot: 'Legs' }])(painted))).toEqual([dark[0], { ...dark[1], name: 'Own', roughness: 0.9 }])
})
