/**
 * A unit vector a triangle, to the side that its winding says; zero where it has no area, or no place.
 *
 * @param indices  of the triangles' corners; left out: three corners after the other are one
 */
export function faceNormals(positions: Float32Array, indices?: Uint32Array): Float32Array {
  const normals = new Float32Array(indices === undefined ? positions.length / 3 : indices.length)
  for (let t = 0; t < normals.length; t += 3) {
    const a = 3 * (indices === undefined ? t : indices[t]), b = 3 * (indices === undefined ? t + 1 : indices[t + 1]), c = 3 * (indices === undefined ? t + 2 : indices[t + 2])
    const ux = positions[b] - positions[a], uy = positions[b + 1] - positions[a + 1], uz = positions[b + 2] - positions[a + 2]
    const vx = positions[c] - positions[a], vy = positions[c + 1] - positions[a + 1], vz = positions[c + 2] - positions[a + 2]
    const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx
    const length = Math.hypot(x, y, z)
    if (length > 0 && length < Infinity) normals.set([x / length, y / length, z / length], t)
  }
  return normals
}
