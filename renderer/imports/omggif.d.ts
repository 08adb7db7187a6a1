declare module 'omggif' {
  export class GifReader {
    constructor(bytes: Uint8Array)
    readonly width: number
    readonly height: number
    decodeAndBlitFrameRGBA(frame: number, rgba: Uint8Array): void
  }
}
