import { expect, test } from 'vitest'
import { saneLight, saneMaterial, saneScene } from './sane.ts'
import { hostileScene } from '../testing/hostile.ts'
import { testRoom } from '../testing/room.ts'
import { material } from '../testing/shapes.ts'

function everyNumber(value: unknown, visit: (v: number, path: string) => void, path = ''): void {
  if (typeof value === 'number') visit(value, path)
  else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) for (const [key, inner] of Object.entries(value)) everyNumber(inner, visit, `${path}.${key}`)
}

test('a sane scene is handed on as it is, record by record', () => {
  const room = testRoom()
  expect(saneScene(room)).toBe(room)
  const [first] = room.instances
  const mixed = saneScene({ ...room, instances: [first, { ...room.instances[1], materials: [material({ roughness: NaN })] }] })
  expect(mixed.instances[0]).toBe(first)
  expect(mixed.instances[1].materials[0].roughness).toBe(1)
})

test('after it no number is NaN, and only clear glass is infinite', () => {
  const { instances, lights, environment } = saneScene(hostileScene())
  for (const part of [instances.map(({ materials }) => materials), lights, environment]) {
    everyNumber(part, (v, path) => expect(Number.isFinite(v) || (v === Infinity && path.endsWith('attenuationDistance')), `${path}: ${v}`).toBe(true))
  }
})

test('the same hostile record gives the same sane one, so an edit elsewhere redoes nothing', () => {
  const hostile = hostileScene()
  expect(saneScene(hostile).instances[1]).toBe(saneScene({ ...hostile }).instances[1])
  expect(saneLight(hostile.lights[0])).toBe(saneLight(hostile.lights[0]))
})

test('a colour that is none is one that is seen; what is out of range stops at its end', () => {
  expect(saneMaterial(material({ baseColor: [NaN, 1, 1] })).baseColor).toEqual([1, 0, 1])
  expect(saneMaterial(material({ baseColor: [-1, 0.5, 7] })).baseColor).toEqual([0, 0.5, 1])
  expect(saneMaterial(material({ ior: 0.2, transmission: 3 }))).toMatchObject({ ior: 1, transmission: 1 })
})
