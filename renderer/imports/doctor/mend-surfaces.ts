import type { Surface } from '../gltf/meshes/geometry.ts'
import { Triples, weld } from './health.ts'

/** Turned round: the other side of every triangle is its front. O(corners + triangles). */
export function turnedRound(surface: Surface): Surface {
  const indices = surface.indices.slice()
  for (let t = 0; t < indices.length; t += 3) [indices[t + 1], indices[t + 2]] = [indices[t + 2], indices[t + 1]]
  return { ...surface, indices, normals: surface.normals.map((value) => -value) }
}

/**
 * Without triangles that have no area, and those that are there once more, looking the same way, in whichever of the surfaces. A surface of which
 * nothing would be left stays as it is: materials go by its place.
 *
 * @param surfaces  of one mesh
 * O(corners + triangles).
 */
export function withoutDoubles(surfaces: readonly Surface[]): readonly Surface[] {
  const positions = new Float32Array(surfaces.reduce((sum, surface) => sum + surface.positions.length, 0))
  const triangles = surfaces.reduce((sum, { indices }) => sum + indices.length / 3, 0)
  let end = 0
  const starts = surfaces.map((surface) => {
    positions.set(surface.positions, end)
    end += surface.positions.length
    return (end - surface.positions.length) / 3
  })
  const corner = weld(positions)
  const known = new Triples(triangles)
  return surfaces.map((surface, s) => {
    const kept = new Uint32Array(surface.indices.length)
    let count = 0
    for (let t = 0; t < kept.length; t += 3) {
      const triangle = surface.indices.subarray(t, t + 3)
      const [i, j, k] = [triangle[0] + starts[s], triangle[1] + starts[s], triangle[2] + starts[s]]
      if (isZero(normalOf(positions, i, j, k)) || !known.add(corner[i], corner[j], corner[k])) continue
      kept.set(triangle, count)
      count += 3
    }
    return count === 0 ? surface : { ...surface, indices: kept.slice(0, count) }
  })
}

/** Normals look to the side that the winding says: those of a triangle that looks to the other are turned. O(corners + triangles). */
export function withNormalsAsWound(surface: Surface): Surface {
  const { positions, normals, indices } = surface
  const corners = positions.length / 3
  // Corners that triangles of both kinds share become two.
  const turned = new Int32Array(corners).fill(-1)
  const sources: number[] = []
  const wound = indices.slice()
  for (let t = 0; t < indices.length; t += 3) {
    const triangle = indices.subarray(t, t + 3)
    const [nx, ny, nz] = normalOf(positions, triangle[0], triangle[1], triangle[2])
    const dot = triangle.reduce((sum, i) => sum + nx * normals[3 * i] + ny * normals[3 * i + 1] + nz * normals[3 * i + 2], 0)
    if (!(dot < 0)) continue
    triangle.forEach((i, k) => {
      if (turned[i] === -1) turned[i] = corners + sources.push(i) - 1
      wound[t + k] = turned[i]
    })
  }
  if (sources.length === 0) return surface
  const grown = withCorners(surface, sources)
  for (let i = 3 * corners; i < grown.normals.length; i++) grown.normals[i] = -grown.normals[i]
  return { ...grown, indices: wound }
}

/**
 * Texture coordinates in metres on the side that each triangle faces, as if the texture lay on a box around it.
 *
 * @param metres  that a unit of the surface is long
 * O(corners + triangles).
 */
export function boxMapped(surface: Surface, metres: number): Surface {
  if (surface.uvs !== null) return surface
  const { positions, indices } = surface
  const place = new Map<number, number>()
  const sources: number[] = []
  const sides: number[] = []
  const mapped = new Uint32Array(indices.length)
  for (let t = 0; t < indices.length; t += 3) {
    const normal = normalOf(positions, indices[t], indices[t + 1], indices[t + 2])
    const side = [0, 1, 2].reduce((widest, axis) => (Math.abs(normal[axis]) > Math.abs(normal[widest]) ? axis : widest), 0)
    for (let k = 0; k < 3; k++) {
      const i = indices[t + k]
      const at = place.get(3 * i + side) ?? sources.length
      if (at === sources.length) {
        place.set(3 * i + side, at)
        sources.push(i)
        sides.push(side)
      }
      mapped[t + k] = at
    }
  }
  const split = withCorners({ ...surface, positions: new Float32Array(), normals: new Float32Array(), ...(surface.colors !== undefined && { colors: new Float32Array() }) }, sources, surface)
  const uvs = new Float32Array(2 * sources.length)
  sides.forEach((side, i) => {
    const [x, y, z] = split.positions.subarray(3 * i, 3 * i + 3)
    uvs.set(side === 0 ? [-z * metres, -y * metres] : side === 1 ? [x * metres, z * metres] : [x * metres, -y * metres], 2 * i)
  })
  return { ...split, uvs, indices: mapped }
}

