import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeImageInNode } from '../reading/in-node.ts'
import { importModel } from './import.ts'
import { extractPart } from './extract.ts'
import { glbOf, twoChairsAndALamp } from './testing-glb.ts'

const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 5) as number)

/** Every part of a model, alone: the same triangles, the same looks, upright and unturned, and nothing of the others. */
async function expectEachPartAlone(bytes: Uint8Array<ArrayBuffer>, way: 'objects' | 'parts' = 'objects'): Promise<void> {
  const read = (glb: Uint8Array<ArrayBuffer>, pieces: 'objects' | 'parts' | 'single') => importModel(glb, { name: 'model.glb', pieces, settle: { mount: 'floor' }, decodeImage: decodeImageInNode })
  const whole = await read(bytes.slice(), way)
  for (const part of whole.parsed.parts) {
    const glb = await extractPart(bytes.slice(), part)
    expect(glb.byteLength).toBeLessThan(bytes.byteLength + 400)
    const { parsed } = await read(glb, 'single')
    const [alone] = parsed.parts
    const [mesh, before] = [parsed.meshes.get(alone.mesh)!, whole.parsed.meshes.get(part.mesh)!]
    expect(mesh.indices, part.name).toEqual(before.indices)
    expect(mesh.materialSlots).toEqual(before.materialSlots)
    expect(alone.materials).toEqual(part.materials)
    const size = (bounds: typeof mesh.bounds, scale: readonly number[]) => bounds.max.map((value, k) => (value - bounds.min[k]) * scale[k])
    expect(size(mesh.bounds, [1, 1, 1])).toEqual(near(size(before.bounds, part.scale)))
    expect([...parsed.textures.keys()].every((key) => whole.parsed.textures.has(key))).toBe(true)
  }
}

test('each part of a room comes out alone, upright and unturned', () => expectEachPartAlone(glbOf(twoChairsAndALamp())))

test('as older projects number them, too', () => expectEachPartAlone(glbOf(twoChairsAndALamp()), 'parts'))

test('with its textures out of a room of many', async () => {
  const file = 'assets/public/catalogue/picture/model.glb'
  await expectEachPartAlone(new Uint8Array(readFileSync(file)))
})

test('a part that is not there is a sentence', () => expect(extractPart(glbOf(twoChairsAndALamp()), { id: '99', rotation: [0, 0, 0, 1] })).rejects.toThrow('no part 99'))
