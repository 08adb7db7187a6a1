import { expect, test } from 'vitest'
import { createSnapshots } from '../../../renderer/scene/snapshot.ts'
import { sampleApartment, sampleDusk } from './document.ts'
import { VIEWS } from './furnishing.ts'
import { SHELL } from './shell.ts'

const { document, assets } = await sampleApartment()
const pieceNamed = (name: string) => document.pieces.find((piece) => piece.name === name)!

test('the shell is locked, the furniture is not, and everything stands inside the room', () => {
  const shell = document.pieces.filter(({ locked }) => locked).map(({ name }) => name)
  expect(shell).toEqual(expect.arrayContaining(['Floor', 'Ceiling', 'North wall', 'South wall', 'West wall', 'East wall', 'Door', 'Skirting']))
  expect(document.pieces.filter(({ locked }) => !locked).length).toBeGreaterThan(25)
  for (const { locked, position: [x, y, z] } of document.pieces) {
    if (locked) continue
    expect(Math.abs(x)).toBeLessThanOrEqual(SHELL.width / 2)
    expect(Math.abs(z)).toBeLessThanOrEqual(SHELL.depth / 2)
    expect(y).toBeLessThanOrEqual(SHELL.height)
  }
  expect(new Set(document.pieces.map(({ id }) => id)).size).toBe(document.pieces.length)
})

test('two mirrors face each other, and the first view sees the red chair in the north one', () => {
  const [north, south, chair] = [pieceNamed('North mirror'), pieceNamed('South mirror'), pieceNamed('Red chair')]
  expect([north.position[0], north.position[1]]).toEqual([south.position[0], south.position[1]])
  const [x, y, z] = VIEWS[0].position
  const plane = north.position[2] + 0.018
  const point = [chair.position[0], 0.6, 2 * plane - chair.position[2]]
  const t = (plane - z) / (point[2] - z)
  expect(Math.abs(x + t * (point[0] - x) - north.position[0])).toBeLessThan(0.4)
  expect(Math.abs(y + t * (point[1] - y) - north.position[1])).toBeLessThan(0.9)
})

test('it stays light enough for a slow graphics card', () => {
  const meshes = new Map([...assets.values()].flatMap(({ parsed }) => [...parsed.meshes]))
  const part = new Map([...assets.values()].flatMap(({ parsed }) => parsed.parts.map((one) => [`${parsed.key}/${one.id}`, one] as const)))
  const triangles = document.pieces.reduce((sum, piece) => sum + meshes.get(part.get(`${piece.asset}/${piece.part}`)!.mesh)!.indices.length / 3, 0)
  expect(triangles).toBeLessThan(102_000)
  const bytes = [...assets.values()].reduce((sum, asset) => sum + asset.bytes.length, 0)
  expect(bytes).toBeLessThan(4e6)
})

test('at dusk the same furniture stands there, the sun is down and the lamps are warm', async () => {
  const dusk = await sampleDusk()
  expect(dusk.document.pieces).toEqual(document.pieces)
  expect(dusk.document.views.map(({ position, target }) => [position, target])).toEqual(document.views.map(({ position, target }) => [position, target]))
  const { lights, environment } = createSnapshots()(dusk.document, new Map())
  const sun = lights.find(({ kind }) => kind === 'directional')!
  expect(sun.on && sun.kind === 'directional' && sun.illuminance > 0).toBe(false)
  expect(Math.max(...environment.image!.rgb)).toBeGreaterThan(5)
  expect(dusk.document.lights.filter(({ temperature }) => temperature === 2700).length).toBeGreaterThan(6)
  // By day the same sun shines in from the south-west.
  const day = createSnapshots()(document, new Map()).lights.find(({ kind }) => kind === 'directional')!
  expect(day.kind === 'directional' && day.illuminance).toBeGreaterThan(70_000)
  if (day.kind === 'directional') expect([day.direction[0] > 0.4, day.direction[1] < -0.5, day.direction[2] < -0.4]).toEqual([true, true, true])
})
