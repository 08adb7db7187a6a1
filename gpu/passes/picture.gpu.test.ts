import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../engine.ts'
import type { Camera, Material, SceneSnapshot, Vec3 } from '../scene.ts'
import type { RenderSettings } from '../settings.ts'
import { sharedDevice } from '../headless/headless.ts'
import { hostileScene } from '../testing/hostile.ts'
import { createInlineExecutor } from '../testing/inline-executor.ts'
import { boxMesh, cameraAt, encoded, glowing, instance, material, MIRROR, paint, PLAIN, sceneOf, sphereMesh, squareMesh } from '../testing/shapes.ts'
import { createHeadlessEngine, finishStill, pixelOf } from '../headless/still.ts'
import type { CpuExecutor } from '../twin/executor/cpu-executor.ts'

let device: GPUDevice
let engine: Engine
const uncaptured: string[] = []
beforeAll(async () => {
  device = await sharedDevice()
  device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message))
  engine = await createHeadlessEngine(device)
})
afterAll(() => {
  engine.dispose()
  expect(uncaptured).toEqual([])
})

const cores = createInlineExecutor()
/** The picture as a function of its pixels, each by its middle alone. The cores run the kernels of the GPU, several times as fast as a program that plays one. */
async function shoot(scene: SceneSnapshot, change: Partial<RenderSettings> = {}, camera: Camera = cameraAt([0, 0, 0]), size = 17, cpu: CpuExecutor | null = cores) {
  engine.setScene(scene)
  const still = await finishStill(device, engine, { camera, settings: { ...PLAIN, indirect: false, ...change }, width: size, height: size, cpu: cpu ?? undefined, edgeSamples: 1 })
  if (still.report.executor.kind !== (cpu === null ? 'gpu' : 'cpu')) throw new Error('somebody else traced it')
  return { at: (x: number, y: number) => pixelOf(still, x, y), ...still }
}

const HALF_TURN = Math.PI / 2
const square = squareMesh()
const box = boxMesh()
const sphere = sphereMesh(48)
/** A wall across the view at z, facing the camera. */
const wallAt = (z: number, wears = material(), size = 4) => instance('wall', square, wears, { move: [0, 0, z], turn: [HALF_TURN, 0, 0], scale: [size, 1, size] })
const UNIFORM = { zenith: [0.5, 0.5, 0.5], nadir: [0.5, 0.5, 0.5] } as const
const RED = glowing([0.8, 0, 0])

/** Without a gloss: what is left of the BSDF is a cosine and an albedo. */
const LAMBERT = material({ specular: 0 })

/** Who traces: every closed form is held by the cores, and where both are named by the GPU as well. */
const BOTH = [['the GPU', null], ['the cores', cores]] as const

test.each(BOTH)('a point light falls off with the square of its distance, by %s', async (_, cpu) => {
  for (const distance of [1, 1.5, 1.9]) {
    const scene = sceneOf([square], [wallAt(-2, LAMBERT)], { lights: [{ id: 'l', kind: 'point', position: [0, 0, -2 + distance], color: [1, 1, 1], intensity: 1.2, on: true }] })
    const { at } = await shoot(scene, {}, cameraAt([0, 0, 0]), 17, cpu)
    expect(Math.abs(at(8, 8)[0] - encoded((1.2 / distance ** 2) * 0.5 / Math.PI))).toBeLessThan(1.1)
  }
})

test('a directional light gives the cosine of its angle', async () => {
  for (const angle of [0, 0.5, 1]) {
    const { at } = await shoot(sceneOf([square], [wallAt(-2, LAMBERT)], {
      lights: [{ id: 'l', kind: 'directional', direction: [Math.sin(angle), 0, -Math.cos(angle)], color: [1, 1, 1], illuminance: 3, on: true }],
    }))
    expect(Math.abs(at(8, 8)[0] - encoded((3 * Math.cos(angle) * 0.5) / Math.PI))).toBeLessThan(1.1)
  }
})

