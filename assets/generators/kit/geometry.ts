/** Triangles in the making: plain number lists, metres, y up, counter-clockwise fronts, uv in metres. */
export interface Geometry {
  readonly positions: number[]
  readonly normals: number[]
  readonly uvs: number[]
  readonly indices: number[]
}

export type Vec2 = readonly [number, number]
export type Vec3 = readonly [number, number, number]
export type Axis = 'x' | 'y' | 'z'

export const emptyGeometry = (): Geometry => ({ positions: [], normals: [], uvs: [], indices: [] })

/** Appends one vertex and returns its index. */
export function addVertex(geometry: Geometry, position: Vec3, normal: Vec3, uv: Vec2): number {
  geometry.positions.push(...position)
  geometry.normals.push(...normal)
  geometry.uvs.push(...uv)
  return geometry.positions.length / 3 - 1
}

export function join(...pieces: readonly Geometry[]): Geometry {
  const all = emptyGeometry()
  for (const piece of pieces) {
    const first = all.positions.length / 3
    for (const value of piece.positions) all.positions.push(value)
    for (const value of piece.normals) all.normals.push(value)
    for (const value of piece.uvs) all.uvs.push(value)
    for (const index of piece.indices) all.indices.push(first + index)
  }
  return all
}

/** Applies `place` to every position and `turn` to every normal. */
export function mapped(geometry: Geometry, place: (p: Vec3) => Vec3, turn: (n: Vec3) => Vec3): Geometry {
  const result: Geometry = { positions: [], normals: [], uvs: [...geometry.uvs], indices: [...geometry.indices] }
  for (let i = 0; i < geometry.positions.length; i += 3) {
    result.positions.push(...place(vec(geometry.positions, i)))
    result.normals.push(...turn(vec(geometry.normals, i)))
  }
  return result
}

export const move = (geometry: Geometry, by: Vec3): Geometry => mapped(geometry, (p) => add(p, by), (n) => n)

/** Turns counter-clockwise around an axis through the origin. */
export function turn(geometry: Geometry, axis: Axis, radians: number): Geometry {
  const rotate = rotation(axis, radians)
  return mapped(geometry, rotate, rotate)
}

export function rotation(axis: Axis, radians: number): (v: Vec3) => Vec3 {
  const c = Math.cos(radians)
  const s = Math.sin(radians)
  if (axis === 'x') return ([x, y, z]) => [x, c * y - s * z, s * y + c * z]
  if (axis === 'y') return ([x, y, z]) => [c * x + s * z, y, c * z - s * x]
  return ([x, y, z]) => [c * x - s * y, s * x + c * y, z]
}

/** Scales about the origin; an odd number of negative factors mirrors, and the fronts stay fronts. */
export function scale(geometry: Geometry, by: Vec3): Geometry {
  const scaled = mapped(
    geometry,
    (p) => [p[0] * by[0], p[1] * by[1], p[2] * by[2]],
    (n) => normalize([n[0] / by[0], n[1] / by[1], n[2] / by[2]]),
  )
  return by[0] * by[1] * by[2] < 0 ? flipped(scaled) : scaled
}

/** The same triangles seen from behind; normals are left alone. */
export function flipped(geometry: Geometry): Geometry {
  const indices = [...geometry.indices]
  for (let i = 0; i < indices.length; i += 3) [indices[i + 1], indices[i + 2]] = [indices[i + 2], indices[i + 1]]
  return { ...geometry, indices }
}

/** Moves vertices freely, then makes the normals smooth again across vertices that share a place. */
export function deform(geometry: Geometry, place: (p: Vec3) => Vec3): Geometry {
  return withSmoothNormals(mapped(geometry, place, (n) => n))
}

/** Area-weighted normals, shared by all vertices within 10 micrometres of each other. */
export function withSmoothNormals(geometry: Geometry): Geometry {
  const sums = new Map<string, [number, number, number]>()
  const keyOf = (index: number): string =>
    vec(geometry.positions, 3 * index).map((value) => Math.round(value * 1e5)).join(',')
  for (let i = 0; i < geometry.indices.length; i += 3) {
    const corners = geometry.indices.slice(i, i + 3)
    const [a, b, c] = corners.map((index) => vec(geometry.positions, 3 * index))
    const area = cross(sub(b, a), sub(c, a))
    for (const index of corners) {
      const sum = sums.get(keyOf(index)) ?? [0, 0, 0]
      sums.set(keyOf(index), [sum[0] + area[0], sum[1] + area[1], sum[2] + area[2]])
    }
  }
  const normals: number[] = []
  for (let i = 0; i < geometry.positions.length / 3; i++) {
    const sum = sums.get(keyOf(i)) ?? [0, 0, 0]
    // Where front and back of a seam cancel out, each keeps its own.
    normals.push(...(length(sum) > 1e-9 ? normalize(sum) : vec(geometry.normals, 3 * i)))
  }
  return { ...geometry, normals }
}

/** Leaves out triangles without area and the vertices that nothing uses any more. */
export function compact(geometry: Geometry): Geometry {
  const result = emptyGeometry()
  const places = new Map<number, number>()
  const keep = (index: number): number => {
    const known = places.get(index)
    if (known !== undefined) return known
    const uv: Vec2 = [geometry.uvs[2 * index], geometry.uvs[2 * index + 1]]
    const place = addVertex(result, vec(geometry.positions, 3 * index), vec(geometry.normals, 3 * index), uv)
    places.set(index, place)
    return place
  }
  for (let i = 0; i < geometry.indices.length; i += 3) {
    const corners = geometry.indices.slice(i, i + 3)
    const [a, b, c] = corners.map((index) => vec(geometry.positions, 3 * index))
    if (length(cross(sub(b, a), sub(c, a))) > 1e-10) result.indices.push(...corners.map(keep))
  }
  return result
}

export function boundsOf(geometry: Geometry): { readonly min: Vec3; readonly max: Vec3 } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < geometry.positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3], geometry.positions[i])
    max[i % 3] = Math.max(max[i % 3], geometry.positions[i])
  }
  return { min, max }
}

export const vec = (values: readonly number[], at: number): Vec3 => [values[at], values[at + 1], values[at + 2]]
export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const times = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k]
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2])
export const normalize = (a: Vec3): Vec3 => times(a, 1 / (length(a) || 1))
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Projects uvs along each vertex's main normal axis, so that a stone runs on across the seams of its slabs. */
export function projected(geometry: Geometry): Geometry {
  const uvs: number[] = []
  for (let i = 0; i < geometry.positions.length; i += 3) {
    const [x, y, z] = vec(geometry.positions, i)
    const [nx, ny, nz] = vec(geometry.normals, i).map(Math.abs)
    uvs.push(...(ny >= nx && ny >= nz ? [x, z] : nx > nz ? [z, y] : [x, y]))
  }
  return { ...geometry, uvs }
}

/** Only the triangles that `keep` accepts, by their centroid. */
export function filtered(geometry: Geometry, keep: (centroid: Vec3) => boolean): Geometry {
  const indices: number[] = []
  for (let i = 0; i < geometry.indices.length; i += 3) {
    const corners = geometry.indices.slice(i, i + 3)
    const [a, b, c] = corners.map((index) => vec(geometry.positions, 3 * index))
    if (keep(times(add(a, add(b, c)), 1 / 3))) indices.push(...corners)
  }
  return compact({ ...geometry, indices })
}

/** The inside of a hollow: triangles and normals turn round. */
export const insideOut = (geometry: Geometry): Geometry => mapped(flipped(geometry), (p) => p, (n) => times(n, -1))
