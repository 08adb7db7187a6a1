import { isArchive, namesAtStart, openArchive } from '../bytes/archive.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declares } from '../doctor/declared.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { headOf, startsWith } from '../bytes/text.ts'

/** Universal Scene Description, packed, binary or text, by three's loader; unit and axes are the file's own. */
const usd: ConvertingReader = {
  id: 'usd',
  sniff: (bytes) => startsWith(bytes, 'PXR-USDC') || headOf(bytes, 64).startsWith('#usda') || (isArchive(bytes) && /\.usd[ac]?$/i.test(namesAtStart(bytes, 1)[0] ?? '')),
  async convert(bytes, options) {
    // The loader unpacks by itself, as much as the directory says.
    if (isArchive(bytes)) await openArchive(bytes)
    const [{ USDLoader }, { USDComposer }, { readInlineVectors }] = await Promise.all([import('three/examples/jsm/loaders/USDLoader.js'), import('three/examples/jsm/loaders/usd/USDComposer.js'), import('./inline-vectors.ts')])
    readInlineVectors()
    // Where a file brings no normals, the loader rounds every edge. Unset, they are found where edges are known.
    USDComposer.prototype._computeVertexNormals = (points) => new Float32Array(points.length)
    let metresPerUnit: number | null = null
    let isTurned = false
    return readObject3d(() => {
      const group = new USDLoader().parse(bytes.slice().buffer)
      // As the loader applied them; what it applied nothing of may have said so, or nothing.
      metresPerUnit = group.scale.x !== 1 || states(bytes, 'metersPerUnit') ? group.scale.x : null
      isTurned = Math.abs(group.rotation.x) > 1
      return group
    }, () => declares(metresPerUnit, isTurned ? 'z' : 'y'), options)
  },
}

/** Whether a word stands in a file. O(bytes). */
function states(bytes: Uint8Array, word: string): boolean {
  const wanted = new TextEncoder().encode(word)
  for (let at = bytes.indexOf(wanted[0]); at >= 0; at = bytes.indexOf(wanted[0], at + 1)) if (wanted.every((byte, i) => bytes[at + i] === byte)) return true
  return false
}

export const usdReader = convertingReader(usd)
