import type { CatalogueItem } from '../../renderer/imports/types.ts'
import type { Shape } from '../../gpu/scene.ts'
import { lampWhite } from './lamp-white.ts'
import { boundsOf, join } from './kit/geometry.ts'
import { settled } from './kit/settled.ts'
import { materials } from './kit/materials.ts'
import { writeGlb } from './kit/glb.ts'
import type { Part } from './kit/part.ts'
import { armchair } from './pieces/armchair.ts'
import { washstand } from './pieces/bath.ts'
import { bed } from './pieces/bed.ts'
import { curtain, fruitBowl, kettle, picture, plant, rug, vase } from './pieces/decoration.ts'
import { diningChair } from './pieces/dining-chair.ts'
import { glassVase } from './pieces/glass.ts'
import { kitchen } from './pieces/kitchen.ts'
import { ceilingFan } from './pieces/fan.ts'
import { ceilingLamp, ceilingLampSource, floorLamp, floorLampSource, pendant, pendantSource, tableLamp, tableLampSource } from './pieces/lamps.ts'
import { convexMirror, flatMirror } from './pieces/mirrors.ts'
import { officeChair } from './pieces/office-chair.ts'
import { panel, primitiveBox, primitiveSphere } from './pieces/primitives.ts'
import { sofa } from './pieces/sofa.ts'
import { shelf, sideboard, wallShelf } from './pieces/storage.ts'
import { consoleTable, desk, diningTable, lowTable } from './pieces/tables.ts'

/** A catalogue item before its size is measured, and the generator that makes it. */
export interface CatalogueEntry extends Pick<CatalogueItem, 'id' | 'name' | 'category' | 'keywords' | 'mount' | 'light' | 'motion'> {
  readonly make: () => Part[]
  /** The model is traced as this exact surface. */
  readonly shape?: Shape | undefined
}

/** Kelvin: what is sold for rooms to live in, and none of these is a lamp to work by (those have 3000 or 4000). */
export const LAMP_KELVIN = 2700
const warmWhite = lampWhite(LAMP_KELVIN)

const entry = (
  id: string, name: string, category: CatalogueItem['category'], keywords: string,
  make: () => Part[], rest: Partial<Pick<CatalogueItem, 'mount' | 'light' | 'motion'>> & { readonly shape?: Shape } = {},
): CatalogueEntry => ({
  id, name, category, keywords: keywords.split(' '), make: () => settled(make(), rest.mount ?? 'floor'), mount: 'floor', light: null, ...rest,
})

