import { afterEach, expect, test, vi } from 'vitest'
import { decodeImage } from './decode-image.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose graphics card answers nobody. */
function browserWhosePixelsAre(format: string | null, pixels: ArrayLike<number>): { readonly closed: () => number } {
  let closed = 0
  const close = (): void => void (closed += 1)
  vi.stubGlobal('ImageDecoder', class {
    static isTypeSupported = (type: string): Promise<boolean> => Promise.resolve(type !== 'image/bmp')
    close = close
    decode = () => Promise.resolve({ image: { format, codedWidth: pixels.length / 4, codedHeight: 1, close, copyTo: (into: Uint8Array) => Promise.resolve(into.set(pixels)) } })
  })
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 1, height: 1, close }))
  vi.stubGlobal('OffscreenCanvas', class {
    getContext(kind: string): unknown {
      if (kind !== '2d') throw new Error(`${kind} waits for the graphics card`)
      return { drawImage: () => {}, getImageData: () => ({ data: Uint8ClampedArray.of(9, 8, 7, 255) }) }
    }
  })
  return { closed: () => closed }
}

test.each([
  ['RGBA', [1, 2, 3, 0, 4, 5, 6, 128], [1, 2, 3, 0, 4, 5, 6, 128]],
  ['BGRA', [3, 2, 1, 0, 6, 5, 4, 128], [1, 2, 3, 0, 4, 5, 6, 128]],
  ['BGRX', [3, 2, 1, 0, 6, 5, 4, 0], [1, 2, 3, 255, 4, 5, 6, 255]],
])('pixels of a PNG as %s come as they were written, and no graphics card is asked', async (format, pixels, rgba) => {
  const { closed } = browserWhosePixelsAre(format, pixels)
  expect(await decodeImage(Uint8Array.of(0), 'image/png', 8)).toEqual({ width: 2, height: 1, rgba: Uint8Array.from(rgba) })
  expect(closed()).toBe(2)
})

test.each([['image/jpeg', 'RGBA'], ['image/bmp', 'RGBA'], ['image/png', null]])('%s with pixels %s is drawn', async (type, format) => {
  browserWhosePixelsAre(format, [1, 2, 3, 4])
  expect(await decodeImage(Uint8Array.of(0), type, 8)).toEqual({ width: 1, height: 1, rgba: Uint8Array.of(9, 8, 7, 255) })
})

/** What is handed on to be made smaller; a picture that is small already comes back. */
function handedOn(): Uint8ClampedArray[] {
  const handed: Uint8ClampedArray[] = []
  vi.stubGlobal('ImageData', class {
    constructor(pixels: Uint8ClampedArray) {
      // Colour and alpha, one after the other, may be the same pixels.
      handed.push(pixels.slice(0, 8))
    }
  })
  return handed
}

test('colour and alpha of a picture are made smaller apart, and alpha only where there is some', async () => {
  browserWhosePixelsAre('RGBA', [1, 2, 3, 0, 4, 5, 6, 128])
  const handed = handedOn()
  expect((await decodeImage(Uint8Array.of(0), 'image/png', 1)).rgba).toEqual(Uint8Array.of(9, 8, 7, 9))
  expect(handed.map((pixels) => [...pixels])).toEqual([[1, 2, 3, 255, 4, 5, 6, 255], [0, 0, 0, 255, 128, 128, 128, 255]])
  browserWhosePixelsAre('RGBA', [1, 2, 3, 255, 4, 5, 6, 255])
  handed.splice(0)
  expect((await decodeImage(Uint8Array.of(0), 'image/png', 1)).rgba).toEqual(Uint8Array.of(9, 8, 7, 255))
  expect(handed.map((pixels) => [...pixels])).toEqual([[1, 2, 3, 255, 4, 5, 6, 255]])
})

test('a picture of more values than a list can hold is made smaller', async () => {
  const values = 2 ** 27 + 8
  browserWhosePixelsAre('RGBA', new Uint8Array(values))
  handedOn()
  expect((await decodeImage(Uint8Array.of(0), 'image/png', 8)).rgba).toEqual(Uint8Array.of(9, 8, 7, 9))
})
