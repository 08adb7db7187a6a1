import { type Bounds, type MeasuredNode, sizeOf } from './node-boxes.ts'

/* Metres. */
/** Furniture is no longer, and no higher. */
const [LONGEST, HIGHEST] = [4.5, 3.2]
/** What is as high as this and this wide both ways is a room, be it a small one. */
const [ROOM_HEIGHT, ROOM_WIDTH] = [2.1, 1.4]
/** A sheet that lies below everything, this wide both ways: a floor, and what stands on it. */
const [FLOOR_WIDTH, FLOOR_THICKNESS, FLOOR_SHARE] = [2.5, 0.3, 0.8]
/** What its name calls one thing may be as large as a stair or a lorry. */
const LARGEST_THING = 12
/** What is smaller is not taken apart: a pair of shoes. */
const SMALLEST_SET = 0.35
/** Parts of one thing are no farther from each other, beside a share of its size. */
const [GAP, GAP_SHARE] = [0.05, 0.03]
/** A chair, a table: what stands by itself beside others. */
const [STANDING_SIZE, STANDING_FOOT] = [0.3, 0.05]
/** Below it, what does not stand lies on something that does: plates on a table. */
const LYING_SIZE = 0.4
/** Share of the smaller box: things that stand beside each other overlap less, and two materials of one thing more. */
const SAME_PLACE = 0.7
/** More parts than that are one thing's screws. */
const MOST_COMPARED = 1000
/** Materials that exporters make parts of their own of. */
const MOST_SLICES = 16

/** Words for one thing; of several, or of a set, none. */
const THING = new RegExp(String.raw`\b(?:(?:arm|wheel)?chair|stool|bench|sofa|couch|settee|table|desk|bed|crib|lamp|lantern|chandelier|pendant|luminaire|shelf|bookcase|cabinet|cupboard|wardrobe|closet|dresser|drawer|sideboard|`
  + String.raw`door|gate|window|sink|basin|toilet|bath(?:tub)?|shower|tap|faucet|fridge|refrigerator|oven|stove|dishwasher|washer|tv|television|monitor|piano|bicycle|bike|car|van|truck|bus|tree|plant|palm|stairs?|staircase|railing|fence|`
  + String.raw`stuhl|sessel|hocker|bank|tisch|bett|lampe|leuchte|regal|schrank|kommode|tür|fenster|waschbecken|wanne|dusche|herd|ofen|kühlschrank|klavier|fahrrad|auto|baum|pflanze|treppe|geländer|zaun)\b`, 'i')

/** Whether a name speaks of one thing: `Office_Chair.003`, `PendantLamp2`. */
export const namesOneThing = (name: string): boolean => THING.test(name.replaceAll(/([a-zäöüß])([A-ZÄÖÜ])/g, '$1 $2').replaceAll(/[^\p{L}]+/gu, ' '))

/** A name that a program gave: `Object_12`, `mesh 3`, none. */
const isGeneric = (name: string, parent: string): boolean => {
  const rest = name.toLowerCase().replace(parent.toLowerCase(), '').replaceAll(/[\d_.\-\s]+/g, '')
  return ['', 'object', 'mesh', 'primitive', 'node', 'material', 'geometry', 'group'].includes(rest)
}

/** What there is to say about a node and what it holds. */
export interface Question {
  readonly name: string
  readonly measured: MeasuredNode
  /** Boxes of what it holds directly: its own mesh and its children. */
  readonly units: readonly Bounds[]
  /** Of children that are nothing but a mesh of one material: name and material; null: some are more. */
  readonly slices: readonly { readonly name: string; readonly material: number | null }[] | null
  /** The file holds the like of it more than once. */
  readonly isRepeated: boolean
}

/**
 * Whether all below a node is one thing, that people move as a whole, or several that stand in one place. By size, and by whether its
 * parts touch; a chair of four parts is one. What is larger than furniture is several, unless its name says otherwise.
 */
export function isOneThing({ name, measured, units, slices, isRepeated }: Question): boolean {
  if (units.length < 2) return true
  if (slices !== null && areSlices(slices, name)) return true
  const [width, height, depth] = sizeOf(measured.all)
  const longest = Math.max(width, height, depth)
  // A file that does not say how large it is.
  if (!Number.isFinite(longest) || units.some((box) => box[0] > box[3])) return true
  const isRoom = height >= ROOM_HEIGHT && Math.min(width, depth) >= ROOM_WIDTH
  if (Math.max(width, depth) > LONGEST || height > HIGHEST || isRoom || hasFloor(units, measured.all)) return longest <= LARGEST_THING && namesOneThing(name) && areTogether(units, longest)
  if (longest < SMALLEST_SET) return true
  if (areStanding(units, measured.all)) return false
  return isRepeated || areTogether(units, longest) || namesOneThing(name)
}

const areSlices = (slices: readonly { readonly name: string; readonly material: number | null }[], parent: string): boolean =>
  slices.length <= MOST_SLICES && new Set(slices.map(({ material }) => material)).size === slices.length && slices.every(({ name }) => isGeneric(name, parent))

function hasFloor(units: readonly Bounds[], whole: Bounds): boolean {
  const [width, height, depth] = sizeOf(whole)
  if (Math.min(width, depth) < FLOOR_WIDTH) return false
  return units.some((box) => {
    const [w, h, d] = sizeOf(box)
    return h < FLOOR_THICKNESS && h < height / 2 && w * d > FLOOR_SHARE * width * depth && box[4] < whole[1] + FLOOR_THICKNESS
  })
}

/** Each of some size stands on the same ground, clear of the others: a table and its chairs. */
function areStanding(units: readonly Bounds[], whole: Bounds): boolean {
  const large = units.filter((box) => Math.max(...sizeOf(box)) > LYING_SIZE)
  const stands = (box: Bounds): boolean => box[1] - whole[1] < STANDING_FOOT && sizeOf(box).every((size) => size >= STANDING_SIZE)
  if (large.length < 2 || large.length > MOST_COMPARED || !large.every(stands)) return false
  return large.every((a, i) => large.every((b, k) => k <= i || overlap(a, b) < SAME_PLACE * Math.min(volume(a), volume(b))))
}

const volume = (box: Bounds): number => sizeOf(box).reduce((product, size) => product * Math.max(0, size), 1)
const overlap = (a: Bounds, b: Bounds): number =>
  volume([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2]), Math.min(a[3], b[3]), Math.min(a[4], b[4]), Math.min(a[5], b[5])])

/** Whether one can walk from each to each, over gaps that one thing has. O(n²), bounded. */
function areTogether(units: readonly Bounds[], longest: number): boolean {
  if (units.length > MOST_COMPARED) return true
  const gap = GAP + GAP_SHARE * longest
  const apart = new Set(units.slice(1))
  const reached: Bounds[] = [units[0]]
  for (let at = 0; at < reached.length; at++) {
    for (const other of apart) {
      if (!touch(reached[at], other, gap)) continue
      apart.delete(other)
      reached.push(other)
    }
  }
  return apart.size === 0
}

const touch = (a: Bounds, b: Bounds, gap: number): boolean =>
  [0, 1, 2].every((axis) => a[axis] <= b[axis + 3] + gap && b[axis] <= a[axis + 3] + gap)
