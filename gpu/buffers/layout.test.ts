import { expect, test } from 'vitest'
import { readStructLayout } from './layout.ts'

const WGSL = `
const MANY = 3;
struct Lamp { position: vec3f, power: f32, tint: vec3f }
struct Scene {
  world_from_object: mat3x4f,
  to_sun: vec3f,
  cosine: f32,
  flags: u32,
  offset: vec2f,
  rows: array<vec4f, 2>,
  lamps: array<Lamp, MANY>,
  lamp_count: u32,
  shift: i32,
  tilt: mat3x3<f32>,
}`

test('puts every field where WGSL has it', () => {
  // Worked out by hand from the WGSL specification, section "Memory layout".
  const layout = readStructLayout(WGSL, 'Scene')
  expect(layout.offsets).toEqual({
    world_from_object: 0, to_sun: 48, cosine: 60, flags: 64, offset: 72, rows: 80, lamps: 112, lamp_count: 208, shift: 212, tilt: 224,
  })
  expect(layout.sizeBytes).toBe(272)
  expect(readStructLayout(WGSL, 'Lamp')).toMatchObject({ sizeBytes: 32, offsets: { position: 0, power: 12, tint: 16 } })
})

test('writes vectors, padded matrices, arrays and nested structs', () => {
  const layout = readStructLayout(WGSL, 'Scene')
  const view = new DataView(new ArrayBuffer(layout.sizeBytes))
  layout.write(view, 0, {
    to_sun: [1, 2, 3], cosine: 0.5, flags: true, shift: -7, rows: [1, 2, 3, 4, 5, 6, 7, 8],
    lamps: [{ position: [0, 0, 0], power: 1, tint: [0, 0, 0] }, { position: [9, 8, 7], power: 6, tint: [5, 4, 3] }],
    tilt: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  })
  const floats = new Float32Array(view.buffer)
  expect([...floats.subarray(12, 16)]).toEqual([1, 2, 3, 0.5])
  expect(view.getUint32(64, true)).toBe(1)
  expect(view.getInt32(212, true)).toBe(-7)
  expect([...floats.subarray(20, 28)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect([...floats.subarray(36, 43)]).toEqual([9, 8, 7, 6, 5, 4, 3])
  expect([...floats.subarray(56, 68)]).toEqual([1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0])
})

test('names a field that the WGSL does not have, and a list of the wrong length', () => {
  const layout = readStructLayout(WGSL, 'Scene')
  const view = new DataView(new ArrayBuffer(layout.sizeBytes))
  expect(() => layout.write(view, 0, { colour: 1 })).toThrow('Scene has no field colour')
  expect(() => layout.write(view, 0, { to_sun: [1, 2] })).toThrow('Scene.to_sun takes 3 numbers, not 2')
})
