declare module 'omggif' {
  export class GifReader {
    constructor(bytes: Uint8Array)
    readonly width: number
    readonly height: number
    /** Pixels; the data begin with the size of the codes. */
    frameInfo(frame: number): { readonly x: number; readonly y: number; readonly width: number; readonly height: number; readonly data_offset: number; readonly data_length: number }
    decodeAndBlitFrameRGBA(frame: number, rgba: Uint8Array): void
  }
}
