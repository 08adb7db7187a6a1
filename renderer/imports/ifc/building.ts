import type * as WebIfc from 'web-ifc'
import { say } from '../../words/say.ts'
import { type Lines, numberOf, referencesOf, textOf } from './lines.ts'

/** What the file says beside its shapes. */
export interface Building {
  /** Metres per unit of the file's own lengths (elevations; web-ifc gives shapes in metres). */
  readonly metresPerUnit: number
  readonly storeys: ReadonlyMap<number, Storey>
  /** Of an element; null: it belongs to none. */
  storeyOf(element: number): Storey | null
  /** The thing that an element is a part of, a stair of its flights; itself where it is whole. */
  wholeOf(element: number): number
  /** The name of an element's type, such as "Chair - Dining". */
  readonly typeNames: ReadonlyMap<number, string>
}

export interface Storey {
  readonly name: string
  /** Metres. */
  readonly elevation: number
  /** The building that it is a storey of, by name; empty: the file has one, or says of none. */
  readonly building: string
}

const PREFIXES: Readonly<Record<string, number>> = { MILLI: 1e-3, CENTI: 1e-2, DECI: 1e-1, KILO: 1e3 }
/** Elements that hold or aggregate each other, until a storey is met. */
const DEEPEST = 32
/** What holds elements, and is none. */
const SPATIAL = /^Ifc(?:Project|Site|Building|BuildingStorey|Space|SpatialZone|Facility\w*|Bridge\w*|Road\w*|Railway\w*|Marine\w*|ExternalSpatial\w*)$/

export function readBuilding(lines: Lines, ifc: typeof WebIfc): Building {
  const metresPerUnit = readUnit(lines, ifc)
  const parents = readParents(lines, ifc)
  const buildings = new Map([...lines.ofType(ifc.IFCBUILDING)].map((line) => [line.expressID, textOf(line.Name) || textOf(line.LongName)]))
  const buildingOf = (storey: number): string => (buildings.size < 2 ? '' : buildings.get(parents.get(storey) ?? -1) ?? '')
  const storeys = new Map([...lines.ofType(ifc.IFCBUILDINGSTOREY)].map((line): [number, Storey] =>
    [line.expressID, { name: textOf(line.Name) || textOf(line.LongName) || say('import.storey'), elevation: (numberOf(line.Elevation) ?? 0) * metresPerUnit, building: buildingOf(line.expressID) }]))
  const wholes = readAggregates(lines, ifc)
  return {
    metresPerUnit, storeys, typeNames: readTypeNames(lines, ifc),
    storeyOf(element) {
      let at: number | undefined = element
      for (let depth = 0; at !== undefined && depth < DEEPEST; depth++, at = parents.get(at)) {
        const storey = storeys.get(at)
        if (storey !== undefined) return storey
      }
      return null
    },
    wholeOf(element) {
      let whole = element
      for (let depth = 0, up = wholes.get(whole); up !== undefined && depth < DEEPEST && !SPATIAL.test(lines.classOf(up)); depth++, up = wholes.get(whole)) whole = up
      return whole
    },
  }
}

/** IfcUnitAssignment: an SI unit with its prefix, or one that is so many of another (feet). */
function readUnit(lines: Lines, ifc: typeof WebIfc): number {
  const [project] = lines.ofType(ifc.IFCPROJECT)
  const assignment = project === undefined ? null : lines.at(referencesOf(project.UnitsInContext)[0])
  for (const id of referencesOf(assignment?.Units)) {
    const unit = lines.at(id)
    if (unit === null || textOf(unit.UnitType) !== 'LENGTHUNIT') continue
    if (unit.ConversionFactor === undefined) return PREFIXES[textOf(unit.Prefix)] ?? 1
    const factor = lines.at(referencesOf(unit.ConversionFactor)[0])
    const base = factor === null ? null : lines.at(referencesOf(factor.UnitComponent)[0])
    return (numberOf(factor?.ValueComponent) ?? 1) * (PREFIXES[textOf(base?.Prefix)] ?? 1)
  }
  return 1
}

/** Element → what it is part of: contained in a storey, aggregated, filling an opening, which voids a wall. */
function readParents(lines: Lines, ifc: typeof WebIfc): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  const add = (type: number, children: string, parent: string): void => {
    for (const line of lines.ofType(type)) {
      const [whole] = referencesOf(line[parent])
      for (const child of referencesOf(line[children])) if (whole !== undefined && !parents.has(child)) parents.set(child, whole)
    }
  }
  add(ifc.IFCRELCONTAINEDINSPATIALSTRUCTURE, 'RelatedElements', 'RelatingStructure')
  add(ifc.IFCRELAGGREGATES, 'RelatedObjects', 'RelatingObject')
  add(ifc.IFCRELVOIDSELEMENT, 'RelatedOpeningElement', 'RelatingBuildingElement')
  add(ifc.IFCRELFILLSELEMENT, 'RelatedBuildingElement', 'RelatingOpeningElement')
  return parents
}

/** Element → what it is aggregated into. */
function readAggregates(lines: Lines, ifc: typeof WebIfc): ReadonlyMap<number, number> {
  const wholes = new Map<number, number>()
  for (const line of lines.ofType(ifc.IFCRELAGGREGATES)) {
    const [whole] = referencesOf(line.RelatingObject)
    for (const part of referencesOf(line.RelatedObjects)) if (whole !== undefined && !wholes.has(part)) wholes.set(part, whole)
  }
  return wholes
}

function readTypeNames(lines: Lines, ifc: typeof WebIfc): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const line of lines.ofType(ifc.IFCRELDEFINESBYTYPE)) {
    const type = lines.at(referencesOf(line.RelatingType)[0])
    for (const element of referencesOf(line.RelatedObjects)) if (type !== null) names.set(element, textOf(type.Name))
  }
  return names
}
