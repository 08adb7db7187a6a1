import { AtriumError } from '../errors/atrium-error.ts'
import { headOf, startsWith } from './bytes/text.ts'

/** Files of programs that only those programs read, by how they begin or what they are called. */
const FOREIGN: readonly { readonly program: string; readonly begins: readonly (string | readonly number[])[]; readonly extensions: readonly string[] }[] = [
  { program: 'SketchUp', begins: [[0xff, 0xfe, 0xff, 0x0e, 0x53, 0, 0x6b, 0, 0x65, 0, 0x74, 0, 0x63, 0, 0x68, 0, 0x55, 0, 0x70]], extensions: ['skp'] },
  { program: 'AutoCAD', begins: ['AC10'], extensions: ['dwg', 'dxf'] },
  { program: 'Blender', begins: ['BLENDER'], extensions: ['blend'] },
  { program: 'STEP', begins: [], extensions: ['step', 'stp', 'iges', 'igs', 'sat', 'brep'] },
  { program: 'Revit', begins: [], extensions: ['rvt', 'rfa'] },
  { program: 'Archicad', begins: [], extensions: ['pln', 'pla'] },
  { program: '3ds Max', begins: [], extensions: ['max'] },
  { program: 'Cinema 4D', begins: ['QC4DC4D6'], extensions: ['c4d'] },
]

/** What comes under a model's name where a download or a copy went wrong, by how it begins. */
const NO_MODELS: readonly { readonly what: string; readonly begins: RegExp | readonly number[] }[] = [
  { what: 'a web page', begins: /^<(?:!doctype html|html)\b/i },
  { what: 'a placeholder of Git LFS', begins: /^version https:\/\/git-lfs\./ },
  { what: 'a PDF document', begins: /^%PDF-/ },
  { what: 'an image', begins: [0x89, 0x50, 0x4e, 0x47] },
  { what: 'an image', begins: [0xff, 0xd8, 0xff] },
]

/**
 * For what no reader knows.
 *
 * @throws AtriumError `model-foreign`, naming the program, for what is known by its program; `model-truncated` for an empty file; `file-unsupported`
 *   for what is no model, saying what it is
 */
export function refuseForeign(bytes: Uint8Array, name: string): void {
  if (bytes.length === 0) throw new AtriumError('model-truncated', `“${name}” is empty.`)
  const head = headOf(bytes, 256)
  const other = NO_MODELS.find(({ begins }) => (begins instanceof RegExp ? begins.test(head) : startsWith(bytes, begins)))
  if (other !== undefined) throw new AtriumError('file-unsupported', `“${name}” is ${other.what}, not a model.`)
  const extension = /\.([^.]+)$/.exec(name)?.[1].toLowerCase() ?? ''
  const found = FOREIGN.find(({ begins }) => begins.some((signature) => startsWith(bytes, signature))) ?? FOREIGN.find(({ extensions }) => extensions.includes(extension))
  if (found !== undefined) throw new AtriumError('model-foreign', `“${name}” is a file of ${found.program}.`)
}
