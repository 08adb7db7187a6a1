import type * as WebIfc from 'web-ifc'
import { type Lines, numberOf, referencesOf, textOf } from './lines.ts'

/** What the file says beside its shapes. */
export interface Building {
  /** Metres per unit of the file's own lengths (elevations; web-ifc gives shapes in metres). */
  readonly metresPerUnit: number
  readonly storeys: ReadonlyMap<number, Storey>
  /** Of an element; null: it belongs to none. */
  storeyOf(element: number): Storey | null
  /** What the surface of a shape is called; empty: nothing. */
  readonly styleNames: ReadonlyMap<number, string>
  /** The name of an element's type, such as "Chair - Dining". */
  readonly typeNames: ReadonlyMap<number, string>
}

export interface Storey {
  readonly name: string
  /** Metres. */
  readonly elevation: number
}

const PREFIXES: Readonly<Record<string, number>> = { MILLI: 1e-3, CENTI: 1e-2, DECI: 1e-1, KILO: 1e3 }
/** Elements that hold or aggregate each other, until a storey is met. */
const DEEPEST = 32

export function readBuilding(lines: Lines, ifc: typeof WebIfc): Building {
  const metresPerUnit = readUnit(lines, ifc)
  const storeys = new Map([...lines.ofType(ifc.IFCBUILDINGSTOREY)].map((line): [number, Storey] =>
    [line.expressID, { name: textOf(line.Name) || textOf(line.LongName) || 'Storey', elevation: (numberOf(line.Elevation) ?? 0) * metresPerUnit }]))
  const parents = readParents(lines, ifc)
  return {
    metresPerUnit, storeys, styleNames: readStyleNames(lines, ifc), typeNames: readTypeNames(lines, ifc),
    storeyOf(element) {
      let at: number | undefined = element
      for (let depth = 0; at !== undefined && depth < DEEPEST; depth++, at = parents.get(at)) {
        const storey = storeys.get(at)
        if (storey !== undefined) return storey
      }
      return null
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

/** Shape → name of its surface style: IfcStyledItem, in older files by way of an IfcPresentationStyleAssignment. */
function readStyleNames(lines: Lines, ifc: typeof WebIfc): ReadonlyMap<number, string> {
  const styles = new Map([...lines.ofType(ifc.IFCSURFACESTYLE)].map(({ expressID, Name }) => [expressID, textOf(Name)]))
  const assigned = new Map([...lines.ofType(ifc.IFCPRESENTATIONSTYLEASSIGNMENT)].map(({ expressID, Styles }) => [expressID, referencesOf(Styles)]))
  const names = new Map<number, string>()
  for (const line of lines.ofType(ifc.IFCSTYLEDITEM)) {
    const [shape] = referencesOf(line.Item)
    if (shape === undefined) continue
    for (const style of referencesOf(line.Styles).flatMap((id) => assigned.get(id) ?? [id])) {
      const name = styles.get(style)
      if (name !== undefined && name !== '') names.set(shape, name)
    }
  }
  return names
}

function readTypeNames(lines: Lines, ifc: typeof WebIfc): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const line of lines.ofType(ifc.IFCRELDEFINESBYTYPE)) {
    const type = lines.at(referencesOf(line.RelatingType)[0])
    for (const element of referencesOf(line.RelatedObjects)) if (type !== null) names.set(element, textOf(type.Name))
  }
  return names
}
