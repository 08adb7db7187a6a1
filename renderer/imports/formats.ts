import formats from './formats.json' with { type: 'json' }

/* The files that Atrium opens, by extension: a leaf that the window, the main process, the commands and the first run read. */

export type FormatKind = 'project' | 'model' | 'luminaire' | 'picture' | 'surroundings' | 'script' | 'material'

export interface Format {
  readonly id: string
  readonly kind: FormatKind
  /** Of models: as sentences call it. */
  readonly name?: string
  /** Lower case, without the dot; the first is the one to save under. */
  readonly extensions: readonly string[]
  /** Of these, the ones whose files may name others beside them. */
  readonly withSiblings?: readonly string[]
}

export const FORMATS = formats as readonly Format[]

const extensionOf = (fileName: string): string => /\.([^./\\]+)$/.exec(fileName)?.[1].toLowerCase() ?? ''

/** The format that a file's name claims; null: none that Atrium opens. */
export const formatOf = (fileName: string): Format | null => FORMATS.find(({ extensions }) => extensions.includes(extensionOf(fileName))) ?? null

/** As sentences call a format, by its id. */
export const nameOfFormat = (id: string): string | undefined => FORMATS.find((format) => format.id === id)?.name

export const extensionsOf = (...kinds: readonly FormatKind[]): string[] => FORMATS.flatMap(({ kind, extensions }) => (kinds.includes(kind) ? extensions : []))

export const hasSiblings = (fileName: string): boolean => formatOf(fileName)?.withSiblings?.includes(extensionOf(fileName)) ?? false

/** A file's name without an extension that Atrium knows; any other is part of the name. */
export const withoutExtension = (fileName: string): string => (formatOf(fileName) === null ? fileName : fileName.replace(/\.[^.]+$/, ''))

/** As a sentence names them: `.atrium, .glb or .gltf`. */
export function listOfExtensions(locale: string, ...kinds: readonly FormatKind[]): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(extensionsOf(...kinds).map((extension) => `.${extension}`))
}

/** Programs and formats whose files Atrium does not read, by their extensions. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  SketchUp: ['skp'], AutoCAD: ['dwg', 'dxf'], Blender: ['blend'], STEP: ['step', 'stp', 'iges', 'igs', 'sat', 'brep'], Revit: ['rvt', 'rfa'], Archicad: ['pln', 'pla'],
  '3ds Max': ['max'], 'Cinema 4D': ['c4d'],
}
const ARCHIVES: ReadonlySet<string> = new Set(['zip', 'rar', '7z', 'gz', 'tgz', 'tar'])

/** The program or format that a file's name claims, of those that Atrium does not read; null: none of them. */
export const foreignProgramOf = (fileName: string): string | null => Object.entries(FOREIGN).find(([, extensions]) => extensions.includes(extensionOf(fileName)))?.[0] ?? null

/** Why a file is refused by its name. */
export const refusalOf = (fileName: string): 'model-foreign' | 'file-packed' | 'file-unsupported' =>
  foreignProgramOf(fileName) !== null ? 'model-foreign' : ARCHIVES.has(extensionOf(fileName)) ? 'file-packed' : 'file-unsupported'