test('in a furnace everything white vanishes: ambient and mirrored light add up to what surrounds them', async () => {
  const white = material({ baseColor: [1, 1, 1] })
  for (const wears of [white, { ...white, roughness: 0.3 }, { ...white, metallic: 1, roughness: 0 }, { ...white, metallic: 1, roughness: 0.35 }]) {
    const { rgba } = await shoot(sceneOf([sphere], [instance('s', sphere, wears, { move: [0, 0, -2] })], { environment: UNIFORM }), { shadows: false })
    for (let i = 0; i < rgba.length; i++) if (i % 4 !== 3) expect(Math.abs(rgba[i] - encoded(0.5))).toBeLessThan(1.1)
  }
})

test('the hemisphere lights a plane by two thirds of how far it faces up', async () => {
  // Irradiance / pi of a gradient a + b y is a + 2/3 b n_y.
  const environment = { zenith: [0.9, 0.9, 0.9], nadir: [0.1, 0.1, 0.1] } as const
  const floor = instance('floor', square, material({ baseColor: [1, 1, 1], metallic: 0 }), { move: [0, -1, 0], scale: [9, 1, 9] })
  const down = cameraAt([0, 0, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 0.2 })
  const { at } = await shoot(sceneOf([square], [floor], { environment }), { reflections: false }, down)
  expect(Math.abs(at(8, 8)[0] - encoded(0.96 * (0.5 + (2 / 3) * 0.4) + 0.04 * 0.9))).toBeLessThan(1.1)
})

test('ambient occlusion takes the ambient term from under a table and leaves it on the open floor', async () => {
  const floor = instance('floor', square, material({ baseColor: [1, 1, 1], specular: 0 }), { move: [0, -1, 0], scale: [40, 1, 40] })
  // It covers x < 0, 0.1 m above the floor; all eight rays from under its middle meet it, none from 2 m beside it.
  const table = instance('table', square, material({ baseColor: [0, 0, 0], specular: 0 }), { move: [-20, -0.9, 0], scale: [20, 1, 40] })
  const scene = sceneOf([square], [floor, table], { environment: UNIFORM })
  const under = cameraAt([-10, -0.95, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 0.2, near: 0.001 })
  const beside = cameraAt([2, 0, 0], { orientation: under.orientation, verticalFov: 0.2 })
  const seen = async (ambientOcclusion: boolean, camera: Camera) => (await shoot(scene, { ambientOcclusion, reflections: false }, camera)).at(8, 8)[0]
  expect(Math.abs(await seen(false, under) - encoded(0.5))).toBeLessThan(1.1)
  expect(await seen(true, under)).toBe(0)
  expect(Math.abs(await seen(true, beside) - encoded(0.5))).toBeLessThan(1.1)
})

test('a shadow ends where the ray through the edge of its caster says', async () => {
  // The light at x = 0, 2 above the floor at y = -1; a plate at height 1 above it covers x < 0.5: its shadow ends at x = 1.
  const floor = instance('floor', square, material(), { move: [0, -1, -3], scale: [6, 1, 6] })
  const plate = instance('plate', square, material(), { move: [-1.5, 0, -3], scale: [2, 1, 3] })
  const scene = sceneOf([square], [floor, plate], { lights: [{ id: 'l', kind: 'point', position: [0, 1, -3], color: [1, 1, 1], intensity: 8, on: true }] })
  const camera = cameraAt([0, -0.5, 0])
  const { at } = await shoot(scene, {}, camera, 64)
  // Row 48 looks at the floor: y falls by 0.5 at a tangent of (48.5 - 32) / 32, so 0.97 m away and the edge at a tangent of x / z.
  const row = 40
  const away = 0.5 / ((row + 0.5 - 32) / 32)
  const edge = 32 + 32 * (1 / away)
  const lit = (x: number) => at(x, row)[0] > 10
  const found = Array.from({ length: 63 }, (_, x) => x).filter((x) => x > 32 && lit(x + 1) && !lit(x))
  expect(found.length).toBe(1)
  expect(Math.abs(found[0] + 1 - edge)).toBeLessThanOrEqual(1)
  const without = await shoot(scene, { shadows: false }, camera, 64)
  expect(without.at(40, row)[0]).toBeGreaterThan(10)
})

