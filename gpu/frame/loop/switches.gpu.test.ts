import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readTexture } from '../../buffers/buffer.ts'
import type { Engine } from '../../engine.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import { cameraRays } from '../../passes/raster/camera.ts'
import type { Camera, Light, SceneSnapshot, Vec3 } from '../../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { boxMesh, cameraAt, instance, material, MIRROR, sceneOf, sphereMesh, squareMesh } from '../../testing/shapes.ts'
import type { OpenLoop } from '../frame.ts'
import { createPace } from '../pace.ts'

/*
 * Every switch of the window changes the picture where it must and only there: in a room whose places are known.
 */

const SIZE = { width: 48, height: 27 }
/** From one look at the clock to the next, while quick pictures learn indirect light: so many paths, whatever the machine does. */
const LEARNING_MS = 1000
/** Of an edge, where light has no noise: no place is at one. */
const EDGE_SAMPLES = 2
const CAMERA: Camera = cameraAt([0, 1.3, 3.8], { verticalFov: 0.9 })
const HALF = Math.PI / 2
const LAMP: Light = { id: 'lamp', kind: 'point', position: [1.2, 2.2, 1.4], color: [1, 1, 1], intensity: 130, on: true }
const SUN: Light = { id: 'sun', kind: 'directional', direction: [-0.157, -0.523, 0.838], color: [1, 1, 1], illuminance: 300, on: true }

/** 4.8 x 6 x 2.6 m, closed but for a window from floor to ceiling at the right of its back wall, whose upper part is glazed; two mirrors that face each other, a box, a chrome ball of few corners. */
function room(lights: readonly Light[] = [LAMP, SUN]): SceneSnapshot {
  const [square, box, ball] = [squareMesh(), boxMesh(), sphereMesh(6)]
  const matte = material({ baseColor: [0.6, 0.6, 0.6], specular: 0 })
  return sceneOf([square, box, ball], [
    instance('floor', square, matte, { move: [0, 0, 1], scale: [2.4, 1, 3] }),
    instance('ceiling', square, matte, { move: [0, 2.6, 1], scale: [2.4, 1, 3], turn: [Math.PI, 0, 0] }),
    instance('back', square, matte, { move: [-0.6, 1.3, -2], scale: [1.8, 1, 1.3], turn: [HALF, 0, 0] }),
    instance('front', square, matte, { move: [0, 1.3, 4], scale: [2.4, 1, 1.3], turn: [-HALF, 0, 0] }),
    instance('left', square, matte, { move: [-2.4, 1.3, 1], scale: [1.3, 1, 3], turn: [0, 0, -HALF] }),
    instance('right', square, matte, { move: [2.4, 1.3, 1], scale: [1.3, 1, 3], turn: [0, 0, HALF] }),
    instance('pane', square, material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1 }), { move: [1.8, 2.1, -2], scale: [0.6, 1, 0.5], turn: [HALF, 0, 0] }),
    instance('mirror', square, MIRROR, { move: [-0.4, 1.7, -1.97], scale: [0.5, 1, 0.5], turn: [HALF, 0, 0] }),
    instance('other mirror', square, MIRROR, { move: [0, 1.3, 3.95], scale: [2, 1, 1.2], turn: [-HALF, 0, 0] }),
    instance('box', box, matte, { move: [-1.1, 0.6, 0], scale: [0.4, 0.6, 0.4] }),
    instance('ball', ball, MIRROR, { move: [0.3, 0.5, -1], scale: [0.5, 0.5, 0.5] }),
  ], { lights, environment: { zenith: [30, 36, 45], nadir: [14, 13, 12], ambient: { zenith: [0.3, 0.3, 0.3], nadir: [0.3, 0.3, 0.3] } } })
}

/** Where things are in the picture. */
const PLACES = {
  sky: [1.9, 0.9, -2.5],
  glazedSky: [1.9, 1.9, -2.5],
  litWall: [-1.6, 1.9, -2],
  sunPatch: [1.4, 0, 0.1],
  shadow: [-2.1, 0, -0.6],
  openFloor: [0.2, 0, 0.4],
  corner: [-2.3, 2.5, -1.95],
  mirror: [-0.4, 1.7, -1.97],
  ball: [0.1, 0.7, -0.6],
  ballBelow: [0.15, 0.25, -0.594],
} as const satisfies Readonly<Record<string, Vec3>>
type Place = keyof typeof PLACES

interface Switch {
  readonly name: string
  readonly to: Partial<RenderSettings>
  /** Where more than a sixth of what is seen changes, from the very next picture on and at rest, */
  readonly changes: readonly Place[]
  /** and where nothing does but by chance. */
  readonly stays: readonly Place[]
  /** Another scene comes with it. */
  readonly lights?: readonly Light[]
  readonly only?: RenderSettings['method']
}

