/** Bytes of one ray in a file: 8 little-endian f32, {origin xyz, t max, direction xyz, unused}. */
export const RAY_BYTES = 32

/** The largest f32. */
export const LARGEST = 3.4028234663852886e38

/** Rays as the kernels take them, and what turns their t into the file's. */
export interface PreparedRays {
  /** 8 floats per ray: origin, t_min, direction, t_max. */
  readonly rays: Float32Array
  /** Factor from a kernel's t to the file's, per ray; a power of two. */
  readonly units: Float64Array
}

/**
 * Turns rays of a file into rays for kernels. Directions may have any length: each is multiplied by the power of two that brings its
 * largest component into 1..2, which rounds nothing. A ray that is none (a number that is not one, infinite origin or direction,
 * no direction, t max of zero or less) gets an end before its beginning, and misses.
 *
 * @param bytes  a whole number of rays
 */
export function prepareRays(bytes: Uint8Array): PreparedRays {
  const count = bytes.length / RAY_BYTES
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rays = new Float32Array(8 * count)
  const units = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const at = RAY_BYTES * i
    const to = 8 * i
    const ox = view.getFloat32(at, true)
    const oy = view.getFloat32(at + 4, true)
    const oz = view.getFloat32(at + 8, true)
    const end = view.getFloat32(at + 12, true)
    const dx = view.getFloat32(at + 16, true)
    const dy = view.getFloat32(at + 20, true)
    const dz = view.getFloat32(at + 24, true)
    const largest = Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz))
    if (!Number.isFinite(ox + oy + oz) || !Number.isFinite(largest) || largest === 0 || !(end > 0)) {
      rays[to + 6] = 1
      rays[to + 7] = -1
      units[i] = 1
      continue
    }
    const unit = 2 ** -Math.floor(Math.log2(largest))
    rays[to] = ox
    rays[to + 1] = oy
    rays[to + 2] = oz
    rays[to + 4] = dx * unit
    rays[to + 5] = dy * unit
    rays[to + 6] = dz * unit
    rays[to + 7] = Math.min(end / unit, LARGEST)
    units[i] = unit
  }
  return { rays, units }
}
