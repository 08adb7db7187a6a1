import { Document } from '@gltf-transform/core'
import { expect, test } from 'vitest'
import { convertingReader } from './conversion.ts'
import { declaresNothing } from './doctor/declared.ts'
import { decodeImageInNode } from './reading/in-node.ts'
import { LIMITS } from './bytes/limits.ts'

/** A reader that makes so many bytes of corners of whatever it reads, and a triangle. */
const making = (cornerBytes: number) => convertingReader({
  id: 'made', sniff: () => true,
  convert: () => {
    const document = new Document()
    const buffer = document.createBuffer()
    const positions = new Float32Array(cornerBytes / 4)
    positions.set([0, 0, 0, 1, 0, 0, 0, 0, 1])
    const primitive = document.createPrimitive().setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(positions).setBuffer(buffer))
      .setIndices(document.createAccessor().setType('SCALAR').setArray(Uint32Array.of(0, 1, 2)).setBuffer(buffer))
    document.createScene().addChild(document.createNode('Triangle').setMesh(document.createMesh().addPrimitive(primitive)))
    return Promise.resolve({ document, declared: declaresNothing('y', 1, ''), notes: [] })
  },
})

test('of a small file only so much may become, of a larger one more', async () => {
  const most = LIMITS.harmlessMeshBytes + LIMITS.meshRatio * 100
  const tooMany = 12 * Math.ceil((most + 12) / 12)
  const read = (fileBytes: number, made: number) => making(made).read(new Uint8Array(fileBytes), { name: 'a.made', pieces: 'objects', decodeImage: decodeImageInNode })
  await expect(read(100, tooMany)).rejects.toMatchObject({ code: 'model-inflated', detail: expect.stringMatching(/^Its 100 bytes became/) as string })
  expect((await read(100, 36)).parsed.parts).toHaveLength(1)
  expect((await read(200, tooMany)).parsed.parts).toHaveLength(1)
})