const off = (light: Light): Light => ({ ...light, on: false })
const SWITCHES: readonly Switch[] = [
  { name: 'reflections', to: { reflections: false }, changes: ['mirror', 'ball'], stays: ['sky', 'litWall', 'sunPatch', 'shadow', 'openFloor'] },
  { name: 'bounces', to: { bounces: 1 }, changes: ['mirror'], stays: ['sky', 'litWall', 'sunPatch', 'shadow', 'openFloor'] },
  { name: 'shadows', to: { shadows: false }, changes: ['shadow', 'openFloor'], stays: ['sky', 'litWall', 'sunPatch'] },
  { name: 'the lamp', to: {}, lights: [off(LAMP), SUN], changes: ['litWall', 'openFloor'], stays: ['sky', 'shadow'] },
  { name: 'the sun', to: {}, lights: [LAMP, off(SUN)], changes: ['sunPatch'], stays: ['sky', 'litWall', 'shadow', 'openFloor'] },
  { name: 'all lights', to: { lights: false }, changes: ['litWall', 'sunPatch', 'openFloor', 'mirror'], stays: ['sky', 'shadow'] },
  { name: 'ambient', to: { ambient: false }, changes: ['shadow', 'corner'], stays: ['sky'] },
  { name: 'occlusion', to: { ambientOcclusion: true }, changes: ['shadow'], stays: ['sky', 'openFloor'] },
  { name: 'indirect', to: { indirect: true }, changes: ['shadow', 'corner'], stays: ['sky'], only: 'hybrid' },
  { name: 'denoise', to: { denoise: true }, changes: [], stays: ['sky', 'litWall', 'openFloor', 'shadow'] },
  { name: 'background', to: { background: 'black' }, changes: ['sky', 'glazedSky'], stays: ['litWall', 'sunPatch', 'shadow', 'openFloor'] },
  { name: 'normals', to: { normals: 'flat' }, changes: ['ballBelow'], stays: ['sky', 'litWall', 'sunPatch', 'shadow', 'openFloor'] },
]

const BASE = { id: 'light', color: [1, 1, 1], on: true } as const
/** One of each kind, above the open floor. */
const LAMPS = [
  { ...BASE, kind: 'point', position: [0.2, 2, 0.4], intensity: 150 },
  { ...BASE, kind: 'spot', position: [0.2, 2, 0.4], direction: [0, -1, 0], intensity: 150, innerAngle: 0.5, outerAngle: 0.7 },
  { ...BASE, kind: 'sphere', position: [0.2, 2, 0.4], radius: 0.1, radiance: 5000 },
  { ...BASE, kind: 'disc', position: [0.2, 2, 0.4], direction: [0, -1, 0], radius: 0.2, radiance: 1500 },
  { ...BASE, kind: 'rectangle', position: [0.2, 2, 0.4], halfU: [0.3, 0, 0], halfV: [0, 0, 0.3], radiance: 600 },
  { ...BASE, kind: 'grid', position: [0.2, 2, 0.4], halfU: [0.3, 0, 0], halfV: [0, 0, 0.3], countU: 2, countV: 2, intensity: 150 },
] as const

const pace = createPace()
const cpu = createInlineExecutor()
let device: GPUDevice
let engine: Engine
let loop: OpenLoop
beforeAll(async () => {
  device = await sharedDevice()
  engine = await createHeadlessEngine(device)
  engine.setScene(room())
  await engine.treesReady()
  loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), { ...pace, get fixedMs() { return pace.fixedMs }, resolution: () => ({ shrink: 1, stride: 1 }) })
})
afterAll(() => engine.dispose())

async function finish(settings: RenderSettings, interacting: boolean, camera = CAMERA): Promise<Float32Array> {
  loop.update({ camera, settings, ...SIZE, interacting, cpu, edgeSamples: EDGE_SAMPLES })
  while (await loop.step() === 'working') { /* until it is final */ }
  if (!interacting) return (await loop.readRadiance())!
  return (await loop.readSums()).slice(0, 4 * SIZE.width * SIZE.height).map((value, i, all) => value / Math.max(1, all[i | 3]))
}

/** The mean of pictures that move: one hybrid one, of a path per pixel, is off by an eighth by chance in places that stay what they are. */
async function moveOn(settings: RenderSettings): Promise<Float32Array> {
  const count = settings.method === 'hybrid' ? 8 : 1
  const [x, y, z] = CAMERA.position
  const pictures: Float32Array[] = []
  for (let k = 0; k < count; k++) pictures.push(await finish(settings, true, { ...CAMERA, position: [x, y, z + k * 1e-6] }))
  return pictures[0].map((_, i) => pictures.reduce((sum, picture) => sum + picture[i] / count, 0))
}

