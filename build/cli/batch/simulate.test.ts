import { expect, test } from 'vitest'
import { type Office, simulate } from './simulate.ts'

const office: Office = {
  workers: 1, tileSeconds: [10, 20, 30], tiles: 300, tileBytes: 0, folderBytesPerSecond: 1e8, machineBytesPerSecond: 1e8, statementsPerSecond: 1e9, pollSeconds: 0, reportSeconds: 2,
}

test('one worker takes as long as all tiles, and ten a tenth, while nobody waits for anything', () => {
  expect(simulate(office).seconds).toBeCloseTo(6000, 3)
  expect(simulate({ ...office, workers: 10 }).seconds).toBeLessThan(6000 / 10 + 30)
  expect(simulate({ ...office, workers: 10 }).efficiency).toBeGreaterThan(0.95)
})

test('a folder that is too slow takes as long as its bytes, whoever traces', () => {
  const slow = simulate({ ...office, workers: 1000, tiles: 3000, tileBytes: 1e8 })
  expect(slow.seconds).toBeGreaterThanOrEqual(3000)
  expect(slow.seconds).toBeLessThan(3000 + 60)
  expect(slow.folderLoad).toBeGreaterThan(0.95)
})

test('a database that is busy with reports alone never gets to the tiles', () => {
  expect(simulate({ ...office, workers: 1000, statementsPerSecond: 1000 })).toMatchObject({ seconds: Infinity, efficiency: 0 })
  const { databaseLoad } = simulate({ ...office, workers: 100, statementsPerSecond: 1000 })
  expect(databaseLoad).toBeCloseTo((100 * (2 / 2 + 1 / 3)) / 1000, 9)
})
