import { expect, test } from 'vitest'
import { sampleMirrorRoom } from './document.ts'
import { ROOM } from './shell.ts'

const { document, assets } = await sampleMirrorRoom()
const pieceNamed = (name: string) => document.pieces.find((piece) => piece.name === name)!
const materialsOf = (name: string) => {
  const { asset, part } = pieceNamed(name)
  return assets.get(asset)!.parsed.parts.find(({ id }) => id === part)!.materials
}

test('two mirrors face each other across the room, and a convex one looks down it', () => {
  const [west, east, convex] = [pieceNamed('West mirror'), pieceNamed('East mirror'), pieceNamed('Convex mirror')]
  expect([west.position[1], west.position[2]]).toEqual([east.position[1], east.position[2]])
  expect(west.position[0]).toBe(-east.position[0])
  expect(convex.position[2]).toBe(-ROOM.z)
})

test('the vase is glass with water in it, and no ray is in both at once', () => {
  const materials = materialsOf('Glass vase')
  const [glass, water] = ['Clear glass', 'Water'].map((name) => materials.find((material) => material.name === name)!)
  expect([glass.transmission, water.transmission]).toEqual([1, 1])
  expect([glass.ior, water.ior]).toEqual([1.5, 1.333])
  expect(glass.volume).toMatchObject({ attenuationDistance: 0.05 })
  // Tap, ball, lamp and kettle are polished metal.
  for (const name of ['Washstand', 'Chrome ball', 'Chrome floor lamp', 'Kettle']) expect(materialsOf(name).some(({ metallic, roughness }) => metallic === 1 && roughness <= 0.05), name).toBe(true)
})

test('everything stands inside the room, and it stays light enough for a slow graphics card', () => {
  for (const { locked, position: [x, y, z] } of document.pieces) {
    if (locked) continue
    expect(Math.abs(x)).toBeLessThanOrEqual(ROOM.x)
    expect(Math.abs(z)).toBeLessThanOrEqual(ROOM.z)
    expect(y).toBeLessThanOrEqual(ROOM.height)
  }
  const meshes = new Map([...assets.values()].flatMap(({ parsed }) => [...parsed.meshes]))
  const part = new Map([...assets.values()].flatMap(({ parsed }) => parsed.parts.map((one) => [`${parsed.key}/${one.id}`, one] as const)))
  const triangles = document.pieces.reduce((sum, piece) => sum + meshes.get(part.get(`${piece.asset}/${piece.part}`)!.mesh)!.indices.length / 3, 0)
  expect(triangles).toBeLessThan(60_000)
})
