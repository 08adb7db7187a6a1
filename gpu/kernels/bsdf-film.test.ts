import { expect, test } from 'vitest'
import { askCpu, direction, type Question } from '../testing/scatter.ts'

/** What a smooth metal under a film mirrors at a cosine, red green blue. */
const mirrored = (f0: readonly number[], ior: number, thickness: number, cosine: number): readonly number[] => {
  const question: Question = { look: { metallic: 1, roughness: 0, base_color: f0, film: 1, film_ior: ior, film_thickness: thickness }, o: direction(cosine) }
  return [...askCpu('mean_weight', [question], 1).subarray(0, 3)]
}

/** Reflectance of light of one polarisation from a film between air and a clear body: Airy's sum of amplitudes (Born and Wolf, 7.6). */
function airy(n: number, base: number, thickness: number, cosine: number, wavelength: number, isParallel: boolean): number {
  const [c1, c2, c3] = [1, n, base].map((index) => Math.sqrt(1 - (1 - cosine ** 2) / index ** 2))
  const step = (na: number, ca: number, nb: number, cb: number): number => (isParallel ? (nb * ca - na * cb) / (nb * ca + na * cb) : (na * ca - nb * cb) / (na * ca + nb * cb))
  const [r12, r23] = [step(1, c1, n, c2), step(n, c2, base, c3)]
  const phase = Math.cos((4 * Math.PI * n * thickness * c2) / wavelength)
  return (r12 ** 2 + r23 ** 2 + 2 * r12 * r23 * phase) / (1 + r12 ** 2 * r23 ** 2 + 2 * r12 * r23 * phase)
}

/** The CIE's curves of 1931: Wyman, Sloan and Shirley 2013, "Simple analytic approximations to the CIE XYZ color matching functions". */
function matching(wavelength: number): readonly number[] {
  const bell = (height: number, middle: number, below: number, above: number): number => height * Math.exp(-0.5 * ((wavelength - middle) / (wavelength < middle ? below : above)) ** 2)
  return [
    bell(1.056, 599.8, 37.9, 31) + bell(0.362, 442, 16, 26.7) - bell(0.065, 501.1, 20.4, 26.2),
    bell(0.821, 568.8, 46.9, 40.5) + bell(0.286, 530.9, 16.3, 31.1),
    bell(1.217, 437, 11.8, 36) + bell(0.681, 459, 26, 13.8),
  ]
}

/** What the eye makes of it, wavelength by wavelength: what all share is white, what differs has its colour. */
function seenByWavelengths(n: number, base: number, thickness: number, cosine: number): readonly number[] {
  const shared = (isParallel: boolean): number => {
    const phases = Array.from({ length: 64 }, (_, k) => airy(n, base, k / 64, 1, 2 * n, isParallel))
    return cosine === 1 ? phases.reduce((sum, v) => sum + v) / 64 : Array.from({ length: 256 }, (_, k) => airy(n, base, 1000 + k, cosine, 500, isParallel)).reduce((sum, v) => sum + v) / 256
  }
  const mean = (shared(true) + shared(false)) / 2
  const [sum, white] = [[0, 0, 0], [0, 0, 0]]
  for (let wavelength = 380; wavelength <= 780; wavelength += 2) {
    const r = (airy(n, base, thickness, cosine, wavelength, true) + airy(n, base, thickness, cosine, wavelength, false)) / 2
    matching(wavelength).forEach((weight, c) => {
      sum[c] += weight * (r - mean)
      white[c] += weight
    })
  }
  const [x, y, z] = sum.map((v, c) => v / white[c])
  return [3.2404542 * x - 1.5371385 * y - 0.4985314 * z, -0.969266 * x + 1.8760108 * y + 0.041556 * z, 0.0556434 * x - 0.2040259 * y + 1.0572252 * z].map((v) => Math.min(1, Math.max(0, mean + v)))
}

const f0Of = (index: number): number => ((index - 1) / (index + 1)) ** 2

test('a film without thickness is none', () => {
  for (const cosine of [1, 0.5, 0.1]) {
    mirrored([0.9, 0.5, 0.1], 1.5, 0, cosine).forEach((value, c) => {
      const f0 = [0.9, 0.5, 0.1][c]
      expect(Math.abs(value - f0 - (1 - f0) * (1 - cosine) ** 5)).toBeLessThan(0.002)
    })
  }
})

test.each([[1.33, 1.5], [1.8, 1.5], [1.4, 4]])('a film of index %f on a body of index %f has the colours of Airy’s sum over all wavelengths, straight on and askew', (n, base) => {
  for (const thickness of [120, 250, 400, 600]) {
    for (const [cosine, most] of [[1, 0.03], [0.6, 0.06]] as const) {
      const found = mirrored([f0Of(base), f0Of(base), f0Of(base)], n, thickness, cosine)
      const exact = seenByWavelengths(n, base, thickness, cosine)
      found.forEach((value, c) => expect(Math.abs(value - exact[c]), `${thickness} nm at ${cosine}: ${found.join()} and ${exact.join()}`).toBeLessThan(most))
    }
  }
})

test('a thick film loses its colours: all of its waves, of two faces that know nothing of each other', () => {
  const found = mirrored([0.04, 0.04, 0.04], 1.8, 1e5, 1)
  const [r, s] = [f0Of(1.8), ((1.5 - 1.8) / (1.5 + 1.8)) ** 2]
  found.forEach((value) => expect(value).toBeCloseTo(r + ((1 - r) ** 2 * s) / (1 - r * s), 3))
})
