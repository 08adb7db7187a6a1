import { gltfDeclares } from '../doctor/declared.ts'
import type { ModelReader } from '../reader.ts'
import { parseContainer } from './container.ts'
import { importModel } from './import.ts'

/** `glTF` */
const MAGIC = [0x67, 0x6c, 0x54, 0x46]
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** GLB by its magic, glTF by the brace that its JSON begins with. */
function isGltf(bytes: Uint8Array): boolean {
  if (MAGIC.every((byte, i) => bytes[i] === byte)) return true
  const start = BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? BYTE_ORDER_MARK.length : 0
  // Only so far is white space believed.
  return String.fromCharCode(...bytes.subarray(start, start + 1024)).trimStart().startsWith('{')
}

/** The program that wrote the file. */
const generatorOf = (glb: Uint8Array<ArrayBuffer>): string => {
  const { generator } = parseContainer(glb).json.asset
  return typeof generator === 'string' ? generator : ''
}

export const gltfReader: ModelReader = {
  id: 'gltf',
  sniff: isGltf,
  read: async (bytes, options) => {
    const asset = await importModel(bytes, options)
    return { ...asset, declared: gltfDeclares(generatorOf(asset.bytes)) }
  },
}
