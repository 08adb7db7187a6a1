import { expect, test } from 'vitest'
import { statusFigures } from './status-figures.ts'

const report = { width: 1280, height: 720, samples: 12, samplesWanted: 64 }

test('the status bar says in plain words how the picture is made, how far it is, what it shows and how large it is', () => {
  expect(statusFigures({ report, method: 'Hybrid', settled: false, pieces: 31 })).toEqual(['Hybrid', 'Refining 12 of 64', '31 pieces', '1280 × 720'])
  expect(statusFigures({ report: { ...report, samples: 64 }, method: 'Whitted', settled: true, pieces: 1 })).toEqual(['Whitted', 'Finished', '1 piece', '1280 × 720'])
})

test('after an edit the status is not Finished by what the picture before had', () => {
  expect(statusFigures({ report: { ...report, samples: 64 }, method: 'Hybrid', settled: false, pieces: 30 })[1]).toBe('Refining')
})
