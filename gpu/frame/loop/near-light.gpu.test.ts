import { expect, test } from 'vitest'
import { createFrameStage, mean, settingsOf, STAGE } from '../../headless/testing-frame-stage.ts'
import { STILL_PLAN } from '../../passes/irradiance/irradiance-frame.ts'
import type { Camera, EnvironmentImage, Instance, Material, SceneSnapshot } from '../../scene.ts'
import { boxMesh, cameraAt, instance, material, sceneOf, squareMesh } from '../../testing/shapes.ts'

/* What moving hybrid pictures show where things are nearer together than cells are wide. */

const GREY = material({ baseColor: [0.5, 0.5, 0.5], specular: 0 })
const [box, square] = [boxMesh(), squareMesh()]
const skyOf = (key: string, nits: (x: number) => number): EnvironmentImage =>
  ({ key: key as EnvironmentImage['key'], width: 8, height: 4, rgb: Float32Array.from({ length: 8 * 4 * 3 }, (_, i) => nits(Math.floor(i / 3) % 8)) })
/** Even, and bright on the side of the things alone. */
const [EVEN, ONE_SIDE] = [skyOf('even', () => 1000), skyOf('one side', (x) => (x >= 4 ? 1000 : 10))]

const under = (image: EnvironmentImage, id: string, thing: Instance): SceneSnapshot => sceneOf([box, square], [instance('ground', square, GREY, { scale: [4, 1, 4] }), { ...thing, id }], { environment: { zenith: [1000, 1000, 1000], nadir: [1000, 1000, 1000], image } })

/** On the ground. What the sill takes of the sky falls within 10 cm, which is a cell. */
const SILL = under(EVEN, 'sill', instance('sill', box, GREY, { move: [-0.5, 0.03, 0], scale: [0.5, 0.03, 4] }))
/** A sheet that stands up, and a sill a hand's breadth off it, so that something is near: a pane takes next to nothing of the sky, and of the black veil a third is there. */
const beforeSill = (image: EnvironmentImage, id: string, wears: Material): SceneSnapshot => {
  const scene = under(image, id, instance(id, square, wears, { move: [0, 0.4, 0], turn: [0, 0, Math.PI / 2], scale: [0.4, 1, 4] }))
  return { ...scene, instances: [...scene.instances, instance('sill', box, GREY, { move: [0.76, 0.03, 0], scale: [0.4, 0.03, 4] })] }
}
const PANE = beforeSill(ONE_SIDE, 'pane', material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1 }))
const VEIL = beforeSill(EVEN, 'veil', material({ baseColor: [0, 0, 0], specular: 0, alpha: 0.3, alphaMode: 'blend' }))

/** From a metre above, the thing's foot on the left: 32 columns of a centimetre. */
const view = (k: number): Camera => cameraAt([0.165 + 1e-6 * k, 1, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 2 * Math.atan(0.12) })
const columns = (picture: Float32Array): number[] =>
  Array.from({ length: STAGE.width }, (_, x) => mean(Array.from({ length: STAGE.height }, (_, y) => picture[4 * (y * STAGE.width + x) + 1])))

/** Means of 2 x 2 pixels, rows of so many. */
const ACROSS = STAGE.width / 2
const blocks = (picture: Float32Array): number[] => Array.from({ length: (ACROSS * STAGE.height) / 2 }, (_, b) => {
  const [x, y] = [2 * (b % ACROSS), 2 * Math.floor(b / ACROSS)]
  return mean([0, 1, 2, 3].map((i) => picture[4 * ((y + (i >> 1)) * STAGE.width + x + (i & 1)) + 1]))
})
/** How far blocks beside each other are apart, root mean square, as a share of all light. */
const roughness = (values: readonly number[]): number =>
  Math.sqrt(mean(values.flatMap((value, b) => (b % ACROSS === 0 ? [] : [(value - values[b - 1]) ** 2])))) / mean(values)

test.each([['sill', SILL, 0.75], ['pane', PANE, 1.1], ['veil', VEIL, 1]] as const)('the ground at the foot of a %s is as dark as it is, by the centimetre', async (_, scene, darkest) => {
  const stage = await createFrameStage(scene, { ...STILL_PLAN, first: 8192, most: 8192 })
  try {
    const truth = columns(await stage.inFreshLoop(1, () => stage.trace(settingsOf({ restSamples: 96 }), 1, view(0))))
    const shown = await stage.inFreshLoop(1, async () => {
      const pictures: number[][] = []
      for (let k = 0; k < 24; k++) {
        const picture = await stage.finish(stage.inputOf(settingsOf({}), { camera: view(k), interacting: true }))
        if (k >= 12) pictures.push(columns(picture))
      }
      return pictures[0].map((__, x) => mean(pictures.map((picture) => picture[x])))
    })
    expect(truth[0]).toBeLessThan(darkest * truth[20])
    for (const [x, value] of truth.entries()) expect(Math.abs(shown[x] / value - 1), `column ${x}`).toBeLessThan(0.04)
  } finally {
    stage.dispose()
  }
})

/** A lamp behind the camera lights a patch of the floor: all light of the walls comes from there, and few paths find it. */
const PATCH = sceneOf([box], [instance('room', box, GREY, { move: [0, 1.25, 0], scale: [2.5, 1.25, 2.5] })], {
  environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] },
  lights: [{ id: 'lamp', kind: 'spot', position: [0.7, 1.2, 1.8], direction: [0, -1, 0], innerAngle: 0.2, outerAngle: 0.3, color: [1, 1, 1], intensity: 1000, on: true }],
})

test('first pictures have no spots of a cell where few paths find the light', async () => {
  const stage = await createFrameStage(PATCH, { ...STILL_PLAN, first: 8192, most: 8192 })
  const camera = (k: number) => cameraAt([0.3 + 1e-5 * k, 1.4, 1.2], { verticalFov: 0.8 })
  try {
    const shown = await stage.inFreshLoop(1, async () => {
      const pictures: number[] = []
      for (let k = 0; k < 4; k++) pictures.push(roughness(blocks(await stage.finish(stage.inputOf(settingsOf({ denoise: true }), { camera: camera(k), interacting: true })))))
      return pictures
    })
    // 0.133 and 0.134 where cells are asked where they are.
    for (const picture of shown.slice(2)) expect(picture).toBeLessThan(0.12)
    expect(shown[3]).toBeGreaterThan(0)
  } finally {
    stage.dispose()
  }
})
