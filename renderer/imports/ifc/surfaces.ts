import type * as WebIfc from 'web-ifc'
import type { Color } from 'web-ifc'
import { type Line, type Lines, numberOf, referencesOf, textOf } from './lines.ts'

/** What the file declares of a surface: how its style is called, perhaps not at all, and its colour, sRGB and opacity, 0..1. */
export interface Surface {
  readonly name: string
  readonly color: Color
}

type Named = Omit<Surface, 'color'> & { readonly color: Color | null }

/** Layers in a set, in its usage; profiles and constituents likewise. */
const DEEPEST = 4
/** Revit's grey of 127 or 128, and its green of roofs, for what nobody chose a colour for. */
const REVIT = 127.5 / 255
const SAME = 0.005
const UNCHOSEN = /default|standard|vorgabe|d[ée]faut|defecto|predefini|predetermin|padr[ãa]o|既定|默认/i
/** Layers that lie within a wall or a ceiling. */
const WITHIN = /\bstud|\bair (?:space|layer|gap)|insulation|\bbarrier|membrane|cavity|dämm|luftschicht|hohlraum|ständer|isolant|lame d.air|aislamiento|isolante/i

/**
 * What surfaces are declared to be: IfcStyledItem of a shape, of what it is cut from, or of where it is mapped, else IfcMaterialDefinitionRepresentation
 * of the element's materials, or of its type's. Colours of hatches (IfcFillAreaStyle), which the kernel takes for colours of surfaces, are none; nor
 * is what an exporter writes for want of a material.
 */
export class Surfaces {
  private readonly styles: ReadonlyMap<number, Named>
  private readonly ofItems: ReadonlyMap<number, Named>
  /** Also the materials that are drawn by hatches alone, with no surface. */
  private readonly ofMaterials: ReadonlyMap<number, Named | null>
  private readonly materials: ReadonlyMap<number, readonly number[]>
  private readonly known = new Map<number, Named | null>()

  constructor(private readonly lines: Lines, ifc: typeof WebIfc) {
    const assigned = new Map([...lines.ofType(ifc.IFCPRESENTATIONSTYLEASSIGNMENT)].map(({ expressID, Styles }) => [expressID, referencesOf(Styles)]))
    this.styles = new Map([...lines.ofType(ifc.IFCSURFACESTYLE)].map((line) => [line.expressID, { name: textOf(line.Name), color: this.colorOf(line) }]))
    const styleOf = (item: Line | null): Named | undefined =>
      referencesOf(item?.Styles).flatMap((id) => assigned.get(id) ?? [id]).map((id) => this.styles.get(id)).find((style) => style !== undefined)
    const ofItems = new Map<number, Named>()
    for (const line of lines.ofType(ifc.IFCSTYLEDITEM)) {
      const [item] = referencesOf(line.Item)
      const style = styleOf(line)
      if (item !== undefined && style !== undefined) ofItems.set(item, style)
    }
    this.ofItems = ofItems
    this.ofMaterials = new Map([...lines.ofType(ifc.IFCMATERIALDEFINITIONREPRESENTATION)].map((line) => {
      const items = referencesOf(line.Representations).flatMap((id) => referencesOf(lines.at(id)?.Items))
      return [numberOf(line.RepresentedMaterial) ?? -1, items.map((id) => styleOf(lines.at(id))).find((style) => style !== undefined) ?? null]
    }))
    this.materials = this.readMaterials(ifc)
  }

  /**
   * @param shape  one of the element's
   * @param color  that the kernel gives it
   * @returns null: the file declares none
   */
  of(element: number, shape: number, color: Color): Surface | null {
    const style = this.ofShape(shape) ?? this.ofMapping(element)
    if (style !== null) return chosen({ name: style.name, color: style.color ?? color })
    const materials = (this.materials.get(element) ?? []).filter((id) => this.ofMaterials.has(id))
    const surfaces = materials.map((id) => this.ofMaterials.get(id) ?? null).filter((surface) => surface !== null)
    const seen = surfaces.find(({ name }) => !WITHIN.test(name)) ?? surfaces[0]
    if (seen !== undefined) return chosen({ name: seen.name, color: seen.color ?? color })
    // White is what the kernel gives where it finds nothing; and a hatch is no surface.
    return materials.length > 0 || isWhite(color) ? null : { name: '', color }
  }

