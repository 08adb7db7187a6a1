import { describe, expect, test } from 'vitest'
import { decodeImageInNode } from '../in-node.ts'
import { CRATES } from '../testing-files.ts'
import { nameKnownMaps } from './known-maps.ts'
import type { FbxNode } from './old/nodes.ts'
import { parseText } from './old/parse-text.ts'
import { writeBinary, type Written, type WrittenNode } from './old/write-binary.ts'
import { fbxReader } from './reader.ts'

/** A crate whose material has a picture under this name. */
async function wearing(map: string): Promise<string> {
  const crate = new TextDecoder().decode(await CRATES.find(({ name }) => name === 'crate.fbx')!.bytes())
  return crate
    .replace('Objects:  {', `Objects:  {
	Texture: 4, "Texture::Oak", "" {
		Type: "TextureVideoClip"
		FileName: "C:\\maps\\oak.png"
		RelativeFilename: "oak.png"
	}
	Video: 5, "Video::Oak", "Clip" {
		Type: "Clip"
		RelativeFilename: "oak.png"
	}`)
    .replace('C: "OO",3,2', `C: "OO",3,2\n\tC: "OP",4,3, "${map}"\n\tC: "OO",5,4`)
}

/** The same in bytes: ids, and arrays as values. */
function inBytes(text: string): Uint8Array<ArrayBuffer> {
  const ids = new Set(['Geometry', 'Model', 'Material', 'Texture', 'Video', 'C'])
  const written = ({ name, values, children }: FbxNode): WrittenNode => {
    const array = children.find((child) => child.name === 'a')
    if (array !== undefined) return { name, values: [name === 'Vertices' ? Float64Array.from(array.values as number[]) : Int32Array.from(array.values as number[])] }
    return {
      name, children: children.map(written),
      values: values.map((value): Written => (typeof value === 'number' && ids.has(name) ? { id: value } : typeof value === 'number' && Number.isInteger(value) ? { int: value } : typeof value === 'string' && value.includes('::') ? value.split('::').toReversed().join('\0\u0001') : value)),
    }
  }
  return writeBinary(parseText(new TextEncoder().encode(text)).children.map(written))
}

async function namedBy(bytes: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const named: string[] = []
  const { parsed } = await fbxReader.read(bytes, {
    name: 'crate.fbx', pieces: 'objects', decodeImage: decodeImageInNode,
    readSibling: () => Promise.reject(new Error('not there')), listSiblings: () => Promise.resolve([]), onMissing: (name) => named.push(name),
  })
  expect([...parsed.meshes.values()].map(({ indices }) => indices.length / 3)).toEqual([12])
  return named
}

describe.each([['plain', (text: string) => new TextEncoder().encode(text)], ['in bytes', inBytes]])('FBX 7.4, %s', (_, encode) => {
  test.each(['DiffuseColor', '3dsMax|main|base_color_map', '3dsMax|Parameters|base_color_map', 'Maya|baseColor', 'Maya|normalCamera', '3dsMax|main|norm_map', '3dsMax|Parameters|cutout_map'])('a picture under %s belongs to the material', async (map) => {
    expect(await namedBy(encode(await wearing(map)))).toEqual([expect.stringContaining('oak.png')])
  })

  test('what only looks like a name, and what is unknown, stays as it is', async () => {
    for (const map of ['3dsMax|main|other_map', 'x3dsMax|main|norm_map', '3dsMax|main|norm_map2']) {
      const bytes = encode(await wearing(map))
      const before = bytes.slice()
      nameKnownMaps(bytes)
      expect(bytes).toEqual(before)
    }
  })
})

test('a name that stands at either end of a file stays as it is', () => {
  for (const text of ['3dsMax|main|norm_map', 'S\u0014\0\0\x003dsMax|main|norm_map', '"3dsMax|main|norm_map"', '|||']) {
    const bytes = new TextEncoder().encode(text)
    nameKnownMaps(bytes)
    expect(new TextDecoder().decode(bytes)).toBe(text)
  }
})
