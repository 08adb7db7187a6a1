import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../../engine.ts'
import type { IesProfile, Light, SceneSnapshot, Vec3 } from '../../../scene.ts'
import { sharedDevice } from '../../../headless/headless.ts'
import { createInlineExecutor } from '../../../testing/inline-executor.ts'
import { litHouse } from '../../../testing/lit-house.ts'
import { cameraAt, instance, material, PLAIN, sceneOf, squareMesh } from '../../../testing/shapes.ts'
import { createHeadlessEngine, finishStill, pixelOf } from '../../../headless/still.ts'
import type { CpuExecutor } from '../../../twin/executor/cpu-executor.ts'
import type { PathTracer } from '../path-trace.ts'

let device: GPUDevice
let engine: Engine
let reference: PathTracer
const cores = createInlineExecutor()
const uncaptured: string[] = []
beforeAll(async () => {
  device = await sharedDevice()
  device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message))
  engine = await createHeadlessEngine(device)
  reference = await engine.createPathTracer(cores)
})
afterAll(() => {
  engine.dispose()
  expect(uncaptured).toEqual([])
})

const ALBEDO = 0.5
const square = squareMesh()
const matte = material({ baseColor: [ALBEDO, ALBEDO, ALBEDO], specular: 0 })
const floor = instance('floor', square, matte, { scale: [20, 1, 20] })
const lit = (...lights: Light[]): SceneSnapshot => sceneOf([square], [floor], { lights })
/** Looks straight down on (x, 0, z) from 1 m above it; the picture's right is +x, its lower edge +z. The whole picture is 2 mm wide. */
const above = (x: number, z: number) => cameraAt([x, 1, z], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 0.002 })

/** Irradiance of the floor at a place, as the reference has it. */
async function irradianceAt(scene: SceneSnapshot, x: number, z: number, samples = 1): Promise<number> {
  engine.setScene(scene)
  await engine.treesReady()
  await reference.begin({ camera: above(x, z), width: 4, height: 4, settings: PLAIN, bounces: 1, seed: 1 })
  while (reference.samples < samples) await reference.step()
  const pixels = await reference.read()
  return (pixels.reduce((sum, v, i) => (i % 4 === 1 ? sum + v : sum), 0) / 16 / ALBEDO) * Math.PI
}

/** The real-time picture's middle pixel there, 0..255: by the cores, which run the GPU's kernel. @param cpu  undefined: by the GPU itself */
async function shownBy(cpu: CpuExecutor | undefined, scene: SceneSnapshot, x: number, z: number): Promise<number> {
  engine.setScene(scene)
  return pixelOf(await finishStill(device, engine, { camera: above(x, z), settings: { ...PLAIN, indirect: false }, width: 3, height: 3, cpu }), 1, 1)[1]
}
const shownAt = (scene: SceneSnapshot, x: number, z: number) => shownBy(cores, scene, x, z)

const even = (position: Vec3, intensity: number, id = 'even'): Light => ({ id, kind: 'point', position, color: [1, 1, 1], intensity, on: true })

/** Four horizontal and four vertical angles, 0 to 90 degrees, every value its own: tens the column, ones the row. */
const profile: IesProfile = { key: 'test', width: 4, height: 4, verticalFrom: 0, verticalTo: Math.PI / 2, candela: Float32Array.from({ length: 16 }, (_, i) => 10 * (i % 4) + 10 + Math.floor(i / 4)) }
/** Candela of that table in between, by hand. */
function candelaOf(vertical: number, horizontal: number): number {
  const [row, column] = [vertical / (Math.PI / 6), (((horizontal / (Math.PI / 2)) % 4) + 4) % 4]
  const [c0, r0] = [Math.floor(column), Math.min(2, Math.floor(row))]
  const at = (r: number, c: number) => profile.candela[4 * r + (c % 4)]
  const [f, g] = [column - c0, row - r0]
  return (at(r0, c0) * (1 - f) + at(r0, c0 + 1) * f) * (1 - g) + (at(r0 + 1, c0) * (1 - f) + at(r0 + 1, c0 + 1) * f) * g
}

