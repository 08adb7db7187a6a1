import { className, mainClass } from '../pieces/class-names.ts'
import { say } from '../../words/say.ts'

/** What an element wears for which the file declares nothing: linear reflectance, roughness, metal, 0..1. */
export interface Look {
  readonly name: string
  readonly color: readonly [number, number, number]
  readonly roughness: number
  readonly metallic: number
  readonly isGlass: boolean
}

/** Of a shape, along its axes. */
export type Size = readonly [number, number, number]

type Finish = readonly [color: readonly [number, number, number], roughness: number, metallic?: number]

const PAINT: Finish = [[0.8, 0.79, 0.76], 0.9]
const SCREED: Finish = [[0.54, 0.51, 0.46], 0.8]
const ROOFING: Finish = [[0.4, 0.38, 0.36], 0.9]
const CONCRETE: Finish = [[0.52, 0.51, 0.49], 0.85]
const OAK: Finish = [[0.55, 0.42, 0.29], 0.55]
const LACQUER: Finish = [[0.76, 0.76, 0.74], 0.4]
const STEEL: Finish = [[0.2, 0.2, 0.21], 0.5]
const GALVANIZED: Finish = [[0.55, 0.55, 0.56], 0.45, 1]
const ENAMEL: Finish = [[0.82, 0.82, 0.81], 0.15]
const BEECH: Finish = [[0.64, 0.55, 0.44], 0.6]
const EARTH: Finish = [[0.26, 0.27, 0.19], 1]
const NEUTRAL: Finish = [[0.66, 0.65, 0.62], 0.8]

/** Calm finishes, as in a model of card and wood; by the class that stands for its kin. */
const FINISHES: Readonly<Record<string, Finish>> = {
  IfcWall: PAINT, IfcCovering: PAINT, IfcSlab: SCREED, IfcRoof: ROOFING, IfcDoor: OAK, IfcWindow: LACQUER, IfcCurtainWall: STEEL,
  IfcStair: SCREED, IfcRamp: SCREED, IfcRailing: STEEL, IfcColumn: CONCRETE, IfcBeam: CONCRETE, IfcFooting: CONCRETE, IfcMember: STEEL, IfcPlate: STEEL,
  IfcFurnishingElement: BEECH, IfcLightFixture: LACQUER, IfcSanitaryTerminal: ENAMEL, IfcFlowTerminal: LACQUER, IfcFlowSegment: GALVANIZED,
  IfcReinforcingBar: STEEL, IfcSite: EARTH,
}
/** What is called so within its class: a ceiling is a covering, as are tiles. */
const BY_TYPE: Readonly<Record<string, Finish>> = { 'IfcSlab ROOF': ROOFING, 'IfcSlab BASESLAB': CONCRETE, 'IfcCovering FLOORING': SCREED, 'IfcCovering ROOFING': ROOFING, 'IfcCovering CLADDING': NEUTRAL }
/** Bars of a frame are thicker, or narrow in two directions. Metres. */
const [PANE_THICK, PANE_WIDE] = [0.035, 0.15]

/**
 * The calm finish of an element's class: walls and ceilings of white paint, floors of light screed, doors of oak.
 * @param type  its PredefinedType, such as ROOF; may be empty
 * @param whole  the class of what it is a part of; its own where it is whole
 * @param size  of the shape, metres
 * @param isAlone  it has no other shape
 */
export function lookOf(ifcClass: string, type: string, whole: string, size: Size, isAlone: boolean): Look {
  const main = mainClass(ifcClass)
  if (isPane(main, mainClass(whole), size, isAlone)) return { name: say('library.glass-clear'), color: [0.9, 0.93, 0.92], roughness: 0.02, metallic: 0, isGlass: true }
  const [color, roughness, metallic = 0] = BY_TYPE[`${main} ${type}`] ?? FINISHES[main] ?? NEUTRAL
  return { name: className(ifcClass), color, roughness, metallic, isGlass: false }
}

/** Of a window's shapes the thin and wide ones; of one that is drawn as a single block, all. Panels of a curtain wall are panes, too. */
function isPane(main: string, whole: string, size: Size, isAlone: boolean): boolean {
  if (main === 'IfcPlate') return whole === 'IfcCurtainWall'
  if (main !== 'IfcWindow') return false
  const [thick, wide] = size.toSorted((a, b) => a - b)
  return isAlone || (thick < PANE_THICK && wide > PANE_WIDE)
}
