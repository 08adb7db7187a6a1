import { expect, test } from 'vitest'
import { mendModel } from '../doctor/mend-model.ts'
import { DECODERS_IN_NODE, decodeImageInNode } from '../reading/in-node.ts'
import { readTreated } from '../reading/read-treated.ts'
import { parseContainer } from './container.ts'
import { withoutParts } from './extract.ts'
import { glbOf, twoChairsAndALamp } from './testing-glb.ts'

/** What Atrium does not read of a material, and what it reads only half. */
const STRANGE = {
  name: 'Velvet', extras: { maker: 'A17' }, occlusionTexture: { index: 0, strength: 0.5 },
  pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1], extras: { lab: [53, 80, 67] } },
  normalTexture: { index: 0, extensions: { KHR_texture_transform: { rotation: 1, extras: { turned: true } }, EXT_detail: { tiles: 4 } } },
  extensions: { EXT_weave: { threads: 40, map: { index: 0 } }, KHR_materials_sheen: { sheenColorFactor: [1, 1, 1], sheenRoughnessFactor: 0.5, sheenRoughnessTexture: { index: 0 } }, KHR_materials_volume: { thicknessFactor: 0.1, thicknessTexture: { index: 0 } } },
}

test('what is not understood of a material stands in the GLB that a model becomes, however it is treated', async () => {
  const model = twoChairsAndALamp()
  Object.assign(model.json, { materials: [STRANGE, ...((model.json as { materials?: object[] }).materials ?? []).slice(1)], extensionsUsed: ['EXT_weave', 'EXT_detail', 'KHR_materials_sheen', 'KHR_materials_volume'] })
  const pixel = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  Object.assign(model.json, { images: [{ uri: pixel }], textures: [{ source: 0 }] })
  const materialOf = (bytes: Uint8Array<ArrayBuffer>): unknown => (parseContainer(bytes).json.materials ?? [])[0]
  // Turned upright, scaled from feet, its picture packed: nothing stays of the file as it was.
  const { asset, report } = await readTreated(glbOf(model), { name: 'chairs.glb', pieces: 'objects', decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE, known: { metresPerUnit: 0.3048, up: 'z' } })
  expect(materialOf(asset.bytes)).toEqual(STRANGE)
  const ids = asset.parsed.parts.map(({ id }) => id)
  expect(materialOf(await mendModel(asset.bytes.slice(), { kind: 'insideOut', parts: ids }, DECODERS_IN_NODE))).toEqual(STRANGE)
  expect(materialOf(await withoutParts(asset.bytes.slice(), ids.slice(1), DECODERS_IN_NODE))).toEqual(STRANGE)
  // And the report names what is not shown.
  expect(report.findings.map(({ sentence }) => sentence)).toContainEqual({ id: 'import.extensions', args: { count: 2, names: 'EXT_weave, EXT_detail' } })
})
