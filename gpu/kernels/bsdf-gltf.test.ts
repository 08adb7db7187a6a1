import { expect, test } from 'vitest'
import { seeded } from '../testing/random.ts'
import { askCpu, direction, type Question } from '../testing/scatter.ts'

/*
 * What a dielectric sends back, against appendix B of the glTF 2.0 specification: f = (1 - F) base / pi + F D V, F = Schlick(o . h). The gloss is the
 * same but for one function; the body is not, on purpose, and this file says by how much.
 */

type Direction = readonly number[]

const dot = (a: Direction, b: Direction): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const halfway = (o: Direction, i: Direction): Direction => {
  const h = [o[0] + i[0], o[1] + i[1], o[2] + i[2]]
  const length = Math.hypot(...h)
  return h.map((v) => v / length)
}
const schlick = (cosine: number): number => 0.04 + 0.96 * (1 - cosine) ** 5
const trowbridgeReitz = (z: number, alpha: number): number => alpha ** 2 / (Math.PI * (z * z * (alpha ** 2 - 1) + 1) ** 2)
/** Of Heitz 2014, "Understanding the masking-shadowing function", equation 99: facets that lie deep are hidden from both sides. Section B.3.2 takes both for independent: 1 / ((1 + lambda) (1 + lambda)). */
const visibleTogether = (o: number, i: number, alpha: number): number =>
  0.5 / (i * Math.sqrt(alpha ** 2 + (1 - alpha ** 2) * o * o) + o * Math.sqrt(alpha ** 2 + (1 - alpha ** 2) * i * i))

function gloss(o: Direction, i: Direction, alpha: number): number {
  const h = halfway(o, i)
  return schlick(dot(o, h)) * trowbridgeReitz(h[2], alpha) * visibleTogether(o[2], i[2], alpha)
}
const bodyOfSpecification = (o: Direction, i: Direction): number => (1 - schlick(dot(o, halfway(o, i)))) / Math.PI

/**
 * The integral of a gloss times the light's cosine over the hemisphere: over the normals that are seen from `o` (Dupuy and Benyoub 2023), of
 * which each reflects F times what leaves it unshadowed.
 */
function glossAlbedo(cosine: number, alpha: number, isTogether = true, steps = 48): number {
  const o = direction(cosine)
  const lambda = (z: number): number => 0.5 * (Math.sqrt(1 + (alpha ** 2 * (1 - z * z)) / (z * z)) - 1)
  const length = Math.hypot(o[0] * alpha, o[2])
  const stretched = [(o[0] * alpha) / length, 0, o[2] / length]
  let sum = 0
  for (let k = 0; k < steps * steps; k++) {
    const [u, v] = [((k % steps) + 0.5) / steps, (Math.floor(k / steps) + 0.5) / steps]
    const z = (1 - v) * (1 + stretched[2]) - stretched[2]
    const r = Math.sqrt(Math.max(0, 1 - z * z))
    const cap = [(r * Math.cos(2 * Math.PI * u) + stretched[0]) * alpha, r * Math.sin(2 * Math.PI * u) * alpha, z + stretched[2]]
    const size = Math.hypot(...cap)
    const h = cap.map((part) => part / size)
    const light = 2 * dot(o, h) * h[2] - o[2]
    if (light <= 0) continue
    sum += schlick(dot(o, h)) * (isTogether ? (1 + lambda(o[2])) / (1 + lambda(o[2]) + lambda(light)) : 1 / (1 + lambda(light)))
  }
  return sum / (steps * steps)
}

/** The integral of f times the light's cosine over the hemisphere, for what has no peaks. */
function broadAlbedo(f: (i: Direction) => number, steps = 48): number {
  let sum = 0
  for (let k = 0; k < steps * steps; k++) sum += f(direction(Math.sqrt(((k % steps) + 0.5) / steps), (2 * Math.PI * (Math.floor(k / steps) + 0.5)) / steps))
  return (Math.PI * sum) / (steps * steps)
}
/** The mean over the hemisphere of viewers, weighted by their cosine. */
const average = (of: (cosine: number) => number, steps = 24): number => Array.from({ length: steps }, (_, k) => of(Math.sqrt((k + 0.5) / steps))).reduce((sum, v) => sum + v) / steps

