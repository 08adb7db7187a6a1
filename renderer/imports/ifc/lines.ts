import type { IfcAPI } from 'web-ifc'

/** A line of the file as web-ifc hands it over: attributes are values, references, lists of them, or absent. */
export type Line = Readonly<Record<string, unknown>> & { readonly expressID: number }

/** What stands in an attribute: web-ifc wraps it. */
export const valueOf = (attribute: unknown): unknown =>
  typeof attribute === 'object' && attribute !== null && 'value' in attribute ? (attribute as { value: unknown }).value : attribute

export const textOf = (attribute: unknown): string => {
  const value = valueOf(attribute)
  return typeof value === 'string' ? value.trim() : ''
}

export const numberOf = (attribute: unknown): number | null => {
  const value = valueOf(attribute)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The lines that an attribute refers to, by their numbers. */
export const referencesOf = (attribute: unknown): readonly number[] =>
  (Array.isArray(attribute) ? attribute : [attribute]).map(numberOf).filter((id) => id !== null)

/** Reads the lines of one open model; what is damaged is left out. */
export class Lines {
  constructor(private readonly api: IfcAPI, private readonly model: number) {}

  at(id: number): Line | null {
    try {
      return (this.api.GetLine(this.model, id) as Line | undefined) ?? null
    } catch {
      return null
    }
  }

  /** Every line of a type, one by one. */
  *ofType(type: number): Generator<Line> {
    const ids = this.api.GetLineIDsWithType(this.model, type)
    for (let i = 0; i < ids.size(); i++) {
      const line = this.at(ids.get(i))
      if (line !== null) yield line
    }
  }

  /** Lines of a type, unread: one may hold megabytes. */
  countOf(type: number): number {
    return this.api.GetLineIDsWithType(this.model, type).size()
  }

  /** What the type of an element is called: `IfcWall`. */
  classOf(id: number): string {
    return this.api.GetNameFromTypeCode(this.api.GetLineType(this.model, id) as number) || 'IfcProduct'
  }
}
