import type { Mount } from '../../document/types.ts'
import type { Box } from './box.ts'

const CEILING = /chandelier|pendant|ceiling.?(lamp|light|fan)|hanging/i
const WALL = /window|mirror|picture|painting|poster|curtain|air.?condition|range.?hood|wall.?(clock|lamp|light)|sconce|radiator|door/i
const SURFACE = /vase|tablet|utensil|tableware|seasoning|kettle|cup|plate|bowl|book$|dumbbell|table.?lamp|laptop/i

/** How a piece of a user's own model hangs, by its name; most things stand on the floor. */
export function guessMount(name: string): Mount {
  if (CEILING.test(name)) return 'ceiling'
  if (WALL.test(name)) return 'wall'
  return SURFACE.test(name) ? 'surface' : 'floor'
}

/** Where a piece of a file of its own is held: centre of its foot, of its top when it hangs from the ceiling, of its back on a wall. */
export function footOf(mount: Mount, box: Box): readonly [number, number, number] {
  const [x, y, z] = originOf(mount, box)
  return [x, y, mount === 'wall' ? box.min[2] : z]
}

/** Where a piece of a room is held: centre of its foot; centre of its top when it hangs from the ceiling, of its body on a wall. */
export function originOf(mount: Mount, { min, max }: Box): readonly [number, number, number] {
  const y = mount === 'ceiling' ? max[1] : mount === 'wall' ? (min[1] + max[1]) / 2 : min[1]
  return [(min[0] + max[0]) / 2, y, (min[2] + max[2]) / 2]
}
