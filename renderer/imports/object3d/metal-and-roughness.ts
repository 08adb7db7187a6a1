import { encodePng } from '../pictures/encode-png.ts'
import type { DecodedImage, ReadOptions } from '../reader.ts'
import { decoded } from './cut-out.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * One picture of two grey ones, as glTF keeps them: roughness in green, metal in blue. As large as the larger of the two.
 *
 * @param roughness  null: rough throughout
 * @param metal  null: as much of it as the material's factor says
 * @param from  the channels in which they stand; of grey pictures any will do
 * @returns null: one of them is no picture that can be read, or there is none
 */
export async function metalAndRoughness(roughness: Bytes | null, metal: Bytes | null, decodeImage: ReadOptions['decodeImage'], from: { readonly roughness: number; readonly metal: number } = { roughness: 0, metal: 0 }): Promise<Bytes | null> {
  const [rough, metallic] = [roughness === null ? null : await decoded(roughness, decodeImage), metal === null ? null : await decoded(metal, decodeImage)]
  if ((rough === null && roughness !== null) || (metallic === null && metal !== null)) return null
  const larger = [rough, metallic].filter((image) => image !== null).toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
  if (larger === undefined) return null
  const { width, height } = larger
  const rgba = new Uint8Array(4 * width * height).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x)
      rgba[at + 1] = rough === null ? 255 : valueAt(rough, (x + 0.5) / width, (y + 0.5) / height, from.roughness)
      rgba[at + 2] = metallic === null ? 255 : valueAt(metallic, (x + 0.5) / width, (y + 0.5) / height, from.metal)
    }
  }
  return encodePng({ width, height, rgba })
}

function valueAt({ width, height, rgba }: DecodedImage, u: number, v: number, channel: number): number {
  return rgba[4 * (Math.floor(v * height) * width + Math.floor(u * width)) + channel]
}
