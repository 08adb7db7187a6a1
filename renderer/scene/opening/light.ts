import type { Rgb, Vec3 } from '../../../gpu/index.ts'
import { newId } from '../../document/ids.ts'
import { rotationTowards } from '../../document/light-frame.ts'
import { luminanceOf } from '../../document/temperature.ts'
import { composeMatrix, invertAffine, transformPoint } from '../../document/transform.ts'
import type { DirectionalLight, DocumentLight, EnvironmentRecord, Piece, PointLight } from '../../document/types.ts'
import { boxOfPart } from '../../imports/pieces/box.ts'
import type { Space, Spaces } from '../../imports/spaces/spaces.ts'
import type { ParsedAsset, ParsedLight, ParsedPart } from '../../imports/types.ts'
import { normalize, scale, sub } from '../../navigation/vector.ts'
import { say } from '../../words/say.ts'
import { SUN_LUX, SUN_RADIUS } from '../sun.ts'

/** Of a very clear afternoon: a blue sky. */
const TURBIDITY = 2
/** Outdoors, of its sky in the mean: what the first guess at rooms is made from, beside its sun. */
const SKY_NITS = 3800
/** Lux that a model's own lamps give at least where one looks, or they are left over from whoever drew it. */
const OWN_LIT = 5
/** Shows lamps beside it, which full daylight outshines. */
const DIM = 0.003
/** What walls, floor and furniture send back of the light they get. */
const REFLECTED = 0.5
/** Lux on the surfaces of a space that needs no lamp by day. */
const DAYLIT = 60
/** Lux on the floor of one that does. */
const LAMPLIT = 200
/** Share of a lamp's light that reaches the floor, on whatever ways. */
const UTILISED = 0.5
const SMALLEST_LIT = 1.5
const MOST_LAMPS = 24
/** A model that joins a room with more lights brings them switched off. */
const MOST_SWITCHED_ON = 8
const WARM: Rgb = [1, 0.93, 0.84]
const LAMP = /lamp|luminaire|chandelier|pendant|downlight|spotlight|light ?fixture|ceiling.?light|light.?[abc\d_]|leuchte|lüster|strahler|^licht|ifclight/i
const NO_LAMP = /skylight|light.?(switch|well|shaft)|lampshade|lichtschalter|oberlicht/i

/** How a model is lit when it is opened. */
export interface OpeningLight {
  readonly lights: readonly DocumentLight[]
  readonly environment: EnvironmentRecord
  /** Nits that the first picture is about as bright as. */
  readonly brightness: number
  /** What is looked at lies in the sun and under the sky, and not in a room or in the light of lamps that the model brings. */
  readonly isOutdoors: boolean
}

/**
 * The light of a clear afternoon, from the side of the openings, and lamps where no daylight reaches. A model that brings lights of its own
 * keeps these alone, beside a daylight so dim that they are seen, unless they light nothing of what is looked at.
 */
export function openingLight(parsed: ParsedAsset, spaces: Spaces, pieces: readonly Piece[]): OpeningLight {
  const own = (parsed.lights ?? []).map((light) => ownLight(light, pieces))
  const sun = own.find((light): light is DirectionalLight => light.kind === 'directional')
  const isOwnLit = sun !== undefined || luxOf(parsed.lights ?? [], spaces) >= OWN_LIT
  const strength = sun !== undefined ? Math.min(10, Math.max(1e-4, sun.illuminance / SUN_LUX)) : isOwnLit ? DIM : 1
  const lamps = isOwnLit ? [] : lampsFor(parsed, spaces, pieces)
  const { standpoint } = spaces
  const space = standpoint === null ? undefined : spaces.spaces[standpoint.space]
  const within = space === undefined ? 0 : strength * reflectedDaylight(space) + (lamps.length > 0 && !isDaylit(space) ? (REFLECTED * LAMPLIT * 0.6) / (1 - REFLECTED) / Math.PI : 0)
  // Of directions in the air of a room, half look up.
  const openness = space === undefined ? 1 : Math.min(1, 2 * space.openness.sky)
  const gradient: Rgb = [round(within), round(within * 0.95), round(within * 0.88)]
  return {
    lights: sun === undefined ? [naturalSun(spaces.toSun), ...own, ...lamps] : [...own, ...lamps],
    environment: { zenith: gradient, nadir: gradient, sky: { turbidity: TURBIDITY, strength, openness: round(openness) }, ground: groundUnder(spaces) },
    brightness: space === undefined ? strength * SKY_NITS : Math.max(0.1, within + strength * space.openness.sky * SKY_NITS),
    isOutdoors: space?.roofed !== true && (!isOwnLit || sun !== undefined),
  }
}

