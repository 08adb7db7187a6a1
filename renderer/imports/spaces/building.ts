import type { ParsedAsset } from '../types.ts'
import { areaOfOpen, flatnessOf, type PlacedPart, placeParts } from './part-boxes.ts'
import { LEAST_PLUMB, plumbShare } from './plumb.ts'
import type { Room, Spaces } from './spaces.ts'
import { findStairs } from './stairs.ts'

/* Metres. */
/** Furniture is not longer, not higher, and covers no more of the floor (square metres). */
const [LONGEST, HIGHEST, LARGEST_FOOT] = [4.2, 3.2, 9]
/** A strip as long as this and no thicker: a skirting, a rail, a beam. */
const [STRIP, STRIP_THICKNESS] = [2.6, 0.3]
/** A post, or a side of one. */
const [POST_HEIGHT, POST_THICKNESS] = [1.9, 0.2]
/** Walls are no thicker, and end no farther from floor and ceiling. */
const [WALL_THICKNESS, WALL_END] = [0.45, 0.2]
const [WALL_FLAT, WALL_FILLED] = [0.9, 0.3]
/** Of another storey than the one with the spaces: as high as no door or wardrobe, and thinner than these. */
const [ANY_WALL_HEIGHT, ANY_WALL_THICKNESS, ANY_WALL_FILLED] = [2.25, 0.25, 0.5]
/** A plane without a back, of few triangles, larger than a picture (square metres): part of a shell, if it lies no table's height above the floor. */
const [SHEET_THICKNESS, SHEET_TRIANGLES, SHEET_AREA, SHEET_TRIANGLE_AREA] = [0.02, 60, 1.5, 0.1]
const [LOWEST_TABLE, HIGHEST_TABLE] = [0.2, 1.3]
/** Floors and ceilings are no thicker, and lie no farther from where a space ends. */
const [SLAB_THICKNESS, SLAB_END, SLAB_SHARE] = [0.5, 0.2, 0.5]
/** A rug is no thicker, and covers less of the room; spaces are measured so far from their walls. */
const [RUG_THICKNESS, RUG_SHARE, RIM] = [0.06, 0.75, 0.55]
/** A room too small or too full to be found as a space: how high it is, how wide, and which share of it floor and walls span. */
const [ROOM_HEIGHT, ROOM_WIDTH, ROOM_SHARE] = [2, 1.2, 0.6]
/** Of thin things and of floors, the largest are compared. */
const MOST_SHEETS = 1000
/** Where there are no rooms, larger models than this have a building in them. */
const SMALLEST_BUILDING = 6
/** Of the ground that a model covers, what is ground itself covers more. */
const GROUND_SHARE = 0.25
/** What is smaller is no part of a building for its name alone. */
const SMALLEST_NAMED = 0.6

const BUILDING_CLASSES = new RegExp('^Ifc(?:Wall|Slab|Roof|Covering|Door|Window|CurtainWall|Stair|Ramp|Railing|Column|Beam|Member|Plate|Footing|Pile|DeepFoundation|Caisson|Chimney|ShadingDevice|BuildingElementPart|BuildingElement$|BuiltElement|'
  + 'Site|Civil|Earthworks|Course|Pavement|TransportElement|Reinforcing|Tendon|\\w*(?:Segment|Fitting)$)')
const FURNITURE_CLASSES = /^Ifc(?:Furnish|Furniture|SystemFurniture|LightFixture|Lamp|SanitaryTerminal|FlowTerminal|ElectricAppliance|AudioVisual|MedicalDevice|CommunicationsAppliance)/

/** Where shape leaves it open. */
const BUILDING_NAMES = /wall|floor|ceiling|roof|window|door|column|pillar|stair|beam|facade|building|slab|skirting|base ?board|shell|structure|ramp|wand|boden|decke|dach|fenster|tür|säule|treppe/i
const FURNITURE_NAMES = /wardrobe|floor.?lamp|wall.?(?:mirror|lamp|clock|art|light|shelf)|ceiling.?(?:lamp|light|fan)|room.?divider|dollhouse|door.?(?:mat|knob|bell)|window.?(?:seat|plant)|lampe|leuchte|spiegel|uhr|regal|vase|bild|matte|tischdecke/i