test('a measured luminaire has its table’s candela in every direction: C0 along +x, C90 along -z, angles from straight down', async () => {
  // 43 cd in its brightest direction; asked for 4.3, it has a tenth of its table.
  const lamp: Light = { id: 'l', kind: 'point', position: [0, 2, 0], color: [1, 1, 1], intensity: 4.3, on: true, profile }
  for (const [k, [x, z]] of [[0.3, 0.05], [1, 0.1], [0.1, -1], [-1.5, 0.2], [0.1, 1], [0.7, -0.9], [-2, 3], [4, 0.1]].entries()) {
    const distance = Math.hypot(x, 2, z)
    const candela = 0.1 * candelaOf(Math.acos(2 / distance), Math.atan2(-z, x))
    const expected = (candela * 2) / distance ** 3
    expect(await irradianceAt(lit(lamp), x, z) / expected, `${x} ${z}`).toBeCloseTo(1, 3)
    // In real time it shows what an even light of that strength shows there.
    const shown = await shownAt(lit(lamp), x, z)
    expect(Math.abs(shown - await shownAt(lit(even([0, 2, 0], candela)), x, z))).toBeLessThan(1.1)
    // On the GPU, too: its table is a texture there.
    if (k % 3 === 0) expect(Math.abs(shown - await shownBy(undefined, lit(lamp), x, z))).toBeLessThan(1.1)
  }
})

test('a luminaire is turned by its axis and its C0, and is dark outside its table', async () => {
  // Its axis along +x, C0 straight down: what lies below and a little to +x is near 90 degrees in C0.
  const lamp: Light = { id: 'l', kind: 'point', position: [0, 1, 0], color: [1, 1, 1], intensity: 43, on: true, profile, direction: [1, 0, 0], c0: [0, -1, 0] }
  const [x, z] = [0.8, 0.5]
  const distance = Math.hypot(x, 1, z)
  // C90 = C0 x axis = -y x x = +z.
  expect(await irradianceAt(lit(lamp), x, z)).toBeCloseTo(candelaOf(Math.acos(x / distance), Math.atan2(z, 1)) / distance ** 3, 2)
  expect(await irradianceAt(lit(lamp), -0.1, 0)).toBe(0)
})

test('a spot cuts its luminaire off at its cone', async () => {
  const lamp: Light = { id: 'l', kind: 'spot', position: [0, 2, 0], direction: [0, -1, 0], innerAngle: 0.5, outerAngle: 0.6, color: [1, 1, 1], intensity: 43, on: true, profile }
  const distance = Math.hypot(0.5, 2)
  expect(await irradianceAt(lit(lamp), 0.5, 0)).toBeCloseTo((candelaOf(Math.atan2(0.5, 2), 0) * 2) / distance ** 3, 2)
  expect(await irradianceAt(lit(lamp), 1.5, 0)).toBe(0)
})

test('a grid lights as its points do, in real time and in the reference', async () => {
  const grid: Light = { id: 'g', kind: 'grid', position: [0.3, 2, 0], halfU: [0.8, 0, 0], halfV: [0, 0.2, 0.6], countU: 3, countV: 2, color: [1, 1, 1], intensity: 12, on: true }
  const points = [-1, 0, 1].flatMap((i) => [-1, 1].map((j): Light => even([0.3 + (i * 1.6) / 3, 2 + j * 0.1, j * 0.3], 2, `p ${i} ${j}`)))
  for (const [x, z] of [[0, 0], [1.2, -0.7]]) {
    const exact = points.reduce((sum, light) => {
      const [dx, dy, dz] = light.kind === 'point' ? [light.position[0] - x, light.position[1], light.position[2] - z] : [0, 0, 0]
      return sum + (2 * dy) / Math.hypot(dx, dy, dz) ** 3
    }, 0)
    expect(await irradianceAt(lit(grid), x, z, 96) / exact).toBeCloseTo(1, 2)
    const shown = await shownAt(lit(grid), x, z)
    expect(Math.abs(shown - await shownAt(lit(...points), x, z))).toBeLessThan(1.1)
    expect(Math.abs(shown - await shownBy(undefined, lit(grid), x, z))).toBeLessThan(1.1)
  }
})