const round = (value: number): number => Number(value.toPrecision(3))

/** Lux of lamps in the middle of what is looked at: of the space, or halfway out of the whole, whose inside nobody sees. */
function luxOf(lights: readonly ParsedLight[], { bounds: { min, max }, spaces, standpoint }: Spaces): number {
  const space = standpoint === null ? undefined : spaces[standpoint.space]
  const middle: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
  const places = space === undefined ? [middle] : [space.center, ...space.middles].map(([x, , z]): Vec3 => [x, (space.floor + space.ceiling) / 2, z])
  const nearest = space === undefined ? Math.hypot(...sub(max, min)) / 4 : 0.5
  return Math.max(...places.map((place) => lights.reduce((sum, { position, intensity }) => sum + intensity / Math.max(nearest, Math.hypot(...sub(position, place))) ** 2, 0)))
}

/** The sun of the clear sky, as bright and as yellow as it is at its height. */
export function naturalSun(toSun: Vec3): DirectionalLight {
  const direction = scale(toSun, -1)
  return { id: newId(), name: say('light.kind.directional'), kind: 'directional', on: true, color: [1, 0.95, 0.88], direction, illuminance: SUN_LUX, angularRadius: SUN_RADIUS, natural: true }
}

/** Just below the model, and so wide that its edge is the horizon. */
function groundUnder({ bounds: { min, max } }: Spaces): EnvironmentRecord['ground'] {
  const diagonal = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])
  if (!Number.isFinite(diagonal)) return undefined
  return { center: [(min[0] + max[0]) / 2, min[1] - Math.min(0.02, 1e-3 * diagonal), (min[2] + max[2]) / 2], radius: Math.max(200, 20 * diagonal) }
}

/** Mean lux on the surfaces of a space by day, before any is sent back (Cauchy: a quarter of what passes through its air). */
const daylightOn = ({ openness: { sky, sun } }: Space): number => Math.PI * sky * SKY_NITS + (sun * SUN_LUX) / 4

const isDaylit = (space: Space): boolean => daylightOn(space) >= DAYLIT

/** Nits that the surfaces of a space send back of daylight, over and over. */
const reflectedDaylight = (space: Space): number => (daylightOn(space) * REFLECTED) / (1 - REFLECTED) / Math.PI

/** Whether a model is seen by its own light. */
export const bringsLight = <P extends Pick<ParsedAsset, 'lights'>>(parsed: P): parsed is P & { readonly lights: readonly ParsedLight[] } => (parsed.lights ?? []).length > 0

/** Lights that a model brings into a room which has a sun: those with a place, off where there are many. */
export function broughtLights({ lights = [] }: Pick<ParsedAsset, 'lights'>, pieces: readonly Piece[]): readonly DocumentLight[] {
  const placed = lights.filter(({ kind }) => kind !== 'directional')
  return placed.map((light) => ({ ...ownLight(light, pieces), on: placed.length <= MOST_SWITCHED_ON }))
}

/** A light of the model's own; it moves with the piece it came with. */
function ownLight({ kind, name, color, intensity, position, direction, cone, part }: ParsedLight, pieces: readonly Piece[]): DocumentLight {
  const base = { id: newId(), name, on: true, color }
  if (kind === 'directional') return { ...base, kind, direction, illuminance: intensity }
  const carrier = pieces.find((piece) => piece.part === part)
  const toOwn = intoPiece(carrier)
  const placed = { ...base, position: toOwn(position), attachedTo: carrier?.id ?? null, intensity }
  if (cone === undefined) return { ...placed, kind }
  const [from, to] = [toOwn(position), toOwn([position[0] + direction[0], position[1] + direction[1], position[2] + direction[2]])]
  return { ...placed, kind: 'spot', rotation: rotationTowards(normalize(sub(to, from))), innerAngle: Math.min(cone.innerAngle, cone.outerAngle), outerAngle: cone.outerAngle }
}

function intoPiece(carrier: Piece | undefined): (point: Vec3) => Vec3 {
  const pieceFromWorld = carrier === undefined ? null : invertAffine(composeMatrix(carrier))
  return (point) => (pieceFromWorld === null ? point : transformPoint(pieceFromWorld, point))
}

/** A space with what lights it. */
interface Dark {
  readonly space: Space
  /** Candela of all its lamps. */
  readonly intensity: number
  /** Lamps that the model shows. */
  readonly shown: readonly { readonly part: ParsedPart; readonly at: Vec3 }[]
}

