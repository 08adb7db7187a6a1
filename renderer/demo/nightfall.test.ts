import { expect, test } from 'vitest'
import { setPlace, setSky } from '../document/changes/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { LIGHTS } from '../document/testing.ts'
import type { AtriumDocument } from '../document/types.ts'
import { nightfallOf } from './nightfall.ts'

const noon: AtriumDocument = { ...emptyDocument(), lights: [{ ...LIGHTS.directional, natural: true, moment: { date: '2026-04-05', minutes: 15 * 60 } }] }
const sunny = setSky({ strength: 1 })(setPlace({ latitudeDegrees: 48.2, longitudeDegrees: 16.4, timeZone: 'Europe/Vienna' })(noon))

test.each([['that knows its hour', sunny], ['that does not', { ...emptyDocument(), lights: [LIGHTS.directional] }]])('under a sun %s it only gets darker', (_, room) => {
  const evening = nightfallOf(room)
  const steps = [0, 0.25, 0.5, 0.75, 1].map(evening)
  const ambient = steps.map((change) => change(room).environment.zenith[0])
  expect(ambient[4]).toBeLessThan(ambient[0] / 2)
  expect(ambient).toEqual(ambient.toSorted((a, b) => b - a))
})

test('nightfall is when the sun is down and the sky still blue: twenty minutes after it set', () => {
  const [sun] = nightfallOf(sunny)(1)(sunny).lights
  // Sunset in Vienna that day: 19:28.
  if (sun.kind === 'directional') expect(Math.abs(sun.moment!.minutes - (19 * 60 + 52))).toBeLessThan(8)
  else expect.fail('no sun')
})
