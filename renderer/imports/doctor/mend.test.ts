import { describe, expect, test } from 'vitest'
import { glbOf } from '../gltf/testing-glb.ts'
import { DECODERS_IN_NODE } from '../reading/in-node.ts'
import { readModel } from '../readers.ts'
import { healthOf } from './health.ts'
import { healthFindings } from './health-findings.ts'
import { type Mend, mendModel } from './mend-model.ts'

type Corner = readonly [number, number, number]
interface Shape { readonly positions: readonly Corner[]; readonly normals: readonly Corner[]; readonly indices: readonly number[] }

/** A ball of `rings` x 2 `rings` quads, of 1 m, whose normals look out of it. */
function ball(rings: number): Shape {
  const positions: Corner[] = []
  const indices: number[] = []
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j < 2 * rings; j++) {
      const [a, b] = [(Math.PI * i) / rings, (Math.PI * j) / rings]
      // The poles are points.
      const wide = i % rings === 0 ? 0 : Math.sin(a)
      positions.push([0.5 * wide * Math.cos(b), 0.5 * Math.cos(a), 0.5 * wide * Math.sin(b)])
      const [p, q, r, s] = [[i, j], [i, j + 1], [i + 1, j], [i + 1, j + 1]].map(([y, x]) => y * 2 * rings + (x % (2 * rings)))
      if (i < rings) indices.push(...(i > 0 ? [p, q, r] : []), ...(i < rings - 1 ? [q, s, r] : []))
    }
  }
  return { positions, normals: positions.map(([x, y, z]) => [2 * x, 2 * y, 2 * z]), indices }
}

const turned = ({ indices, normals, ...rest }: Shape): Shape => ({ ...rest, normals: normals.map(([x, y, z]) => [-x, -y, -z]), indices: indices.map((_, t) => indices[t - (t % 3) + [0, 2, 1][t % 3]]) })

/** A GLB of one object that stands 3 m off, with a texture that nobody said how to lay. */
function glb({ positions, normals, indices }: Shape): Uint8Array<ArrayBuffer> {
  const [p, n, i] = [Float32Array.from(positions.flat()), Float32Array.from(normals.flat()), Uint32Array.from(indices)]
  const bin = new Uint8Array([p, n, i].flatMap((array) => [...new Uint8Array(array.buffer)]))
  const lengths = [p, n, i].map(({ byteLength }) => byteLength)
  return glbOf({
    json: {
      asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: 'Ball', mesh: 0, translation: [3, 1, 0], scale: [2, 2, 2] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2 }] }],
      buffers: [{ byteLength: bin.length }], bufferViews: lengths.map((byteLength, k) => ({ buffer: 0, byteOffset: lengths.slice(0, k).reduce((sum, length) => sum + length, 0), byteLength })),
      accessors: [
        ...[0, 1].map((bufferView) => ({ bufferView, componentType: 5126, type: 'VEC3', count: positions.length, min: [-1, -1, -1], max: [1, 1, 1] })),
        { bufferView: 2, componentType: 5125, type: 'SCALAR', count: indices.length },
      ],
    } as never, bin,
  })
}

async function read(bytes: Uint8Array<ArrayBuffer>) {
  const { parsed } = await readModel(bytes, { name: 'ball.glb', pieces: 'objects', decoders: DECODERS_IN_NODE, decodeImage: () => Promise.reject(new Error('no pictures')) })
  const [part] = parsed.parts
  return { parsed, part, mesh: parsed.meshes.get(part.mesh)! }
}

/** The mended model, read as a project reads it. */
async function mended(bytes: Uint8Array<ArrayBuffer>, kind: Mend['kind']) {
  const { part } = await read(bytes)
  const after = await read(await mendModel(bytes, { kind, parts: [part.id] }, DECODERS_IN_NODE))
  expect(after.part).toMatchObject({ id: part.id, name: 'Ball', position: part.position.map((value) => expect.closeTo(value, 2) as number), scale: part.scale })
  return after
}

describe('a mended model', () => {
  const sound = ball(12)

  test('that was inside out is turned round: what it was before', async () => {
    const before = await read(glb(turned(sound)))
    expect(healthOf(before.mesh)).toMatchObject({ insideOut: true, against: 0 })
    const { mesh, parsed } = await mended(glb(turned(sound)), 'insideOut')
    expect(healthOf(mesh)).toMatchObject({ insideOut: false, against: 0 })
    expect(healthFindings(parsed, [])).toEqual([])
    const right = await read(glb(sound))
    expect([mesh.positions, mesh.normals, mesh.indices]).toEqual([right.mesh.positions, right.mesh.normals, right.mesh.indices])
  })

  test('has each triangle once, and none without an area', async () => {
    const [a, b, c] = sound.indices
    const { mesh } = await mended(glb({ ...sound, indices: [...sound.indices, b, c, a, a, a, b, ...sound.indices.slice(0, 30)] }), 'triangles')
    expect(healthOf(mesh)).toMatchObject({ duplicate: 0, degenerate: 0, triangles: sound.indices.length / 3 })
  })

  test('is shaded as it is wound, also where sound triangles share its corners', async () => {
    const half = { ...sound, indices: sound.indices.map((_, t) => (t < 300 ? sound.indices[t - (t % 3) + [0, 2, 1][t % 3]] : sound.indices[t])) }
    expect(healthOf((await read(glb(half))).mesh).against).toBe(100)
    const { mesh } = await mended(glb(half), 'normals')
    expect(healthOf(mesh)).toMatchObject({ against: 0, triangles: sound.indices.length / 3 })
  })

  test('has textures in metres on the side that it faces', async () => {
    const { mesh } = await mended(glb(sound), 'uvs')
    expect(mesh.uvs).not.toBeNull()
    for (let t = 0; t < mesh.indices.length; t += 3) {
      const [i, j] = mesh.indices.subarray(t, t + 2)
      const between = (values: Float32Array, width: number): number => Math.hypot(...Array.from({ length: width }, (_, k) => values[width * i + k] - values[width * j + k]))
      // As long as the edge is in the room (the object is twice its mesh), or shorter where it runs into the picture.
      const edge = 2 * between(mesh.positions, 3)
      expect(between(mesh.uvs!, 2)).toBeLessThanOrEqual(edge + 1e-5)
      expect(between(mesh.uvs!, 2)).toBeGreaterThan(0.1 * edge)
    }
  })

  test('is simpler and as large, its surface where it was', async () => {
    const dense = ball(80)
    const { mesh } = await mended(glb(dense), 'dense')
    expect(mesh.indices.length).toBeLessThan(0.25 * dense.indices.length)
    const lengths = Array.from({ length: mesh.positions.length / 3 }, (_, i) => Math.hypot(mesh.positions[3 * i], mesh.positions[3 * i + 1] - 0.5, mesh.positions[3 * i + 2]))
    expect(Math.max(...lengths)).toBeLessThan(0.51)
    expect(Math.min(...lengths)).toBeGreaterThan(0.49)
  })
})
