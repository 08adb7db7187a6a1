import type { Material, Rgb, TextureData, TextureKey, TextureUse } from '../../gpu/index.ts'

type Textures = ReadonlyMap<TextureKey, TextureData>
type Vec = readonly [x: number, y: number, z: number]

/** Metres, of the ball that is drawn: so large are its textures. */
const RADIUS = 0.2
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const unit = (v: Vec): Vec => {
  const length = Math.hypot(...v) || 1
  return [v[0] / length, v[1] / length, v[2] / length]
}
const KEY = unit([-0.45, 0.65, 0.62])
const smooth = (from: number, to: number, x: number): number => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
const encode = (linear: number): number => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)
const decode = (srgb: number): number => (srgb <= 0.04045 ? srgb / 12.92 : ((srgb + 0.055) / 1.055) ** 2.4)

/** The studio as seen along a direction: paper below, a soft light at the upper left, a strip at the right; blurred by roughness. */
function studio(d: Vec, roughness: number): number {
  const blur = 0.03 + 0.9 * roughness * roughness
  const horizon = 0.32 + 0.5 * smooth(-0.6 - blur, 0.7 + blur, d[1])
  const window = smooth(-blur, blur, 0.34 - Math.acos(Math.min(1, Math.max(-1, dot(d, KEY)))))
  const strip = smooth(-blur, blur, 0.1 - Math.abs(d[0] - 0.8)) * smooth(-0.5, 0.2, d[2] + 0.5)
  return horizon + (6 * window) / (1 + 12 * blur) + (1.2 * strip) / (1 + 6 * blur)
}

const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => byte / 255)
const DECODED = Float32Array.from({ length: 256 }, (_, byte) => decode(byte / 255))
/** Along each side of a pixel. */
const MOST_TAPS = 8

/** Mean of a texture over a square, so that a fine weave is no stripes. @param wide  of the square, as `uv` */
function texel(use: TextureUse | null, textures: Textures, uv: readonly [number, number], wide: number): Rgb | null {
  const data = use === null ? undefined : textures.get(use.texture)
  if (use === null || data === undefined) return null
  const { width, height, rgba, colorSpace } = data
  const [rowU, rowV] = use.rows ?? [[use.scale[0], 0], [0, use.scale[1]]]
  const wrap = (value: number, size: number): number => Math.min(size - 1, Math.floor((value - Math.floor(value)) * size))
  const taps = Math.min(MOST_TAPS, Math.max(1, Math.ceil(wide * Math.max(Math.hypot(rowU[0], rowU[1]) * width, Math.hypot(rowV[0], rowV[1]) * height))))
  const values = colorSpace === 'srgb' ? DECODED : LINEAR
  const sum: [number, number, number] = [0, 0, 0]
  for (let tap = 0; tap < taps * taps; tap++) {
    const u = uv[0] + wide * (((tap % taps) + 0.5) / taps - 0.5)
    const v = uv[1] + wide * ((Math.floor(tap / taps) + 0.5) / taps - 0.5)
    const at = 4 * (wrap(use.offset[1] + rowV[0] * u + rowV[1] * v, height) * width + wrap(use.offset[0] + rowU[0] * u + rowU[1] * v, width))
    for (let k = 0; k < 3; k++) sum[k] += values[rgba[at + k]]
  }
  return [sum[0] / taps ** 2, sum[1] / taps ** 2, sum[2] / taps ** 2]
}

