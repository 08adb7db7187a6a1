import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInNode } from '../../../build/cli/model.ts'
import type { ParsedAsset } from '../../../renderer/imports/types.ts'
import { showRadiance } from '../../bench/pictures/picture-kit.ts'
import type { Engine } from '../../engine.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import type { Camera, Instance, Light, SceneSnapshot, Vec3 } from '../../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { flipOf, type ShownPicture } from '../../testing/flip.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { boxMesh, cameraAt, instance, material, MIRROR, sceneOf, sphereMesh, squareMesh, transform } from '../../testing/shapes.ts'
import type { OpenLoop } from '../frame.ts'
import { createPace } from '../pace.ts'

/*
 * A piece of the catalogue is dragged past a flat and a curved mirror, by a lamp without size: what stands still shows no noise. Where it was, its
 * shadow and its reflections with it, nothing of it may be left.
 */

const SIZE = { width: 64, height: 36 }
const STEPS = 30
const FOLDER = 'assets/public/catalogue'
const CAMERA: Camera = cameraAt([0, 1.5, 3.4], { orientation: [-0.1, 0, 0, 0.995], verticalFov: 0.8 })
/** One, for which of several a path asks is chance. */
const LAMP: Light = { id: 'lamp', kind: 'point', position: [-1.5, 2.6, 2], color: [1, 1, 1], intensity: 200, on: true }
const HALF = Math.PI / 2
/** Display steps, of 255, that a piece changes at least where it counts as seen. */
const SEEN = 4

const [square, box, ball] = [squareMesh(), boxMesh(), sphereMesh(24)]
const matte = material({ baseColor: [0.6, 0.6, 0.6], specular: 0 })

/** Floor and walls, a mirror on the wall behind, a chrome ball, and what is dragged. */
function room(instances: readonly Instance[], piece?: ParsedAsset): SceneSnapshot {
  const scene = sceneOf([square, box, ball, ...(piece?.meshes.values() ?? [])], [
    instance('floor', square, matte, { scale: [4, 1, 4] }),
    instance('wall', square, matte, { move: [0, 2, -1.6], scale: [4, 1, 2], turn: [HALF, 0, 0] }),
    instance('mirror', square, MIRROR, { move: [-0.9, 1.3, -1.58], scale: [0.7, 1, 0.6], turn: [HALF, 0, 0] }),
    instance('ball', ball, MIRROR, { move: [1.3, 0.45, -0.9], scale: [0.45, 0.45, 0.45] }),
    ...instances,
  ], { lights: [LAMP], environment: { zenith: [20, 20, 20], nadir: [10, 10, 10], ambient: { zenith: [8, 8, 8], nadir: [8, 8, 8] } } })
  return { ...scene, textures: new Map([...scene.textures, ...(piece?.textures ?? [])]) }
}

/** A piece of the catalogue, its largest side 1 m; it does not glow, for then it would light all of the room. */
async function pieceOf(id: string): Promise<{ readonly model: ParsedAsset; at(x: number): readonly Instance[] }> {
  const bytes = new Uint8Array(readFileSync(`${FOLDER}/${id}/model.glb`))
  const { size, mount } = JSON.parse(readFileSync(`${FOLDER}/${id}/item.json`, 'utf8')) as { size: Vec3; mount: string }
  const { parsed } = await readInNode(bytes, `${id}.glb`, 'single')
  const scale = 1 / Math.max(...size)
  const y = mount === 'ceiling' ? 1.6 : mount === 'wall' ? 0.5 : 0
  const parts = parsed.parts.map(({ materials, ...part }) => ({ ...part, materials: materials.map((worn) => ({ ...worn, emissive: [0, 0, 0] as const })) }))
  return {
    model: parsed,
    at: (x) => parts.map(({ mesh, materials }, i) => ({
      id: `part ${i}`, mesh, materials, visible: true, worldFromObject: transform({ move: [x, y, 0.2], scale: [scale, scale, scale] }),
    })),
  }
}

const cpu = createInlineExecutor()
const BASE: RenderSettings = { ...DEFAULT_SETTINGS, indirect: false, denoise: true }
let engine: Engine
beforeAll(async () => {
  engine = await createHeadlessEngine(await sharedDevice())
  engine.setScene(room([]))
  await engine.treesReady()
})
afterAll(() => engine.dispose())

async function newLoop(): Promise<OpenLoop> {
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), { ...createPace(), resolution: () => ({ shrink: 1, stride: 1 }) })
    return loop
}

/** What a loop shows of the scene as it is, in its next moving picture. */
async function show(loop: OpenLoop, method: RenderSettings['method'], more: Partial<RenderSettings> = {}): Promise<ShownPicture> {
  const settings = { ...BASE, method, ...more }
  loop.update({ camera: { ...CAMERA }, settings, ...SIZE, interacting: true, cpu })
  while (await loop.step() === 'working') { /* until it is whole */ }
  const radiance = (await loop.readSums()).slice(0, 4 * SIZE.width * SIZE.height).map((value, i, all) => value / Math.max(1, all[i | 3]))
  return showRadiance(radiance, { ...SIZE, settings })
}

