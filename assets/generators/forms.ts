import { type Choice, formOf } from '../../renderer/catalogue/forms.ts'
import type { FormRecord } from '../../renderer/document/types.ts'
import { CATALOGUE } from './catalogue.ts'
import { writeGlb } from './kit/glb.ts'
import { materials, type MaterialSpec } from './kit/materials.ts'
import type { Part } from './kit/part.ts'
import { settled } from './kit/settled.ts'
import { kitchen } from './pieces/kitchen.ts'
import { CONVEX_MIRROR, convexMirror, flatMirror } from './pieces/mirrors.ts'
import { sofa } from './pieces/sofa.ts'
import { shelf } from './pieces/storage.ts'
import { DINING_TABLE, diningTable, type TableParameters } from './pieces/tables.ts'

type Values = Readonly<Record<string, number & Choice>>
const made = (id: Choice): MaterialSpec => materials[id as keyof typeof materials]
/** Metres: as wide as the boards of the table that ships. */
const BOARD = DINING_TABLE.depth / DINING_TABLE.boards

const flat = ({ width, height, frame }: Values): Part[] => flatMirror({ width, height, frame: made(frame) })

/** By the ids of renderer/catalogue/forms.ts, which says what each takes. */
const MAKERS: Readonly<Record<string, (values: Values) => Part[]>> = {
  'sofa-three-seat': ({ width, depth, seats, fabric }) => sofa({ width, depth, seats, cover: made(fabric) }),
  'dining-table': ({ length, depth, height, legs, wood }) => diningTable({ width: length, depth, height, legs: legs as TableParameters['legs'], boards: Math.max(2, Math.round(depth / BOARD)), wood: made(wood) }),
  'shelf-open': ({ bays, bay, height, depth, boards, wood }) => shelf({ bays, width: bay, height, depth, boards, wood: made(wood) }),
  'kitchen-unit': ({ modules, module, depth, height, fronts, worktop }) => kitchen({ units: modules, width: modules * module, depth, height, fronts: made(fronts), worktop: made(worktop) }),
  'mirror-flat': flat,
  'mirror-large': flat,
  'mirror-convex': ({ diameter, frame }) => convexMirror({ diameter, rise: (CONVEX_MIRROR.rise * diameter) / CONVEX_MIRROR.diameter, frame: made(frame) }),
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