/** Number of the pixel that shows a place. */
function pixelOf(place: Place): number {
  const { corner, stepX, stepY, position, forward } = cameraRays(CAMERA, SIZE.width, SIZE.height)
  const away = PLACES[place].map((value, k) => value - position[k])
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, k) => sum + value * b[k], 0)
  const onPlane = away.map((value, k) => value / dot(away, forward) - corner[k])
  const [x, y] = [stepX, stepY].map((step) => Math.floor(dot(onPlane, step) / dot(step, step)))
  return y * SIZE.width + x
}

const at = (picture: Float32Array, place: Place): number => luminanceOf(picture, 4 * pixelOf(place))

const differing = (a: number, b: number) => Math.abs(a - b) / Math.max(a, b, 1e-6)

const baseOf = (method: RenderSettings['method']): RenderSettings => ({ ...DEFAULT_SETTINGS, method, indirect: false, denoise: false, restSamples: 2 })

/** What a display shows. */
const shown = async () => ({ width: loop.output.width, height: loop.output.height, rgba: await readTexture(device, loop.output, 4) })

/** Its mean, 0..1, and the share of pixels that are all white. */
async function tones(): Promise<{ mean: number; clipped: number }> {
  const { rgba } = await shown()
  const pixels = Array.from({ length: rgba.length / 4 }, (_, i) => 4 * i)
  return { mean: pixels.reduce((sum, from) => sum + luminanceOf(rgba, from), 0) / pixels.length / 255, clipped: pixels.filter((from) => Math.min(rgba[from], rgba[from + 1], rgba[from + 2]) === 255).length / pixels.length }
}

const luminanceOf = (rgb: ArrayLike<number>, from: number): number => 0.2126 * rgb[from] + 0.7152 * rgb[from + 1] + 0.0722 * rgb[from + 2]

describe.each(['whitted', 'hybrid'] as const)('%s', (method) => {
  const base = baseOf(method)
  let rested: Float32Array
  beforeAll(async () => {
    engine.setScene(room())
    rested = await finish(base, false)
  })

  test.each(SWITCHES.filter(({ only = method }) => only === method))('$name', async ({ to, changes, stays, lights }) => {
    engine.setScene(room())
    const moving = await moveOn(base)
    if (lights !== undefined) engine.setScene(room(lights))
    const settings = { ...base, ...to }
    const [next, final] = [await moveOn(settings), await finish(settings, false)]
    for (const place of changes) {
      expect.soft(differing(at(moving, place), at(next, place)), `${place}, moving`).toBeGreaterThan(1 / 6)
      expect.soft(differing(at(rested, place), at(final, place)), `${place}, at rest`).toBeGreaterThan(1 / 6)
    }
    for (const place of stays) {
      expect.soft(differing(at(moving, place), at(next, place)), `${place}, moving`).toBeLessThan(0.08)
      expect.soft(differing(at(rested, place), at(final, place)), `${place}, at rest`).toBeLessThan(0.03)
    }
  })

  test('without shadows the sun burns nothing out, and with shadows the exposure is what it was', async () => {
    const exposed = async (change: Partial<RenderSettings>, interacting: boolean) => {
      await finish({ ...base, exposureEv: 2.5, ...change }, interacting)
      return tones()
    }
    engine.setScene(room([LAMP, { ...SUN, illuminance: 80_000 } as Light]))
    expect((await exposed({ exposure: 'locked', shadows: false }, false)).clipped).toBeGreaterThan(0.3)
    for (const exposure of ['guarded', 'automatic'] as const) {
      for (const isMoving of [true, false]) {
        await exposed({ exposure }, isMoving)
        const { mean, clipped } = await exposed({ exposure, shadows: false }, isMoving)
        expect.soft(mean, `${exposure}, ${isMoving}`).toBeGreaterThan(0.15)
        expect.soft(mean, `${exposure}, ${isMoving}`).toBeLessThan(0.75)
        expect.soft(clipped, `${exposure}, ${isMoving}`).toBeLessThan(0.05)
      }
    }
    // With shadows it is again what was locked.
    await exposed({ exposure: 'guarded' }, false)
    expect(loop.report.exposureEv).toBe(2.5)
  })
})

