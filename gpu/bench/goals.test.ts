import { expect, test } from 'vitest'
import { costUntil } from './goals-picture.ts'
import { goalsOf } from './goals.ts'
import { BenchRow } from './row.ts'

const made = (row: Partial<BenchRow> & Pick<BenchRow, 'what' | 'median' | 'unit'>): BenchRow => BenchRow.parse({
  scene: 'apartment', triangles: 12, instances: 1, variant: 'reference', peer: null, adapter: 'a card', spread: [row.median, row.median], ratio: null, repetitions: 1, x: null, detail: '',
  experiment: 'test', date: '2026-01-02T00:00:00.000Z', ...row,
})
const ms = (what: string, variant: string, median: number, more: Partial<BenchRow> = {}) => made({ what, variant, median, unit: 'ms per frame', ...more })
const said = (rows: readonly BenchRow[], beginning: string) => goalsOf(rows).filter(({ what }) => what.startsWith(beginning)).map(({ what, ...goal }) => ({ kind: /kD-tree|BVH/.exec(what)?.[0], ...goal }))

test('rays on a card are counted by the best walk of each kind, and no kind of rays may fall behind', () => {
  const rays = (variant: string, ratios: readonly number[]) => ratios.map((ratio, i) => made({ what: ['card/primary', 'card/diffuse', 'card/shadow'][i], scene: 'bunny', variant, peer: 'three-mesh-bvh BVHComputeData', ratio, median: 1, unit: 'Mrays/s' }))
  const rows = [...rays('standard-8', [2, 2, 2]), ...rays('ropes-plus-plus', [3, 3, 1.3]), ...rays('ropes-plus-plus, 381 instances', [9, 9, 9]), ...rays('bvh', [3, 3, 3])]
  expect(said(rows, 'rays of all kinds')).toMatchObject([{ kind: 'kD-tree', found: '2.27x, worst 1.30x (bunny)', isMet: false }, { kind: 'BVH', found: '3.00x, worst 3.00x (bunny)', isMet: true, isStretchMet: true }])
})

test('our share of a native kernel is counted by the best walk of each kind, and over instances apart', () => {
  const kinds = ['card/native-primary', 'card/native-diffuse', 'card/native-shadow']
  const rays = (variant: string, ratios: readonly (number | null)[], instances = 1) => ratios.map((ratio, i) => made({ what: kinds[i], scene: 'sponza', instances, variant, peer: 'CUDA, binary BVH, Woop', ratio, median: 1, unit: 'Mrays/s' }))
  const rows = [
    ...rays('standard-8', [0.4, 0.4, 0.4]), ...rays('ropes-plus-plus', [0.8, 0.8, 0.47]), ...rays('bvh', [0.8, 0.8, 0.59]), ...rays('CUDA, binary BVH, Woop', [null, null, null]),
    ...rays('ropes-plus-plus, 381 instances', [0.4, 0.4, 0.4], 381), ...rays('bvh, 381 instances', [0.6, 0.6, 0.6], 381),
  ]
  expect(said(rows, 'share of the best native')).toMatchObject([
    { kind: 'kD-tree', goal: '>= 0.60, none under 0.48', stretch: '>= 0.65, none under 0.52', found: '0.67, worst 0.47 (sponza)', isMet: false },
    { kind: 'BVH', goal: '>= 0.65, none under 0.52', found: '0.72, worst 0.59 (sponza)', isMet: true, isStretchMet: false },
    { goal: '>= 0.50', stretch: '>= 0.60', found: '0.60, worst 0.60 (sponza)', isMet: true },
  ])
  // They are not counted among those against another peer.
  expect(said(rows, 'rays of all kinds')).toEqual([])
})

test('passes, submits and what the wall says beside them are held in moving frames alone', () => {
  const frame = (variant: string, passes: number, wall: number, submits: number) => [ms('card/frame', variant, passes, { detail: `1920x1080, 5 lights; ${submits} submits, 1 ms by the wall` }), ms('card/frame-wall', variant, wall)]
  const rows = [
    ...frame('hybrid, moving', 10, 12.5, 3), ...frame('whitted, moving', 5, 6, 2), ...frame('hybrid, at rest, one sample', 50, 90, 40), ms('card/pass', 'hybrid, moving: denoise', 1.25), ms('card/pass', 'hybrid, moving: irradiance', 2.9),
    ms('card/pass', 'whitted, moving: irradiance', 5), ms('card/frame', 'hybrid, moving', 90, { scene: 'terrain', detail: '3840x2160, 1 lights; 14 submits, 1 ms by the wall' }),
  ]
  expect(said(rows, 'moving frames of 1920x1080')).toMatchObject([{ found: 'worst 2.50 ms (apartment, hybrid, moving)', measured: '2026-01-02', isMet: false }])
  expect(said(rows, 'submits')).toMatchObject([{ found: 'worst 3 (apartment, hybrid, moving)', isMet: true }])
  expect(said(rows, 'denoise')).toMatchObject([{ found: 'worst 1.25 ms (apartment)', isMet: false }])
  expect(said(rows, 'irradiance of a moving hybrid')).toMatchObject([{ found: 'worst 2.90 ms (apartment)', isMet: true }])
  expect(said(rows, 'irradiance of a moving quick')).toMatchObject([{ found: 'worst 5.00 ms (apartment)', isMet: false }])
})