test('a flat mirror shows what stands behind the camera at its mirrored place', async () => {
  // The mirror at z = -2 shows the red box at (1, 0, 2) as if it were at (1, 0, -6): at a tangent of 1 / 6 to the right.
  const red = instance('red', box, RED, { move: [1, 0, 2], scale: [0.3, 0.3, 0.3] })
  const { at } = await shoot(sceneOf([square, box], [wallAt(-2, MIRROR), red]), { bounces: 1 }, cameraAt([0, 0, 0]), 65)
  const x = Math.floor(32.5 + 32.5 / 5.7)
  expect(at(x, 32)).toEqual([Math.round(encoded(0.8)), 0, 0])
  expect(at(64 - x, 32)).toEqual([0, 0, 0])
  const off = await shoot(sceneOf([square, box], [wallAt(-2, MIRROR), red]), { reflections: false }, cameraAt([0, 0, 0]), 65)
  expect(off.at(x, 32)).toEqual([0, 0, 0])
})

test('a convex mirror shows what stands behind the camera where the law of reflection says', async () => {
  // Sphere of radius 1 at (0, 0, -3). A ray at angle a meets it at a normal turned by b and leaves turned by 2 b + a.
  const target = [1.5, 0, 3] as const
  const red = instance('red', sphere, RED, { move: target, scale: [0.4, 0.4, 0.4] })
  const ball = instance('ball', sphere, MIRROR, { move: [0, 0, -3] })
  const { at } = await shoot(sceneOf([sphere], [ball, red]), { bounces: 1 }, cameraAt([0, 0, 0], { verticalFov: 0.8 }), 64)
  // Find the ray in the plane y = 0 whose reflection passes the target's centre nearest, by f64 arithmetic.
  const missAt = (tangent: number) => {
    const d = [tangent, -1].map((v) => v / Math.hypot(tangent, 1))
    const toCentre = -3 * d[1]
    const square2 = 9 - toCentre ** 2
    if (square2 > 1) return Infinity
    const t = toCentre - Math.sqrt(1 - square2)
    const hit = [t * d[0], t * d[1]]
    const n = [hit[0], hit[1] + 3]
    const k = 2 * (d[0] * n[0] + d[1] * n[1])
    const r = [d[0] - k * n[0], d[1] - k * n[1]]
    const to = [target[0] - hit[0], target[2] - hit[1]]
    const along = to[0] * r[0] + to[1] * r[1]
    return along < 0 ? Infinity : Math.hypot(to[0] - along * r[0], to[1] - along * r[1])
  }
  const scale = 32 / Math.tan(0.4)
  const tangents = Array.from({ length: 4000 }, (_, i) => (i - 2000) / 2000 * 0.4)
  const best = tangents.reduce((a, b) => (missAt(b) < missAt(a) ? b : a))
  const seen = tangents.filter((tangent) => missAt(tangent) < 0.4).map((tangent) => 32 + tangent * scale)
  expect(at(Math.floor(32 + best * scale), 32)[0]).toBeGreaterThan(100)
  const reds = Array.from({ length: 64 }, (_, x) => x).filter((x) => at(x, 32)[0] > 100)
  expect(Math.abs(reds[0] - Math.min(...seen))).toBeLessThan(1.5)
  expect(Math.abs(reds.at(-1)! + 1 - Math.max(...seen))).toBeLessThan(1.5)
})

// Eight columns, each of its own brightness: a direction between two of them sees their mean.
const COLUMNS = [0.9, 0.1, 0.3, 0.5, 0.2, 0.6, 0.8, 0.4]
const around = { key: 'columns', width: 8, height: 4, rgb: Float32Array.from({ length: 3 * 8 * 4 }, (_, i) => COLUMNS[Math.floor(i / 3) % 8]) }
const between = (a: number, b: number): number => encoded((COLUMNS[a] + COLUMNS[b]) / 2)

