import { expect, test } from 'vitest'
import { formatSizes, parseSizes, parseTimes, planMany } from './many-plan.ts'

test('sizes and times are read as people write them, and what is none is refused', () => {
  expect(parseSizes('1920x1080, 3840 × 2160;1920 X 1080')).toEqual([{ width: 1920, height: 1080 }, { width: 3840, height: 2160 }])
  expect(['', '1920', '0x5', '20000x2', '12x-3', 'ax b'].map(parseSizes)).toEqual([null, null, null, null, null, null])
  expect(parseSizes(formatSizes([{ width: 7, height: 5 }]))).toEqual([{ width: 7, height: 5 }])
  expect([parseTimes('9:00, 17:30, 9:00'), parseTimes(''), parseTimes('noon')]).toEqual([[540, 1050], [], null])
})

test('every chosen view comes in every size at every time of day, each under a name of its own', () => {
  const known = [{ id: 'a', name: 'Door' }, { id: 'b', name: 'Kitchen' }, { id: 'c', name: 'door' }]
  const sizes = [{ width: 8, height: 6 }, { width: 4, height: 4 }]
  const planned = planMany({ views: ['c', 'a'], sizes, times: [540, 1050], variants: [] }, known)
  expect(planned.map(({ name }) => name)).toEqual(['Door 8x6 09.00', 'Door 8x6 17.30', 'Door 4x4 09.00', 'Door 4x4 17.30', 'door 8x6 09.00 2', 'door 8x6 17.30 2', 'door 4x4 09.00 2', 'door 4x4 17.30 2'])
  expect(planned[3]).toEqual({ name: 'Door 4x4 17.30', view: 'a', width: 4, height: 4, minutes: 1050, variant: null })
  expect(planMany({ views: ['b'], sizes: [sizes[0]], times: [], variants: ['Oak', 'Ebony'] }, known)).toEqual(['Oak', 'Ebony'].map((variant) => ({ name: `Kitchen ${variant}`, view: 'b', width: 8, height: 6, minutes: null, variant })))
})
