import type * as WebIfc from 'web-ifc'
import type { IfcAPI } from 'web-ifc'
import { AtriumError, toAtriumError } from '../errors/atrium-error.ts'
import type { Declared } from './doctor/declared.ts'
import type { Settle } from './gltf/nodes/settle.ts'
import type { RhinoModel } from './rhino/model.ts'
import type { LoadedAsset } from './types.ts'

/** A format of models: a folder of its own, one line in readers.ts and one in formats.json. */
export interface ModelReader {
  /** As in formats.json. */
  readonly id: string
  /** Whether the bytes are of this format, by how they begin; extensions lie. */
  sniff(bytes: Uint8Array): boolean
  /**
   * The same bytes give the same parts and keys for ever.
   *
   * @returns the parsed asset, and the GLB that stands for it in a project
   * @throws AtriumError with a `model-` code or `sibling-refused`; what libraries throw besides means `model-invalid`
   */
  read(bytes: Uint8Array<ArrayBuffer>, options: ReadOptions): Promise<ReadAsset>
}

/** A model in what its file declares for metres and up. */
export interface ReadAsset extends LoadedAsset {
  readonly declared: Declared
}

/**
 * What becomes a piece. 'objects': what people call one thing, in the file's groups (a model that is opened). 'single': the file is one
 * piece, its origin kept (a catalogue item). A list: the parts of these ids, as a project has them, whatever finds things by then.
 * 'parts': every top node (projects of versions 1 and 2).
 */
export type Pieces = 'objects' | 'single' | 'parts' | readonly string[]

export interface ReadOptions {
  /** Shown to the user: the file's name. */
  readonly name: string
  readonly pieces: Pieces
  /** Of a single piece: where it is held; absent: where the file holds it. */
  readonly settle?: Settle | undefined
  readonly decodeImage: DecodeImage
  readonly readSibling?: ReadSibling
  /** What may be read beside the model: relative paths with `/`, below its folder. */
  readonly listSiblings?: () => Promise<readonly string[]>
  /** Told of each file that the model names and that is not there, as it names it. */
  readonly onMissing?: (named: string) => void
  readonly decoders?: Decoders
  /** What an emission of 1 stands for where the file gives no strength: 1 keeps the file's own unit. */
  readonly nitsOfWhite?: number
  /** Triangles of all distinct meshes; left out: LIMITS.triangles. */
  readonly mostTriangles?: number | undefined
  /** Asked where it has more, and simplifying what is small and dense would help; true: that is done. Left out: it is refused. */
  readonly offerSimpler?: ((offer: SimplerOffer) => Promise<boolean>) | undefined
  /** Metres from the origin that things may lie; left out: LIMITS.coordinate. */
  readonly reach?: number
  /** 0..1 */
  readonly onProgress?: (fraction: number) => void
  /** What is done now; a stage may come again. */
  readonly onStage?: (stage: Stage) => void
}

/** What would become of a model with too many triangles. */
export interface SimplerOffer {
  /** The file's. */
  readonly name: string
  /** Triangles that came, that would stay, and that Atrium takes. */
  readonly from: number
  readonly to: number
  readonly most: number
  /** How many things would be simplified, and the names of the first. */
  readonly count: number
  readonly names: readonly string[]
}

/** What reading a model consists of, as it is told to whoever waits. */
export const STAGES = ['converting', 'simplifying', 'shapes', 'textures', 'pieces', 'examining', 'rooms'] as const
export type Stage = (typeof STAGES)[number]

/** A file beside the model; `path` is decoded, relative, with `/`. Throws AtriumError when it is not there. */
export type ReadSibling = (path: string) => Promise<Uint8Array<ArrayBuffer>>

export interface DecodedImage {
  readonly width: number
  readonly height: number
  /** Straight alpha, the file's own values. */
  readonly rgba: Uint8Array
}

/** Decodes PNG, JPEG, WebP, GIF (its first picture), BMP or KTX2, not wider or higher than `maxSide`. Throws when the bytes are no picture. */
export type DecodeImage = (bytes: Uint8Array<ArrayBuffer>, mimeType: string, maxSide: number) => Promise<DecodedImage>

/** Decompressors that a file may need, loaded when it does. */
export interface Decoders {
  /** The Draco decoder module, ready. */
  readonly draco?: () => Promise<unknown>
  /** Reads a file of Rhino, away from everything else. */
  readonly rhino?: (bytes: Uint8Array<ArrayBuffer>, onProgress: (fraction: number) => void) => Promise<RhinoModel>
  /** The kernel of IFC, started, and the names of its types. */
  readonly webIfc?: () => Promise<{ readonly api: IfcAPI; readonly ifc: typeof WebIfc }>
}

/** A library stumbled: it read past an end or found nothing where the file promises something, or it gave up and says why. The first kind of words is for the log alone. */
export const stumbled = (error: unknown): string =>
  error instanceof TypeError || error instanceof RangeError
    ? 'The file is damaged: its parts do not fit together.'
    : `The file is damaged or incorrectly written (${error instanceof Error ? error.message : String(error)}).`

/** What the reader of a format (by its name in sentences) threw, as the window says it: what no code was given to means that the file is no good. */
export function modelError(error: unknown, format: string | undefined): AtriumError {
  const known = toAtriumError(error)
  if (known.code === 'internal') return new AtriumError('model-invalid', error instanceof AtriumError ? known.detail : stumbled(error), { cause: error, format })
  return known.code === 'model-invalid' ? new AtriumError('model-invalid', known.detail, { cause: known.cause, format }) : known
}