/**
 * Which parts are the building: what bounds a space, or is larger than furniture. Everything else is furniture, that people move. By the
 * class that a file gives, else by shape and place; a name counts only where these say nothing.
 *
 * @returns ids of parts
 */
export function findBuilding(asset: Pick<ParsedAsset, 'parts' | 'meshes'>, { bounds, spaces: found }: Pick<Spaces, 'bounds'> & { readonly spaces: readonly Room[] }): ReadonlySet<string> {
  const placed = placeParts(asset)
  const spaces = found.length > 0 ? found : wholeRoom(placed, bounds)
  const building = new Set<string>()
  const open: PlacedPart[] = []
  for (const one of placed) {
    const { id, class: ifcClass = '' } = one.part
    if (BUILDING_CLASSES.test(ifcClass)) building.add(id)
    else if (!FURNITURE_CLASSES.test(ifcClass)) open.push(one)
  }
  const isBuilding = spaces.length > 0 || bounds.max.some((value, axis) => value - bounds.min[axis] > SMALLEST_BUILDING)
  if (!isBuilding) return building
  // Of one mesh: a room that one stands in, or a thing.
  if (placed.length === 1) return found.some(({ enclosed }) => enclosed) ? new Set([...building, ...open.map(({ part }) => part.id)]) : building
  // Large vessels, animals and trees on a field are no building; the field under them is.
  const ground = spaces.length > 0 ? [] : open.filter((one) => isTooLarge(one) && isGround(one, bounds)).map(({ part }) => part.id)
  if (spaces.length === 0 && ground.length < open.length && plumbShare(asset, new Set(ground)) < LEAST_PLUMB) return new Set([...building, ...ground])
  const rugs = new Set(findRugs(open, spaces))
  const stairs = findStairs(open)
  for (const one of open) {
    if (rugs.has(one) || FURNITURE_NAMES.test(one.part.name) && !isTooLarge(one)) continue
    if (stairs.has(one) || isTooLarge(one) || isStrip(one) || isSheet(one, spaces) || isWall(one) || spaces.some((space) => endsSpace(one, space)) || (spaces.length > 0 && isNamed(one))) building.add(one.part.id)
  }
  return building
}

const isNamed = ({ part, size }: PlacedPart): boolean => Math.max(...size) >= SMALLEST_NAMED && BUILDING_NAMES.test(part.name)

const isTooLarge = ({ size: [width, height, depth] }: PlacedPart): boolean =>
  Math.max(width, depth) > LONGEST || height > HIGHEST || width * depth > LARGEST_FOOT

const isGround = ({ size: [width, , depth] }: PlacedPart, { min, max }: Spaces['bounds']): boolean => width * depth > GROUND_SHARE * (max[0] - min[0]) * (max[2] - min[2])

function isStrip({ size }: PlacedPart): boolean {
  const [, middle, longest] = size.toSorted((a, b) => a - b)
  return (longest > STRIP && middle < STRIP_THICKNESS) || (size[1] > POST_HEIGHT && middle < POST_THICKNESS)
}

function isSheet({ size, box, mesh }: PlacedPart, spaces: readonly Room[]): boolean {
  const count = mesh.indices.length / 3
  const [, middle, longest] = size.toSorted((a, b) => a - b)
  if (count > SHEET_TRIANGLES || 3 * middle * longest < SHEET_AREA) return false
  const area = areaOfOpen(mesh) * longest ** 2 / Math.max(1e-12, Math.max(...mesh.bounds.max.map((value, axis) => value - mesh.bounds.min[axis])) ** 2)
  const isTable = size[1] < LOWEST_TABLE && spaces.some(({ floor }) => box.min[1] - floor > LOWEST_TABLE && box.max[1] - floor < HIGHEST_TABLE)
  return area > SHEET_AREA && area > SHEET_TRIANGLE_AREA * count && !isTable
}

function isWall({ size: [width, height, depth], mesh }: PlacedPart): boolean {
  if (height < ANY_WALL_HEIGHT || Math.min(width, depth) > ANY_WALL_THICKNESS) return false
  const { flat, filled } = flatnessOf(mesh)
  return flat > WALL_FLAT && filled > ANY_WALL_FILLED
}