test('quick pictures show an image of the surroundings where it lies, turned and as strong as it is, in mirrors too', async () => {
  const narrow = { bounces: 1 } as const
  const camera = cameraAt([0, 0, 0], { verticalFov: 0.01 })
  const environment = { zenith: [0, 1, 0], nadir: [0, 1, 0], image: around } as const
  const middle = async (change: Partial<SceneSnapshot['environment']>, wears?: Material) =>
    (await shoot(sceneOf([square], wears === undefined ? [] : [wallAt(-2, wears)], { environment: { ...environment, ...change } }), narrow, camera, 5)).at(2, 2)
  // -z lies a quarter into the image, between columns 1 and 2; what is mirrored, +z, between 5 and 6.
  expect(Math.abs((await middle({}))[0] - between(1, 2))).toBeLessThan(1.1)
  expect(Math.abs((await middle({ strength: 0.5 }))[0] - encoded((COLUMNS[1] + COLUMNS[2]) / 4))).toBeLessThan(1.1)
  // An eighth counter-clockwise: what was to the right comes to the middle.
  expect(Math.abs((await middle({ turn: Math.PI / 4 }))[0] - between(2, 3))).toBeLessThan(1.1)
  expect(Math.abs((await middle({}, MIRROR))[0] - between(5, 6))).toBeLessThan(1.1)
  // What only lights is not seen, and mirrored.
  expect((await middle({ isSeen: false })).slice(0, 3)).toEqual([0, 255, 0])
  expect(Math.abs((await middle({ isSeen: false }, MIRROR))[0] - between(5, 6))).toBeLessThan(1.1)
})

test('two facing mirrors show one more image with every bounce', async () => {
  // Mirrors at z = -2 and z = 1, a red box at (0.5, 0, 0) between them. The mirror in front shows it at z = -4, then -10 after
  // three bounces, -16 after five.
  const front = instance('front', square, MIRROR, { move: [0, 0, -2], turn: [HALF_TURN, 0, 0], scale: [4, 1, 4] })
  const behind = instance('behind', square, MIRROR, { move: [0, 0, 1], turn: [HALF_TURN, 0, 0], scale: [4, 1, 4] })
  const red = instance('red', box, RED, { move: [0.9, 0, 0], scale: [0.2, 0.2, 0.05] })
  const scene = sceneOf([square, box], [front, behind, red])
  const column = (z: number) => Math.floor(32.5 + (32.5 * 0.9) / (-z - 0.05))
  for (const [bounces, images] of [[1, [true, false, false]], [3, [true, true, false]], [5, [true, true, true]]] as const) {
    const { at } = await shoot(scene, { bounces }, cameraAt([0, 0, 0]), 65)
    expect([-4, -10, -16].map((z) => at(column(z), 32)[0] > 100)).toEqual(images)
  }
})

/** Reflectance of a smooth dielectric of index 1.5 met from outside. */
function fresnel(cosine: number): number {
  const behind = Math.sqrt(1 - (1 - cosine ** 2) / 2.25)
  return 0.5 * (((1.5 * cosine - behind) / (1.5 * cosine + behind)) ** 2 + ((cosine - 1.5 * behind) / (cosine + 1.5 * behind)) ** 2)
}
const glassOf = (attenuationColor: Vec3, attenuationDistance: number): Material =>
  material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1, ior: 1.5, volume: { attenuationColor, attenuationDistance } })

test('through a slab of glass askew an edge is seen where refraction moves it', async () => {
  // A slab 0.8 thick at z = -2, turned by 0.7 about y; behind it, at z = -5, a red wall that ends at x = 0.
  const [turn, half] = [0.7, 0.4]
  const slab = instance('slab', box, glassOf([1, 1, 1], 1), { move: [0, 0, -2], turn: [0, turn, 0], scale: [2, 2, half] })
  const red = instance('red', square, RED, { move: [4, 0, -5], turn: [HALF_TURN, 0, 0], scale: [4, 1, 4] })
  const { at } = await shoot(sceneOf([square, box], [slab, red]), { bounces: 1 }, cameraAt([0, 0, 0], { verticalFov: 0.3 }), 65)
  // Where the ray of a pixel meets the wall, in the plane y = 0, by f64 arithmetic.
  const n = [Math.sin(turn), Math.cos(turn)]
  const metAt = (tangent: number) => {
    const d = [tangent, -1].map((v) => v / Math.hypot(tangent, 1))
    const facing = d[0] * n[0] + d[1] * n[1]
    const enter = (half - 2 * n[1]) / facing
    const inner = -facing / 1.5 - Math.sqrt(1 - (1 - facing ** 2) / 2.25)
    const r = [d[0] / 1.5 + inner * n[0], d[1] / 1.5 + inner * n[1]]
    const inside = (-2 * half) / (r[0] * n[0] + r[1] * n[1])
    const out = [enter * d[0] + inside * r[0], enter * d[1] + inside * r[1]]
    return out[0] + ((-5 - out[1]) / d[1]) * d[0]
  }
  const tangentOf = (x: number) => ((x - 32.5) / 32.5) * Math.tan(0.15)
  const first = Array.from({ length: 65 }, (_, x) => x).find((x) => at(x, 32)[0] > 60)!
  expect(metAt(tangentOf(first - 0.5))).toBeLessThan(0)
  expect(metAt(tangentOf(first + 1.5))).toBeGreaterThan(0)
  // Without glass it would be in the middle.
  expect(Math.abs(first - 32)).toBeGreaterThan(5)
})

