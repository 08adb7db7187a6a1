import { createRandom, fractal, hash, noise, wrap } from './random.ts'
import { paint } from './png.ts'
import type { Image } from './png.ts'

type Color = readonly [number, number, number]

/** Between colours, 0..1, in so few steps that the image fits a palette. */
function ramp(colors: readonly Color[], t: number, steps = 40): Color {
  const place = (Math.round(Math.max(0, Math.min(1, t)) * steps) / steps) * (colors.length - 1)
  const i = Math.min(colors.length - 2, Math.floor(place))
  const f = place - i
  const [from, to] = [colors[i], colors[i + 1]]
  return [from[0] + (to[0] - from[0]) * f, from[1] + (to[1] - from[1]) * f, from[2] + (to[2] - from[2]) * f]
}

/**
 * Grain of a sawn board, 0 dark to 1 light. u runs along the fibre and v across it, both in grain cells; it repeats
 * after the periods, and its rings wander slowly like a plain-sawn oak's.
 */
function grain(u: number, v: number, periodU: number, periodV: number, seed: number): number {
  const wander = fractal(u * 0.25, v * 0.5, periodU / 4, periodV / 2, 2, seed)
  const rings = 0.5 + 0.5 * Math.sin(2 * Math.PI * (v + wander * 1.3))
  const fibre = noise(u * 2, v * 8, periodU * 2, periodV * 8, seed + 7)
  const pores = noise(u * 3, v * 16, periodU * 3, periodV * 16, seed + 9) > 0.8 ? 1 : 0
  return 0.25 + 0.45 * rings * (0.6 + 0.4 * fibre) + 0.3 * fibre - 0.16 * pores
}

/** A board's surface, tileable; u (to the right) follows the fibre. */
export const wood = (colors: readonly Color[], seed: number, size = 256): Image =>
  paint(size, size, (x, y) => ramp(colors, grain((8 * x) / size, (8 * y) / size, 8, 8, seed)))

/**
 * Herringbone parquet, tileable. With blocks of 1:5 it repeats every ten block widths; the image shows twenty, so that
 * every block in it has its own tone and stretch of grain.
 */
export function herringbone(colors: readonly Color[], seed: number, size = 1024): Image {
  const cells = 20
  const long = 5
  return paint(size, size, (px, py) => {
    const [x, y] = [(px * cells) / size, (py * cells) / size]
    const [i, j] = [Math.floor(x), Math.floor(y)]
    const step = wrap(i - j, 2 * long)
    const lies = step < long
    const within = lies ? step : 2 * long - 1 - step
    const along = within + (lies ? x - i : y - j)
    const across = lies ? y - j : x - i
    const [bi, bj] = lies ? [wrap(i - within, cells), j] : [i, wrap(j - within, cells)]
    const tone = hash(bi, bj, seed + (lies ? 0 : 1))
    const shift = Math.floor(tone * 997)
    const edge = Math.min(along, long - along, across, 1 - across)
    const joint = edge < 0.022 ? 0.3 : 0
    return ramp(colors, 0.2 + 0.4 * grain(along * 0.9 + shift, across * 2.2 + shift * 3, 4096, 4096, seed) + 0.36 * tone - joint, 32)
  })
}

/** Mottled cloth with slubs along warp and weft, tileable. */
export function weave(colors: readonly Color[], seed: number, size = 256): Image {
  return paint(size, size, (x, y) => {
    const warp = noise(x / 1.6, y / 14, size / 1.6, size / 14, seed)
    const weft = noise(x / 14, y / 1.6, size / 14, size / 1.6, seed + 1)
    const knit = ((x >> 1) + (y >> 1)) % 2 === 0 ? 0.08 : 0
    const cloud = fractal((4 * x) / size, (4 * y) / size, 4, 4, 2, seed + 2)
    return ramp(colors, 0.42 * warp + 0.42 * weft + knit + 0.24 * (cloud - 0.5) + 0.06, 24)
  })
}