const PIXELS = SIZE.width * SIZE.height
/** Pixels that differ visibly. */
const changed = (a: ShownPicture, b: ShownPicture): boolean[] =>
  Array.from({ length: PIXELS }, (_, i) => [0, 1, 2].some((c) => Math.abs(a.rgba[4 * i + c] - b.rgba[4 * i + c]) > SEEN))

/** And those around them: an edge may lie anywhere in a pixel. */
const grown = (mask: readonly boolean[]): boolean[] => mask.map((_, i) => {
  const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
  for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (x + dx >= 0 && x + dx < SIZE.width && (mask[(y + dy) * SIZE.width + x + dx] ?? false)) return true
  return false
})

/** Mean FLIP of some pixels of a picture, as if all others were as they should be. */
function flipIn(mask: readonly boolean[], reference: ShownPicture, test: ShownPicture): number {
  const rgba = reference.rgba.slice()
  mask.forEach((isIn, i) => { if (isIn) rgba.set(test.rgba.subarray(4 * i, 4 * i + 4), 4 * i) })
  const { map } = flipOf(reference, { ...SIZE, rgba })
  const of = mask.flatMap((isIn, i) => (isIn ? [map[i]] : []))
  return of.reduce((sum, value) => sum + value, 0) / Math.max(1, of.length)
}

/** Pixels that look the same through wherever they are looked: not those of edges, which pictures find out by and by. */
async function steadyOf(loop: OpenLoop, clean: ShownPicture): Promise<boolean[]> {
  let steady = Array.from({ length: PIXELS }, () => true)
  // Another setting each: nothing is remembered.
  for (let k = 0; k < 8; k++) {
    const differs = changed(await show(loop, 'hybrid', { bounces: 5 + (k % 2) }), clean)
    steady = steady.map((is, i) => is && !differs[i])
  }
  return steady
}

/** How far second pictures of loops without a past are from the clean one: as noisy as what came out from behind something two pictures ago. */
async function freshOnes(loop: OpenLoop): Promise<ShownPicture[]> {
  const pictures: ShownPicture[] = []
  for (let k = 0; k < 4; k++) {
    // Another setting each: nothing is remembered, and the numbers are others.
    const more = { bounces: 5 + (k % 2) }
    await show(loop, 'hybrid', more)
    pictures.push(await show(loop, 'hybrid', more))
  }
  return pictures
}

interface Left {
  /** Mean FLIP of pixels where the piece, its shadow or an image of it was two pictures ago or longer. */
  readonly flip: number
  /** The same of a picture that has no past. */
  readonly noise: number
}

/** The most that a drag leaves beyond noise. */
async function leftBy(id: string): Promise<Left> {
  const piece = await pieceOf(id)
  const [dragged, quick] = [await newLoop(), await newLoop()]
  try {
    engine.setScene(room([], piece.model))
    await engine.treesReady()
    const empty = await show(quick, 'whitted')
    let clean = await show(dragged, 'hybrid')
    for (let k = 0; k < 15; k++) clean = await show(dragged, 'hybrid')
    const steady = await steadyOf(quick, clean)
    const fresh = await freshOnes(quick)
    let most: Left = { flip: 0, noise: 0 }
    const masks: boolean[][] = []
    for (let k = 0; k < STEPS; k++) {
      engine.setScene(room(piece.at(-1.3 + (2.6 * k) / (STEPS - 1)), piece.model))
      await engine.treesReady()
      masks.push(changed(await show(quick, 'whitted'), empty))
      const shown = await show(dragged, 'hybrid')
      if (k < 2) continue
      const [now, near] = [grown(masks[k]), grown(masks[k - 1])]
      const long = now.map((is, i) => !is && !near[i] && steady[i] && masks.slice(0, k - 1).some((mask) => mask[i]))
      // A handful of pixels tells nothing.
      if (long.filter(Boolean).length <= 5) continue
      const left = { flip: flipIn(long, clean, shown), noise: flipIn(long, clean, fresh[k % fresh.length]) }
      if (left.flip - left.noise > most.flip - most.noise) most = left
    }
    expect(masks.every((mask) => mask.filter(Boolean).length > 10), `${id} is seen`).toBe(true)
    return most
  } finally {
    dragged.dispose()
    quick.dispose()
  }
}

/** Thin and mirroring, of bars, of leather, and large. */
const PIECES = ['floor-lamp-chrome', 'dining-chair', 'armchair', 'bed-double']

// In short, of made things: resolve.gpu.test.ts.
test.each(PIECES)('where a piece was dragged from in thirty steps nothing of it is left, nor of its shadow and its reflections: %s', { tags: 'proof' }, async (id) => {
  const { flip, noise } = await leftBy(id)
  expect(flip - noise, `FLIP ${flip}, of which noise ${noise}`).toBeLessThan(0.03)
})