/** Radiance of a body where its normal is n, the viewer along +z. @param metres  along its surface @param pixel  metres of the surface that a pixel shows */
function shade(material: Material, textures: Textures, n: Vec, metres: readonly [number, number], pixel: number): Rgb {
  // Without a size of its own, a texture goes around three times.
  const scale = material.mapping === 'box' ? 1 : 3
  const uv = [metres[0] * scale, metres[1] * scale] as const
  const wide = pixel * scale
  const color = texel(material.baseColorTexture, textures, uv, wide) ?? [1, 1, 1]
  const base = material.baseColor.map((part, k) => part * color[k])
  const data = texel(material.metallicRoughnessTexture, textures, uv, wide)
  const roughness = material.roughness * (data?.[1] ?? 1)
  const metallic = material.metallic * (data?.[2] ?? 1)
  const bump = texel(material.normalTexture, textures, uv, wide)
  const m = bump === null ? n : unit([n[0] + (2 * bump[0] - 1) * material.normalScale, n[1] + (2 * bump[1] - 1) * material.normalScale, n[2]])
  const facing = Math.max(0.02, m[2])
  const mirrored = unit([2 * m[0] * m[2], 2 * m[1] * m[2], 2 * m[2] * m[2] - 1])
  const fresnel = (f0: number, at: number): number => f0 + (Math.max(1 - at, f0) - f0) * (1 - facing) ** 5
  const f0 = ((material.ior ?? 1.5) - 1) ** 2 / ((material.ior ?? 1.5) + 1) ** 2
  const light = 0.42 + 0.25 * m[1] + 1.5 * Math.max(0, dot(m, KEY))
  const gloss = studio(mirrored, roughness)
  const coat = material.clearcoat?.factor ?? 0
  const coated = coat * fresnel(0.04, material.clearcoat?.roughness ?? 0)
  const glass = (material.transmission ?? 0) * (1 - metallic)
  const behind = studio(unit([-0.5 * n[0], -0.5 * n[1], -1]), roughness) * (((Math.floor((n[0] + 1) * 4) + Math.floor((n[1] + 1) * 4)) & 1) === 0 ? 0.5 : 1)
  const tint = material.volume?.attenuationColor ?? [1, 1, 1]
  return [0, 1, 2].map((k) => {
    const f = (1 - metallic) * fresnel(f0, roughness) + metallic * (base[k] + (1 - base[k]) * (1 - facing) ** 5)
    const body = (1 - metallic) * (1 - f) * ((1 - glass) * base[k] * light + glass * base[k] * tint[k] * behind)
    const sheen = (material.sheen?.color[k] ?? 0) * (1 - facing) ** 3 * light * 0.7
    return (body + sheen + f * gloss) * (1 - coated) + coated * studio(mirrored, material.clearcoat?.roughness ?? 0) + material.emissive[k] / 400
  }) as unknown as Rgb
}

/** Along longitude and latitude. */
const aroundBall = (n: Vec): readonly [number, number] => [Math.atan2(n[0], n[2]) * RADIUS, -Math.asin(Math.min(1, Math.max(-1, n[1]))) * RADIUS]

/** A cube that stands on a corner of its foot: right, up and towards the viewer of its sides, as seen. Orthonormal. */
const [YAW, PITCH] = [0.62, 0.5]
const SIDES: readonly (readonly [out: Vec, along: Vec, down: Vec])[] = (() => {
  const turned = ([x, y, z]: Vec): Vec => {
    const [a, c] = [Math.cos(YAW) * x + Math.sin(YAW) * z, Math.cos(YAW) * z - Math.sin(YAW) * x]
    return [a, Math.cos(PITCH) * y - Math.sin(PITCH) * c, Math.sin(PITCH) * y + Math.cos(PITCH) * c]
  }
  const [x, y, z] = [turned([1, 0, 0]), turned([0, 1, 0]), turned([0, 0, 1])]
  const less = (v: Vec): Vec => [-v[0], -v[1], -v[2]]
  return [[y, x, z], [z, x, less(y)], [less(x), z, less(y)]]
})()
/** Of the cube's edge, in radii of the ball that would fill the picture. */
const EDGE = 1.16

