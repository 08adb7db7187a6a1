import { expect, test } from 'vitest'
import { askCpu, direction, type Look, type Question } from '../testing/scatter.ts'
import { seeded } from '../testing/random.ts'

const COSINES = [0.05, 0.15, 0.4, 1]
const ROUGHNESSES = [0, 0.05, 0.1, 0.15, 0.4, 0.7, 0.9, 1]
/** Each share is the mean of so many batches, whose scatter says how sure it is. */
const BATCHES = 16
const BATCH = 128

/** Share of a white furnace that comes back, for every roughness and angle. */
function furnace(look: (roughness: number) => Look, inside = false, turn = 0): { share: number; error: number; what: string }[] {
  const cases = ROUGHNESSES.flatMap((roughness) => COSINES.map((cosine) => ({ roughness, cosine })))
  const questions = cases.flatMap(({ roughness, cosine }) => Array.from({ length: BATCHES }, (): Question => ({ look: { roughness, ...look(roughness) }, o: direction(cosine, turn), inside })))
  const answers = askCpu('mean_weight', questions, BATCH)
  return cases.map(({ roughness, cosine }, k) => {
    const shares = Array.from({ length: BATCHES }, (_, batch) => answers[4 * (k * BATCHES + batch)])
    const share = shares.reduce((sum, v) => sum + v) / BATCHES
    const variance = shares.reduce((sum, v) => sum + (v - share) ** 2, 0) / (BATCHES - 1)
    return { share, error: Math.sqrt(variance / BATCHES), what: `roughness ${roughness}, cosine ${cosine}` }
  })
}

/** What the table's own quadrature is good to. */
const TABLE_ERROR = 2e-4

/** Nothing gains: five standard errors are what chance may seem to give to one case of some four hundred. */
function expectFurnace(shares: { share: number; error: number; what: string }[], loss: number, gain = TABLE_ERROR): void {
  for (const { share, error, what } of shares) {
    expect(share, what).toBeGreaterThan(1 - loss - 3 * error)
    expect(share, what).toBeLessThan(1 + gain + 5 * error)
  }
  const all = Math.sqrt(shares.reduce((sum, { error }) => sum + error ** 2, 0)) / shares.length
  expect(shares.reduce((sum, { share }) => sum + share, 0) / shares.length).toBeLessThan(1 + TABLE_ERROR + 5 * all)
}

const BASES: Readonly<Record<string, (roughness: number) => Look>> = {
  Lambert: () => ({ specular: 0 }),
  metal: () => ({ metallic: 1 }),
  plastic: () => ({}),
  glass: () => ({ transmission: 1 }),
  'glass of index 2': () => ({ transmission: 1, ior: 2 }),
  pane: () => ({ transmission: 1, is_thin: 1 }),
  'glass under a film': () => ({ transmission: 1, film: 1, film_thickness: 350 }),
  'a pane under a film': () => ({ transmission: 1, is_thin: 1, film: 0.8 }),
}
/** What a film keeps is its colour; from both ends the same, and never more than all. */
const COLOURED: Readonly<Record<string, (roughness: number) => Look>> = {
  'metal under a film': () => ({ metallic: 1, film: 1, film_ior: 1.8 }),
  'plastic under a film': () => ({ film: 1, film_ior: 1.6, film_thickness: 520 }),
  'half metal under half a film': () => ({ metallic: 0.5, film: 0.5 }),
}
const LAYERS: Readonly<Record<string, (roughness: number) => Look>> = {
  'coated metal': () => ({ metallic: 1, clearcoat: 1, clearcoat_roughness: 0.1 }),
  'rough coat on glass': () => ({ transmission: 1, clearcoat: 0.7, clearcoat_roughness: 0.6 }),
  velvet: (roughness) => ({ sheen_color: [1, 1, 1], sheen_roughness: Math.max(0.1, roughness) }),
  'sheen over a coat over half metal': () => ({ metallic: 0.5, clearcoat: 1, clearcoat_roughness: 0.2, sheen_color: [0.6, 0.6, 0.6], sheen_roughness: 0.4 }),
  'half glass': () => ({ metallic: 0.2, transmission: 0.6 }),
}
const BRUSHED: Readonly<Record<string, (roughness: number) => Look>> = {
  'lightly brushed metal': () => ({ metallic: 1, anisotropy: 0.3 }),
  'brushed metal': () => ({ metallic: 1, anisotropy: 0.7 }),
  'metal with grooves alone': () => ({ metallic: 1, anisotropy: 1 }),
  'a brushed pane': () => ({ transmission: 1, is_thin: 1, anisotropy: 0.8 }),
}
/** What the gloss takes from the body, and what glass loses more than metal, come from tables of one width. */
const UNDER_BRUSHED: Readonly<Record<string, (roughness: number) => Look>> = {
  'brushed plastic': (roughness) => ({ anisotropy: 0.6, roughness: Math.max(0.3, roughness) }),
  'brushed glass': () => ({ transmission: 1, anisotropy: 0.6 }),
}

