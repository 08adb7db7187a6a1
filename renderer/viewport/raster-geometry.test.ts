import { describe, expect, test } from 'vitest'
import type { Material, MeshData } from '../../gpu/index.ts'
import { alphaKey, alphaOf, buildRasterGeometry } from './raster-geometry.ts'

const quad: MeshData = {
  key: 'quad',
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]),
  normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]),
  uvs: new Float32Array([0, 1, 1, 1, 1, 0, 0, 0]),
  indices: new Uint32Array([0, 1, 2, 0, 2, 3, 2, 1, 0]),
  materialSlots: new Uint16Array([0, 1, 0]),
  bounds: { min: [0, 0, 0], max: [1, 1, 0] },
}

const opaque: Material = {
  name: 'paint', baseColor: [1, 1, 1], alpha: 1, metallic: 0, roughness: 1, emissive: [0, 0, 0], normalScale: 1,
  baseColorTexture: null, metallicRoughnessTexture: null, normalTexture: null, emissiveTexture: null,
  alphaMode: 'opaque', alphaCutoff: 0.5, doubleSided: false,
}

describe('raster geometry', () => {
  test('gives every corner the index its triangle has in the mesh', () => {
    const { positions, triangles } = buildRasterGeometry(quad, null, false)
    expect([...triangles]).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2])
    expect([...positions.subarray(9, 18)]).toEqual([0, 0, 0, 1, 1, 0, 0, 1, 0])
  })

  test('keeps that index when only some materials are drawn', () => {
    const { positions, triangles, uvs } = buildRasterGeometry(quad, new Set([1]), true)
    expect([...triangles]).toEqual([1, 1, 1])
    expect([...positions]).toEqual([0, 0, 0, 1, 1, 0, 0, 1, 0])
    expect([...(uvs ?? [])]).toEqual([0, 1, 1, 0, 0, 0])
  })
})

describe('the alpha test', () => {
  test('is none for opaque materials, whatever their alpha says', () => {
    expect(alphaOf({ ...opaque, alpha: 0.1 })).toBeNull()
    expect(alphaKey(alphaOf(opaque))).toBe('')
  })

  test('cuts masked materials at their own cutoff and blended ones at one half', () => {
    expect(alphaOf({ ...opaque, alphaMode: 'mask', alpha: 0.2, alphaCutoff: 0.3 })?.cutoff).toBe(0.3)
    expect(alphaOf({ ...opaque, alphaMode: 'blend', alpha: 0.2 })?.cutoff).toBe(0.5)
  })

  test('is left out where nothing can fail it', () => {
    expect(alphaOf({ ...opaque, alphaMode: 'blend', alpha: 0.8 })).toBeNull()
  })
})
