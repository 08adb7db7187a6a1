import { expect, test } from 'vitest'
import type { MeshData, Vec3 } from '../../../gpu/index.ts'
import { DEFAULT_MATERIAL } from '../../imports/gltf/surfaces/materials.ts'
import type { ParsedPart } from '../../imports/types.ts'
import { builtOnPlain } from './beyond.ts'

const PLAIN = { corners: [-1000, 0, -1000, 1000, 0, -1000, -1000, 0, 1000, 1000, 0, 1000], triangles: [0, 2, 1, 1, 2, 3] }
/** Sides of a house, 12 m wide and 6 m high, behind the corners of the plain. */
const HOUSE = { corners: [40, 0, 30, 52, 0, 30, 40, 6, 30, 52, 6, 30, 40, 0, 39, 52, 0, 39, 40, 6, 39, 52, 6, 39], triangles: [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5] }

function meshOf(key: string, corners: readonly number[], triangles: readonly number[], times: number): MeshData {
  const axis = (k: number): readonly number[] => corners.filter((_, i) => i % 3 === k)
  const [min, max] = [Math.min, Math.max].map((most) => [0, 1, 2].map((k) => most(...axis(k))) as unknown as Vec3)
  const indices = new Uint32Array(triangles.length * times)
  for (let i = 0; i < times; i++) indices.set(triangles, i * triangles.length)
  return { key, positions: Float32Array.from(corners), normals: new Float32Array(corners.length), uvs: null, indices, materialSlots: null, bounds: { min, max } }
}

const partOf = (id: string, mesh: string): ParsedPart => ({ id, name: id, mesh, materials: [DEFAULT_MATERIAL], position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] })
const built = (meshes: readonly MeshData[], parts: readonly ParsedPart[]) => builtOnPlain({ parts, meshes: new Map(meshes.map((mesh) => [mesh.key, mesh])) }, new Set())

test('what is one mesh with the plain is found among four million triangles at most, of all such meshes together', () => {
  const merged = (times: number): MeshData => meshOf('merged', [...PLAIN.corners, ...HOUSE.corners], [...PLAIN.triangles, ...HOUSE.triangles.map((i) => i + 4)], times)
  expect(built([merged(4)], [partOf('a', 'merged')])).toEqual({ min: [40, 0, 30], max: [52, 6, 39] })
  // 14 triangles each time: two million in each of three parts.
  expect(built([merged(143_000)], ['a', 'b', 'c'].map((id) => partOf(id, 'merged')))).toBeNull()
})

test('what is a part of its own is found however many triangles the plain has', () => {
  const meshes = [meshOf('plain', PLAIN.corners, PLAIN.triangles, 2_100_000), meshOf('house', HOUSE.corners, HOUSE.triangles, 4)]
  expect(built(meshes, [partOf('plain', 'plain'), partOf('house', 'house')])).toEqual({ min: [40, 0, 30], max: [52, 6, 39] })
})

test('two things that are as high, or too tall to be of the ground, far from each other, are no heap on a plain', () => {
  type House = readonly [x: number, height: number]
  const at = (...houses: readonly House[]) => {
    const corners = houses.flatMap(([x, height]) => HOUSE.corners.map((value, i) => (i % 3 === 0 ? value - 40 + x : i % 3 === 1 ? (value / 6) * height : value)))
    const triangles = houses.flatMap((_, n) => HOUSE.triangles.map((i) => i + 4 + 8 * n))
    return built([meshOf('merged', [...PLAIN.corners, ...corners], [...PLAIN.triangles, ...triangles], 4)], [partOf('a', 'merged')])
  }
  expect(at([40, 6], [70, 6])).toEqual({ min: [40, 0, 30], max: [82, 6, 39] })
  expect(at([40, 6], [70, 150])).toEqual({ min: [40, 0, 30], max: [82, 150, 39] })
  expect(at([40, 6], [400, 6])).toBeNull()
  expect(at([40, 150], [400, 160])).toBeNull()
})

/** Land of 600 m with hills of 80 m, in squares, as a mesh; and how high it lies. */
const heightAt = (x: number, z: number): number => 20 * (Math.sin(x / 60) + Math.cos(z / 45))
function hills(across: number): MeshData {
  const row = across + 1
  const corners = Array.from({ length: row * row }, (_, i) => [(i % row) / across - 0.5, Math.floor(i / row) / across - 0.5].map((value) => value * 600)).flatMap(([x, z]) => [x, heightAt(x, z), z])
  const triangles = Array.from({ length: across * across }, (_, i) => i + Math.floor(i / across)).flatMap((at) => [at, at + row, at + 1, at + 1, at + row, at + row + 1])
  return meshOf('hills', corners, triangles, 1)
}

test('what stands on hills that reach to the horizon is found, on a slope and in a valley, and not what lies below them', () => {
  const meshes = [hills(60), meshOf('house', HOUSE.corners, HOUSE.triangles, 1)]
  /** Houses beside each other, on the land or so many metres above it. */
  const at = (x: number, z: number, above: number, count = 4) => {
    const houses = Array.from({ length: count }, (_, i) => ({ ...partOf(`house ${i}`, 'house'), position: [x - 40 + 3 * i, heightAt(x, z) + above, z - 30] as Vec3 }))
    return built(meshes, [partOf('hills', 'hills'), ...houses])
  }
  for (const [x, z] of [[0, 0], [60, 20], [-90, 140], [150, -100]] as const) {
    expect(at(x, z, 0)?.min[0]).toBe(x)
    expect(at(x, z, -60)).toBeNull()
    expect(at(x, z, 0, 3)).toBeNull()
  }
  expect(at(-310, 0, 0)).toBeNull()
})
