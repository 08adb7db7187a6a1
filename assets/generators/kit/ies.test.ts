import { expect, test } from 'vitest'
import { parseIes } from '../../../renderer/imports/ies/parse.ts'
import { REFLECTOR_DOWNLIGHT, writeIes } from './ies.ts'

test("the samples' downlight is a sound photometric file that says what was computed", () => {
  const { candela, watts, diameter, name } = REFLECTOR_DOWNLIGHT
  const file = parseIes(writeIes(REFLECTOR_DOWNLIGHT), 'k')
  expect(file.notes).toEqual([])
  expect([file.name, file.watts, file.lampLumens]).toEqual([name, watts, null])
  expect(file.opening).toMatchObject({ isRound: true, width: diameter })
  expect(file.peakCandela).toBeCloseTo(candela(0), 1)
  let lumens = 0
  for (let degrees = 0.05; degrees < 90; degrees += 0.1) lumens += 2 * Math.PI * Math.sin((degrees * Math.PI) / 180) * candela(degrees) * ((0.1 * Math.PI) / 180)
  expect(file.lumens / lumens).toBeCloseTo(1, 2)
})
