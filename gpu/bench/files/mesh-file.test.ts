import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Document, WebIO } from '@gltf-transform/core'
import { Mesh } from 'three'
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js'
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MeshData } from '../../scene.ts'
import { sphere, terrain } from '../../testing/meshes.ts'
import { seeded } from '../../testing/random.ts'
import { mergeFile, MeshFileError, readMeshFile } from './mesh-file.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-mesh-file-')) })
afterAll(() => rm(folder, { recursive: true }))

async function read(name: string, content: string | Uint8Array, scale?: number): Promise<MeshData> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return mergeFile(await readMeshFile(file), scale)
}

/** 9 numbers per triangle. */
const corners = ({ positions, indices }: Pick<MeshData, 'positions' | 'indices'>): number[] => [...indices].flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)])

const asObj = ({ positions, indices }: MeshData): string =>
  `${Array.from({ length: positions.length / 3 }, (_, v) => `v ${positions.subarray(3 * v, 3 * v + 3).join(' ')}\n`).join('')}${
    Array.from({ length: indices.length / 3 }, (_, i) => `f ${[...indices.subarray(3 * i, 3 * i + 3)].map((index) => index + 1).join(' ')}\n`).join('')}`

/** A PLY with a property before and one behind what counts, and an element of its own in between. */
function asPly({ positions, indices }: MeshData, format: 'ascii' | 'binary_little_endian' | 'binary_big_endian'): Uint8Array {
  const header = `ply\nformat ${format} 1.0\ncomment made by a test\nelement vertex ${positions.length / 3}\nproperty uchar red\nproperty float x\nproperty float y\nproperty double z\nproperty list uchar short more\n`
    + `element edge 1\nproperty int a\nelement face ${indices.length / 3}\nproperty uchar flags\nproperty list uchar int vertex_indices\nend_header\n`
  if (format === 'ascii') {
    const vertices = Array.from({ length: positions.length / 3 }, (_, v) => `7 ${positions.subarray(3 * v, 3 * v + 3).join(' ')} 2 1 2\n`).join('')
    return new TextEncoder().encode(`${header}${vertices}5\n${Array.from({ length: indices.length / 3 }, (_, i) => `1 3 ${indices.subarray(3 * i, 3 * i + 3).join(' ')}\n`).join('')}`)
  }
  const little = format === 'binary_little_endian'
  const view = new DataView(new ArrayBuffer((positions.length / 3) * 20 + 4 + (indices.length / 3) * 14))
  let at = 0
  for (let v = 0; v < positions.length; v += 3) {
    view.setFloat32(at + 1, positions[v], little)
    view.setFloat32(at + 5, positions[v + 1], little)
    view.setFloat64(at + 9, positions[v + 2], little)
    view.setUint8(at + 17, 1)
    at += 20
  }
  at += 4
  for (let i = 0; i < indices.length; i += 3) {
    view.setUint8(at + 1, 3)
    for (let k = 0; k < 3; k++) view.setInt32(at + 2 + 4 * k, indices[i + k], little)
    at += 14
  }
  return Buffer.concat([new TextEncoder().encode(header), new Uint8Array(view.buffer)])
}

const FORMATS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const

describe('the same triangles in the same order', () => {
  const mesh = terrain(7)
  test('from OBJ, as three reads it', async () => {
    const parsed = new OBJLoader().parse(asObj(mesh))
    const theirs = parsed.children.flatMap((child) => (child instanceof Mesh ? [...child.geometry.getAttribute('position').array as Float32Array] : []))
    const ours = corners(await read('a.obj', asObj(mesh)))
    expect(ours).toEqual(corners(mesh))
    expect(ours).toEqual(theirs)
  })

  test.each(FORMATS)('from PLY %s, as three reads it', async (format) => {
    const bytes = asPly(mesh, format)
    const geometry = new PLYLoader().parse(Uint8Array.from(bytes).buffer)
    const theirs = corners({ positions: geometry.getAttribute('position').array as Float32Array, indices: geometry.getIndex()!.array as Uint32Array })
    const ours = corners(await read(`${format}.ply`, bytes))
    expect(ours).toEqual(corners(mesh))
    expect(ours).toEqual(theirs)
  })
})

