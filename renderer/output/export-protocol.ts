import type { ErrorCode } from '../../electron/contract.ts'
import type { Camera, RenderSettings } from '../../gpu/index.ts'
import type { AtriumDocument } from '../document/types.ts'
import type { CameraPose } from '../interaction/store.ts'
import type { ExportScene } from '../interaction/viewport.ts'
import type { ClipOptions, PictureOptions } from './options.ts'

interface Common extends ExportScene {
  readonly settings: RenderSettings
  /** Who traces: the user's choice, or what suits the adapter. */
  readonly executor: 'gpu' | 'cpu' | 'automatic'
  readonly powerPreference: GPUPowerPreference
  readonly threads: number
}

export interface PictureRequest extends Common {
  readonly kind: 'picture'
  readonly camera: Camera
  readonly options: PictureOptions
  /** Of PictureFacts. */
  readonly things?: readonly string[] | undefined
  /** Of the denoiser, as they lie in their file; without them the picture stays as it is traced. */
  readonly weights?: Uint8Array<ArrayBuffer> | null
}

export interface ClipRequest extends Common {
  readonly kind: 'clip'
  readonly poses: readonly CameraPose[]
  readonly options: ClipOptions
  /** Moves what moves by itself; null: all is at rest. */
  readonly document: AtriumDocument | null
}

/** Pictures that were made already, one after the other. */
export interface FramesRequest {
  readonly kind: 'frames'
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
  readonly format: ClipOptions['format']
  readonly frames: readonly Uint8ClampedArray<ArrayBuffer>[]
}

export type ExportRequest = PictureRequest | ClipRequest | FramesRequest

export type ToExportWorker =
  | { readonly kind: 'start'; readonly request: ExportRequest }
  /** The oldest chunk is on the disk. */
  | { readonly kind: 'written' }

export type FromExportWorker =
  | { readonly kind: 'progress'; readonly share: number }
  /** What the processor's cores will take for it. */
  | { readonly kind: 'denoising'; readonly seconds: number }
  /** A small picture of what there is so far, 8-bit RGBA. */
  | { readonly kind: 'preview'; readonly width: number; readonly height: number; readonly rgba: Uint8ClampedArray<ArrayBuffer> }
  | { readonly kind: 'chunk'; readonly at: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'done'; readonly sizeBytes: number }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly detail: string }