/** How far a simpler surface may lie from its original, of its size, and how many of its triangles shall be left. */
const [SIMPLER_ERROR, SIMPLER_SHARE] = [0.002, 0.1]
/** Times as many triangles as were asked for are few enough. */
const ENOUGH = 1.1

/**
 * Of so many of the triangles, as far as its shape and `error` allow (Garland and Heckbert 1997, by meshoptimizer); corners that are not used go.
 *
 * @param error  how far it may lie from its original, of its size; null: as far as it takes
 */
export async function simplified(surface: Surface, share = SIMPLER_SHARE, error: number | null = SIMPLER_ERROR): Promise<Surface> {
  const { MeshoptSimplifier } = await import('meshoptimizer/simplifier')
  await MeshoptSimplifier.ready
  const { positions, normals, uvs, indices } = surface
  const corners = positions.length / 3
  const width = uvs === null ? 3 : 5
  const attributes = new Float32Array(width * corners)
  for (let i = 0; i < corners; i++) {
    attributes.set(normals.subarray(3 * i, 3 * i + 3), width * i)
    if (uvs !== null) attributes.set(uvs.subarray(2 * i, 2 * i + 2), width * i + 3)
  }
  const weights = [0.3, 0.3, 0.3, ...(uvs === null ? [] : [0.5, 0.5])]
  const target = 3 * Math.ceil((share * indices.length) / 3)
  let [fewer] = MeshoptSimplifier.simplifyWithAttributes(indices, positions, 3, attributes, width, weights, null, target, error ?? 1)
  // Where every corner is a seam, edges cannot go one by one.
  if (error === null && fewer.length > ENOUGH * target) [fewer] = MeshoptSimplifier.simplifyWithAttributes(indices, positions, 3, attributes, width, weights, null, target, 1, ['Permissive', 'Prune'])
  if (error === null && fewer.length > ENOUGH * target) [fewer] = MeshoptSimplifier.simplifySloppy(indices, positions, 3, null, target, 1)
  if (fewer.length === 0) return surface
  const place = new Map<number, number>()
  const left = fewer.map((i) => {
    const at = place.get(i) ?? place.size
    place.set(i, at)
    return at
  })
  const bare = { ...surface, positions: new Float32Array(), normals: new Float32Array(), uvs: uvs === null ? null : new Float32Array(), ...(surface.colors !== undefined && { colors: new Float32Array() }) }
  return { ...withCorners(bare, [...place.keys()], surface), indices: left }
}

/** With copies of corners behind its own. @param from  whose corners they are */
function withCorners(surface: Surface, sources: readonly number[], from = surface): Surface {
  const grown = (own: Float32Array, values: Float32Array, width: number): Float32Array => {
    const all = new Float32Array(own.length + width * sources.length)
    all.set(own)
    sources.forEach((source, i) => all.set(values.subarray(width * source, width * (source + 1)), own.length + width * i))
    return all
  }
  const { positions, normals, uvs, colors } = surface
  return {
    ...surface,
    positions: grown(positions, from.positions, 3),
    normals: grown(normals, from.normals, 3),
    uvs: uvs === null || from.uvs === null ? null : grown(uvs, from.uvs, 2),
    ...(colors !== undefined && from.colors !== undefined && { colors: grown(colors, from.colors, 4) }),
  }
}

/** Of twice its area. */
function normalOf(positions: Float32Array, i: number, j: number, k: number): readonly [number, number, number] {
  const [p, q, r] = [3 * i, 3 * j, 3 * k]
  const ux = positions[q] - positions[p], uy = positions[q + 1] - positions[p + 1], uz = positions[q + 2] - positions[p + 2]
  const vx = positions[r] - positions[p], vy = positions[r + 1] - positions[p + 1], vz = positions[r + 2] - positions[p + 2]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

const isZero = ([x, y, z]: readonly [number, number, number]): boolean => x === 0 && y === 0 && z === 0
