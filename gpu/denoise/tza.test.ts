import { expect, test } from 'vitest'
import { randomWeights, writeTza } from '../testing/plain-denoiser.ts'
import { seeded } from '../testing/random.ts'
import { parseTza } from './tza.ts'
import { parseUnet } from './unet.ts'

test('weights are read as they were written', () => {
  const weights = randomWeights(1)
  const read = parseTza(writeTza(weights))
  expect([...read.keys()]).toEqual([...weights.keys()])
  for (const [name, { dims, values }] of weights) expect(read.get(name)).toEqual({ dims, values })
})

test('half floats are read exactly', () => {
  // Bytes of a file by hand: one tensor `h` of four halves: 1, -2, the smallest, the largest.
  const bytes = new Uint8Array([
    0xd7, 0x41, 2, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x3c, 0x00, 0xc0, 0x01, 0x00, 0xff, 0x7b,
    1, 0, 0, 0, 1, 0, 0x68, 1, 4, 0, 0, 0, 0x78, 0x68, 12, 0, 0, 0, 0, 0, 0, 0,
  ])
  expect([...parseTza(bytes).get('h')!.values]).toEqual([1, -2, 2 ** -24, 65504])
})

test('weights of another network are refused with a sentence', () => {
  const weights = new Map(randomWeights(2))
  weights.set('enc_conv0.weight', { dims: [5, 8, 3, 3], values: new Float32Array(5 * 8 * 9) })
  expect(() => parseUnet(writeTza(weights))).toThrow('enc_conv0 takes 8 channels, 9 come to it.')
  weights.delete('dec_conv0.bias')
  expect(() => parseUnet(writeTza(weights))).toThrow('The weights have 31 tensors, the network 32.')
  expect(() => parseUnet(new TextEncoder().encode('<!doctype html><title>404</title>'))).toThrow('These are no weights of a denoiser.')
})

test('damaged weights are refused or read, and never do worse: seed 3', () => {
  const random = seeded(3)
  const whole = writeTza(randomWeights(3))
  const table = Number(new DataView(whole.buffer).getBigUint64(4, true))
  let refused = 0
  for (let turn = 0; turn < 300; turn++) {
    const damaged = random() < 0.3 ? whole.slice(0, Math.floor(random() * whole.length)) : whole.slice()
    // Where the numbers are that say where things are.
    for (let i = 0; i < 4; i++) {
      const at = random() < 0.2 ? Math.floor(random() * 12) : table + Math.floor(random() * (whole.length - table))
      if (at < damaged.length) damaged[at] = Math.floor(random() * 256)
    }
    try {
      parseUnet(damaged)
    } catch (error) {
      refused++
      expect(error).toBeInstanceOf(Error)
      expect((error as Error).name).toBe('Error')
      expect((error as Error).message).toMatch(/\.$/)
    }
  }
  expect(refused).toBeGreaterThan(200)
})
