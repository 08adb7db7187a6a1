import { expect, test } from 'vitest'
import { createRandom } from '../../../assets/generators/kit/random.ts'
import type { MeshData } from '../../../gpu/index.ts'
import { composeMatrix, transformPoint } from '../../document/transform.ts'
import { DEFAULT_MATERIAL } from '../../imports/gltf/surfaces/materials.ts'
import type { ParsedPart } from '../../imports/types.ts'
import { type Thing, thingsIn } from './things.ts'

const PART: ParsedPart = { id: 'a', name: 'a', mesh: 'm', materials: [DEFAULT_MATERIAL], position: [3, 1, -2], rotation: [0, Math.sin(0.4), 0, Math.cos(0.4)], scale: [1, 2, 0.5] }

/** Triangles between whole places, some of them far apart, each with corners of its own. */
function meshOf(seed: number, count: number, extent: number): MeshData {
  const next = createRandom(seed)
  const positions = new Float32Array(9 * count)
  for (let t = 0; t < count; t++) {
    const middle = [0, 1, 2].map(() => Math.floor(extent * next()))
    for (let k = 0; k < 9; k++) positions[9 * t + k] = middle[k % 3] + Math.floor((next() < 0.1 ? 20 : 2) * next())
  }
  return { key: 'm', positions, normals: positions, uvs: null, indices: Uint32Array.from({ length: 3 * count }, (_, i) => i), materialSlots: null, bounds: { min: [0, 0, 0], max: [extent, extent, extent] } }
}

/** By going from triangle to triangle, in no hurry. */
function byWalking({ positions, indices }: MeshData, widest: number): Thing[] {
  const m = composeMatrix(PART)
  const corners = Array.from(indices, (i) => [0, 1, 2].map((k) => positions[3 * i + k]) as [number, number, number])
  const triangles = Array.from({ length: corners.length / 3 }, (_, t) => corners.slice(3 * t, 3 * t + 3))
  const boxed = (of: readonly number[]): Thing => {
    const world = of.flatMap((t) => triangles[t].map((corner) => transformPoint(m, corner)))
    const most = (which: typeof Math.min): [number, number, number] => [0, 1, 2].map((k) => which(...world.map((p) => p[k]))) as [number, number, number]
    return { box: { min: most(Math.min), max: most(Math.max) }, triangles: of.length }
  }
  const isWide = triangles.map((_, t) => [0, 2].some((k) => boxed([t]).box.max[k] - boxed([t]).box.min[k] > widest))
  const at = new Map<string, number[]>()
  triangles.forEach((triangle, t) => { if (!isWide[t]) for (const corner of triangle) at.set(corner.join(), [...at.get(corner.join()) ?? [], t]) })
  const seen = new Set<number>()
  const held = triangles.flatMap((_, t): Thing[] => {
    if (isWide[t] || seen.has(t)) return []
    const found = [t]
    seen.add(t)
    for (const one of found) for (const other of triangles[one].flatMap((corner) => at.get(corner.join())!)) if (!seen.has(other)) { seen.add(other); found.push(other) }
    return [boxed(found)]
  })
  return [...triangles.flatMap((_, t) => (isWide[t] ? [boxed([t])] : [])), ...held]
}

test.each([[1, 40, 12], [2, 300, 30], [3, 900, 25], [4, 900, 200]])('what hangs together in a mesh is what one comes to from triangle to triangle (seed %d, %d triangles among %d)', (seed, count, extent) => {
  const mesh = meshOf(seed, count, extent)
  const things = thingsIn({ meshes: new Map([['m', mesh]]) }, PART, 6)
  expect(things).toEqual(byWalking(mesh, 6))
  expect(things.length).toBeGreaterThan(4)
})