const values = (questions: readonly Question[]): readonly number[] => {
  const answers = askCpu('evaluate', questions)
  return questions.map(({ i }, k) => answers[4 * k] / (i ?? [])[2])
}
const random = seeded(12)
const PAIRS = Array.from({ length: 60 }, () => ({ o: direction(0.05 + 0.95 * random(), 6.28 * random()), i: direction(0.05 + 0.95 * random(), 6.28 * random()), roughness: 0.3 + 0.7 * random() }))

test('the body alone is the specification’s: its colour over pi, seen from anywhere, seed 12', () => {
  values(PAIRS.map(({ o, i, roughness }) => ({ look: { base_color: [0.6, 0.6, 0.6], specular: 0, roughness }, o, i }))).forEach((value) => expect(value).toBeCloseTo(0.6 / Math.PI, 5))
})

test('the gloss alone is the specification’s, but that facets hide from viewer and light together, not apart: up to a quarter more', () => {
  const asked = values(PAIRS.map(({ o, i, roughness }) => ({ look: { base_color: [0, 0, 0], roughness }, o, i })))
  PAIRS.forEach(({ o, i, roughness }, k) => expect(asked[k] / gloss(o, i, roughness ** 2)).toBeCloseTo(1, 3))
  for (const roughness of [0.3, 0.5, 1]) {
    const more = average((cosine) => glossAlbedo(cosine, roughness ** 2)) / average((cosine) => glossAlbedo(cosine, roughness ** 2, false))
    expect(more).toBeGreaterThan(1)
    expect(more).toBeLessThan(1.25)
  }
})

test('the body under its gloss gets what that leaves on both ways, where the specification takes a twenty-fifth whatever the angle', () => {
  for (const roughness of [0.3, 0.5, 1]) {
    const left = (cosine: number): number => 1 - glossAlbedo(cosine, roughness ** 2)
    const leftOnAverage = average(left)
    const pairs = PAIRS.slice(0, 12)
    const asked = values(pairs.map(({ o, i }) => ({ look: { base_color: [1, 1, 1], roughness }, o, i })))
    pairs.forEach(({ o, i }, k) => {
      const body = asked[k] - gloss(o, i, roughness ** 2)
      expect(Math.abs(body * Math.PI / ((left(o[2]) * left(i[2])) / leftOnAverage) - 1), `roughness ${roughness}`).toBeLessThan(0.01)
    })
  }
})

/** By roughness 0.2, 0.5 and 0.9. */
const [WHITE, GREY] = [[1.037, 1.009, 0.979], [0.967, 0.992, 1.023]]

test('in a white furnace the specification’s white plastic gains almost half at grazing angles and up to 4 % on average, and ours nothing', () => {
  const bodyShare = (cosine: number): number => broadAlbedo((i) => bodyOfSpecification(direction(cosine), i))
  expect(glossAlbedo(0.05, 0.2 ** 2, false) + bodyShare(0.05)).toBeGreaterThan(1.4)
  const body = average(bodyShare)
  // A white one, and of how much less light a grey room has than by the specification's formula: what that invents at each bounce.
  const found = [0.2, 0.5, 0.9].map((roughness) => {
    const apart = average((cosine) => glossAlbedo(cosine, roughness ** 2, false))
    const together = average((cosine) => glossAlbedo(cosine, roughness ** 2))
    return { white: apart + body, grey: (together + 0.5 * (1 - together)) / (apart + 0.5 * body) }
  })
  found.forEach(({ white, grey }, k) => {
    expect(Math.abs(white - WHITE[k]), `${white}`).toBeLessThan(0.003)
    expect(Math.abs(grey - GREY[k]), `${grey}`).toBeLessThan(0.003)
  })
})
