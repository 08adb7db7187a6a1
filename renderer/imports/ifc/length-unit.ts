import type * as WebIfc from 'web-ifc'
import { type Lines, numberOf, referencesOf, textOf, valueOf } from './lines.ts'

const PREFIXES: Readonly<Record<string, number>> = { MILLI: 1e-3, CENTI: 1e-2, DECI: 1e-1, KILO: 1e3, MICRO: 1e-6 }

/** Metres in the unit of a file's lengths, which the kernel has applied; null: it names none. IFC 4.3, 8.11.3 (IfcUnitAssignment). */
export function lengthUnitOf(lines: Lines, ifc: typeof WebIfc): number | null {
  for (const assignment of lines.ofType(ifc.IFCUNITASSIGNMENT)) {
    for (const id of referencesOf(assignment.Units)) {
      const unit = lines.at(id)
      if (unit === null || valueOf(unit.UnitType) !== 'LENGTHUNIT') continue
      const [factor] = referencesOf(unit.ConversionFactor)
      if (factor === undefined) return PREFIXES[textOf(unit.Prefix)] ?? 1
      // Feet and inches: a number of another unit, metres or millimetres.
      const measure = lines.at(factor)
      const base = lines.at(referencesOf(measure?.UnitComponent)[0])
      const value = numberOf(measure?.ValueComponent)
      return value === null ? null : value * (PREFIXES[textOf(base?.Prefix)] ?? 1)
    }
  }
  return null
}