/** Everything in the catalogue, in the order in which it is shown. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  entry('sofa-three-seat', 'Three-seat sofa', 'seating', 'couch settee lounge upholstered wool', () => sofa()),
  entry('armchair', 'Lounge armchair', 'seating', 'easy chair leather walnut', () => armchair()),
  entry('dining-chair', 'Dining chair', 'seating', 'seat oak linen', () => diningChair()),
  entry('dining-chair-red', 'Red dining chair', 'seating', 'seat lacquer signal',
    () => diningChair({ frame: materials.red, seat: materials.red })),
  entry('office-chair', 'Swivel chair', 'seating', 'desk work castors', () => officeChair()),
  entry('dining-table', 'Dining table', 'tables', 'oak kitchen', () => diningTable()),
  entry('low-table', 'Low table', 'tables', 'coffee marble brass round', () => lowTable()),
  entry('side-table', 'Side table', 'tables', 'bedside nightstand round brass',
    () => lowTable({ diameter: 0.42, height: 0.5, top: materials.walnut })),
  entry('desk', 'Writing desk', 'tables', 'work office oak', () => desk()),
  entry('console-table', 'Console table', 'tables', 'hall narrow wall brass lacquer', () => consoleTable()),
  entry('bed-double', 'Double bed', 'beds', 'mattress duvet pillow oak', () => bed()),
  entry('shelf-open', 'Open shelf', 'storage', 'bookcase books bookshelf', () => shelf()),
  entry('sideboard', 'Sideboard', 'storage', 'cabinet cupboard walnut tambour', () => sideboard()),
  entry('wall-shelf', 'Wall shelf', 'storage', 'board bracket kitchen jars bowls', () => wallShelf(), { mount: 'wall' }),
  entry('kitchen-unit', 'Kitchen unit', 'kitchen', 'sink tap hob worktop marble', () => kitchen()),
  entry('washstand', 'Washstand', 'kitchen', 'bath basin bowl tap chrome marble sink', () => washstand()),
  entry('kettle', 'Kettle', 'kitchen', 'steel tea water', () => kettle(), { mount: 'surface' }),
  entry('fruit-bowl', 'Bowl of lemons', 'kitchen', 'fruit dish', () => fruitBowl(), { mount: 'surface' }),
  entry('floor-lamp', 'Brass floor lamp', 'lighting', 'standing light dome', () => floorLamp(),
    { light: { ...floorLampSource(), ...warmWhite, intensity: 102.1 } }),
  entry('floor-lamp-chrome', 'Chrome floor lamp', 'lighting', 'standing light dome mirror', () => floorLamp({ metal: materials.chrome }),
    { light: { ...floorLampSource(), ...warmWhite, intensity: 102.1 } }),
  entry('table-lamp', 'Table lamp', 'lighting', 'light ceramic shade bedside', () => tableLamp(),
    { mount: 'surface', light: { ...tableLampSource(), ...warmWhite, intensity: 38.29 } }),
  entry('pendant-lamp', 'Pendant lamp', 'lighting', 'hanging ceiling light bell', () => pendant(),
    { mount: 'ceiling', light: { ...pendantSource(), ...warmWhite, intensity: 144.7 } }),
  entry('ceiling-lamp', 'Ceiling lamp', 'lighting', 'flush light opal glass', () => ceilingLamp(),
    { mount: 'ceiling', light: { ...ceilingLampSource(), ...warmWhite, intensity: 77.45 } }),
  entry('ceiling-fan', 'Ceiling fan', 'decoration', 'ventilator blades turning walnut', () => ceilingFan(),
    { mount: 'ceiling', motion: { axis: [0, 1, 0], speed: 3 } }),
  entry('mirror-convex', 'Convex mirror', 'mirrors', 'round bull eye glass', () => convexMirror(), { mount: 'wall' }),
  entry('mirror-flat', 'Tall mirror', 'mirrors', 'glass brass dressing', () => flatMirror(), { mount: 'wall' }),
  entry('mirror-large', 'Large mirror', 'mirrors', 'glass chrome hall wall', () => flatMirror({ width: 2, height: 2.1, frame: materials.chrome }), { mount: 'wall' }),
  entry('vase-glass', 'Glass vase', 'decoration', 'water clear branches berries flowers', () => glassVase(), { mount: 'surface' }),
  entry('vase', 'Blue vase', 'decoration', 'ceramic glazed pot', () => vase(), { mount: 'surface' }),
  entry('rug', 'Woven rug', 'decoration', 'carpet wool', () => rug()),
  entry('plant', 'Rubber plant', 'decoration', 'ficus pot green tree', () => plant()),
  entry('picture', 'Framed print', 'decoration', 'art painting wall', () => picture(), { mount: 'wall' }),
  entry('curtain', 'Linen curtain', 'decoration', 'drape window', () => curtain(), { mount: 'wall' }),
  entry('sphere', 'Sphere', 'primitives', 'ball round chrome exact globe', () => primitiveSphere(), { mount: 'surface', shape: 'sphere' }),
  entry('box', 'Box', 'primitives', 'cube block plinth exact', () => primitiveBox(), { shape: 'box' }),
  entry('panel', 'Panel', 'primitives', 'board sheet mirror octagon polygon exact', () => panel(), { shape: 'polygon' }),
]

/** The record that ships beside the model. Size is measured, in whole millimetres. */
export function describe({ make, shape: _shape, ...entry }: CatalogueEntry): CatalogueItem {
  const { min, max } = boundsOf(join(...make().map((part) => part.geometry)))
  const millimetres = (k: number): number => Math.round((max[k] - min[k]) * 1000) / 1000
  return {
    ...entry,
    size: [millimetres(0), millimetres(1), millimetres(2)],
    model: 'model.glb', picture: 'picture.png', licence: 'MIT',
  }
}

export const modelOf = (entry: CatalogueEntry): Promise<Uint8Array<ArrayBuffer>> =>
  writeGlb(entry.name, [{ name: entry.name, parts: entry.make(), shape: entry.shape }])
