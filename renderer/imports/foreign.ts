import { AtriumError } from '../errors/atrium-error.ts'
import { startsWith } from './bytes/text.ts'

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

/** @throws AtriumError `model-foreign`, naming the program, for what no reader knows but is known by its program */
export function refuseForeign(bytes: Uint8Array, name: string): void {
  const extension = /\.([^.]+)$/.exec(name)?.[1].toLowerCase() ?? ''
  const found = FOREIGN.find(({ begins }) => begins.some((signature) => startsWith(bytes, signature))) ?? FOREIGN.find(({ extensions }) => extensions.includes(extension))
  if (found !== undefined) throw new AtriumError('model-foreign', `“${name}” is a file of ${found.program}.`)
}
