import { ERROR_CODES, type ErrorCode } from '../../electron/contract.ts'

/** What the user reads: what happened, and what to do about it. */
export interface ErrorMessage {
  readonly sentence: string
  readonly remedy: string
}

const UNTOUCHED = 'The open project is unchanged.'

export const ERROR_MESSAGES: Readonly<Record<ErrorCode, ErrorMessage>> = {
  'request-invalid': {
    sentence: 'Atrium asked its own window for something it does not know.',
    remedy: 'Save your project and restart Atrium. If it happens again, report it with the details below.',
  },
  'handle-unknown': {
    sentence: 'Atrium no longer has permission to use this file.',
    remedy: 'Choose the file again with File > Open.',
  },
  'file-missing': {
    sentence: 'The file is not there any more.',
    remedy: 'It may have been moved, renamed or deleted. Choose it again with File > Open.',
  },
  'file-not-readable': {
    sentence: 'The file could not be read.',
    remedy: 'Check that you may read it and that its drive is connected, then open it again.',
  },
  'file-not-writable': {
    sentence: 'The project could not be saved in this folder. The file saved before is whole.',
    remedy: 'Use File > Save As to choose a folder you may write to.',
  },
  'file-too-large': {
    sentence: 'The file is larger than Atrium can read.',
    remedy: `Split the model or reduce its textures, then open it again. ${UNTOUCHED}`,
  },
  'file-changed': {
    sentence: 'The file was changed by another program while Atrium was using it.',
    remedy: 'Use File > Save As to keep your version under another name.',
  },
  'disk-full': {
    sentence: 'The disk is full, so the project was not saved. The file saved before is whole.',
    remedy: 'Free some space, or use File > Save As to save on another disk.',
  },
  'sibling-refused': {
    sentence: 'The model refers to files outside its own folder, which Atrium does not open.',
    remedy: 'Put the model and everything it uses into one folder, or export it as GLB.',
  },
  'checksum-mismatch': {
    sentence: 'The file arrived damaged: its contents do not match their checksum.',
    remedy: 'Save again. If you were opening it, fetch the file anew or use an older version.',
  },
  'backup-failed': {
    sentence: 'Atrium cannot keep a recovery copy of your changes at the moment.',
    remedy: 'Save your project. Free some space, or check that your user folder can be written to.',
  },
  'project-invalid': {
    sentence: 'This project file is damaged or was not written by Atrium.',
    remedy: `Open an older version of it, or a backup. ${UNTOUCHED}`,
  },
  'project-newer': {
    sentence: 'This project was saved by a newer version of Atrium.',
    remedy: `Update Atrium and open it again. ${UNTOUCHED}`,
  },
  'project-truncated': {
    sentence: 'This project file is incomplete: its end is missing.',
    remedy: `Copy or download it again, or open a backup. ${UNTOUCHED}`,
  },
  'archive-unsafe': {
    sentence: 'This project file contains entries that could harm your computer, so it was not opened.',
    remedy: `Ask whoever sent it to save it again with Atrium. ${UNTOUCHED}`,
  },
  'model-invalid': {
    sentence: 'This model is not a valid glTF or GLB file.',
    remedy: `Export it again from the program that made it, as GLB. ${UNTOUCHED}`,
  },
  'model-truncated': {
    sentence: 'This model is incomplete: its end is missing.',
    remedy: `Copy or download it again, or export it anew. ${UNTOUCHED}`,
  },
  'file-unsupported': {
    sentence: 'Atrium does not open this kind of file.',
    remedy: `Open an .atrium project, or a room as GLB or glTF, which most 3D programs can export. ${UNTOUCHED}`,
  },
  'model-unsupported': {
    sentence: 'This model needs a feature that Atrium does not support.',
    remedy: `Export it as glTF 2.0 or GLB without special extensions, and open that. ${UNTOUCHED}`,
  },
  'model-missing-file': {
    sentence: 'A file that this model needs is missing.',
    remedy: `Put its .bin and texture files beside it, or export it as one GLB file. ${UNTOUCHED}`,
  },
  'model-too-large': {
    sentence: 'This model has more triangles or larger textures than Atrium can hold.',
    remedy: `Reduce its detail, or export only the rooms you need. ${UNTOUCHED}`,
  },
  'model-empty': {
    sentence: 'This model contains nothing to show.',
    remedy: `Check that the export included visible meshes. ${UNTOUCHED}`,
  },
  'texture-invalid': {
    sentence: 'A picture inside this file cannot be decoded.',
    remedy: `Export the model again with PNG or JPEG textures. ${UNTOUCHED}`,
  },
  'photometry-invalid': {
    sentence: 'This file holds no light distribution that Atrium can read.',
    remedy: `Choose an IES file (LM-63, type C) of the luminaire; its maker offers one. ${UNTOUCHED}`,
  },
  'scene-invalid': {
    sentence: 'This room contains geometry that cannot be drawn.',
    remedy: 'Undo the last step. If you were opening a file, export it again without broken geometry.',
  },
  'gpu-missing': {
    sentence: 'Atrium found no graphics adapter that supports WebGPU.',
    remedy: 'Update the graphics driver, or start Atrium on a machine with a supported card.',
  },
  'gpu-lost': {
    sentence: 'The graphics driver stopped answering, and starting it again did not help.',
    remedy: 'Save your project and restart Atrium. Nothing in the project is lost.',
  },
  'gpu-memory': {
    sentence: 'This graphics card has too little memory for this project.',
    remedy: 'Hide or delete detailed pieces, or close other programs.',
  },
  'export-disk-full': {
    sentence: 'The disk is full, so the picture was not finished. Nothing of it was left on the disk.',
    remedy: 'Free some space or choose another disk, then export again.',
  },
  'export-not-writable': {
    sentence: 'The picture could not be written in this folder.',
    remedy: 'Export again, to a folder that you may write to and whose drive is connected.',
  },
  'export-too-large': {
    sentence: 'The picture became larger than a file may be on this disk. Nothing of it was left.',
    remedy: 'Export to a disk with another file system, as JPEG, or at a smaller size.',
  },
  'export-gpu-lost': {
    sentence: 'The graphics card stopped while it made the picture. Nothing of it was left on the disk.',
    remedy: 'Export again; if it happens again, choose a smaller size or fewer samples.',
  },
  'clip-unsupported': {
    sentence: 'This computer cannot encode such a clip.',
    remedy: 'Choose another format or a smaller size.',
  },
  'gpu-kernel': {
    sentence: 'The graphics driver refused one of Atrium’s programs.',
    remedy: 'Update the graphics driver. If it happens again, report it with the details below.',
  },
  cancelled: { sentence: 'Cancelled.', remedy: UNTOUCHED },
  internal: {
    sentence: 'Something went wrong inside Atrium.',
    remedy: 'Save your project under a new name and restart. If it happens again, report it with the details below.',
  },
}

const KNOWN: ReadonlySet<string> = new Set(ERROR_CODES)

/** The code an error carries; anything that is not an expected failure is `internal`. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && KNOWN.has(code) ? (code as ErrorCode) : 'internal'
}

/** What a developer wants to read below the sentence. */
export function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : error.message
  return error.cause === undefined ? detail : `${detail}\n${detailOf(error.cause)}`
}