test('a house of many rooms is held to the room alone', () => {
  const lamps = (x: number, ratio: number) => ms('card/lamps', 'hybrid, moving', 4 * ratio, { scene: 'lit_house', x, ratio, peer: 'one lamp' })
  expect(said([lamps(1, 1), lamps(1000, 2.5), lamps(10_000, 1.9)], 'moving frames of a room')).toMatchObject([{ found: 'worst 1.90x (hybrid, moving)', isMet: true }])
})

test('one spot after the third frame is one too many, and so is one ghost, or one view that boils', () => {
  const spots = (scene: string, x: number, median: number) => made({ what: 'picture/cold', variant: 'hybrid, indirect on', scene, x, median, unit: 'spots' })
  expect(said([spots('a', 4, 0), spots('b', 4, 0), spots('b', 6, 0)], 'bright spots')).toMatchObject([{ over: '2 views', found: 'none', isMet: true }])
  expect(said([spots('a', 4, 0), { ...spots('b', 6, 1), date: '2025-12-31T23:59:59.000Z' }], 'bright spots')).toMatchObject([{ measured: '2025-12-31 to 2026-01-02', found: 'worst 1 (b, frame 6)', isMet: false }])
  const still = (scene: string, median: number) => made({ what: 'picture/standing', scene, variant: 'hybrid, indirect on', peer: 'the picture before', median, unit: 'FLIP' })
  expect(said([still('a', 0.004), still('b', 0.0101)], 'FLIP of two successive')).toMatchObject([{ over: 'a, b', found: 'worst 0.0101 (b, hybrid, indirect on)', isMet: false }])
  const ghost = (x: number, median: number) => made({ what: 'picture/drag', scene: 'armchair', variant: 'hybrid, indirect on', x, median, unit: 'FLIP' })
  expect(said([ghost(2, 0.031), ghost(8, 0.02)], 'FLIP where a piece was')).toMatchObject([{ found: 'worst 0.031 (armchair, step 2)', isMet: false }])
})

test('moving pictures keep the light, each of them', () => {
  const look = (scene: string, light: string) => made({ what: 'picture/moving', variant: 'hybrid, indirect on', scene, median: 0.1, unit: 'FLIP', peer: 'reference', detail: `two halves of the reference 0.05; 4096 samples kept since 2026-11-30, 0.957 of their light today; light ${light}; 3 of them for indirect light` })
  expect(said([look('a', '1.010'), look('b', '0.990')], 'mean luminance')).toMatchObject([{ goal: 'within 1 %', over: '2 looks', found: 'worst +1.0 % (a, hybrid, indirect on), none off by more', isMet: true }])
  expect(said([look('a', '1.011'), look('b', '0.970'), look('c', '1.000')], 'mean luminance')).toMatchObject([{ over: '3 looks', found: 'worst -3.0 % (b, hybrid, indirect on), 2 off by more', isMet: false }])
})

test('quick pictures with indirect light halve the difference and keep the light, in the mean of views', () => {
  const view = (scene: string, ratio: number, light: number) => [
    made({ what: 'picture/quick', variant: 'whitted, flat ambient', scene, median: 0.2, unit: 'FLIP', peer: 'reference' }),
    made({ what: 'picture/quick', variant: 'whitted, indirect on', scene, median: 0.2 * ratio, unit: 'FLIP', peer: 'flat ambient', ratio }),
    made({ what: 'picture/quick', variant: 'whitted, indirect on', scene, median: light, unit: 'of its luminance', peer: 'reference', ratio: light }),
  ]
  const rows = [...view('a', 0.3, 0.96), ...view('b', 0.6, 0.92)]
  expect(said(rows, 'FLIP of quick pictures')).toMatchObject([{ over: '2 views', found: '0.45, worst 0.60', isMet: true }])
  expect(said(rows, 'light of quick pictures')).toMatchObject([{ found: 'off by 6.0 %', isMet: false }])
})