/** Marble with soft veins, tileable. */
export function marble(colors: readonly Color[], seed: number, size = 256): Image {
  return paint(size, size, (px, py) => {
    const [x, y] = [(4 * px) / size, (4 * py) / size]
    const bend = fractal(x, y, 4, 4, 4, seed)
    const vein = Math.abs(Math.sin(Math.PI * ((x + y) / 2 + 2.4 * bend)))
    const thin = Math.exp(-vein * 9) * fractal(x, y, 4, 4, 2, seed + 20)
    return ramp(colors, 0.92 - 0.9 * thin - 0.25 * fractal(x * 2, y * 2, 8, 8, 3, seed + 5), 40)
  })
}

/** Two by two polished slabs, dark and light, their veins in different directions; tileable. */
export function checker(dark: readonly Color[], light: readonly Color[], seed: number, size = 512): Image {
  const half = size / 2
  return paint(size, size, (px, py) => {
    const [i, j] = [Math.floor(px / half), Math.floor(py / half)]
    const [u, v] = [px - i * half, py - j * half]
    if (Math.min(u, v, half - 1 - u, half - 1 - v) < 1) return [52, 50, 48]
    const [x, y] = i === 0 ? [(4 * u) / half, (4 * v) / half] : [(4 * v) / half, 4 - (4 * u) / half]
    const slab = seed + 7 * i + 13 * j
    const vein = Math.abs(Math.sin(Math.PI * ((x + 0.6 * y) / 2 + 2.2 * fractal(x, y, 8, 8, 4, slab))))
    const thin = Math.exp(-vein * 14) * fractal(x, y, 8, 8, 2, slab + 20)
    const cloud = 0.2 * fractal(x * 2, y * 2, 16, 16, 3, slab + 5)
    return (i + j) % 2 === 0 ? ramp(dark, thin + cloud, 24) : ramp(light, 0.95 - 0.9 * thin - cloud, 24)
  })
}

/** Chips of stone in a cement ground, tileable. */
export function terrazzo(ground: Color, chips: readonly Color[], seed: number, size = 256): Image {
  const cells = 26
  return paint(size, size, (px, py) => {
    const [x, y] = [(px * cells) / size, (py * cells) / size]
    let nearest = { distance: 9, tone: 0, reach: 0 }
    for (let dj = -1; dj <= 1; dj++) {
      for (let di = -1; di <= 1; di++) {
        const [i, j] = [Math.floor(x) + di, Math.floor(y) + dj]
        const key = (k: number): number => hash(wrap(i, cells), wrap(j, cells), seed + k)
        const [dx, dy] = [x - i - key(0), y - j - key(1)]
        const angle = key(2) * Math.PI
        const [a, b] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)]
        const distance = Math.abs(a) + Math.abs(b) * 1.6 + 0.3 * Math.max(Math.abs(a), Math.abs(b))
        if (distance < nearest.distance) nearest = { distance, tone: key(3), reach: 0.1 + 0.5 * key(4) ** 2 }
      }
    }
    if (nearest.distance > nearest.reach) return ground
    return chips[Math.floor(nearest.tone * chips.length)]
  })
}

/** Hand-made glazed tiles, each with its own tone, tileable. */
export function tiles(colors: readonly Color[], joint: Color, columns: number, rows: number, seed: number, size = 256): Image {
  return paint(size, size, (px, py) => {
    const row = Math.floor((py * rows) / size)
    const x = (px * columns) / size + (row % 2) / 2
    const column = wrap(Math.floor(x), columns)
    const [u, v] = [x - Math.floor(x), (py * rows) / size - row]
    const gap = 0.012 * columns
    if (u < gap || u > 1 - gap || v < gap * (rows / columns) || v > 1 - gap * (rows / columns)) return joint
    return ramp(colors, hash(column, row, seed) * 0.8 + 0.2 * fractal(px / 16, py / 16, size / 16, size / 16, 2, seed), 16)
  })
}