test.each(BOTH)('what a slab of glass lets through falls with its thickness as Beer says, by %s', async (_, cpu) => {
  const color: Vec3 = [0.9, 0.5, 0.2]
  const white = wallAt(-4, glowing([0.8, 0.8, 0.8]))
  for (const thickness of [0.5, 2]) {
    const slab = instance('slab', box, glassOf(color, 1), { move: [0, 0, -2], scale: [2, 2, thickness / 2] })
    const { at } = await shoot(sceneOf([square, box], [slab, white]), { bounces: 1 }, cameraAt([0, 0, 0], { verticalFov: 0.1 }), 17, cpu)
    at(8, 8).forEach((value, c) => expect(Math.abs(value - encoded(0.8 * 0.96 ** 2 * color[c] ** thickness))).toBeLessThan(1.1))
  }
})

test('water that reaches into its glass begins where the glass ends', async () => {
  const color: Vec3 = [0.9, 0.5, 0.2]
  const clear = { baseColor: [1, 1, 1], roughness: 0, transmission: 1 } as const
  const glass = instance('glass', box, material({ ...clear, ior: 1.5, volume: { attenuationColor: [1, 1, 1], attenuationDistance: 1 } }), { move: [0, 0, -1.5], scale: [3, 3, 0.5] })
  const water = instance('water', box, material({ ...clear, ior: 1.33, volume: { attenuationColor: color, attenuationDistance: 1 } }), { move: [0, 0, -2.25], scale: [3, 3, 0.75] })
  const { at } = await shoot(sceneOf([square, box], [glass, water, wallAt(-4, glowing([0.8, 0.8, 0.8]))]), { bounces: 1 }, cameraAt([0, 0, 0], { verticalFov: 0.1 }))
  // One metre of water, from 2 to 3 m.
  const passed = (1 - 0.04) * (1 - (0.17 / 2.83) ** 2) * (1 - (0.33 / 2.33) ** 2)
  at(8, 8).forEach((value, c) => expect(Math.abs(value - encoded(0.8 * passed * color[c]))).toBeLessThan(1.1))
})

test('the shadow of a tinted pane is its tint, less what its two faces mirror', async () => {
  const color: Vec3 = [0.9, 0.5, 0.2]
  const pane = instance('pane', square, material({ baseColor: color, roughness: 0, transmission: 1, ior: 1.5 }), { move: [0, 0, 1], turn: [HALF_TURN, 0, 0], scale: [9, 1, 9] })
  for (const angle of [0, 0.9]) {
    const { at } = await shoot(sceneOf([square], [wallAt(-2, LAMBERT), pane], {
      lights: [{ id: 'l', kind: 'directional', direction: [Math.sin(angle), 0, -Math.cos(angle)], color: [1, 1, 1], illuminance: 3, on: true }],
    }))
    const r = fresnel(Math.cos(angle))
    const lit = (3 * Math.cos(angle) * 0.5) / Math.PI
    at(8, 8).forEach((value, c) => expect(Math.abs(value - encoded(lit * color[c] * (1 - (2 * r) / (1 + r))))).toBeLessThan(1.1))
  }
})

test('numbers that no scene has leave no pixel that is no number', () => showHostile(false))
test('nor do those of brushed surfaces and of films, which have kernels of their own', { tags: 'proof' }, () => showHostile(true))