test('a grid of many points lights as much, from sixteen of them in real time, and counts that are none mean one', async () => {
  const grid = (countU: number, countV: number): Light =>
    ({ id: 'g', kind: 'grid', position: [0, 3, 0], halfU: [0.5, 0, 0], halfV: [0, 0, 0.5], countU, countV, color: [1, 1, 1], intensity: 12, on: true })
  const [many, few] = [await shownAt(lit(grid(16, 16)), 0.5, 0), await shownAt(lit(grid(4, 4)), 0.5, 0)]
  expect(many).toBe(few)
  expect(await irradianceAt(lit(grid(Number.NaN, -3)), 0, 0)).toBeCloseTo(12 / 9, 3)
  expect(await irradianceAt(lit(grid(1e9, 1)), 0, 0, 64) / await irradianceAt(lit(grid(16, 1)), 0, 0, 64)).toBeCloseTo(1, 3)
})

test('a floor under four hundred shining panels of different strengths has the sum of their light', async () => {
  const panels = Array.from({ length: 400 }, (_, i) => ({ x: 2 * (i % 20) - 19, z: 2 * Math.floor(i / 20) - 19, nits: 1 + ((7 * i) % 13), half: 0.1 + 0.02 * (i % 11) }))
  const scene = sceneOf([square], [floor, ...panels.map(({ x, z, nits, half }, i) =>
    instance(`panel ${i}`, square, material({ baseColor: [0, 0, 0], specular: 0, emissive: [nits, nits, nits] }), { move: [x, 2, z], scale: [half, 1, half] }))])
  for (const [x, z] of [[0.7, 0.4], [19, 18.5]]) {
    const steps = 24
    const exact = panels.reduce((sum, { x: px, z: pz, nits, half }) => {
      let form = 0
      for (let k = 0; k < steps * steps; k++) {
        const [dx, dz] = [px - half + (2 * half * ((k % steps) + 0.5)) / steps - x, pz - half + (2 * half * (Math.floor(k / steps) + 0.5)) / steps - z]
        form += 4 / (dx * dx + dz * dz + 4) ** 2
      }
      return sum + (nits * form * 4 * half * half) / (steps * steps)
    }, 0)
    expect(Math.abs(await irradianceAt(scene, x, z, 256) / exact - 1)).toBeLessThan(0.006)
  }
})

test('a floor under four hundred lamps of different strengths and kinds has the sum of their light', async () => {
  const lamps = Array.from({ length: 400 }, (_, i): Light => {
    const position: Vec3 = [2 * (i % 20) - 19, 2 + 0.1 * (i % 7), 2 * Math.floor(i / 20) - 19]
    const shared = { id: `${i}`, position, color: [1, 1, 1] as const, on: true }
    const candela = 1 + ((7 * i) % 13)
    const radius = 0.1 + 0.02 * (i % 11)
    if (i % 4 === 0) return { ...shared, kind: 'point', intensity: candela }
    if (i % 4 === 1) return { ...shared, kind: 'point', intensity: candela, radius }
    if (i % 4 === 2) return { ...shared, kind: 'spot', intensity: candela, direction: [0, -1, 0], innerAngle: 1.5, outerAngle: 1.57 }
    return { ...shared, kind: 'sphere', radiance: candela / (Math.PI * radius * radius), radius }
  })
  for (const [x, z] of [[0.7, 0.4], [19, 18.5]]) {
    const exact = lamps.reduce((sum, lamp) => {
      if (lamp.kind === 'directional') return sum
      const [px, py, pz] = lamp.position
      const distance = Math.hypot(px - x, py, pz - z)
      const candela = lamp.kind === 'sphere' ? lamp.radiance * Math.PI * lamp.radius ** 2 : 'intensity' in lamp ? lamp.intensity : 0
      const cone = lamp.kind === 'spot' ? Math.min(1, Math.max(0, (py / distance - Math.cos(1.57)) / (Math.cos(1.5) - Math.cos(1.57)))) ** 2 : 1
      return sum + (candela * cone * py) / distance ** 3
    }, 0)
    expect(Math.abs(await irradianceAt(lit(...lamps), x, z, 1024) / exact - 1)).toBeLessThan(0.006)
  }
})

