/** What can go wrong in the engine, for the code that maps it to a sentence and a remedy. */
export type EngineErrorCode =
  /** No WebGPU, or no adapter answers. */
  | 'gpu-missing'
  /** The device is gone: build a new engine from the last snapshot. */
  | 'gpu-lost'
  /** A buffer or texture does not fit, or passes a limit that the message names. */
  | 'gpu-memory'
  /** A kernel does not compile or was called with the wrong bindings. */
  | 'gpu-kernel'
  /** A snapshot breaks the rules of gpu/scene.ts. */
  | 'scene-invalid'

/**
 * An engine failure: a code for the user's sentence; the label of the GPU object, the numbers and the cause for the developer.
 */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  readonly details: Readonly<Record<string, string | number>>

  constructor(code: EngineErrorCode, message: string, details: Readonly<Record<string, string | number>> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'EngineError'
    this.code = code
    this.details = details
  }
}
