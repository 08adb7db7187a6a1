import { expect, test } from 'vitest'
import { readHeader } from './header.ts'

/** The head of an OpenEXR file of so many images, each with so many attributes. */
function heads(parts: number, attributes: number): Uint8Array {
  const text = (words: string): number[] => [...new TextEncoder().encode(words)]
  const window = [...text('dataWindow\0box2i\0'), 16, 0, 0, 0, ...new Uint8Array(new Int32Array([0, 0, 31, 15]).buffer)]
  const part = [...window, ...Array.from({ length: attributes - 1 }, (_, i) => [...text(`note${i}\0int\0`), 4, 0, 0, 0, 1, 0, 0, 0]).flat(), 0]
  return Uint8Array.from([0x76, 0x2f, 0x31, 0x01, 2, 16, 0, 0, ...Array.from({ length: parts }, () => part).flat(), 0])
}

test.each([[1, 12], [60, 40]])('an OpenEXR file of %i images with %i attributes each says how large the first is', (parts, attributes) => {
  expect(readHeader(heads(parts, attributes))).toMatchObject({ kind: 'exr', width: 32, height: 16 })
})
