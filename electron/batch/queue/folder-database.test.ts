import { expect, test } from 'vitest'
import { openDatabase, QueueDamaged } from './folder-database.ts'

test.each([
  ['a full disk', { name: 'ErrnoError', errno: 51 }, { code: 'ENOSPC', path: 'flat.batch/queue/database' }],
  ['a disk that may only be read', { name: 'ErrnoError', errno: 69 }, { code: 'EROFS', path: 'flat.batch/queue/database' }],
  ['what Node says', Object.assign(new Error('denied'), { code: 'EACCES' }), { code: 'EACCES', path: 'flat.batch/queue/database' }],
  ['a damaged one', new Error('PGlite failed to initialize properly'), { folder: 'flat.batch/queue/database' }],
  ['too little memory, by its number', { name: 'ErrnoError', errno: 48 }, { code: 'ENOMEM', path: 'flat.batch/queue/database' }],
  ['too many open files', { name: 'ErrnoError', errno: 33 }, { code: 'EMFILE', path: 'flat.batch/queue/database' }],
  ['what has no words', { name: 'ErrnoError', errno: 9999 }, { folder: 'flat.batch/queue/database' }],
])('a database that does not open for %s throws an error that says so', async (_, thrown, said) => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- as PGlite does
  const error = await openDatabase('flat.batch/queue/database', () => Promise.reject(thrown)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf('folder' in said ? QueueDamaged : Error)
  expect(error).toMatchObject(said)
})

test.each(['WebAssembly.Memory(): could not allocate memory', 'WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance', 'Array buffer allocation failed'])('a database that does not open for want of memory is not called damaged: %s', async (words) => {
  const short = new RangeError(words)
  await expect(openDatabase('flat.batch/queue/database', () => Promise.reject(short))).rejects.toBe(short)
})
