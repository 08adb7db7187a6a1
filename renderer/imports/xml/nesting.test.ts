import { describe, expect, test, vi } from 'vitest'
import { colladaReader } from '../collada/reader.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { zip } from '../testing-files.ts'
import { growthOf } from '../testing-growth.ts'
import { threeMfReader } from '../three-mf/reader.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const options = { pieces: 'parts', decodeImage: decodeImageInNode } as const
const nested = (tag: string, deep: number, inner: string): string => `<${tag}>`.repeat(deep) + inner + `</${tag.split(' ')[0]}>`.repeat(deep)

const relations = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
const model = (deep: number, vertices = 3): Promise<Uint8Array<ArrayBuffer>> => zip({
  '_rels/.rels': encode(relations),
  '3D/3dmodel.model': encode(`<?xml version="1.0"?><model unit="meter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>${nested('object id="1" type="model"', deep, `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/>${'<vertex x="0" y="1" z="0"/>'.repeat(vertices - 2)}</vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>`)}</resources><build><item objectid="1"/></build></model>`),
})
const collada = (deep: number): Uint8Array<ArrayBuffer> => encode(`<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset/><library_visual_scenes><visual_scene id="s">${nested('node', deep, '')}</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`)
const read3mf = (bytes: Uint8Array<ArrayBuffer>) => threeMfReader.read(bytes.slice(), { ...options, name: 'thing.3mf' })
const readCollada = (bytes: Uint8Array<ArrayBuffer>) => colladaReader.read(bytes, { ...options, name: 'thing.dae' })

describe('elements in elements', () => {
  test('of a 3MF are read up to 64 levels', async () => {
    await expect(read3mf(await model(50))).resolves.toMatchObject({ parsed: { parts: [{}] } })
    for (const deep of [70, 30_000]) await expect(read3mf(await model(deep))).rejects.toMatchObject({ code: 'model-too-many', detail: 'Its parts are nested more than 64 deep.' })
  })

  test('of a COLLADA are read as deep as Atrium takes', async () => {
    await expect(readCollada(collada(500))).rejects.toMatchObject({ code: 'model-empty' })
    for (const deep of [513, 600, 30_000]) await expect(readCollada(collada(deep))).rejects.toMatchObject({ code: 'model-too-many', detail: 'Its parts are nested more than 512 deep.' })
  })

  test('of a 3MF around many vertices cost as much as they are long', async () => {
    const packed = new Map<number, Uint8Array<ArrayBuffer>>()
    for (const size of [150, 600]) packed.set(size, await model(size, 10 * size))
    expect(await growthOf(150, (size) => () => read3mf(packed.get(size)!).catch(() => undefined))).toBeLessThan(2)
  })

  test('of a COLLADA cost as much as they are many', async () => {
    expect(await growthOf(1000, (deep) => {
      const bytes = collada(deep)
      return () => readCollada(bytes).catch(() => undefined)
    })).toBeLessThan(2)
  })
})

test('a parser of a module that is gone gives way', async () => {
  vi.resetModules()
  const { installDom } = await import('./dom.ts')
  installDom()
  await expect(read3mf(await model(70))).rejects.toMatchObject({ code: 'model-too-many' })
})