test('what is shown at rest may not get worse from look to look, nor by being denoised, beyond chance', () => {
  const look = (scene: string, x: number, median: number, more: Partial<BenchRow> = {}) => made({ what: 'picture/shown', variant: 'hybrid, indirect on', peer: 'reference', scene, x, median, unit: 'FLIP', ...more })
  // In whatever order rows lie; relMSE beside it says nothing here.
  const falls = [look('a', 16, 0.1), look('a', 0, 0.12), look('a', 1, 0.1215), look('a', 4, 0.11), look('a', 4, 9, { unit: 'relMSE' })]
  expect(said(falls, 'what is shown')).toMatchObject([{ goal: '<= 0.0020', over: '1 views', found: 'worst 0.0015 (a, from 0 to 1 samples)', isMet: true }])
  expect(said([...falls, look('b', 64, 0.08), look('b', 256, 0.0825)], 'what is shown')).toMatchObject([{ over: '2 views', found: 'worst 0.0025 (b, from 64 to 256 samples), 1 views', isMet: false }])
  expect(said(falls, 'nor when')).toEqual([])
  const denoised = (x: number, median: number, before: number) => look('a', x, median, { variant: 'hybrid, indirect on, denoised', peer: 'the same, not denoised', ratio: median / before })
  // From one wanted number of samples to another is no time.
  expect(said([...falls, denoised(1, 0.06, 0.3), denoised(4, 0.07, 0.2)], 'nor when')).toMatchObject([{ over: '1 views', found: 'worst -0.1300 (a, 4 samples)', isMet: true }])
  expect(said([denoised(64, 0.06, 0.055)], 'nor when')).toMatchObject([{ found: 'worst 0.0050 (a, 64 samples), 1 views', isMet: false }])
})

test('samples are counted where the line through FLIP reaches a figure, and beyond it as its end goes', () => {
  const root = [8, 32, 128, 512].map((samples) => [samples, samples ** -0.5] as const)
  for (const samples of [8, 20, 128, 400, 5000]) expect(costUntil(root, samples ** -0.5)).toBeCloseTo(samples, 6)
  const at = (scene: string, flips: readonly number[]) => flips.map((median, i) => made({ what: 'picture/converge', scene, x: 8 * 4 ** i, median, unit: 'FLIP', detail: 'start, 640x360' }))
  // As it was: nothing is gained, and nothing lost.
  const same = [...at('apartment', [0.2866, 0.1783, 0.1125, 0.07411]), ...at('small_house', [0.09287, 0.05407, 0.03222, 0.02042])]
  expect(said(same, 'samples until')).toMatchObject([{ over: 'apartment', measured: '2026-01-02', goal: '>= 2.30x', found: '1.00x (1033, 1033)', isMet: false }, { over: 'small_house', measured: '2026-01-02', goal: '>= 0.95x', found: '1.00x (25, 25)', isMet: true }])
  expect(said(at('apartment', [0.19, 0.11, 0.07, 0.045]), 'samples until')).toMatchObject([{ isMet: true }])
  // Time counts on the card that it was taken on.
  expect(said(same, 'seconds until')).toEqual([])
  const took = (adapter: string, seconds: readonly number[]) => [...at('apartment', [0.2866, 0.1783, 0.1125, 0.07411]), ...seconds.map((median, i) => made({ what: 'picture/converge', x: 8 * 4 ** i, median, unit: 's', detail: 'start, 640x360', adapter }))]
  const each = (ms: number) => [8, 32, 128, 512].map((samples) => (samples * ms) / 1000)
  expect(said(took('NVIDIA H200', each(8.5)), 'seconds until')).toMatchObject([{ over: 'apartment', goal: '>= 1.70x', found: '1.00x (8.8 s, 8.8 s)', isMet: false }])
  expect(said(took('NVIDIA H200', each(4.9)), 'seconds until')).toMatchObject([{ isMet: true }])
  expect(said(took('another', each(4.9)), 'seconds until')).toEqual([])
})

test('the denoiser is held to a ninth of the error, and to FLIP with and without a table of what the sun lights', () => {
  const row = (variant: string, unit: string, median: number, x = 32) => made({ what: 'picture/denoised', variant, unit, median, x })
  const rows = [row('noisy', 'relMSE', 0.09), row('denoised', 'relMSE', 0.01), row('denoised', 'FLIP', 0.11), row('denoised', 'FLIP', 0.5, 8)]
  expect(said(rows, 'relMSE of 32')).toMatchObject([{ found: '9.0x', isMet: true }])
  expect(said(rows, 'FLIP of 32')).toMatchObject([{ found: '0.110', isMet: true, isStretchMet: false }])
  expect(said([made({ what: 'picture/denoise-time', scene: 'noise', variant: '3840x2160', median: 1180, unit: 'ms' })], 'a picture of 3840x2160')).toMatchObject([{ goal: '<= 1000 ms', found: 'worst 1180 ms (noise)', isMet: false }])
})
