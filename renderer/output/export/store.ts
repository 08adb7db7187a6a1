import { create } from 'zustand'
import { type ClipOptions, DEFAULT_CLIP, DEFAULT_PICTURE, type PictureOptions } from '../options.ts'

/** An export that is under way. */
export interface RunningExport {
  readonly kind: 'picture' | 'clip'
  readonly name: string
  /** Of its task. */
  readonly label: string
  /** 0..1 */
  readonly share: number
  /** null: not known yet. */
  readonly secondsLeft: number | null
  /** What the processor's cores will take for denoising; null: not known yet, or nothing. */
  readonly denoisingSeconds: number | null
  /** null: nothing to show yet. */
  readonly preview: { readonly width: number; readonly height: number; readonly rgba: Uint8ClampedArray<ArrayBuffer> } | null
  readonly cancel: () => void
}

/** What was chosen last, and what runs: one export at a time. */
export interface OutputState {
  readonly picture: PictureOptions
  readonly clip: ClipOptions
  readonly running: RunningExport | null
}

export const useOutput = create<OutputState>()(() => ({ picture: DEFAULT_PICTURE, clip: DEFAULT_CLIP, running: null }))
