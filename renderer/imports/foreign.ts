import { AtriumError } from '../errors/atrium-error.ts'
import { headOf, startsWith } from './bytes/text.ts'
import { foreignProgramOf } from './formats.ts'

/** Files of programs that Atrium does not read, by how they begin. */
const FOREIGN: readonly { readonly program: string; readonly begins: string | readonly number[] }[] = [
  { program: 'SketchUp', begins: [0xff, 0xfe, 0xff, 0x0e, 0x53, 0, 0x6b, 0, 0x65, 0, 0x74, 0, 0x63, 0, 0x68, 0, 0x55, 0, 0x70] },
  { program: 'AutoCAD', begins: 'AC10' },
  { program: 'Blender', begins: 'BLENDER' },
  { program: 'Cinema 4D', begins: 'QC4DC4D6' },
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
  const program = FOREIGN.find(({ begins }) => startsWith(bytes, begins))?.program ?? foreignProgramOf(name)
  if (program !== null) throw new AtriumError('model-foreign', `“${name}” is a file of ${program}.`)
}