// After those above, whose chance they would change.
describe.each(['whitted', 'hybrid'] as const)('%s, one by one', (method) => {
  const base = baseOf(method)

  // Of hybrid frames as a proof: their lights are the path tracer's, whose kinds are tested beside it.
  test.each(LAMPS)('a light of its own switch: $kind', method === 'hybrid' ? { tags: 'proof' } : {}, async (lamp) => {
    const lit = async (light: Light) => {
      engine.setScene(room([SUN, light]))
      return [await finish(base, true), await finish(base, false)]
    }
    const [on, dark] = [await lit(lamp as Light), await lit(off(lamp as Light))]
    for (const i of [0, 1]) {
      expect.soft(at(on[i], 'openFloor'), 'below it').toBeGreaterThan(1.2 * at(dark[i], 'openFloor'))
      expect.soft(differing(at(on[i], 'sky'), at(dark[i], 'sky')), 'sky').toBeLessThan(0.02)
    }
    // As if it was never there.
    engine.setScene(room([SUN]))
    expect(await finish(base, false)).toEqual(dark[1])
  })

  test('the view of normals shows them, moving and at rest', async () => {
    engine.setScene(room())
    for (const interacting of [true, false]) {
      await finish({ ...base, view: 'normals' }, interacting)
      const { rgba, ...size } = await shown()
      const [wall, floor] = (['litWall', 'openFloor'] as const).map((place) => [...rgba.subarray(4 * pixelOf(place), 4 * pixelOf(place) + 3)])
      expect.soft(size).toEqual(SIZE)
      for (const [c, value] of [128, 128, 255].entries()) expect.soft(Math.abs(wall[c] - value), `wall, ${interacting}`).toBeLessThanOrEqual(1)
      for (const [c, value] of [128, 255, 128].entries()) expect.soft(Math.abs(floor[c] - value), `floor, ${interacting}`).toBeLessThanOrEqual(1)
    }
  })

  test('smoothing takes noise away where there is any, and does nothing where there is none', async () => {
    // A large panel, so that what lies half in its shadow is noise.
    engine.setScene(room([{ id: 'panel', kind: 'rectangle', position: [0, 2.5, 1], halfU: [1.5, 0, 0], halfV: [0, 0, 1], color: [1, 1, 1], radiance: 60, on: true }]))
    const noise = async (denoise: boolean) => {
      // Another setting first: nothing is remembered.
      await finish({ ...base, denoise, bounces: 3 }, true)
      const picture = await finish({ ...base, denoise }, true)
      // Of the floor before the box, from pixel to pixel.
      const [row, from] = [Math.floor(pixelOf('openFloor') / SIZE.width), pixelOf('openFloor') % SIZE.width]
      const line = Array.from({ length: 10 }, (_, k) => luminanceOf(picture, 4 * (row * SIZE.width + from - 5 + k)))
      return { picture, steps: line.slice(1).reduce((sum, value, k) => sum + Math.abs(value - line[k]), 0) }
    }
    const [raw, smooth] = [await noise(false), await noise(true)]
    if (method === 'whitted') expect(smooth.picture).toEqual(raw.picture)
    else expect(smooth.steps).toBeLessThan(0.5 * raw.steps)
  })
})

describe.each(['whitted', 'hybrid'] as const)('%s, with indirect light', (method) => {
  beforeAll(() => {
    let clock = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += LEARNING_MS))
  })
  afterAll(() => { vi.restoreAllMocks() })

  test('what no light reaches is lit, and without reflections no mirror shows anything of it, moving and at rest', async () => {
    engine.setScene(room())
    const show = async (change: Partial<RenderSettings>) => {
      const settings = { ...baseOf(method), indirect: true, ...change }
      // At rest first, where a quick picture learns what it then shows while it moves.
      const rested = await finish(settings, false)
      return [await moveOn(settings), rested]
    }
    const [flat, lit, matte] = [await show({ indirect: false }), await show({}), await show({ reflections: false })]
    for (const [i, when] of ['moving', 'at rest'].entries()) {
      for (const place of ['shadow', 'corner'] as const) expect.soft(at(lit[i], place), `${place}, ${when}`).toBeGreaterThan(1.2 * at(flat[i], place))
      for (const place of ['mirror', 'ball'] as const) expect.soft(at(matte[i], place), `${place}, ${when}`).toBeLessThan(at(lit[i], place) / 1.2)
      for (const picture of [lit, matte]) expect.soft(differing(at(picture[i], 'sky'), at(flat[i], 'sky')), `sky, ${when}`).toBeLessThan(0.03)
    }
  })
})

test('where the light of a dragged slider differs by more than chance, nothing of the pictures before is shown', async () => {
  const [base, scene] = [baseOf('hybrid'), room()]
  const dim = async (intensity: number) => {
    engine.setScene({ ...scene, lights: [{ ...LAMP, intensity } as Light, SUN] })
    return finish(base, true)
  }
  for (const intensity of [130, 131, 130, 129, 130, 131]) await dim(intensity)
  const next = await dim(1)
  const rested = await finish(base, false)
  for (const place of ['litWall', 'openFloor'] as const) expect.soft(at(next, place), place).toBeLessThan(1.5 * at(rested, place))
})