  /** Of the shape itself, or of the first of those that it is cut from. */
  private ofShape(shape: number): Named | null {
    const known = this.ofItems.get(shape) ?? this.known.get(shape)
    if (known !== undefined) return known
    // A shape that is cut from itself ends here.
    this.known.set(shape, null)
    const line = this.lines.at(shape)
    const under = [...referencesOf(line?.FirstOperand), ...referencesOf(line?.TreeRootExpression), ...referencesOf(line?.SecondOperand)]
    let style: Named | null = null
    for (const id of under) style ??= this.ofShape(id)
    this.known.set(shape, style)
    return style
  }

  /** Of shapes of others that the element shows at its own place. */
  private ofMapping(element: number): Named | null {
    const representations = referencesOf(this.lines.at(referencesOf(this.lines.at(element)?.Representation)[0] ?? -1)?.Representations)
    for (const item of representations.flatMap((id) => referencesOf(this.lines.at(id)?.Items))) {
      const style = this.ofItems.get(item)
      if (style !== undefined && this.lines.at(item)?.MappingSource !== undefined) return style
    }
    return null
  }

  /** Of the first of an IfcSurfaceStyle's parts that has one. */
  private colorOf(style: Line): Color | null {
    for (const id of referencesOf(style.Styles)) {
      const shading = this.lines.at(id)
      const color = this.lines.at(referencesOf(shading?.SurfaceColour)[0] ?? -1)
      const [x, y, z] = [color?.Red, color?.Green, color?.Blue].map(numberOf)
      if (x !== null && y !== null && z !== null) return { x, y, z, w: 1 - (numberOf(shading?.Transparency) ?? 0) }
    }
    return null
  }

  /** Element → its materials, in the order of their layers; where it has none, its type's. */
  private readMaterials(ifc: typeof WebIfc): ReadonlyMap<number, readonly number[]> {
    const materials = new Map<number, readonly number[]>()
    for (const line of this.lines.ofType(ifc.IFCRELASSOCIATESMATERIAL)) {
      const found = this.materialsIn(referencesOf(line.RelatingMaterial)[0] ?? -1)
      for (const element of referencesOf(line.RelatedObjects)) materials.set(element, found)
    }
    for (const line of this.lines.ofType(ifc.IFCRELDEFINESBYTYPE)) {
      const found = materials.get(referencesOf(line.RelatingType)[0] ?? -1)
      if (found !== undefined) for (const element of referencesOf(line.RelatedObjects)) if (!materials.has(element)) materials.set(element, found)
    }
    return materials
  }

  /** Of a material, a list of them, layers, profiles or constituents. */
  private materialsIn(id: number, above: ReadonlySet<number> = new Set()): readonly number[] {
    const line = this.lines.at(id)
    if (line === null || above.size > DEEPEST || above.has(id)) return []
    const within = ['ForLayerSet', 'MaterialLayers', 'ForProfileSet', 'MaterialProfiles', 'MaterialConstituents', 'Materials', 'Material'].flatMap((name) => referencesOf(line[name]))
    return within.length === 0 ? [id] : within.flatMap((each) => this.materialsIn(each, new Set([...above, id])))
  }
}

const isNear = (value: number, other: number): boolean => Math.abs(value - other) < SAME
const isWhite = ({ x, y, z, w }: Color): boolean => [x, y, z, w].every((value) => value === 1)

/** null: what an exporter writes for want of a material. */
function chosen(surface: Surface): Surface | null {
  const { name, color: { x, y, z } } = surface
  const isUnchosen = isNear(y, REVIT) && ((isNear(x, REVIT) && isNear(z, REVIT)) || (isNear(x, 0) && isNear(z, 0)))
  return isUnchosen && (UNCHOSEN.test(name) || WITHIN.test(name)) ? null : surface
}