test('of a thousand lamps a quick picture has those at hand', async () => {
  const far = Array.from({ length: 1000 }, (_, i) => even([40 + (i % 40), 2, Math.floor(i / 40)], 0.01, `far ${i}`))
  const near = [even([0.3, 2, 0], 6, 'a'), even([-0.5, 2, 0.4], 4, 'b')]
  const shown = await shownAt(lit(...far, ...near), 0.2, 0)
  expect(Math.abs(shown - await shownAt(lit(...near), 0.2, 0))).toBeLessThan(1.1)
  expect(Math.abs(shown - await shownBy(undefined, lit(...far, ...near), 0.2, 0))).toBeLessThan(1.1)
})

test('more lights than any building has, or suns than any sky, are refused', () => {
  const many = Array.from({ length: 65_537 }, (_, i) => even([i, 2, 0], 1, `${i}`))
  expect(() => engine.setScene(lit(...many))).toThrow(/65537 lights are on/)
  expect(() => engine.setScene(lit(...many.slice(0, 65).map(({ id }): Light => ({ id, kind: 'directional', direction: [0, -1, 0], color: [1, 1, 1], illuminance: 1, on: true }))))).toThrow(/65 lights in the sky/)
})

test.each(['triangles', 'lamps'] as const)('a house of lit rooms is the same on the GPU as by the processor, but for rounding: the direct light of pixels, and the mean after four bounces: by %s', { tags: 'proof' }, async (by) => {
  const { snapshot, camera } = litHouse(40, by)
  engine.setScene(snapshot)
  await engine.treesReady()
  const gpu = await engine.createPathTracer()
  const shoot = async (tracer: PathTracer, bounces: number, samples: number): Promise<Float32Array> => {
    await tracer.begin({ camera, width: 16, height: 9, settings: PLAIN, bounces, seed: 2 })
    while (tracer.samples < samples) await tracer.step()
    return tracer.read()
  }
  const [byThreads, byGpu] = [await shoot(reference, 1, 1), await shoot(gpu, 1, 1)]
  const off = Array.from(byThreads, (value, i) => Math.abs(value - byGpu[i]) / Math.max(1, value))
  expect(Math.max(...byThreads)).toBeGreaterThan(100)
  expect(off.filter((difference) => difference > 1e-4).length).toBeLessThan(0.02 * off.length)
  // A rounded direction may meet something else later on, and a rounded weight choose another lamp: a few of 9,216 paths.
  const [sum, other] = [await shoot(reference, 4, 64), await shoot(gpu, 4, 64)].map((pixels) => pixels.reduce((all, value) => all + value, 0))
  gpu.dispose()
  expect(Math.abs(other / sum - 1)).toBeLessThan(1e-3)
})

test('a room may have an ambient term of its own, dimmer than the sky outside', async () => {
  const [bright, dim] = [[0.8, 0.8, 0.8], [0.2, 0.2, 0.2]] as const
  const under = (environment: SceneSnapshot['environment']): SceneSnapshot => sceneOf([square], [floor], { environment })
  const plain = await shownAt(under({ zenith: dim, nadir: dim }), 0, 0)
  expect(await shownAt(under({ zenith: bright, nadir: bright, ambient: { zenith: dim, nadir: dim } }), 0, 0)).toBe(plain)
  expect(await shownAt(under({ zenith: bright, nadir: bright, ambient: null }), 0, 0)).toBeGreaterThan(plain)
})

test('a profile that lies about itself is named, and the scene before goes on', async () => {
  engine.setScene(lit(even([0, 2, 0], 10)))
  const broken = (change: Partial<IesProfile>): SceneSnapshot => lit({ id: 'l', kind: 'point', position: [0, 2, 0], color: [1, 1, 1], intensity: 1, on: true, profile: { ...profile, key: 'broken', ...change } })
  for (const change of [{ width: 5 }, { verticalTo: Number.NaN }, { candela: new Float32Array(16).fill(Number.NaN) }, { height: 1, candela: new Float32Array(4) }]) {
    expect(() => engine.setScene(broken(change))).toThrow(/Profile broken/)
  }
  expect(await shownAt(lit(even([0, 2, 0], 10)), 0, 0)).toBeGreaterThan(0)
})