/** Each lobe once in the short test; what wears it in another way is a proof. */
function eachOf(looks: Readonly<Record<string, unknown>>, short: readonly string[], title: string, holds: (name: string) => void): void {
  test.each(short)(title, holds)
  test.each(Object.keys(looks).filter((name) => !short.includes(name)))(title, { tags: 'proof' }, holds)
}

eachOf(BASES, ['Lambert', 'plastic', 'glass of index 2', 'a pane under a film'], 'white %s vanishes in a white furnace, within a hundredth and never brighter', (name) => {
  expectFurnace(furnace(BASES[name]), 0.01)
})

eachOf({ glass: BASES.glass, 'glass of index 2': BASES['glass of index 2'] }, ['glass'], 'white %s vanishes in a white furnace seen from inside', (name) => {
  expectFurnace(furnace(BASES[name], true), 0.01)
})

eachOf(LAYERS, ['rough coat on glass', 'sheen over a coat over half metal'], '%s loses at most three hundredths in a white furnace and gains nothing', (name) => {
  expectFurnace(furnace(LAYERS[name]), 0.03)
})

const TURNS = [0, 0.25, 0.5]
/** Seen along the grooves, across them and between. */
const turnedFurnaces = (look: (roughness: number) => Look) => TURNS.map((turn) => furnace(look, false, turn * Math.PI))

eachOf(BRUSHED, ['brushed metal', 'a brushed pane'], 'white %s vanishes in a white furnace, within a hundredth, on average within three thousandths and never brighter', (name) => {
  const turns = turnedFurnaces(BRUSHED[name])
  for (const shares of turns) expectFurnace(shares, 0.01)
  const all = turns.flat()
  const error = Math.sqrt(all.reduce((sum, each) => sum + each.error ** 2, 0)) / all.length
  const mean = all.reduce((sum, { share }) => sum + share, 0) / all.length
  expect(mean).toBeGreaterThan(1 - 0.003 - 3 * error)
})

eachOf(UNDER_BRUSHED, [], 'white %s gives back a white furnace within a third at grazing angles, on average within a twentieth and never brighter', (name) => {
  const turns = turnedFurnaces(UNDER_BRUSHED[name])
  for (const shares of turns) expectFurnace(shares, 0.35, 0.02)
  const mean = turns.flat().reduce((sum, { share }) => sum + share, 0) / turns.flat().length
  expect(mean).toBeGreaterThan(0.95)
  expect(mean).toBeLessThan(1)
})

eachOf(COLOURED, ['half metal under half a film'], 'white %s gains nothing in a white furnace', (name) => {
  expectFurnace(furnace(COLOURED[name]), 1)
})

test('what base lobes send from light to viewer they send from viewer to light, seed 3', () => {
  const random = seeded(3)
  for (const [name, look] of Object.entries({ ...BASES, ...COLOURED, ...BRUSHED, ...UNDER_BRUSHED })) {
    const pairs = Array.from({ length: 200 }, () => {
      const turned = { roughness: 0.15 + 0.85 * random(), base_color: [0.9, 0.5, 0.2] }
      const o = direction(0.05 + 0.95 * random(), 6.28 * random())
      const through = look(0).transmission === 1 && random() < 0.5
      const up = direction(0.05 + 0.95 * random(), 6.28 * random())
      return { look: { ...look(turned.roughness), ...turned }, o, i: [up[0], up[1], through ? -up[2] : up[2]], through }
    })
    const there = askCpu('evaluate', pairs)
    // Seen from the other end; through glass that end lies inside.
    const back = askCpu('evaluate', pairs.map(({ look: worn, o, i, through }): Question => ({
      look: worn, o: through ? [i[0], i[1], -i[2]] : i, i: through ? [o[0], o[1], -o[2]] : o, inside: through && worn.is_thin !== 1,
    })))
    pairs.forEach(({ look: worn, o, i, through }, k) => {
      // Radiance counts per square of the index: light from inside (index n) to outside is n^2 times that of the way back.
      const index2 = through && worn.is_thin !== 1 ? (worn.ior ?? 1.5) ** 2 : 1
      for (let c = 0; c < 3; c++) {
        const a = there[4 * k + c] / Math.abs(i[2])
        const b = (back[4 * k + c] / Math.abs(o[2])) * index2
        if (!(Math.abs(a - b) < 1e-3 * Math.max(1, a, b))) expect.fail(`${name} ${JSON.stringify(pairs[k])}: ${a} and ${b}`)
      }
    })
  }
})

