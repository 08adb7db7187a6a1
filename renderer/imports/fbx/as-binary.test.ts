import { expect, test } from 'vitest'
import { encodePng } from '../pictures/encode-png.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { CRATES } from '../testing-files.ts'
import { fbxReader } from './reader.ts'

const crate = async (): Promise<string> => new TextDecoder().decode(await CRATES.find(({ name }) => name === 'crate.fbx')!.bytes())
const read = (text: string) => fbxReader.read(new TextEncoder().encode(text), { name: 'crate.fbx', pieces: 'objects', decodeImage: decodeImageInNode })

/** Connected to the crate's material. */
const picture = (lines: string): string => `
	Texture: 2629283312560, "Texture::Oak", "" {
		FileName: ""
		RelativeFilename: ""
	}
	Video: 2629283312561, "Video::Oak", "Clip" {
		Filename: "C:\\oak.png"
		RelativeFilename: "oak.png"
		Content: ,
${lines}
	}`
const worn = (text: string, lines: string): string =>
  text.replace('Objects:  {', `Objects:  {${picture(lines)}`).replace('C: "OO",3,2', 'C: "OO",3,2\n\tC: "OP",2629283312560,3, "DiffuseColor"\n\tC: "OO",2629283312561,2629283312560')

test.each([
  ['spaces behind its brackets, as MotionBuilder writes them', (text: string) => text.replaceAll(/\}$/gm, '} ')],
  ['other white space at the beginning of its lines', (text: string) => text.replaceAll(/^\t+/gm, '  ')],
  ['a text over several lines, with brackets in it, as 3ds Max writes its own maps', (text: string) => text.replace(/(Material: 3,[\s\S]*?Properties70:\s*\{)/, '$1\n\t\t\tP: "3dsMax|params|OSLCode", "KString", "", "A", "shader Oak {\n\tfloat v: 1\n}\n} /* ; */"')],
])('a plain file with %s is as whole as another', async (_, change) => {
  const text = await crate()
  expect(change(text)).not.toBe(text)
  const [found, expected] = await Promise.all([read(change(text)), read(text)])
  expect([...found.parsed.meshes.values()].map(({ positions, indices }) => [positions, indices])).toEqual([...expected.parsed.meshes.values()].map(({ positions, indices }) => [positions, indices]))
  expect(found.parsed.parts[0].materials).toEqual(expected.parsed.parts[0].materials)
  expect(found.declared).toEqual(expected.declared)
})

test('a picture within a plain file is shown, in one piece and in several', async () => {
  const base64 = btoa(String.fromCharCode(...encodePng({ width: 1, height: 1, rgba: Uint8Array.of(200, 100, 50, 255) })))
  for (const lines of [`"${base64}"`, `"${base64.slice(0, 40)}",\n"${base64.slice(40)}"`]) {
    const { parsed } = await read(worn(await crate(), lines))
    expect([...parsed.textures.values()].map(({ rgba }) => [...rgba])).toEqual([[200, 100, 50, 255]])
  }
})

test('corners that are no numbers are left out, and move no others', async () => {
  const text = await crate()
  const broken = text.replace(/(Vertices: \*\d+\s*\{\s*a: )[^,]+/, '$1nan')
  expect(broken).not.toBe(text)
  const count = async (of: string): Promise<number> => [...(await read(of)).parsed.meshes.values()].reduce((sum, { indices }) => sum + indices.length / 3, 0)
  const [whole, left] = [await count(text), await count(broken)]
  // One corner of a cube belongs to three triangles at least, to six at most.
  expect(whole - left).toBeGreaterThanOrEqual(3)
  expect(whole - left).toBeLessThanOrEqual(6)
})
