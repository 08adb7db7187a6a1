import { beforeAll, expect, test } from 'vitest'
import { sharedDevice } from '../headless/headless.ts'
import { createArena } from './arena.ts'
import { readBuffer } from './buffer.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

test('keeps what it holds while it grows, and gives freed room to the next', async () => {
  const arena = createArena(device, 'test', 4, 4)
  const a = arena.allocate(3)
  arena.write(a, new Uint32Array([1, 2, 3]))
  const small = arena.buffer
  const b = arena.allocate(5)
  expect(arena.buffer).not.toBe(small)
  arena.write(b, new Uint32Array([4, 5, 6, 7, 8]))
  arena.free(a, 3)
  expect(arena.allocate(2)).toBe(a)
  expect(arena.usedElements).toBe(7)
  const words = new Uint32Array(await readBuffer(device, arena.buffer))
  expect([...words.subarray(b, b + 5)]).toEqual([4, 5, 6, 7, 8])
  expect([...words.subarray(a, a + 3)]).toEqual([1, 2, 3])
  arena.dispose()
})

test('begins every run at a multiple of its row, grown or not', () => {
  const arena = createArena(device, 'test', 4, 16, 16)
  const places = [5, 17, 40].map((count) => arena.allocate(count))
  expect(places).toEqual([0, 16, 48])
  arena.free(places[1], 17)
  expect([arena.allocate(1), arena.allocate(1), arena.allocate(1)].every((place) => place % 16 === 0)).toBe(true)
  arena.dispose()
})

test('merges freed neighbours', () => {
  const arena = createArena(device, 'test', 4, 8)
  const places = [2, 2, 2, 2].map((count) => arena.allocate(count))
  for (const place of [places[1], places[3], places[2], places[0]]) arena.free(place, 2)
  expect(arena.allocate(8)).toBe(0)
  expect(arena.capacity).toBe(8)
  arena.dispose()
})

test('is as small as at first once it is cleared, and its shadow follows, even one that is on its way', async () => {
  const arena = createArena(device, 'cleared', 4, 4)
  arena.write(arena.allocate(100), new Uint32Array(100).fill(7))
  expect(arena.isWasteful).toBe(false)
  arena.free(0, 90)
  expect(arena.isWasteful).toBe(true)
  const loading = arena.shadow()
  arena.clear()
  expect([arena.buffer.size, arena.capacity, arena.usedElements, arena.isWasteful]).toEqual([16, 4, 0, false])
  arena.write(arena.allocate(2), Uint32Array.of(1, 2))
  expect([...new Uint32Array(await loading)]).toEqual([1, 2, 0, 0])
  arena.clear()
  arena.write(arena.allocate(1), Uint32Array.of(3))
  expect([...new Uint32Array(await arena.shadow())]).toEqual([3, 0, 0, 0])
  arena.dispose()
})

test('names the limit that it would pass', () => {
  const arena = createArena(device, 'triangles', 48, 4)
  expect(() => arena.allocate(2 ** 31)).toThrow(/triangles: .* limit|triangles: .*maxStorageBufferBindingSize|triangles: .*maxBufferSize/)
  expect(arena.capacity).toBe(4)
  arena.dispose()
})

test('its shadow holds what the GPU holds: written before, while it is read back, after it, and after it has grown', async () => {
  const arena = createArena(device, 'shadowed', 4, 16)
  arena.write(arena.allocate(8), Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8))
  const loading = arena.shadow()
  arena.write(2, Uint32Array.of(30))
  const first = await loading
  arena.write(3, Uint32Array.of(40))
  expect([...new Uint32Array(first, 0, 8)]).toEqual([1, 2, 30, 40, 5, 6, 7, 8])
  const offset = arena.allocate(100)
  arena.write(offset + 99, Uint32Array.of(99))
  const grown = await arena.shadow()
  expect(grown).not.toBe(first)
  expect(new Uint32Array(grown)).toEqual(new Uint32Array(await readBuffer(device, arena.buffer)))
  expect(new Uint32Array(grown)[offset + 99]).toBe(99)
  arena.dispose()
})
