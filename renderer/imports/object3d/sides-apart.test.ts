import { expect, test } from 'vitest'
import { createRandom } from '../../../assets/generators/kit/random.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { readModel } from '../readers.ts'

const CORNERS = [[0, 0, 0], [4, 0, 0], [4, 2.5, 0], [0, 2.5, 0], [0, 0, -3], [4, 0, -3], [4, 2.5, -3], [0, 2.5, -3]]
/** A box that is open below, seen from outside. */
const OUTSIDE = [[1, 2, 3, 4], [2, 6, 7, 3], [4, 3, 7, 8], [6, 5, 8, 7], [5, 1, 4, 8]]
const INSIDE = OUTSIDE.map((face) => face.toReversed())

/** A shell of sheets, the outside red and the inside as it is said, as programs write it whose sheets have two sides. */
const shell = (inside: string): string => [
  'mtllib two.mtl', ...CORNERS.map((at) => `v ${at.join(' ')}`), 'o shell', 'usemtl red', ...OUTSIDE.map((face) => `f ${face.join(' ')}`), `usemtl ${inside}`, ...INSIDE.map((face) => `f ${face.join(' ')}`), '',
].join('\n')
const LIBRARY = 'newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n'

async function read(text: string) {
  const { parsed } = await readModel(new TextEncoder().encode(text), {
    name: 'shell.obj', pieces: 'objects', decodeImage: decodeImageInNode, listSiblings: () => Promise.resolve(['two.mtl']), readSibling: () => Promise.resolve(new TextEncoder().encode(LIBRARY)),
  })
  const [part] = parsed.parts
  const mesh = parsed.meshes.get(part.mesh)!
  return { indices: mesh.indices, positions: mesh.positions.map((value, i) => value + part.position[i % 3]), nameOf: (triangle: number) => part.materials[mesh.materialSlots?.[triangle] ?? 0].name }
}

/** What a ray meets first in the numbers of a graphics card; of two as far the first. */
function meet({ positions, indices }: Awaited<ReturnType<typeof read>>, origin: readonly number[], direction: readonly number[]): number {
  const f = Math.fround
  const along = [0, 1, 2].reduce((most, axis) => (Math.abs(direction[axis]) > Math.abs(direction[most]) ? axis : most), 0)
  const [x, y] = [(along + 1) % 3, (along + 2) % 3]
  let [nearest, found] = [Infinity, -1]
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((axis) => f(positions[3 * indices[t + k] + axis] - f(origin[axis]))))
    const across = (p: readonly number[]): readonly [number, number] => [f(p[x] - f(f(direction[x] / direction[along]) * p[along])), f(p[y] - f(f(direction[y] / direction[along]) * p[along]))]
    const [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(across)
    const [u, v, w] = [f(f(cx * by) - f(cy * bx)), f(f(ax * cy) - f(ay * cx)), f(f(bx * ay) - f(by * ax))]
    if (Math.min(u, v, w) < 0 && Math.max(u, v, w) > 0) continue
    const sum = f(f(u + v) + w)
    const away = f(f(f(f(u * a[along]) + f(v * b[along])) + f(w * c[along])) / f(sum * direction[along]))
    if (sum !== 0 && away > 1e-4 && away < nearest) [nearest, found] = [away, t / 3]
  }
  return found
}

test.each([1, 2, 3])('a sheet that wears another material on its back shows each to its own side (seed %d)', async (seed) => {
  const next = createRandom(seed)
  const model = await read(shell('blue'))
  const seen = new Map<string, number>()
  for (let i = 0; i < 400; i++) {
    const isInside = i % 2 === 0
    const eye = isInside ? [2, 1.2, -1.5] : [9 * next() - 2.5, 6, 5]
    const to = CORNERS[0].map((_, axis) => (isInside ? [4, 2.5, -3][axis] * next() : [3.8, 2.4, -2.8][axis] * next() + [0.1, 0.05, -0.1][axis]) - eye[axis])
    const triangle = meet(model, eye, to.map((value) => value / Math.hypot(...to)))
    if (triangle < 0) continue
    const key = `${isInside ? 'from inside' : 'from outside'} ${model.nameOf(triangle)}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  expect([...seen.keys()].toSorted()).toEqual(['from inside blue', 'from outside red'])
})

test('its sides lie less than a twentieth of a millimetre from where they were, and where both wear the same they stay', async () => {
  const farthest = async (inside: string): Promise<number> => Math.max(...[...(await read(shell(inside))).positions].map((value, i) => Math.min(...CORNERS.map((corner) => Math.abs(corner[i % 3] - value)))))
  expect(await farthest('blue')).toSatisfy((metres: number) => metres > 1e-5 && metres < 5e-5)
  expect(await farthest('red')).toBe(0)
})