async function showHostile(isRare: boolean): Promise<void> {
  // What becomes of such numbers, a GPU and JavaScript may see otherwise.
  const { rgba, radiance } = await shoot(hostileScene(isRare), { bounces: 4 }, cameraAt([0, 1, 4]), 24, null)
  expect(radiance.every(Number.isFinite)).toBe(true)
  expect(Math.max(...radiance)).toBeGreaterThan(0)
  expect(new Set(rgba).size).toBeGreaterThan(3)
}

test('what is cut out of a shape stays cut out when a texture lies on it straight', async () => {
  // As the fence below, but what it shows is a green picture without holes, laid in metres; the left half is cut out along the square's own uv.
  const [halves, green] = [paint('halves', 8, 4, (x) => [255, 255, 255, x < 4 ? 0 : 255]), paint('green', 4, 4, () => [0, 255, 0, 255])]
  const use = (texture: string) => ({ texture, wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], scale: [1, 1], rotation: 0 }) as const
  const fence = material({ baseColor: [1, 1, 1], emissive: [0, 0.5, 0], alphaMode: 'mask', mapping: 'box', baseColorTexture: use('green'), cutoutTexture: use('halves') })
  const scene = sceneOf([square], [wallAt(-3, RED), instance('fence', square, fence, { move: [0, 0, -2], turn: [HALF_TURN, 0, 0], scale: [1, 1, 1] })], { images: [halves, green] })
  const seen = await shoot(scene, {}, cameraAt([0, 0, 0]), 33)
  expect([seen.at(12, 16)[1], seen.at(20, 16)[0]]).toEqual([0, 0])
  expect(seen.at(12, 16)[0]).toBeGreaterThan(100)
  expect(seen.at(20, 16)[1]).toBeGreaterThan(100)
})

test('a veil is a layer over what is behind it, and keeps away as much of the light as it covers', async () => {
  const veil = instance('veil', square, glowing([0, 0.5, 0]), { move: [0, 0, -2], turn: [HALF_TURN, 0, 0], scale: [4, 1, 4] })
  const [near, far] = [{ alphaMode: 'blend', alpha: 0.25 }, { alphaMode: 'blend', alpha: 0.5 }] as const
  const seen = await shoot(sceneOf([square], [wallAt(-3, RED), { ...veil, materials: [{ ...veil.materials[0], ...near, specular: 0 }] }, instance('other', square, { ...glowing([0, 0, 0.6]), ...far, specular: 0 }, { move: [0, 0, -2.5], turn: [HALF_TURN, 0, 0], scale: [4, 1, 4] })]), { bounces: 1 })
  seen.at(8, 8).forEach((value, c) => expect(Math.abs(value - encoded([0.75 * 0.5 * 0.8, 0.25 * 0.5, 0.75 * 0.5 * 0.6][c]))).toBeLessThan(1.1))
  const lights = [{ id: 'l', kind: 'directional', direction: [0, 0, -1], color: [1, 1, 1], illuminance: 3, on: true }] as const
  const black = instance('black', square, material({ baseColor: [0, 0, 0], specular: 0, alphaMode: 'blend', alpha: 0.3 }), { move: [0, 0, 1], turn: [HALF_TURN, 0, 0], scale: [9, 1, 9] })
  const shaded = await shoot(sceneOf([square], [wallAt(-2, LAMBERT), black], { lights }))
  shaded.at(8, 8).forEach((value) => expect(Math.abs(value - encoded((0.7 * 3 * 0.5) / Math.PI))).toBeLessThan(1.1))
})