/** All of a model as one space, if it has a floor that spans it and a wall. */
function wholeRoom(placed: readonly PlacedPart[], { min, max }: Spaces['bounds']): readonly Room[] {
  const [width, height, depth] = [0, 1, 2].map((axis) => max[axis] - min[axis])
  if (height < ROOM_HEIGHT || Math.min(width, depth) < ROOM_WIDTH) return []
  const slabs = placed.filter(({ size, box }) => size[1] < SLAB_THICKNESS && (box.max[0] - box.min[0]) * (box.max[2] - box.min[2]) > ROOM_SHARE * width * depth)
  const floor = slabs.find(({ box }) => box.min[1] - min[1] < WALL_END)
  const ceiling = slabs.find((slab) => slab !== floor && max[1] - slab.box.max[1] < WALL_END)
  const spans = ({ box, size }: PlacedPart): boolean => size[1] > ROOM_SHARE * height && Math.min(size[0], size[2]) < WALL_THICKNESS && (box.max[0] - box.min[0] > ROOM_SHARE * width || box.max[2] - box.min[2] > ROOM_SHARE * depth)
  if (floor === undefined || !placed.some(spans)) return []
  const center = [(min[0] + max[0]) / 2, floor.box.max[1], (min[2] + max[2]) / 2] as const
  return [{ enclosed: false, area: width * depth, floor: floor.box.max[1], ceiling: ceiling?.box.min[1] ?? max[1], center }]
}

/** Floor, ceiling or wall of a space. */
function endsSpace(one: PlacedPart, { floor, ceiling, center, area }: Room): boolean {
  const { box: { min, max }, size: [width, height, depth], mesh } = one
  const isOver = center[0] > min[0] && center[0] < max[0] && center[2] > min[2] && center[2] < max[2]
  if (height < SLAB_THICKNESS && isOver && width * depth > SLAB_SHARE * area) return Math.abs(max[1] - floor) < SLAB_END || Math.abs(min[1] - ceiling) < SLAB_END
  if (Math.min(width, depth) > WALL_THICKNESS || min[1] > floor + WALL_END || max[1] < ceiling - WALL_END) return false
  const { flat, filled } = flatnessOf(mesh)
  return flat > WALL_FLAT && (filled > WALL_FILLED || Math.min(width, depth) < SHEET_THICKNESS)
}

/** Thin things that lie on a floor and leave some of it free. O(sheets²), bounded. */
function findRugs(parts: readonly PlacedPart[], spaces: readonly Room[]): readonly PlacedPart[] {
  const footOf = ({ size: [width, , depth] }: PlacedPart): number => width * depth
  const largest = (some: readonly PlacedPart[]): readonly PlacedPart[] => some.toSorted((a, b) => footOf(b) - footOf(a)).slice(0, MOST_SHEETS)
  const thin = largest(parts.filter(({ size }) => size[1] < RUG_THICKNESS && Math.min(size[0], size[2]) > STRIP_THICKNESS))
  const sheets = largest(parts.filter((one) => one.size[1] < SLAB_THICKNESS && footOf(one) > SHEET_AREA))
  return thin.filter((one) => {
    const { box } = one
    const middle = [0, 2].map((axis) => (box.min[axis] + box.max[axis]) / 2)
    const isBelow = (other: PlacedPart): boolean => other !== one && footOf(other) > footOf(one) / RUG_SHARE && box.min[1] > other.box.min[1] - RUG_THICKNESS && box.min[1] < other.box.max[1] + RUG_THICKNESS &&
      middle[0] > other.box.min[0] && middle[0] < other.box.max[0] && middle[1] > other.box.min[2] && middle[1] < other.box.max[2]
    const fills = spaces.some(({ center, area, floor }) => Math.abs(floor - box.min[1]) < SLAB_END && center[0] > box.min[0] && center[0] < box.max[0] && center[2] > box.min[2] && center[2] < box.max[2] && footOf(one) > RUG_SHARE * (Math.sqrt(area) + 2 * RIM) ** 2 && footOf(one) < (Math.sqrt(area) + 2 * RIM) ** 2 / RUG_SHARE)
    return !fills && sheets.some(isBelow)
  })
}
