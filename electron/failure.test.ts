import { expect, test } from 'vitest'
import { DRIVE_FAILS, Failure, fileFailure, isShortOfMemory } from './failure.ts'

const of = (code: string, doing: 'reading' | 'writing') => fileFailure(Object.assign(new Error(code), { code }), doing, 'room.atrium')

test.each([...DRIVE_FAILS, 'EACCES', 'EBUSY'])('a file on a drive that fails, is gone, not ours or held by another program cannot be read or written: %s', (code) => {
  expect(of(code, 'reading')).toMatchObject({ code: 'file-not-readable', file: 'room.atrium', message: `reading room.atrium: ${code}` })
  expect(of(code, 'writing')).toMatchObject({ code: 'file-not-writable', file: 'room.atrium', message: `writing room.atrium: ${code}` })
})

test('where memory is not enough to read a file, that is told', () => {
  expect(of('ENOMEM', 'reading')).toMatchObject({ code: 'memory-full' })
})

test('an allocation that fails is want of memory, other numbers out of range are not', () => {
  for (const words of ['Array buffer allocation failed', 'WebAssembly.Memory(): could not allocate memory']) expect(isShortOfMemory(new RangeError(words)), words).toBe(true)
  for (const error of [new RangeError('precision out of range'), new Error('Array buffer allocation failed'), null]) expect(isShortOfMemory(error)).toBe(false)
})

test('what is no failure of a file passes through', () => {
  const [bug, known] = [new TypeError('x is undefined'), new Failure('disk-full', 'writing a')]
  expect(fileFailure(bug, 'reading', 'a')).toBe(bug)
  expect(fileFailure(known, 'writing', 'a')).toBe(known)
})