test('polygons become fans in file order, corners may be counted from the end, lines may go on', async () => {
  const vertices = 'v 0 0 0\nv 1 0 0 1\nv 1 1 0 # a comment\n\tv 0 1 0\nv -1 0.5 0\n'
  const fan = [0, 1, 2, 0, 2, 3, 0, 3, 4]
  const text = `o thing\r\n${vertices}vn 0 0 1\ng one\nusemtl red\nf 1/7 2//1 3/4/1 \\\n 4 5\nl 1 2\ng two\nf -5 -3 -1\n`
  expect([...(await read('fan.obj', text)).indices]).toEqual([...fan, 0, 2, 4])
  const ply = 'ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar uint vertex_index\nend_header\n0 0 0 1 0 0 1 1 0 0 1 0 -1 0.5 0\n5 0 1 2 3 4\n3 4 4 4\n'
  expect([...(await read('fan.ply', ply)).indices]).toEqual([...fan, 4, 4, 4])
})

/** Two nodes that share a mesh of a list and a strip with a triangle without area; the second node stands below the first. */
async function nestedGlb(): Promise<Uint8Array> {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (array: Float32Array | Uint16Array) => document.createAccessor().setType(array instanceof Float32Array ? 'VEC3' : 'SCALAR').setArray(array as Float32Array<ArrayBuffer>).setBuffer(buffer)
  const square = accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0))
  const mesh = document.createMesh()
    .addPrimitive(document.createPrimitive().setAttribute('POSITION', square).setIndices(accessor(Uint16Array.of(2, 1, 0))))
    .addPrimitive(document.createPrimitive().setMode(1).setAttribute('POSITION', square))
    .addPrimitive(document.createPrimitive().setMode(5).setAttribute('POSITION', square).setIndices(accessor(Uint16Array.of(0, 1, 2, 2, 3))))
  const child = document.createNode().setMesh(mesh).setTranslation([0, 0, 1])
  const parent = document.createNode().setMesh(mesh).setScale([2, 2, 2]).setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]).addChild(child)
  document.createScene().addChild(document.createNode().setTranslation([10, 0, 0]).addChild(parent))
  return new WebIO().writeBinary(document)
}

test('a GLB lists nodes depth first, primitives in order, strips turned alternately, all of it in world space', async () => {
  const { positions, indices } = await read('nested.glb', await nestedGlb())
  const world = (z: number) => [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) => [10 - 2 * y, 2 * x, z])
  const expected = [0, 2].flatMap((z) => [2, 1, 0, 0, 1, 2, 1, 2, 2, 2, 2, 3].flatMap((corner) => world(z)[corner]))
  const found = corners({ positions, indices })
  expect(found).toHaveLength(expected.length)
  found.forEach((x, i) => expect(x).toBeCloseTo(expected[i], 5))
  const scaled = await read('nested.glb', await nestedGlb(), 1000)
  expect(scaled.positions).toEqual(positions.map((x) => x * 1000))
})

describe('a file cut off anywhere, or with any byte changed, is read or refused with one sentence', () => {
  const mesh = sphere(3)
  test.each(['obj', 'glb', ...FORMATS])('%s, seed 5', async (kind) => {
    const bytes = kind === 'obj' ? new TextEncoder().encode(asObj(mesh)) : kind === 'glb' ? await nestedGlb() : asPly(mesh, kind as 'ascii')
    const name = `${kind}.${kind === 'obj' || kind === 'glb' ? kind : 'ply'}`
    const random = seeded(5)
    let refused = 0
    for (let i = 0; i < 80; i++) {
      const damaged = i % 2 === 0 ? bytes.slice(0, Math.floor(random() * bytes.length)) : bytes.slice()
      if (i % 2 === 1) damaged[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(8 * random())
      try {
        const { indices, positions } = await read(name, damaged)
        expect(indices.every((index) => index < positions.length / 3)).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(MeshFileError)
        expect((error as Error).message).toMatch(/^[^\n]+\.$/)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(20)
  })
})

test.each([
  ['counts.ply', 'ply\nformat binary_little_endian 1.0\nelement vertex 4294967295\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n', 'announces 4294967295 elements'],
  ['beyond.obj', 'v 0 0 0\nv 1 0 0\nf 1 2 3\n', 'line 3 names vertex 3 of 2'],
  ['zero.obj', 'v 0 0 0\nf 0 1 1\n', 'line 2 names “0”'],
  ['nan.obj', 'v 0 nan 0\n', 'line 1 is no vertex'],
  ['empty.obj', '', 'holds no triangles'],
  ['thing.stl', 'solid', 'only .glb, .obj and .ply'],
])('%s is refused', async (name, text, sentence) => {
  await expect(read(name, text)).rejects.toThrow(sentence)
})

test('a vertex that scaling throws out of 32-bit range is named', async () => {
  await expect(read('far.obj', 'v 1e30 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n', 1e10)).rejects.toThrow(/^far.obj: vertex 0 lies at 1.0+\d*e\+40, /)
})
