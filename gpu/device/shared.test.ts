import { expect, test } from 'vitest'
import { sharedOn } from './shared.ts'

const device = {} as GPUDevice

test('equal keys share one object, which the last user frees', () => {
  const log: string[] = []
  const make = (name: string) => () => {
    log.push(`made ${name}`)
    return { name, destroy: () => void log.push(`freed ${name}`) }
  }
  const first = sharedOn(device).acquire('lut', make('a'))
  const second = sharedOn(device).acquire('lut', make('b'))
  const other = sharedOn(device).acquire('other', make('c'))
  expect(second.resource).toBe(first.resource)
  expect([sharedOn(device).usersOf('lut'), sharedOn(device).count]).toEqual([2, 2])
  first.release()
  first.release()
  expect(log).toEqual(['made a', 'made c'])
  second.release()
  expect(log.at(-1)).toBe('freed a')
  // What was freed is made anew.
  expect(sharedOn(device).acquire('lut', make('d')).resource.name).toBe('d')
  other.release()
  expect(sharedOn({} as GPUDevice).count).toBe(0)
})

test('what cannot be made leaves nothing behind', () => {
  const shared = sharedOn({} as GPUDevice)
  expect(() => shared.acquire('broken', () => { throw new Error('no memory') })).toThrow('no memory')
  expect(shared.count).toBe(0)
})
