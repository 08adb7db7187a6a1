import { boxBetween } from '../kit/box.ts'
import { frame } from '../kit/frame.ts'
import { addVertex, emptyGeometry, join, move } from '../kit/geometry.ts'
import type { Geometry, Vec3 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar, tube } from '../kit/tube.ts'

/** A hole in a wall, metres: x along the wall from its middle, y from the floor. */
export interface Opening {
  readonly from: number
  readonly to: number
  readonly sill: number
  readonly head: number
}

export interface WallParameters {
  readonly length: number
  readonly height: number
  readonly thickness: number
  readonly openings?: readonly Opening[]
  readonly inside: MaterialSpec
  readonly outside: MaterialSpec
}

/**
 * A wall whose inner face lies in z = 0 and looks towards +z; it is as much longer outside as it is thick, so that two
 * walls close a corner. Cut along every edge of every opening: no T-junctions, nothing for a ray to slip through.
 */
export function wall({ length, height, thickness, openings = [], inside, outside }: WallParameters): Part[] {
  const end = length / 2 + thickness
  const xs = [...new Set([-end, -length / 2, length / 2, end, ...openings.flatMap(({ from, to }) => [from, to])])].toSorted((a, b) => a - b)
  const ys = [...new Set([0, height, ...openings.flatMap(({ sill, head }) => [sill, head])])].toSorted((a, b) => a - b)
  const isSolid = (i: number, j: number): boolean => {
    if (i < 0 || j < 0 || i + 1 >= xs.length || j + 1 >= ys.length) return false
    const [x, y] = [(xs[i] + xs[i + 1]) / 2, (ys[j] + ys[j + 1]) / 2]
    return !openings.some(({ from, to, sill, head }) => x > from && x < to && y > sill && y < head)
  }
  const front = emptyGeometry()
  const back = emptyGeometry()
  const reveal = emptyGeometry()
  for (let i = 0; i + 1 < xs.length; i++) {
    for (let j = 0; j + 1 < ys.length; j++) {
      if (!isSolid(i, j)) continue
      const [x0, x1, y0, y1] = [xs[i], xs[i + 1], ys[j], ys[j + 1]]
      const corner = (x: number, y: number, z: number): Vec3 => [x, y, z]
      quad(front, [corner(x0, y0, 0), corner(x1, y0, 0), corner(x1, y1, 0), corner(x0, y1, 0)], [0, 0, 1])
      quad(back, [corner(x1, y0, -thickness), corner(x0, y0, -thickness), corner(x0, y1, -thickness), corner(x1, y1, -thickness)], [0, 0, -1])
      if (!isSolid(i - 1, j)) quad(reveal, [corner(x0, y0, -thickness), corner(x0, y0, 0), corner(x0, y1, 0), corner(x0, y1, -thickness)], [-1, 0, 0])
      if (!isSolid(i + 1, j)) quad(reveal, [corner(x1, y0, 0), corner(x1, y0, -thickness), corner(x1, y1, -thickness), corner(x1, y1, 0)], [1, 0, 0])
      if (!isSolid(i, j - 1)) quad(reveal, [corner(x0, y0, -thickness), corner(x1, y0, -thickness), corner(x1, y0, 0), corner(x0, y0, 0)], [0, -1, 0])
      if (!isSolid(i, j + 1)) quad(reveal, [corner(x0, y1, 0), corner(x1, y1, 0), corner(x1, y1, -thickness), corner(x0, y1, -thickness)], [0, 1, 0])
    }
  }
  return [part(inside, join(front, reveal)), part(outside, back)]
}

/** A level rectangle, seen from above or from below, whose texture may be turned. */
export function level(min: readonly [number, number], max: readonly [number, number], y: number, side: 1 | -1, texture = 0): Geometry {
  const geometry = emptyGeometry()
  const points: Vec3[] = [[min[0], y, max[1]], [max[0], y, max[1]], [max[0], y, min[1]], [min[0], y, min[1]]]
  quad(geometry, side > 0 ? points : points.toReversed(), [0, side, 0])
  const [c, s] = [Math.cos(texture), Math.sin(texture)]
  for (let i = 0; i < 4; i++) {
    const [x, z] = [geometry.positions[3 * i], geometry.positions[3 * i + 2]]
    geometry.uvs[2 * i] = c * x - s * z
    geometry.uvs[2 * i + 1] = s * x + c * z
  }
  return geometry
}

function quad(geometry: Geometry, corners: readonly Vec3[], normal: Vec3): void {
  const first = geometry.positions.length / 3
  for (const [x, y, z] of corners) addVertex(geometry, [x, y, z], normal, [normal[0] !== 0 ? z : x, normal[1] !== 0 ? z : y])
  geometry.indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
}

