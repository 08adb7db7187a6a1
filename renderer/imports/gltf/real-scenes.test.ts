import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeMatrix, transformPoint } from '../../document/transform.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { decodeImageInNode, dracoInNode } from '../reading/in-node.ts'
import type { LoadedAsset } from '../types.ts'
import { importModel } from './import.ts'

const scenes = process.env.ATRIUM_SCENES
describe.runIf(scenes)('@scenes (skipped: ATRIUM_SCENES is not set)', () => {
  const load = (name: string): Promise<LoadedAsset> => {
    const file = path.join(scenes as string, name)
    const readSibling = async (sibling: string) => {
      const found = path.join(path.dirname(file), sibling)
      if (!existsSync(found)) throw new AtriumError('model-missing-file', `“${sibling}” is missing.`)
      return new Uint8Array(readFileSync(found))
    }
    return importModel(new Uint8Array(readFileSync(file)), { name, pieces: 'parts', decodeImage: decodeImageInNode, readSibling, decoders: { draco: dracoInNode } })
  }

  test('the small house has its 65 pieces under their own names', async () => {
    const { parsed } = await load('interiors/small_house.glb')
    expect(parsed.parts).toHaveLength(65)
    expect(parsed.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['SofaC_01_001', 'Bed_01_001', 'ChairA_01_005', 'TV_02_001']))
    expect(new Set(parsed.parts.filter(({ name }) => name.startsWith('ChairA')).map(({ mesh }) => mesh)).size).toBe(1)
    expect(parsed.parts.reduce((sum, { mesh }) => sum + parsed.meshes.get(mesh)!.indices.length / 3, 0)).toBe(139_132)
    const walls = parsed.parts.find(({ name }) => name === 'HouseWallB_01_001')!
    const { bounds } = parsed.meshes.get(walls.mesh)!
    const [min, max] = [bounds.min, bounds.max].map((corner) => transformPoint(composeMatrix(walls), corner))
    expect(max[0] - min[0]).toBeGreaterThan(17)
  })

  test('sponza has its 381 objects', async () => {
    const { parsed } = await load('classic/sponza_crytek_262k.glb')
    expect(parsed.parts).toHaveLength(381)
    expect(parsed.parts.reduce((sum, { mesh }) => sum + parsed.meshes.get(mesh)!.indices.length / 3, 0)).toBe(262_267)
  })

  test.each(['formats/gltf_compressed/teapot_draco.glb', 'formats/gltf_compressed/teapot_meshopt_quantized.glb', 'classic/utah_teapot_6k.glb'])('%s is a teapot', async (name) => {
    const { parsed } = await load(name)
    expect(parsed.meshes.get(parsed.parts[0].mesh)!.indices).toHaveLength(6320 * 3)
  })

  test('a KTX2 picture in ETC1S is shown, with its alpha', async () => {
    const { textures, notes } = (await load('formats/gltf_compressed/ktx2_basisu_panel.glb')).parsed
    expect(notes).toEqual([])
    for (const { rgba } of textures.values()) expect(new Set(rgba.filter((_, i) => i % 4 === 3)).size).toBeGreaterThan(1)
    expect(textures.size).toBeGreaterThan(0)
  })

  test.each([
    ['AllIndicesOutOfRange.gltf', 'model-invalid'],
    ['buffer_not_found.gltf', 'model-missing-file'],
    ['chunk_too_big.glb', 'model-invalid'],
    ['infinite_transform.gltf', 'model-invalid'],
    ['invalid_json_chunk.glb', 'model-invalid'],
    ['invalid_uri_scheme.gltf', 'model-invalid'],
    ['length_mismatch.glb', 'model-truncated'],
    ['node_loop_scene.gltf', 'model-invalid'],
    ['sceneWrongType.gltf', 'model-invalid'],
    ['truncated_chunk_data.glb', 'model-truncated'],
    ['unresolved_bufferviews.gltf', 'model-invalid'],
  ])('broken/%s: %s', async (name, code) => {
    await expect(load(`broken/${name}`)).rejects.toMatchObject({ code })
  })
})
