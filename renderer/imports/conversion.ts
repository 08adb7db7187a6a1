import { type Document, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { AtriumError, toAtriumError } from '../errors/atrium-error.ts'
import type { Phrase } from '../words/say.ts'
import { importModel } from './gltf/import.ts'
import { LIMITS } from './bytes/limits.ts'
import type { Declared } from './doctor/declared.ts'
import { type ModelReader, type ReadOptions, stumbled } from './reader.ts'
import { repair } from './repair.ts'

/** What a reader makes of a foreign file: glTF in what the file declares for metres and up, and what it has to say about it. */
export interface Converted {
  readonly document: Document
  readonly declared: Declared
  readonly notes: readonly Phrase[]
}

/** A format that is turned into glTF, and goes the way of GLB from there. */
export interface ConvertingReader extends Pick<ModelReader, 'id' | 'sniff'> {
  /** Nothing is decoded, nothing is repaired. What libraries throw means `model-invalid`. */
  convert(bytes: Uint8Array<ArrayBuffer>, options: ReadOptions): Promise<Converted>
}

/** Of the work, done when the document stands. */
const CONVERTED = 0.5

/**
 * A reader of another format than glTF. The project keeps the GLB that the file became: later versions of the library behind it change
 * nothing in what was opened before.
 */
export function convertingReader(reader: ConvertingReader): ModelReader {
  return {
    id: reader.id,
    sniff: (bytes) => reader.sniff(bytes),
    async read(bytes, options) {
      if (bytes.byteLength > LIMITS.fileBytes) throw new AtriumError('model-too-large', `The file has ${bytes.byteLength} bytes.`)
      const onProgress = options.onProgress ?? (() => {})
      options.onStage?.('converting')
      const { document, declared, notes: said } = await reader.convert(bytes, { ...options, onProgress: (fraction) => onProgress(CONVERTED * fraction) }).catch((error: unknown) => { throw conversionError(error) })
      checkShare(document, bytes.byteLength)
      const notes = [...said, ...repair(document)]
      if (document.getRoot().listMeshes().every((mesh) => mesh.listPrimitives().length === 0)) throw new AtriumError('model-empty', `“${options.name}” contains nothing that can be shown.`)
      const glb = await new WebIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document)
      const asset = await importModel(glb as Uint8Array<ArrayBuffer>, { ...options, onProgress: (fraction) => onProgress(CONVERTED + (1 - CONVERTED) * fraction) })
      return notes.length === 0 ? { ...asset, declared } : { ...asset, declared, parsed: { ...asset.parsed, notes: [...notes, ...asset.parsed.notes] } }
    },
  }
}

/** As for a glTF that claims it. @throws AtriumError `model-inflated` when libraries made far more of a file than one of its size can hold */
function checkShare(document: Document, fileBytes: number): void {
  const made = document.getRoot().listAccessors().reduce((sum, accessor) => sum + (accessor.getArray()?.byteLength ?? 0), 0)
  const allowed = LIMITS.harmlessMeshBytes + LIMITS.meshRatio * fileBytes
  if (made > allowed) throw new AtriumError('model-inflated', `Its ${fileBytes} bytes became ${made} of surfaces; Atrium takes ${allowed}.`)
}

/** Libraries refuse by throwing what they like: by reading past the end, as a rule. */
function conversionError(error: unknown): AtriumError {
  const isFull = error instanceof RangeError && error.message.includes('allocation failed')
  return error instanceof AtriumError || isFull || (error instanceof DOMException && error.name === 'AbortError') ? toAtriumError(error) : new AtriumError('model-invalid', stumbled(error), { cause: error })
}
