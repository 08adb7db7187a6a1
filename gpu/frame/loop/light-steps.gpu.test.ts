import { expect, test } from 'vitest'
import { meanLuminance } from '../../bench/pictures/picture-kit.ts'
import { createFrameStage, type FrameStage, mean, settingsOf } from '../../headless/testing-frame-stage.ts'
import { STILL_PLAN } from '../../passes/irradiance/irradiance-frame.ts'
import type { Camera, Light, SceneSnapshot } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import { boxMesh, cameraAt, instance, material, sceneOf, squareMesh } from '../../testing/shapes.ts'

/* What moving hybrid pictures show after a step of light: in an engine of its own each, whose cache is planned by paths and not by time. */

const GREY = material({ baseColor: [0.7, 0.7, 0.7], specular: 0 })
const [box, square] = [boxMesh(), squareMesh()]

/** A closed room with a lamp. Of which all that can be another is light: as in the window, what stands is the same list. */
const ROOM = sceneOf([box], [instance('room', box, GREY, { move: [0, 1.5, 1], scale: [2, 1.5, 4] })], { environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } })
const roomWith = (intensity: number, on = true): SceneSnapshot => ({ ...ROOM, lights: [{ id: 'lamp', kind: 'point', position: [0, 1.6, 1.5], color: [1, 1, 1], intensity, on }] })

/** The corner of a court, into which the sun shines without a shadow. */
const COURT = sceneOf([square], [
  instance('ground', square, GREY, { scale: [2, 1, 4] }),
  instance('right', square, GREY, { move: [2, 1.5, 0], scale: [1.5, 1, 4], turn: [0, 0, Math.PI / 2] }),
  instance('back', square, GREY, { move: [0, 1.5, -2], scale: [4, 1, 1.5], turn: [Math.PI / 2, 0, 0] }),
], { environment: { zenith: [800, 900, 1000], nadir: [80, 80, 80] } })
/** @param degrees  that the sun is turned by */
function courtWith(illuminance: number, degrees = 0): SceneSnapshot {
  const turn = ((20 + degrees) * Math.PI) / 180
  const sun: Light = { id: 'sun', kind: 'directional', direction: [0.8 * Math.sin(turn), -0.6, -0.8 * Math.cos(turn)], color: [1, 1, 1], illuminance, angularRadius: 0.00465, on: true }
  return { ...COURT, lights: [sun] }
}

/** At a part of the wall behind, so that light has no edges in pictures of a few pixels; a hair's breadth beside the last. */
const view = (k: number): Camera => cameraAt([1e-5 * k, 1.3, 3.9], { verticalFov: 0.25 })
const SETTINGS = settingsOf({ denoise: true })

/** @param paths  of an update of its cache */
async function inStage<T>(scene: SceneSnapshot, run: (fresh: FrameStage) => Promise<T>, paths = 8192): Promise<T> {
  const fresh = await createFrameStage(scene, { ...STILL_PLAN, first: paths, most: paths })
  try {
    return await fresh.inFreshLoop(1, () => run(fresh))
  } finally {
    fresh.dispose()
  }
}

/** After eight moving pictures of the first scene, one of each that follows. */
const moveThrough = ([first, ...next]: readonly SceneSnapshot[], settings: RenderSettings = SETTINGS): Promise<Float32Array[]> => inStage(first, async (fresh) => {
  const move = (k: number) => fresh.finish(fresh.inputOf(settings, { camera: view(k), interacting: true }))
  for (let k = 0; k < 8; k++) await move(k)
  const pictures: Float32Array[] = []
  for (const [k, scene] of next.entries()) {
    fresh.engine.setScene(scene)
    pictures.push(await move(8 + k))
  }
  return pictures
})

/** Its light as a share of the truth's, and how far pixels differ from as much of that, root mean square, as a share of it. */
function heldTo(truth: Float32Array, picture: Float32Array): { readonly light: number; readonly noise: number } {
  const level = meanLuminance(truth)
  const light = meanLuminance(picture) / level
  return { light, noise: Math.sqrt(mean(Array.from(truth).flatMap((value, i) => (i % 4 < 3 ? [((picture[i] / light - value) / level) ** 2] : [])))) }
}
const truthOf = (scene: SceneSnapshot, restSamples = 48): Promise<Float32Array> => inStage(scene, (fresh) => fresh.trace(settingsOf({ restSamples }), 1, view(0)))

test('the first picture after the sun turned a little has less noise than where all was forgotten, and the light is right', async () => {
  const now = courtWith(3000)
  const truth = await truthOf(now)
  const [turned, leapt] = [await moveThrough([courtWith(3000, -2.5), now, now, now, now]), await moveThrough([courtWith(1000), now])]
  expect(heldTo(truth, turned[0]).noise).toBeLessThan(0.7 * heldTo(truth, leapt[0]).noise)
  for (const picture of turned) expect(Math.abs(heldTo(truth, picture).light - 1)).toBeLessThan(0.015)
})

test('the picture after a lamp was made stronger by a fifth has less noise than where all was forgotten, and its light is right in the fourth', { tags: 'proof' }, async () => {
  const now = roomWith(100)
  // Noises are held against each other: the truth has next to none.
  const truth = await truthOf(now, 128)
  const [stronger, leapt] = [await moveThrough([roomWith(100 / 1.2), now, now, now, now]), await moveThrough([roomWith(20), now])]
  const shown = stronger.map((picture) => heldTo(truth, picture))
  expect(shown[0].noise).toBeLessThan(0.95 * heldTo(truth, leapt[0]).noise)
  // 0.857 and 0.873 where cells tell each other of the light before: the lamp's own light is a fifth of all.
  expect(shown[0].light).toBeGreaterThan(0.93)
  expect(Math.abs(shown[3].light - 1)).toBeLessThan(0.05)
})

test('of a lamp that is switched off right after a step nothing is left in the next picture', async () => {
  const [step, dark] = await moveThrough([roomWith(100), roomWith(105), roomWith(105, false)], { ...SETTINGS, indirect: false })
  expect(meanLuminance(step)).toBeGreaterThan(0)
  expect(meanLuminance(dark)).toBe(0)
})

test('a picture that comes to rest right after a step shows nothing of the light before, and after a walk what that showed', async () => {
  const settings = { ...SETTINGS, restSamples: 2 }
  const shownAtRest = (moving: readonly SceneSnapshot[], now: SceneSnapshot) => inStage(moving[0] ?? now, async (fresh) => {
    for (const [k, scene] of moving.entries()) {
      fresh.engine.setScene(scene)
      await fresh.finish(fresh.inputOf(settings, { camera: view(k), interacting: true }))
    }
    await fresh.finish(fresh.inputOf(settings, { camera: view(9) }))
    return fresh.shown()
    // How much the cache knows, nobody asks.
  }, 512)
  const [before, now] = [roomWith(85), roomWith(100)]
  const alone = await shownAtRest([], now)
  expect(await shownAtRest([...Array.from({ length: 6 }, () => before), now], now)).toEqual(alone)
  expect(await shownAtRest([now, now, now, now], now)).not.toEqual(alone)
})