test('a pane that is cut out, and whose colours lie on it straight, colours light where the eye sees them, and not at all through its holes', async () => {
  // Stripes of half a metre, red and green; the left half is cut out along the pane's own uv. What matte paint of the same stripes shows in
  // the light that a pane lets through is what light through the pane shows on white.
  const [stripes, halves] = [paint('stripes', 16, 4, (x) => (x < 8 ? [255, 40, 40, 255] : [40, 255, 40, 255])), paint('halves', 8, 4, (x) => [255, 255, 255, x < 4 ? 0 : 255])]
  const use = (texture: string) => ({ texture, wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], scale: [1, 1], rotation: 0 }) as const
  const laid = { mapping: 'box', baseColorTexture: use('stripes') } as const
  const glass = material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1, ior: 1.5, alphaMode: 'mask', cutoutTexture: use('halves'), ...laid })
  const at = (z: number, wears: ReturnType<typeof material>) => instance('pane', square, wears, { move: [0, 0, z], turn: [HALF_TURN, 0, 0], scale: [9, 1, 9] })
  const sunlit = (illuminance: number) => ({ images: [stripes, halves], lights: [{ id: 'l', kind: 'directional', direction: [0, 0, -1], color: [1, 1, 1], illuminance, on: true } as const] })
  const r = fresnel(1)
  const through = await shoot(sceneOf([square], [wallAt(-2, LAMBERT), at(1, glass)], sunlit(3)), {}, cameraAt([0, 0, 0]), 65)
  const painted = await shoot(sceneOf([square], [at(-2, material({ specular: 0, ...laid }))], sunlit(3 * (1 - (2 * r) / (1 + r)))), {}, cameraAt([0, 0, 0]), 65)
  const right = Array.from({ length: 30 }, (_, i) => i + 34)
  const alike = right.filter((x) => through.at(x, 32).every((value, c) => Math.abs(value - painted.at(x, 32)[c]) < 2))
  // Paint is filtered, and blurs the stripes' edges.
  expect(alike.length).toBeGreaterThan(22)
  for (const c of [0, 1]) expect(alike.some((x) => through.at(x, 32)[c] > 2 * through.at(x, 32)[1 - c])).toBe(true)
  const bare = encoded((3 * 0.5) / Math.PI)
  for (const x of [4, 15, 28]) for (const value of through.at(x, 32)) expect(Math.abs(value - bare)).toBeLessThan(1.1)
})

test.each(BOTH)('a hole in an alpha mask is a hole for the eye, for shadows and in reflections, by %s', async (_, cpu) => {
  // The left half of the fence does not exist. Behind it a red wall; the light shines through it onto the wall.
  const halves = paint('halves', 8, 4, (x) => [255, 255, 255, x < 4 ? 0 : 255])
  const use = { texture: 'halves', wrapS: 'clamp', wrapT: 'clamp', offset: [0, 0], scale: [1, 1], rotation: 0 } as const
  const fence = material({ baseColor: [0, 1, 0], emissive: [0, 0.5, 0], alphaMode: 'mask', baseColorTexture: use })
  const fenceAt = (z: number) => instance('fence', square, fence, { move: [0, 0, z], turn: [HALF_TURN, 0, 0], scale: [1, 1, 1] })
  const lamp = { id: 'l', kind: 'point', position: [0, 0, -0.5], color: [1, 1, 1], intensity: 9, on: true } as const
  const seen = await shoot(sceneOf([square], [wallAt(-3, RED), fenceAt(-2)], { images: [halves] }), {}, cameraAt([0, 0, 0]), 33, cpu)
  expect(seen.at(12, 16)[1]).toBe(0)
  expect(seen.at(12, 16)[0]).toBeGreaterThan(100)
  expect(seen.at(20, 16)[1]).toBeGreaterThan(100)
  const white = wallAt(-3, material({ baseColor: [0.8, 0.8, 0.8] }))
  const shadowed = await shoot(sceneOf([square], [white, fenceAt(-1.5)], { images: [halves], lights: [lamp] }), {}, cameraAt([0, 0, -1.6], { near: 0.01 }), 33, cpu)
  expect(shadowed.at(8, 16)[0]).toBeGreaterThan(40)
  expect(shadowed.at(24, 16)[0]).toBe(0)
  const mirrored = await shoot(sceneOf([square], [wallAt(-2, MIRROR), instance('fence', square, fence, { move: [0, 0, 1], turn: [HALF_TURN, 0, 0] })], { images: [halves] }), { bounces: 1 }, cameraAt([0, 0, 0]), 33, cpu)
  expect(mirrored.at(14, 16)[1]).toBe(0)
  expect(mirrored.at(18, 16)[1]).toBeGreaterThan(100)
})
