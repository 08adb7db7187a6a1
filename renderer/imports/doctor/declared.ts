/** What a file says about its own coordinates. The reader has applied it. */
export interface Declared {
  /** null: it does not say; the reader took a metre. */
  readonly metresPerUnit: number | null
  /** null: it does not say; the reader took `takenUp`. */
  readonly up: UpAxis | null
  readonly takenUp: UpAxis
  /**
   * How far the declaration is believed, 0..1: the share of files of its kind that are as they say. Where it says nothing, of those that
   * stand as `takenUp` has it.
   */
  readonly trust: { readonly unit: number; readonly up: number }
  /** The program that wrote it; empty: unknown. */
  readonly app: string
  /** Metres that the reader took off every position; with y up. */
  readonly origin: readonly [number, number, number]
}

export type UpAxis = 'y' | 'z'

const NOWHERE = [0, 0, 0] as const

/** Formats of programs that print or draw parts: they neither know a unit nor agree on an axis. */
export const declaresNothing = (takenUp: UpAxis, trustUp: number, app = ''): Declared => ({ metresPerUnit: null, up: null, takenUp, trust: { unit: 0, up: trustUp }, app: app.slice(0, 200), origin: NOWHERE })

/** Of the longest name of a program that was seen: “3ds Max Wavefront OBJ Exporter”. */
const MOST_WORDS = 5

/** The program that wrote a file, by the first comment at its head; empty: it does not say. */
export function programIn(head: string): string {
  const [, comment = ''] = /^[ \t]*(?:#|comment)[ \t]*([^\r\n\0]{3,200})/m.exec(head) ?? []
  // What follows in brackets, after a colon, or as an address, differs between versions and between files.
  const name = comment.replace(/^(?:this file was |file )?(?:created|exported|generated|written|made|produced)?\s*(?:by|with|from|using|in)?[\s:]+/i, '').split(/[([:]|https?:|www\./i)[0]
  // A sentence, or the name of a file, is no program.
  if (!/^[\x20-\x7e\u00a0-\uffff]+$/.test(name) || /\w\.(?:obj|mtl|stl|ply)\b/i.test(name)) return ''
  const program = withoutVersion(name.replace(/ OBJ File\s*$/i, ''))
  return program.split(' ').length > MOST_WORDS ? '' : program
}

/** `Blender v2.79 (sub 0) OBJ File` of any version: what is answered about one holds for the next. */
export const withoutVersion = (app: string): string => app.replace(/(?:\b(?:version|ver|build|rev)\.?\s*)?\bv?\d+(?:[._]\d+)*\w*\b/gi, '').replace(/\(\s*\)/g, '').replace(/\s+/g, ' ').replace(/[\s,;:.-]+$/, '').trim()

/** Modelling programs write their settings, whatever was modelled in them. */
const TRUST_OF_EXPORT = { unit: 0.97, up: 0.98 }

/** @param metresPerUnit, up  null: the file is of a kind that could say so, but does not */
export const declares = (metresPerUnit: number | null, up: UpAxis | null, app = '', takenUp: UpAxis = up ?? 'y'): Declared =>
  ({ metresPerUnit, up, takenUp, trust: { unit: TRUST_OF_EXPORT.unit, up: up === null ? 0.7 : TRUST_OF_EXPORT.up }, app: app.slice(0, 200), origin: NOWHERE })

/** glTF is in metres, y up, by its specification (3.4), and no field says otherwise: files in millimetres have no way to tell. */
export const gltfDeclares = (app: string): Declared => ({ ...declares(1, 'y', app), trust: { unit: 0.93, up: 0.92 } })

/** IFC states unit and axes in every file, and a kernel has applied them. */
export const ifcDeclares = (metresPerUnit: number | null, app: string, origin: readonly [number, number, number]): Declared =>
  ({ ...declares(metresPerUnit, 'z', app), trust: { unit: 0.9995, up: 0.9995 }, origin })
