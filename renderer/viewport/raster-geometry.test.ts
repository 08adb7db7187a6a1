import * as fc from 'fast-check'
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
  /** Every drawn triangle: its number, and its corners from its own first one on. */
  function drawn(geometry: ReturnType<typeof buildRasterGeometry>): { triangle: number; corners: number[][] }[] {
    const { indices, positions, triangles } = geometry
    return Array.from({ length: indices.length / 3 }, (_, i) => ({
      triangle: triangles[indices[i * 3]],
      corners: [0, 1, 2].map((k) => [...positions.subarray(indices[i * 3 + k] * 3, indices[i * 3 + k] * 3 + 3)]),
    }))
  }

  /** The same corners in the same winding, wherever they start. */
  function isTurned(a: readonly number[][], b: readonly number[][]): boolean {
    return [0, 1, 2].some((turn) => a.every((corner, k) => corner.join() === b[(k + turn) % 3].join()))
  }

  const cornersOf = (mesh: MeshData, triangle: number): number[][] =>
    [0, 1, 2].map((k) => [...mesh.positions.subarray(mesh.indices[triangle * 3 + k] * 3, mesh.indices[triangle * 3 + k] * 3 + 3)])

  test('lets every triangle begin with a vertex that knows its number in the mesh', () => {
    const triangles = drawn(buildRasterGeometry(quad, null, false))
    expect(triangles.map(({ triangle }) => triangle)).toEqual([0, 1, 2])
    for (const { triangle, corners } of triangles) expect(isTurned(corners, cornersOf(quad, triangle))).toBe(true)
  })

  test('does so for any mesh, with no more vertices than it had plus its triangles', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.nat(7)), { minLength: 1, maxLength: 60 }), (faces) => {
      const mesh: MeshData = { ...quad, positions: new Float32Array(24).map((_, i) => i), indices: new Uint32Array(faces.flat()), uvs: null, materialSlots: null }
      const geometry = buildRasterGeometry(mesh, null, false)
      const triangles = drawn(geometry)
      expect(triangles.map(({ triangle }) => triangle)).toEqual(faces.map((_, i) => i))
      expect(triangles.every(({ triangle, corners }) => isTurned(corners, cornersOf(mesh, triangle)))).toBe(true)
      expect(geometry.positions.length / 3).toBeLessThanOrEqual(8 + faces.length)
    }))
  })

  test('keeps the number when only some materials are drawn', () => {
    const geometry = buildRasterGeometry(quad, new Set([1]), true)
    expect(drawn(geometry)).toEqual([{ triangle: 1, corners: [[0, 0, 0], [1, 1, 0], [0, 1, 0]] }])
    expect([...(geometry.uvs ?? [])]).toEqual([0, 1, 1, 0, 0, 0])
  })
})

describe('the alpha test', () => {
  test('is none for opaque materials, whatever their alpha says', () => {
    expect(alphaOf({ ...opaque, alpha: 0.1 })).toBeNull()
    expect(alphaKey(alphaOf(opaque))).toBe('')
  })

  test('cuts masked materials at their own cutoff and blended ones where nothing is there', () => {
    expect(alphaOf({ ...opaque, alphaMode: 'mask', alpha: 0.2, alphaCutoff: 0.3 })?.cutoff).toBe(0.3)
    expect(alphaOf({ ...opaque, alphaMode: 'blend', alpha: 0.001 })?.cutoff).toBeCloseTo(1 / 510)
  })

  test('is left out where nothing can fail it', () => {
    expect(alphaOf({ ...opaque, alphaMode: 'blend', alpha: 0.2 })).toBeNull()
  })
})
