/** Whole rows of a picture, 4 floats per pixel each: what the tracer's read() and readGuides() give. */
export interface GuidedRows {
  /** Radiance, and whatever: it is handed through. */
  readonly radiance: Float32Array
  readonly albedo: Float32Array
  readonly normal: Float32Array
}

/** A part of rows, pixels; sides need not be multiples of anything. */
export interface Part { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Who takes a part of a picture through the network: a card or the processor's threads. */
export interface Network {
  /** Pixels of the largest part, its sides taken up to multiples of SIDE_STEP. */
  readonly mostPixels: number
  /**
   * The denoised radiance of a part alone, 4 floats per pixel, the fourth as it came; what is not a number or below zero counts as zero.
   * Around it is nothing. The next may be asked for before this one is there: they are done in the order in which they are asked for.
   *
   * @param width  of the rows, pixels
   * @param scale  of the exposure, for the whole picture the same
   * @throws EngineError, or the signal's reason
   */
  run(rows: GuidedRows, width: number, part: Part, scale: number, signal?: AbortSignal): Promise<Float32Array>
  /** Gives everything back. */
  dispose(): void
}
