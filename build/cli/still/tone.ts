import { compileTwin } from '../../../gpu/twin/compiler/compile.ts'
import { instantiate } from '../../../gpu/twin/runtime/instantiate.ts'
import { pieceOf } from '../../../gpu/twin/compiler/lex.ts'
import { createFileTone, FILE_TONE_PIECES, type FileTone } from '../../../gpu/passes/display/file-tone.ts'

/** The window's tone mapping, compiled when it is first needed. */
export const loadTone = (): FileTone => createFileTone(instantiate(compileTwin(FILE_TONE_PIECES.map(pieceOf), { entryPoint: 'tone_file' })))
