import { expect, test } from 'vitest'
import { createFrameStage, type FrameStage, settingsOf, STAGE, turned } from '../../headless/testing-frame-stage.ts'
import type { SceneSnapshot } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import { type CachePlan, STILL_PLAN } from '../../passes/irradiance/irradiance-frame.ts'
import { testRoom } from '../../testing/room.ts'
import { boxMesh, cameraAt, instance, material, sceneOf } from '../../testing/shapes.ts'
import type { FrameInput } from '../frame.ts'

/* Kernels change while one works: rays walk trees another way, materials of another kind come. What is known stays. */

const box = boxMesh()

/** A closed room of one grey: without noise but for that of indirect light. @param hasBrushed  a box outside, which no ray meets, asks for other kernels */
function greyRoom(hasBrushed = false): SceneSnapshot {
  const grey = material({ baseColor: [0.7, 0.7, 0.7], specular: 0 })
  const room = instance('room', box, grey, { move: [0, 1.5, 1], scale: [2, 1.5, 4] })
  const brushed = instance('brushed', box, material({ baseColor: [0.9, 0.9, 0.9], metallic: 1, roughness: 0.3, anisotropy: { strength: 0.8, rotation: 0, texture: null } }), { move: [0, 20, 0] })
  return sceneOf([box], hasBrushed ? [room, brushed] : [room], {
    lights: [{ id: 'lamp', kind: 'point', position: [0, 1.6, 1.5], color: [1, 1, 1], intensity: 130, on: true }], environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] },
  })
}

/** Updates have a number of paths, not a time: a busy machine's know as much. */
const PLAN: CachePlan = { ...STILL_PLAN, first: 2048, most: 2048 }

async function onStage(scene: SceneSnapshot, run: (stage: FrameStage) => Promise<void>): Promise<void> {
  const stage = await createFrameStage(scene, PLAN)
  stage.stride = 1
  try {
    await run(stage)
  } finally {
    stage.dispose()
  }
}

/** The last of so many moving pictures of a loop that has shown nothing before. @param inputOf  of each of them: another picture than the one before */
function lastMoving(stage: FrameStage, settings: RenderSettings, frames: number, inputOf: (frame: number) => Promise<Partial<FrameInput>>): Promise<Float32Array> {
  return stage.inFreshLoop(stage.stride, async () => {
    let picture = new Float32Array()
    for (let k = 0; k < frames; k++) picture = Float32Array.from(await stage.finish(stage.inputOf(settings, { interacting: true, ...await inputOf(k) })))
    return picture
  })
}

/** From pixel to pixel, as a share of the picture's mean. */
function noiseOf(picture: Float32Array): number {
  let [sum, steps] = [0, 0]
  for (let i = 0; i < STAGE.width * STAGE.height; i++) {
    sum += picture[4 * i + 1]
    if (i % STAGE.width > 0) steps += Math.abs(picture[4 * i + 1] - picture[4 * i - 3])
  }
  return steps / sum
}

type Change = (stage: FrameStage) => Promise<void>
const walkOtherwise: Change = (stage) => stage.engine.setTraversal('ropes')
const bringBrushed: Change = async ({ engine }) => {
  engine.setScene(greyRoom(true))
  await engine.treesReady()
}

const known = 'what was learned of indirect light is known to kernels that come after: '
test(`${known}threads that walk trees another way`, { tags: 'proof' }, () => staysKnown('cpu', [walkOtherwise]))
test(`${known}a card that walks trees another way, and whose room gets a material of another kind`, { tags: 'proof' }, () => staysKnown('gpu', [walkOtherwise, bringBrushed]))

function staysKnown(by: 'cpu' | 'gpu', changes: readonly Change[]): Promise<void> {
  return onStage(greyRoom(), async (stage) => {
    // A small part of a wall: few cells.
    const view = (frame: number) => Promise.resolve({ camera: cameraAt([1e-4 * frame, 1.6, 3.9], { verticalFov: 0.2 }), ...(by === 'gpu' ? { cpu: undefined } : {}) })
    const shoot = async (frames = 1) => noiseOf(await lastMoving(stage, settingsOf({}), frames, view))
    const cold = await shoot()
    await shoot(12)
    const warm = await shoot()
    expect(warm).toBeLessThan(0.2 * cold)
    for (const change of changes) {
      await change(stage)
      expect(await shoot()).toBeLessThan(0.2 * cold)
    }
  })
}

/** Equal but for rounding: where a triangle is met differs by the last bit. */
function expectSame(picture: Float32Array, expected: Float32Array): void {
  expect(Math.max(...picture.map((value, i) => Math.abs(value - expected[i]) / Math.max(0.1, expected[i])))).toBeLessThan(1e-3)
}

/** Enough to tell pictures apart. */
const SMALL = { width: 16, height: 12 }
const goesOn = 'rays that walk another way go on with the picture that there is: '
test(`${goesOn}at rest`, () => onStage(testRoom(), async (stage) => {
  const settings = settingsOf({ indirect: false, restSamples: 3 })
  const whole = await stage.finish(stage.inputOf(settings, SMALL))
  const { loop, engine } = stage
  await stage.finish(stage.inputOf(settings, { ...SMALL, camera: turned(0.3), interacting: true }))
  loop.update(stage.inputOf(settings, SMALL))
  while (loop.report.samples !== 2) await loop.step()
  await engine.setTraversal('ropes')
  while (await loop.step() === 'working') expect(loop.report.samples).toBeGreaterThanOrEqual(2)
  expect(loop.report).toMatchObject({ samples: 3, traversal: 'ropes' })
  expectSame((await loop.readRadiance())!, whole)
  // One that is final stays.
  await engine.setTraversal('standard-8')
  while (await loop.step() === 'working') expect(loop.report.samples).toBe(3)
  expect(loop.report).toMatchObject({ samples: 3, traversal: 'standard-8' })
}))

test(`${goesOn}moving`, () => onStage(testRoom(), async (stage) => {
  const last = (changes: boolean) => lastMoving(stage, settingsOf({ indirect: false }), 4, async (frame) => {
    if (changes && frame === 3) await stage.engine.setTraversal('ropes')
    return { ...SMALL, camera: turned(1e-4 * frame) }
  })
  expectSame(await last(true), await last(false))
}))