export interface WindowParameters {
  readonly width: number
  readonly height: number
  /** Panes side by side. */
  readonly lights: number
  /** Of the wall; the frame stands in its middle, the sill board fills it to the inside. */
  readonly depth: number
  readonly finish: MaterialSpec
}

/** Frame, mullions, handles and sill board of a window. Its inner wall face is z = 0, its foot y = 0; unglazed. */
export function windowFrame({ width, height, lights, depth, finish }: WindowParameters): Part[] {
  const z = -depth * 0.62
  const section = [[0, 0], [0.055, 0], [0.055, 0.05], [0.048, 0.06], [0, 0.06]] as const
  const outer = move(frame(width, height, section), [0, height / 2, z])
  const pane = (width - 0.07) / lights
  const sashes: Geometry[] = []
  const handles: Geometry[] = []
  for (let i = 0; i < lights; i++) {
    const x = -width / 2 + 0.035 + (i + 0.5) * pane
    sashes.push(move(frame(pane - 0.004, height - 0.06, [[0, 0], [0.05, 0], [0.05, 0.044], [0.042, 0.052], [0.004, 0.052], [0, 0.046]]), [x, height / 2, z + 0.02]))
    if (i === 0) continue
    const at = x - pane / 2 + 0.028
    const y = height * 0.46
    handles.push(tube([[at, y, z + 0.07], [at, y, z + 0.11], [at, y + 0.012, z + 0.118], [at, y + 0.11, z + 0.118]], 0.007, { sides: 12 }))
  }
  const sill = boxBetween([-width / 2, -0.001, z + 0.06], [width / 2, 0.022, 0.035], 0.004, { segments: 2 })
  return [part(finish, outer, ...sashes), part(materials.brushed, ...handles), part(materials.white, sill)]
}

export interface DoorParameters {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly finish: MaterialSpec
}

/** Where a door turns, in its own space: the edge of its leaf that is away from the room. */
export const doorHinge = ({ width }: Pick<DoorParameters, 'width'>): Vec3 => [-width / 2 + 0.03, 0, -0.06]

/** A panelled door and its lining, closed. Inner wall face z = 0, foot y = 0; it opens away from the room. */
export function door({ width, height, depth, finish }: DoorParameters): { readonly lining: Part[]; readonly leaf: Part[] } {
  const leaf = boxBetween([-width / 2 + 0.03, 0.004, -0.06], [width / 2 - 0.03, height - 0.03, -0.02])
  const mouldings = [[0.62, 0.78], [1.4, 1.02]].map(([y, h]) =>
    move(frame(width - 0.28, h - 0.14, [[0, 0], [0.03, 0], [0.026, 0.006], [0.016, 0.009], [0.004, 0.012], [0, 0.01]]), [0, y + (y > 1 ? 0.1 : -0.04), -0.02]))
  const lining = [
    boxBetween([-width / 2, 0, -depth], [-width / 2 + 0.03, height, 0.012], 0.003), boxBetween([width / 2 - 0.03, 0, -depth], [width / 2, height, 0.012], 0.003),
    boxBetween([-width / 2, height - 0.03, -depth], [width / 2, height, 0.012], 0.003),
    boxBetween([-width / 2 - 0.06, 0, 0], [-width / 2 + 0.004, height + 0.06, 0.016], 0.004), boxBetween([width / 2 - 0.004, 0, 0], [width / 2 + 0.06, height + 0.06, 0.016], 0.004),
    boxBetween([-width / 2 + 0.004, height - 0.004, 0], [width / 2 - 0.004, height + 0.06, 0.016], 0.004),
  ]
  const x = width / 2 - 0.09
  const rose = lathe([[0, 0], [0.026, 0], [0.026, 0.006], [0.012, 0.009]], 32)
  const facing = { ...rose, positions: rose.positions.map((_, i) => quarterTurn(rose.positions, i)), normals: rose.normals.map((_, i) => quarterTurn(rose.normals, i)) }
  const lever = tube([[x, 1.02, -0.02], [x, 1.02, 0.024], [x - 0.008, 1.02, 0.034], [x - 0.12, 1.02, 0.034]], 0.0085, { sides: 16 })
  const handle = part(materials.chrome, lever, move(facing, [x, 1.02, -0.02]), bar([x, 0.93, -0.02], [x, 0.93, -0.014], 0.02, 0.02, 24))
  return { lining: [part(finish, ...lining)], leaf: [part(finish, leaf, ...mouldings), handle] }
}

/** y becomes z. */
const quarterTurn = (values: readonly number[], i: number): number => (i % 3 === 1 ? -values[i + 1] : i % 3 === 2 ? values[i - 1] : values[i])