/** Directions in cells of equal size over the sphere: cosine by azimuth. */
const ROWS = 24
const COLUMNS = 16
const DRAWS = 20_000

/** The integral of the density over each cell, and the share of its samples there. */
function histogram(question: Question, seed: number): { expected: Float64Array; found: Float64Array; single: number } {
  const fine = 4
  const grid: Question[] = []
  for (let row = 0; row < ROWS * fine; row++) {
    for (let column = 0; column < COLUMNS * fine; column++) {
      grid.push({ ...question, i: direction(-1 + (2 * (row + 0.5)) / (ROWS * fine), (2 * Math.PI * (column + 0.5)) / (COLUMNS * fine)) })
    }
  }
  const densities = askCpu('evaluate', grid)
  const expected = new Float64Array(ROWS * COLUMNS)
  const solidAngle = (4 * Math.PI) / grid.length
  grid.forEach((_, k) => {
    const [row, column] = [Math.floor(k / (COLUMNS * fine)), k % (COLUMNS * fine)]
    expected[Math.floor(row / fine) * COLUMNS + Math.floor(column / fine)] += densities[4 * k + 3] * solidAngle * DRAWS
  })
  const found = new Float64Array(ROWS * COLUMNS)
  const drawn = askCpu('draw', [question], seed, DRAWS)
  let single = 0
  for (let k = 0; k < DRAWS; k++) {
    const [x, y, z, density] = drawn.subarray(4 * k, 4 * k + 4)
    if (density === 0) continue
    const row = Math.min(ROWS - 1, Math.floor(((z + 1) / 2) * ROWS))
    const column = Math.min(COLUMNS - 1, Math.floor((((Math.atan2(y, x) / (2 * Math.PI)) + 1) % 1) * COLUMNS))
    found[row * COLUMNS + column]++
  }
  return { expected, found, single }
}

/** Probability that chi-squared with k degrees of freedom is at least x: Wilson and Hilferty's normal, good to 1e-3 here. */
function chiSquaredTail(x: number, k: number): number {
  const z = ((x / k) ** (1 / 3) - (1 - 2 / (9 * k))) / Math.sqrt(2 / (9 * k))
  // Abramowitz and Stegun 26.2.17.
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const upper = (Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI)) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 ? upper : 1 - upper
}

const SAMPLED: Readonly<Record<string, Question>> = {
  Lambert: { look: { specular: 0 }, o: direction(0.6, 1) },
  'rough metal': { look: { metallic: 1, roughness: 0.6 }, o: direction(0.4, 2) },
  'polished metal at grazing angles': { look: { metallic: 1, roughness: 0.5 }, o: direction(0.3, 0.4) },
  plastic: { look: { roughness: 0.5 }, o: direction(0.5, 5) },
  'rough glass': { look: { transmission: 1, roughness: 0.7 }, o: direction(0.7, 1) },
  'rough glass from inside': { look: { transmission: 1, roughness: 0.6 }, o: direction(0.8, 3), inside: true },
  'frosted pane': { look: { transmission: 1, is_thin: 1, roughness: 0.6 }, o: direction(0.5, 4) },
  'brushed metal': { look: { metallic: 1, roughness: 0.4, anisotropy: 0.7 }, o: direction(0.5, 1) },
  'brushed glass under a film': { look: { transmission: 1, roughness: 0.5, anisotropy: 0.5, film: 1 }, o: direction(0.6, 2) },
  'everything at once': {
    look: { metallic: 0.3, transmission: 0.4, roughness: 0.55, clearcoat: 1, clearcoat_roughness: 0.6, sheen_color: [0.4, 0.5, 0.6], base_color: [0.8, 0.5, 0.3] },
    o: direction(0.45, 2.5),
  },
}

