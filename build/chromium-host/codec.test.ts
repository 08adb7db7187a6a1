import { expect, test } from 'vitest'
import { nodeCodec } from './codec.mjs'

const copy = (value: unknown): unknown => nodeCodec.decode(nodeCodec.encode(value))

test('a message keeps what a structured clone keeps', () => {
  const value = {
    list: [1, -0, Number.NaN, Number.NEGATIVE_INFINITY, 12n, 'é', true, null, undefined],
    bytes: new Uint8Array([1, 2]).subarray(1),
    floats: new Float32Array([0.5]),
    view: new DataView(new Uint8Array([7]).buffer),
    buffer: new Uint8Array([3]).buffer,
    map: new Map([['a', new Set([1])]]),
    date: new Date(5),
    pattern: /a+/gi,
    $: 'number',
  }
  expect(copy(value)).toEqual(value)
})

test('shared and circular references stay what they are', () => {
  const shared = { name: 'shared' }
  const value: Record<string, unknown> = { a: shared, b: shared }
  value['self'] = value
  const result = copy(value) as Record<string, unknown>
  expect(result['a']).toBe(result['b'])
  expect(result['self']).toBe(result)
})

test('errors keep their kind and text', () => {
  const error = copy(new RangeError('too far'))
  expect(error).toBeInstanceOf(RangeError)
  expect(error).toMatchObject({ message: 'too far' })
})

test('a key that would reach a prototype stays a key', () => {
  const hostile = JSON.parse('{"__proto__": {"polluted": true}}') as object
  const result = copy(hostile) as Record<string, unknown>
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  expect('polluted' in result).toBe(false)
  expect(Object.keys(result)).toEqual(['__proto__'])
})

test('functions and symbols cannot be sent', () => {
  expect(() => nodeCodec.encode({ run: () => {} })).toThrow('could not be cloned')
  expect(() => nodeCodec.encode(Symbol('x'))).toThrow('could not be cloned')
})
