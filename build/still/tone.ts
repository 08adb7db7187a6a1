import { compileMirror } from '../../gpu/mirror/compile.ts'
import { instantiate } from '../../gpu/mirror/instantiate.ts'
import { pieceOf } from '../../gpu/mirror/lex.ts'
import { createFileTone, FILE_TONE_PIECES, type FileTone } from '../../gpu/passes/file-tone.ts'

/** The window's tone mapping, compiled when it is first needed. */
export const loadTone = (): FileTone => createFileTone(instantiate(compileMirror(FILE_TONE_PIECES.map(pieceOf), { entryPoint: 'tone_file' })))