/** A flat-woven rug seen from above: a border, lozenges and thin bands on a quiet ground. */
export function rug(colors: { ground: Color; ink: Color; accent: Color }, width: number, height: number, seed: number): Image {
  const { ground, ink, accent } = colors
  return paint(width, height, (x, y) => {
    const thread = 10 * (noise(x / 5, y / 1.1, width / 5, height / 1.1, seed) - 0.5)
    const shade = (c: Color): readonly number[] => c.map((value) => 6 * Math.round((value + thread * 1.4) / 6))
    const edge = Math.min(x, width - 1 - x, (y * width) / width, height - 1 - y)
    if (edge < 7) return shade(ground)
    if (edge < 10) return shade(ink)
    if (edge < 15) return shade(ground)
    if (edge < 17) return shade(accent)
    // Lozenges in rows; every second row is shifted by half, their outlines doubled.
    const [cw, ch] = [(width - 40) / 8, (height - 40) / 4]
    const row = Math.floor((y - 20) / ch)
    const u = Math.abs(wrap((x - 20) / cw + (row % 2) / 2, 1) - 0.5)
    const v = Math.abs(wrap((y - 20) / ch, 1) - 0.5)
    const lozenge = 1 - 2 * Math.max(u + v * 0.98, 0)
    if (edge < 22) return shade(ground)
    if (lozenge > 0.62) return shade(accent)
    if (lozenge > 0.3 && lozenge < 0.38) return shade(ink)
    if (lozenge > 0.03 && lozenge < 0.1) return shade(ink)
    return shade(ground)
  })
}

/** An abstract composition of arcs and discs in calm colours, as on a mid-century poster. */
export function painting(width: number, height: number, seed: number): Image {
  const random = createRandom(seed)
  const jitter = (): number => (random() - 0.5) * 0.04
  const shapes: { color: Color; inside: (x: number, y: number) => number }[] = [
    { color: [196, 92, 58], inside: disc(0.36 + jitter(), 0.34 + jitter(), 0.2) },
    { color: [34, 54, 66], inside: halfDisc(0.6 + jitter(), 0.66, 0.27) },
    { color: [214, 168, 92], inside: ring(0.6 + jitter(), 0.66, 0.33, 0.36) },
    { color: [122, 142, 128], inside: band(0.08, 0.3, 0.5, 0.92) },
    { color: [226, 196, 172], inside: halfDisc(0.3, 0.92, 0.16) },
    { color: [34, 54, 66], inside: ring(0.36, 0.34, 0.245, 0.252) },
  ]
  return paint(width, height, (px, py) => {
    const [x, y] = [(px + 0.5) / width, (py + 0.5) / width]
    const grit = 5 * (noise(px / 2, py / 2, width, height, seed) - 0.5)
    let color: Color = [238, 230, 216]
    for (const shape of shapes) {
      const cover = Math.max(0, Math.min(1, 0.5 - shape.inside(x, y) * width))
      color = color.map((value, k) => value + (shape.color[k] - value) * cover) as unknown as Color
    }
    return color.map((value) => 2 * Math.round((value + grit) / 2))
  })
}

type Distance = (x: number, y: number) => number
const disc = (cx: number, cy: number, r: number): Distance => (x, y) => Math.hypot(x - cx, y - cy) - r
const ring = (cx: number, cy: number, inner: number, outer: number): Distance => (x, y) =>
  Math.max(Math.hypot(x - cx, y - cy) - outer, inner - Math.hypot(x - cx, y - cy))
const halfDisc = (cx: number, cy: number, r: number): Distance => (x, y) => Math.max(disc(cx, cy, r)(x, y), y - cy)
const band = (x0: number, x1: number, y0: number, y1: number): Distance => (x, y) =>
  Math.max(x0 - x, x - x1, y0 - y, y - y1)