eachOf(SAMPLED, ['Lambert', 'rough glass from inside', 'frosted pane', 'brushed glass under a film', 'everything at once'], 'samples of %s fall as their density says: chi-squared, seed 5', (name) => {
  const { expected, found } = histogram(SAMPLED[name], 5)
  // Cells that hope for fewer than five are put together.
  const cells: [expected: number, found: number][] = []
  let [restExpected, restFound] = [0, 0]
  for (let k = 0; k < expected.length; k++) {
    if (expected[k] >= 5) cells.push([expected[k], found[k]])
    else [restExpected, restFound] = [restExpected + expected[k], restFound + found[k]]
  }
  if (restExpected > 5) cells.push([restExpected, restFound])
  else expect(restFound).toBeLessThan(20)
  const total = cells.reduce((sum, [e]) => sum + e, 0)
  const drawn = cells.reduce((sum, [, f]) => sum + f, 0)
  // The density integrates to the share of samples that come to something.
  expect(Math.abs(total - drawn) / DRAWS).toBeLessThan(0.01)
  const chi = cells.reduce((sum, [e, f]) => sum + (f - e) ** 2 / e, 0)
  const p = chiSquaredTail(chi, cells.length - 1)
  // Sidak: one of so many tests may be unlucky.
  expect(p, `chi-squared ${chi} of ${cells.length} cells`).toBeGreaterThan(1 - (1 - 1e-4) ** (1 / Object.keys(SAMPLED).length))
})

test('smooth glass reflects what Fresnel says, at normal and grazing incidence and past the critical angle', () => {
  const exact = (cosine: number, eta: number): number => {
    const sine2 = (1 - cosine ** 2) / eta ** 2
    if (sine2 >= 1) return 1
    const t = Math.sqrt(1 - sine2)
    return 0.5 * (((eta * cosine - t) / (eta * cosine + t)) ** 2 + ((cosine - eta * t) / (cosine + eta * t)) ** 2)
  }
  expect(exact(1, 1.5)).toBeCloseTo(0.04, 6)
  const cases = [[1, false], [0.5, false], [0.1, false], [0.01, false], [1, true], [0.8, true], [0.7, true], [0.3, true]] as const
  const answers = askCpu('mean_weight', cases.map(([cosine, inside]): Question => ({ look: { transmission: 1, roughness: 0 }, o: direction(cosine), inside })), 16384)
  cases.forEach(([cosine, inside], k) => {
    expect(answers[4 * k]).toBeCloseTo(1, 4)
    expect(1 - answers[4 * k + 3]).toBeCloseTo(exact(cosine, inside ? 1 / 1.5 : 1.5), 2.5)
  })
  // A pane: two faces and all that goes to and fro between them.
  const pane = askCpu('mean_weight', [{ look: { transmission: 1, is_thin: 1, roughness: 0 }, o: direction(1) }], 16384)
  expect(pane[3]).toBeCloseTo(1 - (2 * 0.04) / 1.04, 2.5)
})

test('refracted light obeys Snell, and a pane does not bend it', () => {
  const o = direction(0.6, 0.3)
  const drawn = askCpu('draw', [{ look: { transmission: 1, roughness: 0, ior: 1.33 }, o }], 1, 64)
  const through = Array.from({ length: 64 }, (_, k) => drawn.subarray(4 * k, 4 * k + 3)).filter(([, , z]) => z < 0)
  expect(through.length).toBeGreaterThan(40)
  for (const [x, y, z] of through) {
    expect(Math.hypot(x, y)).toBeCloseTo(0.8 / 1.33, 4)
    expect(x / y).toBeCloseTo(o[0] / o[1], 3)
    expect(z).toBeLessThan(0)
  }
  const pane = askCpu('draw', [{ look: { transmission: 1, roughness: 0, is_thin: 1 }, o }], 1, 64)
  const straight = Array.from({ length: 64 }, (_, k) => pane.subarray(4 * k, 4 * k + 3)).filter(([, , z]) => z < 0)
  for (const d of straight) d.forEach((v, axis) => expect(v).toBeCloseTo(-o[axis], 5))
})
