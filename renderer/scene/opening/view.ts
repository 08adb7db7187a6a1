import type { Vec3 } from '../../../gpu/index.ts'
import { composeMatrix, quatLookingAt, transformPoint } from '../../document/transform.ts'
import type { ParsedAsset } from '../../imports/types.ts'
import { type Box, placedBox, sizeOf } from '../../imports/pieces/box.ts'
import { type Outlook, usualTurn } from '../../imports/spaces/outlook.ts'
import { LOOKS_DOWN } from '../../imports/spaces/sight.ts'
import type { Spaces } from '../../imports/spaces/spaces.ts'
import type { CameraPose } from '../../interaction/store.ts'
import { add, conjugate, normalize, rotate, scale, sub } from '../../navigation/vector.ts'
import { builtOnPlain } from './beyond.ts'

/** Radians, of what is looked at from outside: as a photographer of products stands back. */
const FOV = 0.6
const ASPECT = 16 / 9
/** Share of the picture's width or height, whichever it fills more. */
const FILLED = 0.72
/** Metres: what is higher is looked at with the horizon behind it, as a house is. */
const HOUSE = 3
/** Radians from which one looks down: on a house, a thing, what is flat. The horizon is in the first picture. */
const [ON_HOUSES, ON_THINGS, ON_FLATS] = [0.16, 0.32, 0.75]
const MOST_POINTS = 20_000

/** The first view of a model: inside its best room, level and with vertical lines vertical, or all that is built from three quarters. @param leftOut  parts that do not count */
export function startPose(parsed: ParsedAsset, { standpoint, outlook, bounds, apart }: Spaces, leftOut: ReadonlySet<string> = new Set()): CameraPose {
  if (standpoint === null) {
    const uncounted = new Set([...leftOut, ...apart])
    const built = builtOnPlain(parsed, uncounted)
    return framingPose(parsed, built ?? bounds, built === null ? outlook : { turn: usualTurn(built), isHollow: false }, uncounted)
  }
  const { eye, towards, sight, verticalFov } = standpoint
  const ahead = Math.min(8, Math.max(1.2, 0.6 * sight))
  const down = LOOKS_DOWN * Math.tan(verticalFov / 2)
  const target = add(eye, scale([towards[0], -down, towards[2]], ahead))
  return { position: eye, orientation: quatLookingAt(eye, target), target, verticalFov, straighten: 1 }
}

/** From its side, a little above. */
function framingPose(parsed: ParsedAsset, bounds: Box, { turn, isHollow }: Outlook, leftOut: ReadonlySet<string>): CameraPose {
  const { min, max } = bounds
  const [width, height, depth] = max.map((value, axis) => Math.max(value - min[axis], 1e-9))
  const rise = height < 0.15 * Math.min(width, depth) ? ON_FLATS : height > HOUSE && !isHollow ? ON_HOUSES : ON_THINGS
  const back: Vec3 = normalize([Math.sin(turn), Math.tan(rise), Math.cos(turn)])
  const center: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
  const orientation = quatLookingAt(add(center, back), center)
  const seen = pointsOf(parsed, bounds, leftOut).map((point) => rotate(conjugate(orientation), sub(point, center)))
  const radius = Math.hypot(width, height, depth) / 2
  const half = Math.tan(FOV / 2)
  // Nearer, the same thing fills more of the picture and lies elsewhere in it.
  let [distance, x, y] = [radius / half, 0, 0]
  for (let round = 0; round < 12; round++) {
    const box = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity }
    for (const [px, py, pz] of seen) {
      const away = Math.max(distance - pz, 1e-3 * radius)
      box.left = Math.min(box.left, (px - x) / away)
      box.right = Math.max(box.right, (px - x) / away)
      box.low = Math.min(box.low, (py - y) / away)
      box.high = Math.max(box.high, (py - y) / away)
    }
    if (!(box.right >= box.left)) break
    x += ((box.left + box.right) / 2) * distance
    y += ((box.low + box.high) / 2) * distance
    const filled = Math.max((box.right - box.left) / (2 * half * ASPECT), (box.high - box.low) / (2 * half))
    distance = Math.max(distance + (distance * (filled / FILLED) - distance) * 0.8, 0.05 * radius)
  }
  const target = add(center, rotate(orientation, [x, y, 0]))
  return { position: add(target, scale(back, distance)), orientation, target, verticalFov: FOV }
}

/** Vertices of what is shown, in a box: all of them, or of a large model every so many and what sticks out of each mesh. */
function pointsOf({ parts, meshes }: ParsedAsset, box: Box, leftOut: ReadonlySet<string>): readonly Vec3[] {
  const shown = parts.filter(({ id, mesh }) => !leftOut.has(id) && meshes.has(mesh)).map((part) => ({ ...part, matrix: composeMatrix(part) }))
  const isWhole = ({ mesh, matrix }: typeof shown[number]): boolean => contains(box, placedBox(matrix, meshes.get(mesh)!.bounds))
  const total = shown.reduce((sum, { mesh }) => sum + meshes.get(mesh)!.positions.length / 3, 0)
  const step = Math.max(1, Math.ceil(total / MOST_POINTS))
  const chosen = new Map<string, readonly Vec3[]>()
  return shown.flatMap((part) => {
    const { positions } = meshes.get(part.mesh)!
    const whole = isWhole(part)
    const points = whole ? chosen.get(part.mesh) ?? sampled(positions, step) : sampled(within(box, positions, part.matrix), step)
    if (whole) chosen.set(part.mesh, points)
    return points.map((point) => transformPoint(part.matrix, point))
  })
}

/** What is computed in another order lies beside by less than this share of a box. */
const MARGIN = 1e-6

const isIn = ({ min, max }: Box, point: Vec3, margin: number): boolean => point.every((value, axis) => value >= min[axis] - margin && value <= max[axis] + margin)

const marginOf = (box: Box): number => MARGIN * Math.max(...sizeOf(box))

const contains = (outer: Box, { min, max }: Box): boolean => isIn(outer, min, marginOf(outer)) && isIn(outer, max, marginOf(outer))

/** Of positions in object space those that lie in a box of world space. */
function within(box: Box, positions: Float32Array, worldFromObject: readonly number[]): readonly number[] {
  const margin = marginOf(box)
  const inside: number[] = []
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]]
    if (isIn(box, transformPoint(worldFromObject, [x, y, z]), margin)) inside.push(x, y, z)
  }
  return inside
}

/** Towards the corners of a box. */
const CORNERS: readonly Vec3[] = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vec3 => [x, y, z])))

function sampled(positions: ArrayLike<number>, step: number): readonly Vec3[] {
  const at = (i: number): Vec3 => [positions[i], positions[i + 1], positions[i + 2]]
  const points: Vec3[] = []
  for (let i = 0; i < positions.length; i += 3 * step) points.push(at(i))
  if (step === 1 || positions.length === 0) return points
  return [...points, ...CORNERS.map(([x, y, z]) => {
    let [farthest, most] = [0, -Infinity]
    for (let i = 0; i < positions.length; i += 3) {
      const along = x * positions[i] + y * positions[i + 1] + z * positions[i + 2]
      if (along > most) [farthest, most] = [i, along]
    }
    return at(farthest)
  })]
}