/** Where a place of the picture lies on each side, as if it went on for ever: -1..1 are its edges. Seen from far away, that is linear in both. */
const FACES = SIDES.map(([out, along, down]) => {
  const on = (axis: Vec): Vec => [(axis[0] - (axis[2] * out[0]) / out[2]) / (EDGE / 2), (axis[1] - (axis[2] * out[1]) / out[2]) / (EDGE / 2), axis[2] / out[2]]
  return { out, along: on(along), down: on(down) }
})

/**
 * Of the cube: the side that is seen at a place of the picture, and where on it, -1..1; null: beside it.
 *
 * @param around  of the picture: all within so much of the place, to the side and up, shows this side, too
 */
function sideAt(x: number, y: number, around = 0): { readonly out: Vec; readonly at: readonly [number, number] } | null {
  for (const { out, along, down } of FACES) {
    const [a, b] = [along[0] * x + along[1] * y + along[2], down[0] * x + down[1] * y + down[2]]
    const isInside = Math.abs(a) + around * (Math.abs(along[0]) + Math.abs(along[1])) <= 1 && Math.abs(b) + around * (Math.abs(down[0]) + Math.abs(down[1])) <= 1
    if (isInside) return { out, at: [a, b] }
  }
  return null
}

/**
 * A ball of a material before a neutral studio, drawn on the processor in a few milliseconds: a sketch to choose by, not the engine's picture, which
 * would need a device of its own for each of a hundred cards.
 *
 * @returns RGBA, sRGB, rows from top to bottom, transparent around the ball
 */
export function drawBall(material: Material, textures: Textures, size: number): Uint8ClampedArray<ArrayBuffer> {
  return drawn(size, (nx, ny, radius) => {
    const square = nx * nx + ny * ny
    const cover = Math.min(1, Math.max(0, (1 - Math.sqrt(square)) * radius + 0.5))
    if (cover === 0) return null
    const n = unit([nx, ny, Math.sqrt(Math.max(0, 1 - square))])
    return { radiance: shade(material, textures, n, aroundBall(n), RADIUS / radius / Math.max(0.25, n[2])), cover }
  })
}

/** As `drawBall`, a cube with three of its sides: what lies straight, and how textures meet at an edge. */
export function drawCube(material: Material, textures: Textures, size: number): Uint8ClampedArray<ArrayBuffer> {
  return drawn(size, (x, y, radius) => {
    const look = ({ out, at: [a, b] }: NonNullable<ReturnType<typeof sideAt>>): Rgb => shade(material, textures, out, [a * RADIUS, b * RADIUS], RADIUS / (radius * EDGE * out[2]))
    // Inside a side one place says as much as four: its texture is taken over the whole pixel.
    const inside = sideAt(x, y, 0.25 / radius)
    if (inside !== null) return { radiance: look(inside), cover: 1 }
    // Its outline is straight.
    const seen = [-0.25, 0.25].flatMap((dx) => [-0.25, 0.25].flatMap((dy) => sideAt(x + dx / radius, y + dy / radius) ?? [])).map(look)
    if (seen.length === 0) return null
    const mean = (k: 0 | 1 | 2): number => seen.reduce((sum, radiance) => sum + radiance[k], 0) / seen.length
    return { radiance: [mean(0), mean(1), mean(2)], cover: seen.length / 4 }
  })
}

function drawn(size: number, look: (x: number, y: number, radius: number) => { readonly radiance: Rgb; readonly cover: number } | null): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(4 * size * size)
  const radius = size / 2 - 1
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [nx, ny] = [(x + 0.5 - size / 2) / radius, (size / 2 - y - 0.5) / radius]
      const seen = look(nx, ny, radius)
      if (seen === null) continue
      const { radiance, cover } = seen
      const at = 4 * (y * size + x)
      // Highlights roll off; white paper stays below white.
      for (let k = 0; k < 3; k++) rgba[at + k] = 255 * encode((0.62 * radiance[k] * (1 + radiance[k] / 36)) / (1 + 0.62 * radiance[k] * 0.35))
      rgba[at + 3] = 255 * cover
    }
  }
  return rgba
}
