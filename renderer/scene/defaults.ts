import type { Vec3 } from '../../gpu/index.ts'
import { withoutExtension } from '../imports/formats.ts'
import { guessMount } from '../imports/mount.ts'
import type { LoadedAsset, ParsedAsset, ParsedLight, ParsedPart } from '../imports/types.ts'
import { DEFAULT_ENVIRONMENT } from '../document/empty.ts'
import { newId } from '../document/ids.ts'
import { rotationTowards } from '../document/light-frame.ts'
import { composeMatrix, invertAffine, quatLookingAt, transformPoint } from '../document/transform.ts'
import type { AssetKey, AtriumDocument, DirectionalLight, DocumentLight, GroupId, GroupRecord, LengthUnit, Piece, PointLight } from '../document/types.ts'
import type { CameraPose } from '../interaction/store.ts'
import { findBuilding } from '../imports/spaces/building.ts'
import type { Space, Spaces } from '../imports/spaces/spaces.ts'
import { say } from '../words/say.ts'

const EYE_HEIGHT = 1.65
const FOV = 0.95
const LARGE_SPACE = 4
const MOST_CEILING_LIGHTS = 12
/** Above this area a ceiling light gets brighter, up to two and a half times. */
const AREA_OF_ONE_LIGHT = 16
const CANDELA = 150
/** What a model opens with when it is opened as a room: its parts as pieces, its lights or light to see by, and a place to stand. */
export function openAsRoom({ parsed, bytes }: LoadedAsset, spaces: Spaces, unit: LengthUnit = 'm'): { document: AtriumDocument; pose: CameraPose } {
  const name = withoutExtension(parsed.name)
  const groupIds = new Map((parsed.groups ?? []).map(({ id }) => [id, newId()]))
  const groups = (parsed.groups ?? []).map((group): GroupRecord => ({ ...group, id: groupIds.get(group.id) as string, parent: groupIds.get(group.parent ?? '') ?? null }))
  const building = findBuilding(parsed, spaces)
  const pieces = parsed.parts.map((part) => toPiece(part, parsed.key, building.has(part.id), groupIds.get(part.group ?? '')))
  return {
    document: {
      name,
      unit,
      assets: [{ key: parsed.key, name: parsed.name, sizeBytes: bytes.byteLength, catalogueId: null }],
      pieces,
      ...(groups.length > 0 && { groups }),
      lights: bringsLight(parsed) ? parsed.lights.map((light) => ownLight(light, pieces)) : defaultLights(spaces),
      environment: DEFAULT_ENVIRONMENT,
      views: [],
      unknown: {},
    },
    pose: startPose(spaces),
  }
}

function toPiece({ id, name, position, rotation, scale }: ParsedPart, asset: AssetKey, locked: boolean, group: GroupId | undefined): Piece {
  return { id: newId(), name, asset, part: id, position, rotation, scale, mount: guessMount(name), hidden: false, locked, ...(group !== undefined && { group }) }
}

/** A light of the model's own; it moves with the piece it came with. */
function ownLight({ kind, name, color, intensity, position, direction, cone, part }: ParsedLight, pieces: readonly Piece[]): DocumentLight {
  const base = { id: newId(), name, on: true, color }
  if (kind === 'directional') return { ...base, kind, direction, illuminance: intensity }
  const carrier = pieces.find((piece) => piece.part === part)
  const pieceFromWorld = carrier === undefined ? null : invertAffine(composeMatrix(carrier))
  const toOwn = (point: Vec3): Vec3 => (pieceFromWorld === null ? point : transformPoint(pieceFromWorld, point))
  const placed = { ...base, position: toOwn(position), attachedTo: pieceFromWorld === null ? null : carrier!.id, intensity }
  if (cone === undefined) return { ...placed, kind }
  const [from, to] = [toOwn(position), toOwn([position[0] + direction[0], position[1] + direction[1], position[2] + direction[2]])]
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2])
  const rotation = rotationTowards([(to[0] - from[0]) / length, (to[1] - from[1]) / length, (to[2] - from[2]) / length])
  return { ...placed, kind: 'spot', rotation, innerAngle: Math.min(cone.innerAngle, cone.outerAngle), outerAngle: cone.outerAngle }
}

/**
 * Whether a model is seen by its own light; else it gets `defaultLights` and the default sky. Lamps alone count: glass, displays and
 * tinted trim carry an emission too, and a room lit by these is black.
 */
export const bringsLight = <P extends Pick<ParsedAsset, 'lights'>>(parsed: P): parsed is P & { readonly lights: readonly ParsedLight[] } => (parsed.lights ?? []).length > 0

/** A sun, and a light under the ceiling of every large enclosed space. The sky's ambient is the document's environment. */
export function defaultLights({ spaces }: Spaces): readonly DocumentLight[] {
  const lit = spaces.filter(({ enclosed, area }) => enclosed && area >= LARGE_SPACE).slice(0, MOST_CEILING_LIGHTS)
  return [defaultSun(), ...lit.map((space, i) => ceilingLight(space, lit.length === 1 ? say('light.ceiling') : say('light.ceiling.number', { number: i + 1 })))]
}

/**
 * Early afternoon, from the south-west, 45 degrees above the horizon: it reaches into rooms by their windows. Veiled, so that a
 * model without a roof is not bleached at the default exposure: a white wall that faces it just reaches the display's white.
 */
export function defaultSun(): DirectionalLight {
  const [x, y, z] = [0.5, -0.72, -0.48]
  const length = Math.hypot(x, y, z)
  return { id: newId(), name: say('light.kind.directional'), kind: 'directional', on: true, color: [1, 0.95, 0.88], direction: [x / length, y / length, z / length], illuminance: 220 }
}

function ceilingLight({ center, ceiling, floor, area }: Space, name: string): PointLight {
  const drop = Math.min(0.35, (ceiling - floor) * 0.15)
  const intensity = Math.round(CANDELA * Math.min(2.5, Math.max(1, area / AREA_OF_ONE_LIGHT)))
  return { id: newId(), name, kind: 'point', on: true, color: [1, 0.93, 0.84], position: [center[0], ceiling - drop, center[2]], attachedTo: null, intensity }
}

/** Inside the largest space at eye height, looking along it; outside, framing everything, when there is none. */
export function startPose({ bounds, spaces }: Spaces): CameraPose {
  const space = spaces.find(({ enclosed }) => enclosed) ?? spaces[0]
  if (space === undefined) return framingPose(bounds)
  const [from, to] = space.ends
  const eye: Vec3 = [from[0], space.floor + Math.min(EYE_HEIGHT, (space.ceiling - space.floor) * 0.7), from[2]]
  const target: Vec3 = [(to[0] * 2 + space.center[0]) / 3, space.floor + 1.1, (to[2] * 2 + space.center[2]) / 3]
  return { position: eye, orientation: quatLookingAt(eye, target), target, verticalFov: FOV }
}

function framingPose({ min, max }: Spaces['bounds']): CameraPose {
  const target = min.map((value, axis) => (value + max[axis]) / 2) as [number, number, number]
  const radius = Math.max(0.05, Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2)
  const distance = radius / Math.sin(FOV / 2)
  const eye: Vec3 = [target[0] + distance * 0.55, target[1] + distance * 0.35, target[2] + distance * 0.76]
  return { position: eye, orientation: quatLookingAt(eye, target), target, verticalFov: FOV }
}
