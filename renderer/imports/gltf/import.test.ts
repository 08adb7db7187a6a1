import { PNG } from 'pngjs'
import { describe, expect, test, vi } from 'vitest'
import { AtriumError } from '../../errors/atrium-error.ts'
import type { ReadOptions } from '../reader.ts'
import { importModel } from './import.ts'
import { textOf } from '../../words/say.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { glbOf, gltfOf, type TestModel, twoChairsAndALamp } from './testing-glb.ts'
import type { LoadedAsset } from '../types.ts'

const open = (bytes: Uint8Array<ArrayBuffer>, options: Partial<ReadOptions> = {}): Promise<LoadedAsset> =>
  importModel(bytes, { name: 'model.glb', pieces: 'parts', decodeImage: decodeImageInNode, ...options })

const broken = (change: (model: TestModel) => void): Uint8Array<ArrayBuffer> => {
  const model = twoChairsAndALamp()
  change(model)
  return glbOf(model)
}

const codeOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const error = await open(bytes).then(() => null, (reason: unknown) => reason)
  if (!(error instanceof AtriumError)) return `not refused as expected: ${String(error)}`
  expect(error.detail).toMatch(/^.{10,300}\.$/)
  return error.code
}

describe('importing a model', () => {
  test('unwraps the house and gives every piece a name of its own', async () => {
    const { parsed } = await open(glbOf(twoChairsAndALamp()))
    expect(parsed.parts.map(({ name }) => name)).toEqual(['Chair', 'Chair 2', 'Lamp'])
    expect(parsed.parts.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  test('equal pieces share one mesh, and materials lie in slots', async () => {
    const { parsed } = await open(glbOf(twoChairsAndALamp()))
    const [first, second, lamp] = parsed.parts
    expect(first.mesh).toBe(second.mesh)
    expect(parsed.meshes.size).toBe(2)
    expect(lamp.materials.map(({ name }) => name)).toEqual(['Wood', 'Brass'])
    expect([...parsed.meshes.get(lamp.mesh)!.materialSlots!]).toEqual([...Array(12).fill(0), ...Array(12).fill(1)])
    expect(lamp.materials[1]).toMatchObject({ metallic: 1, roughness: 0, emissive: [100, 100, 100] })
  })

  test('pieces of a z-up file stand upright on the centre of their foot', async () => {
    const { parsed } = await open(glbOf(twoChairsAndALamp()))
    const [first, second] = parsed.parts
    expect(first.position.map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual([3, 0, 0])
    expect(second.rotation.map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual([0, 0.707107, 0, 0.707107])
    const { bounds } = parsed.meshes.get(first.mesh)!
    expect(bounds.min.map((value) => value + 0)).toEqual([-0.5, 0, -0.5].map((value) => expect.closeTo(value, 6)))
    expect(bounds.max).toEqual([0.5, 1, 0.5].map((value) => expect.closeTo(value, 6)))
  })

  test('the same bytes give the same parts and keys', async () => {
    const bytes = glbOf(twoChairsAndALamp())
    expect((await open(bytes)).parsed).toEqual((await open(bytes)).parsed)
  })

  test('a catalogue item is one piece whose origin stays', async () => {
    const { parsed } = await open(glbOf(twoChairsAndALamp()), { pieces: 'single', name: 'Set' })
    expect(parsed.parts).toHaveLength(1)
    expect(parsed.parts[0]).toMatchObject({ name: 'Set', position: [0, 0, 0], scale: [1, 1, 1] })
    expect(parsed.meshes.get(parsed.parts[0].mesh)!.indices).toHaveLength(36 * 4)
  })

  test('a piece that leans by its own node is held upright and looks the same', async () => {
    const model = twoChairsAndALamp()
    model.json.nodes[3].rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2]
    const lamp = (await open(glbOf(model))).parsed.parts[2]
    expect(lamp.rotation).toEqual([0, 0, 0, 1].map((value) => expect.closeTo(value, 6)))
  })

  test('mirrored and sheared pieces keep their fronts outside', async () => {
    for (const matrix of [[-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0.7, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]]) {
      const model = twoChairsAndALamp()
      model.json.nodes[4] = { mesh: 0, matrix }
      const { parsed } = await open(glbOf(model))
      const { positions, indices } = parsed.meshes.get(parsed.parts[0].mesh)!
      expect(signedVolume(positions, indices)).toBeCloseTo(8, 4)
    }
  })

  test('missing normals are flat, strips and fans become triangles', async () => {
    const model = twoChairsAndALamp()
    const strip = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0])
    model.bin = new Uint8Array(strip.buffer)
    model.json.buffers[0].byteLength = 48
    model.json.bufferViews = [{ buffer: 0, byteLength: 48 }]
    model.json.accessors = [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' }]
    model.json.meshes = [5, 6].map((mode) => ({ primitives: [{ attributes: { POSITION: 0 }, mode }] }))
    model.json.nodes = [{ mesh: 0 }, { mesh: 1 }]
    model.json.scenes = [{ nodes: [0, 1] }]
    const { parsed } = await open(glbOf(model))
    const mesh = parsed.meshes.get(parsed.parts[0].mesh)!
    expect(mesh.indices).toHaveLength(6)
    expect([...mesh.normals]).toEqual(Array(6).fill([0, 0, 1]).flat())
  })

  test('sidecars travel inside the packed file, and a missing picture leaves white and a note', async () => {
    const model = twoChairsAndALamp()
    const png = new Uint8Array(PNG.sync.write(Object.assign(new PNG({ width: 2, height: 1 }), { data: Buffer.from([255, 0, 0, 255, 0, 255, 0, 128]) })))
    model.json.buffers[0].uri = 'geometry%20data.bin'
    model.json.images = [{ uri: 'textures/red.png' }, { uri: 'textures/gone.png' }]
    model.json.textures = [{ source: 0 }, { source: 1 }]
    model.json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
    model.json.materials[1].pbrMetallicRoughness.baseColorTexture = { index: 1 }
    const files: Record<string, Uint8Array<ArrayBuffer>> = { 'geometry data.bin': model.bin, 'textures/red.png': png }
    const readSibling = (name: string) => (name in files ? Promise.resolve(files[name]) : Promise.reject(new AtriumError('model-missing-file', name)))
    const { bytes, parsed } = await open(gltfOf(model), { readSibling })
    expect(parsed.notes.map(textOf)).toEqual([expect.stringContaining('gone.png')])
    const texture = [...parsed.textures.values()][0]
    expect([texture.colorSpace, ...texture.rgba]).toEqual(['srgb', 255, 0, 0, 255, 0, 255, 0, 128])
    const again = await open(bytes)
    expect(again.parsed).toMatchObject({ key: parsed.key, parts: parsed.parts })
  })

  test('a file that is named many times is read once, and counts every time', async () => {
    let asked = 0
    const megabyte = new Uint8Array(2 ** 20)
    const readSibling = (): Promise<Uint8Array<ArrayBuffer>> => Promise.resolve((asked++, megabyte))
    const named = (count: number) => {
      const { json, ...model } = twoChairsAndALamp()
      const buffers = Array.from({ length: count }, () => ({ uri: 'big.bin', byteLength: 4 }))
      return gltfOf({ ...model, json: { ...json, buffers: [{ ...json.buffers[0], uri: `data:application/octet-stream;base64,${Buffer.from(model.bin).toString('base64')}` }, ...buffers] } })
    }
    await open(named(3), { readSibling })
    expect(asked).toBe(1)
    await expect(open(named(2100), { readSibling })).rejects.toMatchObject({ code: 'model-too-large', detail: expect.stringContaining('together') as string })
    expect(asked).toBe(2)
    await expect(open(named(10_001), { readSibling })).rejects.toMatchObject({ code: 'model-too-many', detail: expect.stringContaining('10002 buffers') as string })
    expect(asked).toBe(2)
  })

  test('a picture is not decoded before its size is known, whatever its format', async () => {
    const png = (width: number, height: number): Uint8Array => {
      const bytes = new Uint8Array(PNG.sync.write(new PNG({ width: 1, height: 1 })))
      new DataView(bytes.buffer).setUint32(16, width)
      new DataView(bytes.buffer).setUint32(20, height)
      return bytes
    }
    const webp = (chunk: string): Uint8Array => Buffer.concat([Buffer.from('RIFF\x20\0\0\0WEBP', 'latin1'), Buffer.from(chunk, 'latin1'), Buffer.alloc(40, 0xff)])
    const avif = Buffer.from(`\0\0\0\x20ftypavif\0\0\0\0${'\0'.repeat(80)}`, 'latin1')
    for (const picture of [png(20_000, 1), png(16_000, 16_000), webp('VP8L'), webp('ANMF'), avif]) {
      const model = twoChairsAndALamp()
      model.json.images = [{ name: 'bomb', uri: `data:application/octet-stream;base64,${Buffer.from(picture).toString('base64')}` }]
      model.json.buffers[0].uri = 'geometry.bin'
      model.json.textures = [{ source: 0 }]
      model.json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
      const decodeImage = vi.fn(decodeImageInNode)
      const { parsed } = await open(gltfOf(model), { readSibling: () => Promise.resolve(model.bin), decodeImage })
      expect(decodeImage).not.toHaveBeenCalled()
      expect(parsed.notes.map(textOf)).toEqual([expect.stringContaining('bomb')])
    }
  })

  test('lights that came with the model hang on their piece', async () => {
    const model = twoChairsAndALamp()
    model.json.extensions = { KHR_lights_punctual: { lights: [{ type: 'spot', color: [1, 0.5, 0], intensity: 40 }, { type: 'directional', intensity: 3 }, { type: 'laser' }] } }
    model.json.nodes[3].children = [6]
    model.json.nodes.push({ name: 'Bulb', translation: [0, 0, 1], extensions: { KHR_lights_punctual: { light: 0 } } })
    model.json.nodes[0].extensions = { KHR_lights_punctual: { light: 1 } }
    model.json.nodes[1].extensions = { KHR_lights_punctual: { light: 2 } }
    const { parsed } = await open(glbOf(model))
    expect(parsed.lights).toMatchObject([
      { kind: 'directional', intensity: 3, part: null, direction: [0, -1, 0].map((value) => expect.closeTo(value, 6)) },
      { kind: 'point', name: 'Bulb', color: [1, 0.5, 0], intensity: 40, part: '3', position: [0, 1, -4].map((value) => expect.closeTo(value, 6)), cone: { innerAngle: 0, outerAngle: Math.PI / 4 } },
    ])
    expect(parsed.notes.map(textOf)).toEqual([expect.stringContaining('1 light with values out of range')])
  })

  test('a model brings the lamps of a hotel, and no more suns than a sky has', async () => {
    const model = twoChairsAndALamp()
    model.json.extensions = { KHR_lights_punctual: { lights: [{ type: 'point', intensity: 40 }, { type: 'directional', intensity: 3 }] } }
    const hang = (count: number, light: number) => model.json.nodes[3].children = [...model.json.nodes[3].children ?? [], ...Array.from({ length: count }, () => model.json.nodes.push({ extensions: { KHR_lights_punctual: { light } } }) - 1)]
    hang(500, 0)
    const { parsed } = await open(glbOf(model))
    expect(parsed.lights?.length).toBe(500)
    expect(parsed.notes).toEqual([])
    hang(17, 1)
    const { parsed: sunny } = await open(glbOf(model))
    expect(sunny.lights?.filter(({ kind }) => kind === 'directional').length).toBe(16)
    expect(sunny.notes.map(textOf)).toEqual([expect.stringContaining('first 516 lights')])
  })

  test('materials with numbers that no material has are brought into range and named in one sentence', async () => {
    const model = twoChairsAndALamp()
    model.json.materials[0] = { name: 'Oak', pbrMetallicRoughness: { baseColorFactor: [-1, 0.5, 9, 1], roughnessFactor: '1e309', metallicFactor: 'much' } }
    model.json.materials[1] = { name: 'Pane', extensions: { KHR_materials_ior: { ior: -3 }, KHR_materials_transmission: { transmissionFactor: 4 } } }
    const { parsed } = await open(glbOf(model))
    const worn = parsed.parts.flatMap(({ materials }) => materials)
    expect(worn.find(({ name }) => name === 'Oak')).toMatchObject({ baseColor: [0, 0.5, 1], roughness: 1, metallic: 0 })
    expect(worn.find(({ name }) => name === 'Pane')).toMatchObject({ ior: 1, transmission: 1 })
    expect(parsed.notes.map(textOf)).toEqual([expect.stringMatching(/^The materials “Oak”, “Pane” have values out of range/)])
  })

  test('what is not shown of materials is said, each look once, and variants by their names', async () => {
    const model = twoChairsAndALamp()
    model.json.materials[0] = { name: 'Leaf', extensions: { KHR_materials_diffuse_transmission: { diffuseTransmissionFactor: 0.6 }, KHR_materials_dispersion: { dispersion: 99 } } }
    model.json.materials[1] = { name: 'Prism', extensions: { KHR_materials_dispersion: { dispersion: 1 }, KHR_materials_diffuse_transmission: null } }
    model.json.extensions = { KHR_materials_variants: { variants: [{ name: 'Oak' }, { name: 'Walnut' }, {}, null] } }
    const { parsed } = await open(glbOf(model))
    expect(parsed.parts.flatMap(({ materials }) => materials).find(({ name }) => name === 'Prism')).toMatchObject({ dispersion: 1 })
    expect(parsed.notes.map(textOf)).toEqual([
      expect.stringMatching(/^The material “Leaf” has values out of range/), 'The material “Leaf” is shown without light shimmering through (diffuse transmission).',
      expect.stringMatching(/^The file has 4 variants of its materials: “Oak”, “Walnut”, .* and 1 more\. Select a piece to choose one\.$/),
    ])
  })

  test('materials that ignore light, and extensions that nobody here knows, are said; what is known or describes nothing is not', async () => {
    const model = twoChairsAndALamp()
    model.json.materials[0] = { name: 'Sky', extensions: { KHR_materials_unlit: {} } }
    model.json.extensionsUsed = ['KHR_materials_unlit', 'KHR_xmp_json_ld', 'KHR_texture_transform', 'KHR_materials_ior', 'EXT_lights_image_based', 'ACME_fur', 'ACME_fur']
    const { parsed } = await open(glbOf(model))
    expect(parsed.notes.map(textOf)).toEqual([
      'The material “Sky” is meant to ignore light. Atrium lights it like any other.',
      'Atrium does not know the glTF extensions EXT_lights_image_based, ACME_fur. What they add is not shown.',
    ])
  })

  test('variants of a file are looks of its parts, and surfaces of one material that change apart have slots of their own', async () => {
    const model = twoChairsAndALamp()
    const [seat, shade] = model.json.meshes
    model.json.materials.push({ name: 'Walnut', pbrMetallicRoughness: { roughnessFactor: 0.25 } })
    model.json.extensions = { KHR_materials_variants: { variants: [{ name: 'Dark' }, { name: 'Dark' }, { name: ' ' }] } }
    const mapped = (...mappings: unknown[]): unknown => ({ KHR_materials_variants: { mappings } })
    shade.primitives[0].extensions = mapped({ material: 2, variants: [0, 7, -1, 'x'] }, { material: 99, variants: [1] }, null, { variants: 3 })
    shade.primitives[1] = { ...shade.primitives[1], material: 0, extensions: mapped({ material: 1, variants: [0, 2] }) }
    const { parsed, bytes } = await open(glbOf(model))
    const [chair, , lamp] = parsed.parts
    expect(chair.variants).toBeUndefined()
    expect(seat.primitives).toHaveLength(1)
    expect(lamp.materials.map(({ name }) => name)).toEqual(['Wood', 'Wood'])
    expect(lamp.variants!.map(({ name, materials }) => [name, materials.map((material) => material.name)])).toEqual([
      ['Dark', ['Walnut', 'Brass']], ['Dark 2', ['Wood', 'Wood']], ['3', ['Wood', 'Brass']],
    ])
    const [whole] = (await open(bytes, { pieces: 'single' })).parsed.parts
    expect(whole.variants!.map(({ materials }) => materials.map((material) => material.name))).toEqual([['Wood', 'Walnut', 'Brass'], ['Wood', 'Wood', 'Wood'], ['Wood', 'Wood', 'Brass']])
  })

  test('every texture of a material lies as KHR_texture_transform says, and mixed sets of coordinates are told', async () => {
    const model = twoChairsAndALamp()
    const pixel = PNG.sync.write(Object.assign(new PNG({ width: 1, height: 1 }), { data: Buffer.from([200, 100, 50, 255]) }))
    model.json.images = [{ uri: `data:image/png;base64,${pixel.toString('base64')}` }]
    model.json.textures = [{ source: 0 }]
    const placed = (k: number) => ({ index: 0, extensions: { KHR_texture_transform: { offset: [k, 2 * k], rotation: 0.1 * k, scale: [3 * k, -k], ...(k === 4 && { texCoord: 1 }) } } })
    model.json.materials[0] = {
      name: 'All', pbrMetallicRoughness: { baseColorTexture: placed(1), metallicRoughnessTexture: placed(2) }, normalTexture: placed(3), emissiveTexture: placed(4),
      extensions: {
        KHR_materials_transmission: { transmissionTexture: placed(5) }, KHR_materials_clearcoat: { clearcoatTexture: placed(6), clearcoatRoughnessTexture: placed(7) },
        KHR_materials_sheen: { sheenColorTexture: placed(8) },
        KHR_materials_anisotropy: { anisotropyStrength: 0.6, anisotropyRotation: 8, anisotropyTexture: placed(9) },
        KHR_materials_iridescence: { iridescenceFactor: 0.5, iridescenceTexture: placed(10), iridescenceThicknessMaximum: 500, iridescenceThicknessTexture: placed(11) },
      },
    }
    const { parsed } = await open(glbOf(model))
    const all = parsed.parts.flatMap(({ materials }) => materials).find(({ name }) => name === 'All')!
    const uses = [
      all.baseColorTexture, all.metallicRoughnessTexture, all.normalTexture, all.emissiveTexture, all.transmissionTexture, all.clearcoat?.factorTexture,
      all.clearcoat?.roughnessTexture, all.sheen?.colorTexture, all.anisotropy?.texture, all.film?.factorTexture, all.film?.thicknessTexture,
    ]
    expect(uses.map((use) => use && [...use.offset, use.rotation, ...use.scale])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((k) => [k, 2 * k, 0.1 * k, 3 * k, -k].map((value) => expect.closeTo(value, 9))))
    expect([all.anisotropy, all.film]).toMatchObject([{ strength: 0.6, rotation: 8 }, { factor: 0.5, ior: 1.3, thickness: [100, 500] }])
    expect(parsed.notes.map(textOf)).toEqual([expect.stringMatching(/^The material “All” uses several sets of texture coordinates/)])
  })

  test('a damaged picture leaves a plain colour and a note', async () => {
    const model = twoChairsAndALamp()
    model.json.images = [{ name: 'grain', bufferView: 0 }]
    model.json.textures = [{ source: 0 }]
    model.json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
    const { parsed } = await open(glbOf(model))
    expect(parsed.parts[0].materials[0].baseColorTexture).toBeNull()
    expect(parsed.notes.map(textOf)).toEqual([expect.stringContaining('grain')])
  })
})

describe('broken models are refused with a code and a sentence', () => {
  const cut = (bytes: Uint8Array<ArrayBuffer>, length: number) => bytes.slice(0, length)
  const glb = glbOf(twoChairsAndALamp())
  test.each<[string, string, () => Uint8Array<ArrayBuffer>]>([
    ['nothing at all', 'model-invalid', () => new Uint8Array()],
    ['a picture', 'model-invalid', () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])],
    ['cut inside the header', 'model-truncated', () => cut(glb, 11)],
    ['cut inside the JSON', 'model-truncated', () => cut(glb, 200)],
    ['cut inside the geometry', 'model-truncated', () => cut(glb, glb.length - 8)],
    ['another version', 'model-version', () => Uint8Array.from(glb, (byte, i) => (i === 4 ? 1 : byte))],
    ['a version of the future', 'model-version', () => broken(({ json }) => (json.asset.version = '3.0'))],
    ['a file that needs glTF 2.1', 'model-version', () => broken(({ json }) => Object.assign(json.asset, { version: '2.1', minVersion: '2.1' }))],
    ['a GLB that is all geometry', 'model-invalid', () => Uint8Array.from(glb, (byte, i) => (i >= 16 && i < 20 ? [0x42, 0x49, 0x4e, 0][i - 16] : byte))],
    ['a buffer whose data is nowhere', 'model-without-data', () => gltfOf(twoChairsAndALamp())],
    ['a GLB without its geometry', 'model-without-data', () => glbOf({ ...twoChairsAndALamp(), bin: new Uint8Array() })],
    ['more nodes than are taken', 'model-too-many', () => broken(({ json }) => (json.nodes = Array.from({ length: 200_001 }, () => ({ mesh: 0 }))))],
    ['a chunk longer than the file', 'model-invalid', () => Uint8Array.from(glb, (byte, i) => (i === 15 ? 0x10 : byte))],
    ['no JSON', 'model-invalid', () => Uint8Array.from(glb, (byte, i) => (i === 20 ? 0x5d : byte))],
    ['a node that is its own child', 'model-invalid', () => broken(({ json }) => (json.nodes[4].children = [4]))],
    ['nodes in a circle', 'model-invalid', () => broken(({ json }) => (json.nodes[4].children = [0]))],
    ['a node with two parents', 'model-invalid', () => broken(({ json }) => (json.nodes[3].children = [4]))],
    ['very deep nesting', 'model-invalid', () => broken(({ json }) => (json.nodes = Array.from({ length: 5000 }, (_, i) => (i < 4999 ? { children: [i + 1] } : { mesh: 0 }))))],
    ['an infinite position', 'model-invalid', () => broken(({ json }) => (json.nodes[1].translation = ['1e309', 0, 0]))],
    ['an absurd position', 'model-invalid', () => broken(({ json }) => (json.nodes[1].translation = [1e30, 0, 0]))],
    ['indices beyond the corners', 'model-invalid', () => broken(({ bin }) => bin.fill(0xff, 96))],
    ['corners that are not numbers', 'model-invalid', () => broken(({ bin }) => bin.fill(0xff, 0, 12))],
    ['an accessor beyond its view', 'model-invalid', () => broken(({ json }) => (json.accessors[0].count = 1e9))],
    ['a view beyond its buffer', 'model-invalid', () => broken(({ json }) => (json.bufferViews[0].byteLength = 1e12))],
    ['an accessor without a view', 'model-invalid', () => broken(({ json }) => (json.accessors[0].bufferView = 17))],
    ['values out of nothing', 'model-inflated', () => broken(({ json }) => Object.assign(json.accessors[0], { bufferView: undefined, count: 2 ** 40 }))],
    ['a missing material', 'model-invalid', () => broken(({ json }) => (json.meshes[0].primitives[0].material = 9))],
    ['a missing texture', 'model-invalid', () => broken(({ json }) => (json.materials[0].normalTexture = { index: 3 }))],
    ['a scene of the wrong type', 'model-invalid', () => broken(({ json }) => (json.scene = 'hello'))],
    ['a buffer elsewhere on the disk', 'sibling-refused', () => broken(({ json }) => (json.buffers[0].uri = '../../etc/passwd'))],
    ['a buffer on the network', 'sibling-refused', () => broken(({ json }) => (json.buffers[0].uri = 'https://example.org/a.bin'))],
    ['a buffer without an address', 'model-invalid', () => broken(({ json }) => (json.buffers[0].uri = ':'))],
    ['a buffer that did not come along', 'model-missing-file', () => broken(({ json }) => (json.buffers[0].uri = 'gone.bin'))],
    ['a required extension nobody knows', 'model-unsupported', () => broken(({ json }) => (json.extensionsRequired = ['ACME_holograms']))],
    ['nothing to see', 'model-empty', () => broken(({ json }) => (json.meshes = json.meshes.map(() => ({ primitives: [] }))))],
  ])('%s: %s', async (_, code, bytes) => expect(await codeOf(bytes())).toBe(code))

  test('a file of version 2.1 that needs no more than 2.0 opens', async () => {
    const { parsed } = await open(broken(({ json }) => Object.assign(json.asset, { version: '2.1', minVersion: '2.0' })))
    expect(parsed.parts).toHaveLength(3)
  })

  test('a buffer without data that nothing uses keeps no model from opening', async () => {
    const { parsed } = await open(broken(({ json }) => json.buffers.push({ byteLength: 100 })))
    expect(parsed.parts).toHaveLength(3)
  })

  test('any single flipped bit ends in a model or in a sentence', async () => {
    for (let i = 0; i < 400; i++) {
      const bytes = glb.slice()
      const at = (i * 7919) % bytes.length
      bytes[at] ^= 1 << i % 8
      const error = await open(bytes).then(() => null, (reason: unknown) => reason)
      if (error !== null) expect(error, `byte ${at}`).toBeInstanceOf(AtriumError)
    }
  })
})

/** Six times the volume inside a closed surface is the sum of its corner determinants: positive when fronts look out. */
function signedVolume(positions: Float32Array, indices: Uint32Array): number {
  let volume = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(indices[i + k] * 3, indices[i + k] * 3 + 3))
    volume += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
  }
  return volume / 6
}
