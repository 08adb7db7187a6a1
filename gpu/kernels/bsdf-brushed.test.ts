import { expect, test } from 'vitest'
import { askCpu, direction, type Question } from '../testing/scatter.ts'

const COSINES = [0.1, 0.25, 0.5, 0.8, 1]
const TURNS = [0, 30, 60, 75, 85, 90].map((degrees) => (degrees * Math.PI) / 180)
/** glTF's roughness and strength. */
const SURFACES = [0.15, 0.4, 0.7].flatMap((roughness) => [0.3, 0.7, 1].map((anisotropy) => ({ roughness, anisotropy })))

/**
 * What GGX of two widths gives back of light from all around, reflecting everything and once: the sum over all facets, seen or not, of what the specification's
 * D and V make of them. `points` along each of two axes.
 */
function kept([x, y, z]: readonly number[], { roughness, anisotropy }: { roughness: number; anisotropy: number }, points = 96): number {
  const across = roughness ** 2
  const along = across + (1 - across) * anisotropy ** 2
  const lambda = (a: number, b: number, c: number) => 0.5 * (Math.sqrt(1 + ((along * a) ** 2 + (across * b) ** 2) / (c * c)) - 1)
  let sum = 0
  for (let i = 0; i < 2 * points; i++) {
    const turn = (Math.PI * (i + 0.5)) / points
    for (let j = 0; j < points; j++) {
      // Facets by their share of the ground; denser where they are steep, which what is seen flatly sees most of.
      const t = (j + 0.5) / points
      const slope = Math.sqrt((1 - t ** 4) / t ** 4)
      const [p, q] = [along * slope * Math.cos(turn), across * slope * Math.sin(turn)]
      // h is (p, q, 1) over its length.
      const towards = x * p + y * q + z
      const cosine = (2 * towards) / (1 + p * p + q * q)
      const up = cosine - z
      if (towards > 0 && up > 0) sum += (4 * t ** 3 * towards) / (z * (1 + lambda(x, y, z) + lambda(cosine * p - x, cosine * q - y, up)))
    }
  }
  return sum / (2 * points * points)
}

test('facets of one width keep what the sum over them says, by which it is judged itself', () => {
  for (const cosine of COSINES) {
    const [found] = askCpu('kept', [{ look: { metallic: 1, roughness: 0.6 }, o: direction(cosine) }])
    expect(Math.abs(found - kept(direction(cosine), { roughness: 0.6, anisotropy: 0 })), `cosine ${cosine}`).toBeLessThan(1e-3)
  }
})

test('brushed facets keep what the sum over them says: within six thousandths from everywhere, two thousandths on the mean over turns, hardly ever less', () => {
  for (const surface of SURFACES) {
    const questions = COSINES.flatMap((cosine) => TURNS.map((turn): Question => ({ look: { metallic: 1, ...surface }, o: direction(cosine, turn) })))
    const found = askCpu('kept', questions)
    const over = questions.map(({ o }, k) => found[4 * k] - kept(o, surface))
    over.forEach((each, k) => {
      expect(each, `${JSON.stringify(surface)} ${JSON.stringify(questions[k].o)}`).toBeLessThan(6e-3)
      expect(each, `${JSON.stringify(surface)} ${JSON.stringify(questions[k].o)}`).toBeGreaterThan(-1e-3)
    })
    expect(over.reduce((sum, each) => sum + each) / over.length, JSON.stringify(surface)).toBeLessThan(2e-3)
  }
})

test('what brushed facets lose on average is what they lose over all directions, within a thousandth of all light', () => {
  const [rows, columns] = [64, 16]
  const everywhere = Array.from({ length: rows * columns }, (_, k) => direction(Math.sqrt((Math.floor(k / columns) + 0.5) / rows), (Math.PI * ((k % columns) + 0.5)) / (2 * columns)))
  for (const surface of SURFACES) {
    const found = askCpu('kept', everywhere.map((o): Question => ({ look: { metallic: 1, ...surface }, o })))
    const mean = everywhere.reduce((sum, _, k) => sum + found[4 * k], 0) / everywhere.length
    expect(Math.abs(mean - found[2]), JSON.stringify(surface)).toBeLessThan(1e-3)
  }
})