/** Lamps of the model where it has some, else under the ceiling, in spaces that daylight does not reach and where nothing shines: first where one stands, for they are few. */
function lampsFor(parsed: ParsedAsset, { spaces, standpoint }: Spaces, pieces: readonly Piece[]): readonly PointLight[] {
  const isHere = (space: Space): number => Number(standpoint !== null && space === spaces[standpoint.space])
  const dark = spaces.toSorted((a, b) => isHere(b) - isHere(a)).filter((space) => space.roofed && space.area >= SMALLEST_LIT && !isDaylit(space))
  const [fixtures, shining] = dark.length === 0 ? [[], []] : [fixturesOf(parsed), shiningOf(parsed)]
  const lit = dark.flatMap((space): Dark[] => {
    const lumens = (LAMPLIT * floorOf(space)) / UTILISED
    const already = shining.reduce((sum, { at, lumens: own }) => sum + (isIn(space, at) ? own : 0), 0)
    return already > 0.3 * lumens ? [] : [{ space, intensity: (lumens - already) / (4 * Math.PI), shown: fixtures.filter(({ at }) => isIn(space, at)) }]
  })
  const places = lit.flatMap(({ space, intensity, shown }) => {
    const own = shown.slice(0, MOST_LAMPS).map(({ part, at }) => ({ at, carrier: pieces.find((piece) => piece.part === part.id), name: part.name }))
    const drop = Math.min(0.35, (space.ceiling - space.floor) * 0.15)
    const hung = space.middles.map(([x, , z]) => ({ at: [x, space.ceiling - drop, z] as Vec3, carrier: undefined, name: null }))
    const chosen = own.length > 0 ? own : hung
    return chosen.map((lamp) => ({ ...lamp, intensity: Math.max(1, Math.round(intensity / chosen.length)) }))
  }).slice(0, MOST_LAMPS)
  return places.map(({ at, carrier, name, intensity }, i) => ({
    id: newId(), kind: 'point', on: true, color: WARM, intensity, radius: 0.06, position: intoPiece(carrier)(at), attachedTo: carrier?.id ?? null,
    name: name ?? (places.length === 1 ? say('light.ceiling') : say('light.ceiling.number', { number: i + 1 })),
  }))
}

/** Square metres: what is clear of walls, and the strip along them. */
const floorOf = ({ area }: Space): number => (Math.sqrt(area) + 1.1) ** 2

/** Approximately: between floor and ceiling, as far from the middle as the space is large. */
function isIn({ center, middles, floor, ceiling, area }: Space, [x, y, z]: Vec3): boolean {
  if (y < floor || y > ceiling + 0.5) return false
  const reach = Math.sqrt(floorOf({ area } as Space) / middles.length) * 0.75
  return [center, ...middles].some((middle) => Math.hypot(x - middle[0], z - middle[2]) < reach)
}

/** Lamps by name that hang overhead, and the point below each. */
function fixturesOf(parsed: ParsedAsset): Dark['shown'] {
  return parsed.parts.flatMap((part) => {
    if (!LAMP.test(part.name) || NO_LAMP.test(part.name)) return []
    const bounds = boxOfPart(parsed, part)
    if (bounds === null || Math.max(...bounds.max.map((value, axis) => value - bounds.min[axis])) > 3) return []
    return [{ part, at: [(bounds.min[0] + bounds.max[0]) / 2, bounds.min[1] - 0.08, (bounds.min[2] + bounds.max[2]) / 2] as Vec3, lowest: bounds.min[1] }]
  })
}

/** What shines by itself, and how many lumens of it. */
function shiningOf({ parts, meshes }: ParsedAsset): readonly { readonly at: Vec3; readonly lumens: number }[] {
  return parts.flatMap((part) => {
    const nits = part.materials.map(({ emissive }) => luminanceOf(emissive))
    const mesh = meshes.get(part.mesh)
    if (mesh === undefined || Math.max(0, ...nits) === 0) return []
    const matrix = composeMatrix(part)
    let [lumens, weight] = [0, 0]
    const sum = [0, 0, 0]
    for (let i = 0; i < mesh.indices.length; i += 3) {
      const radiance = nits[mesh.materialSlots?.[i / 3] ?? 0] ?? 0
      if (radiance === 0) continue
      const [a, b, c] = [0, 1, 2].map((k) => transformPoint(matrix, mesh.positions.subarray(3 * mesh.indices[i + k], 3 * mesh.indices[i + k] + 3) as unknown as Vec3))
      const [u, v] = [sub(b, a), sub(c, a)]
      const area = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
      lumens += Math.PI * radiance * area
      weight += area
      for (let axis = 0; axis < 3; axis++) sum[axis] += (area * (a[axis] + b[axis] + c[axis])) / 3
    }
    return weight === 0 ? [] : [{ at: [sum[0] / weight, sum[1] / weight, sum[2] / weight] as Vec3, lumens }]
  })
}
