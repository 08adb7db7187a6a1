import { PNG } from 'pngjs'
import jpeg from 'jpeg-js'
import { describe, expect, test } from 'vitest'
import { decodeImageInNode } from '../../imports/reading/in-node.ts'
import { importModel } from '../../imports/gltf/import.ts'
import { framedPicture, LONGEST_SIDE, orientationOf } from './picture-piece.ts'

/** Pixel (x, y) is red x and green y. */
function rgbaOf(width: number, height: number): Buffer {
  return Buffer.from(Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width), 0, 255]).flat())
}
function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width, height })
  rgbaOf(width, height).copy(png.data)
  return new Uint8Array(PNG.sync.write(png))
}

/** A JPEG whose EXIF says how to turn it. */
function jpegOf(width: number, height: number, orientation: number, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const { data } = jpeg.encode({ width, height, data: rgbaOf(width, height) }, 90)
  const exif = new DataView(new ArrayBuffer(36))
  exif.setUint16(0, 0xffe1)
  exif.setUint16(2, 34)
  exif.setUint32(4, 0x45786966)
  exif.setUint16(10, isLittle ? 0x4949 : 0x4d4d)
  exif.setUint16(12, 42, isLittle)
  exif.setUint32(14, 8, isLittle)
  exif.setUint16(18, 1, isLittle)
  exif.setUint16(20, 0x0112, isLittle)
  exif.setUint16(22, 3, isLittle)
  exif.setUint32(24, 1, isLittle)
  exif.setUint16(28, orientation, isLittle)
  return new Uint8Array(Buffer.concat([data.subarray(0, 2), Buffer.from(exif.buffer), data.subarray(2)]))
}

async function hung(picture: Uint8Array<ArrayBuffer>) {
  const { parsed } = await importModel(framedPicture(picture), { name: 'holiday.png', pieces: 'single', decodeImage: decodeImageInNode })
  const [part] = parsed.parts
  const mesh = parsed.meshes.get(part.mesh)!
  const slot = part.materials.findIndex(({ name }) => name === 'Picture')
  const corners = [...mesh.indices].filter((_, i) => mesh.materialSlots![Math.floor(i / 3)] === slot)
  // Where each corner of what is seen takes its colour from: `lower left` and so on.
  const seen = Object.fromEntries(corners.map((corner) => [
    `${mesh.positions[3 * corner + 1] < 0 ? 'lower' : 'upper'} ${mesh.positions[3 * corner] < 0 ? 'left' : 'right'}`, [mesh.uvs![2 * corner], mesh.uvs![2 * corner + 1]],
  ]))
  const inner = [0, 1].map((k) => 2 * Math.max(...corners.map((corner) => mesh.positions[3 * corner + k])))
  return { mesh, part, seen, inner, textures: [...parsed.textures.values()] }
}

describe('a picture that is hung', () => {
  test('has its own proportions in a frame of eighty centimetres, and its back on the wall', async () => {
    for (const [width, height] of [[60, 40], [30, 50]] as const) {
      const { mesh: { bounds: { min, max } }, inner, textures: [texture] } = await hung(pngOf(width, height))
      expect(inner[0] / inner[1]).toBeCloseTo(width / height, 4)
      expect(Math.max(max[0] - min[0], max[1] - min[1])).toBeCloseTo(LONGEST_SIDE, 6)
      expect([min[0] + max[0], min[1] + max[1], min[2]]).toEqual([0, 0, 0].map((value) => expect.closeTo(value, 6) as number))
      expect([texture.width, texture.height]).toEqual([width, height])
    }
  })

  test('faces the viewer with every triangle wound to its normal', async () => {
    const { mesh: { positions, normals, indices } } = await hung(pngOf(4, 3))
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[i + k], 3 * indices[i + k] + 3))
      const [u, v] = [b, c].map((corner) => [0, 1, 2].map((k) => corner[k] - a[k]))
      const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
      expect(cross.reduce((sum, value, k) => sum + value * normals[3 * indices[i] + k], 0)).toBeGreaterThan(0)
    }
  })

  test('hangs upright when its camera lay on the side or stood on its head', async () => {
    const upright = (await hung(pngOf(40, 20))).seen
    expect(upright).toEqual({ 'upper left': [0, 0], 'upper right': [1, 0], 'lower left': [0, 1], 'lower right': [1, 1] })
    // Held with the camera's right side up: the file's first row is the right side of what was seen (orientation 6), or its left (8).
    for (const isLittle of [true, false]) {
      const [six, eight, three] = await Promise.all([6, 8, 3].map((orientation) => hung(jpegOf(40, 20, orientation, isLittle))))
      expect(six.inner[1] / six.inner[0]).toBeCloseTo(2, 4)
      expect(six.seen).toEqual({ 'upper right': [0, 0], 'lower right': [1, 0], 'upper left': [0, 1], 'lower left': [1, 1] })
      expect(eight.seen).toEqual({ 'lower left': [0, 0], 'upper left': [1, 0], 'lower right': [0, 1], 'upper right': [1, 1] })
      expect(three.seen).toEqual({ 'lower right': [0, 0], 'lower left': [1, 0], 'upper right': [0, 1], 'upper left': [1, 1] })
    }
  })

  test('is refused when it is no picture; EXIF that leads nowhere turns nothing', () => {
    expect(() => framedPicture(new TextEncoder().encode('GIF89a'))).toThrow('neither a PNG nor a JPEG')
    const good = jpegOf(4, 4, 6, true)
    for (let length = 0; length < 60; length++) expect([1, 6]).toContain(orientationOf(good.slice(0, length)))
    expect(orientationOf(jpegOf(4, 4, 99, false))).toBe(1)
  })
})
