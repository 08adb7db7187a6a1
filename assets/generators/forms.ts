import { type Choice, formOf } from '../../renderer/catalogue/forms.ts'
import type { FormRecord } from '../../renderer/document/types.ts'
import { CATALOGUE } from './catalogue.ts'
import { writeGlb } from './kit/glb.ts'
import { materials, type MaterialSpec } from './kit/materials.ts'
import type { Part } from './kit/part.ts'
import { settled } from './kit/settled.ts'
import { armchair } from './pieces/armchair.ts'
import { bed } from './pieces/bed.ts'
import { kitchen } from './pieces/kitchen.ts'
import { ceilingLamp, ceilingLampSource, floorLamp, floorLampSource, type LampSource, pendant, pendantSource, tableLamp, tableLampSource } from './pieces/lamps.ts'
import { CONVEX_MIRROR, convexMirror, flatMirror } from './pieces/mirrors.ts'
import { sofa } from './pieces/sofa.ts'
import { shelf } from './pieces/storage.ts'
import { desk, DINING_TABLE, diningTable, type TableParameters } from './pieces/tables.ts'

type Values = Readonly<Record<string, number & Choice>>
const made = (id: Choice): MaterialSpec => materials[id as keyof typeof materials]
/** Metres: as wide as the boards of the table that ships. */
const BOARD = DINING_TABLE.depth / DINING_TABLE.boards

const flat = ({ width, height, frame }: Values): Part[] => flatMirror({ width, height, frame: made(frame) })

const standing = ({ height, shade, metal }: Values): Part[] => floorLamp({ height, shade, metal: made(metal) })

/** By the ids of renderer/catalogue/forms.ts, which says what each takes. */
const MAKERS: Readonly<Record<string, (values: Values) => Part[]>> = {
  'sofa-three-seat': ({ width, depth, seats, fabric }) => sofa({ width, depth, seats, cover: made(fabric) }),
  'dining-table': ({ length, depth, height, legs, wood }) => diningTable({ width: length, depth, height, legs: legs as TableParameters['legs'], boards: Math.max(2, Math.round(depth / BOARD)), wood: made(wood) }),
  'shelf-open': ({ bays, bay, height, depth, boards, wood }) => shelf({ bays, width: bay, height, depth, boards, wood: made(wood) }),
  'kitchen-unit': ({ modules, module, depth, height, fronts, worktop }) => kitchen({ units: modules, width: modules * module, depth, height, fronts: made(fronts), worktop: made(worktop) }),
  'desk': ({ width, depth, height, wood }) => desk({ width, depth, height, wood: made(wood) }),
  'armchair': ({ width, depth, seat, fabric, wood }) => armchair({ width, depth, seatHeight: seat, cover: made(fabric), frame: made(wood) }),
  'bed-double': ({ mattressWidth, mattressLength, head, wood, fabric, throw: over }) => bed({ width: mattressWidth, length: mattressLength, headHeight: head, wood: made(wood), cover: made(fabric), over: made(over) }),
  'floor-lamp': standing,
  'floor-lamp-chrome': standing,
  'table-lamp': ({ height, shade, foot }) => tableLamp({ height, shade, base: made(foot) }),
  'pendant-lamp': ({ diameter, drop, bell }) => pendant({ diameter, drop, outside: made(bell) }),
  'ceiling-lamp': ({ diameter, height }) => ceilingLamp({ diameter, height }),
  'mirror-flat': flat,
  'mirror-large': flat,
  'mirror-convex': ({ diameter, frame }) => convexMirror({ diameter, rise: (CONVEX_MIRROR.rise * diameter) / CONVEX_MIRROR.diameter, frame: made(frame) }),
}

/** Where the light of a lamp goes, by what it is made with. */
const SOURCES: Readonly<Record<string, (values: Values) => LampSource>> = {
  'floor-lamp': ({ height, shade, metal }) => floorLampSource({ height, shade, metal: made(metal) }),
  'floor-lamp-chrome': ({ height, shade, metal }) => floorLampSource({ height, shade, metal: made(metal) }),
  'table-lamp': ({ height, shade, foot }) => tableLampSource({ height, shade, base: made(foot) }),
  'pendant-lamp': ({ diameter, drop, bell }) => pendantSource({ diameter, drop, outside: made(bell) }),
  'ceiling-lamp': ({ diameter, height }) => ceilingLampSource({ diameter, height }),
}

/** Where a lamp as it is wished for shines from, and how brightly its shade glows; null: it is no lamp. */
export function sourceOfForm({ item, values }: FormRecord): LampSource | null {
  const form = formOf(item, values)
  return form === null || !Object.hasOwn(SOURCES, item) ? null : SOURCES[item](form.values as Values)
}

/**
 * A piece of the catalogue as it is wished for, a GLB; with what it comes with, the very bytes that ship.
 *
 * @throws Error when it is none that can be
 */
export async function modelOfForm({ item, values }: FormRecord): Promise<Uint8Array<ArrayBuffer>> {
  const form = formOf(item, values)
  const entry = CATALOGUE.find(({ id }) => id === item)
  if (form === null || entry === undefined) throw new Error(`no piece of the catalogue with a form: ${item}`)
  const parts = settled(MAKERS[item](form.values as Values), entry.mount)
  return writeGlb(entry.name, [{ name: entry.name, parts }])
}
