import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { add, dot, rotate, scale, subtract } from '../../math.ts'
import type { Camera, Instance, Light, SceneSnapshot, Vec3 } from '../../scene.ts'
import { flipOf, type ShownPicture } from '../../testing/flip.ts'
import { countRow, type Experiment } from '../bench.ts'
import { experiment, hybridSettings, save, sizeOf, whatOf } from './picture-bench.ts'
import { type Pictures, type Shot, showRadiance } from './picture-kit.ts'
import { loadPicture, type PictureSource } from './picture-scenes.ts'

/** A drag: so many pictures with the piece a step further in each, over so many metres. */
const STEPS = 30
const METRES = 1.6
/** Steps after which the picture is compared: the old place is seen in its second frame, and at the end of the way. */
const LOOKS = [2, 8, STEPS]
/**
 * With and without indirect light: pictures that a scene is given before a piece is dragged, and before it is looked at as it will be, so that its light is exact again
 * (SETTLED of ../../passes/irradiance/irradiance-cache.ts) or as long as its means remember (../../frame/passes/history.ts); and drags whose pictures are averaged, so
 * that little of what is left is noise; even, for there are two halves.
 */
const INDIRECT = { hardware: { settled: 128, drags: 16 }, software: { settled: 24, drags: 2 } } as const
const DIRECT = { hardware: { settled: 36, drags: 6 }, software: { settled: 24, drags: 2 } } as const
/** Metres between the eyes of pictures that follow each other, far below a pixel: one from the very same place would not be drawn again. */
const STEP_ASIDE = 1e-5
/** Metres from the eye to the middle of the way. */
const AHEAD = 3

/** A piece of the catalogue as its `item.json` tells of it. */
interface Item {
  readonly id: string
  readonly mount: 'floor' | 'surface' | 'wall' | 'ceiling'
  readonly size: Vec3
  readonly light: { readonly kind?: string; readonly position: Vec3; readonly radius: number; readonly color: Vec3; readonly intensity: number } | null
}

/** Where a piece's origin is in the living room, metres above the floor. */
const HEIGHTS: Readonly<Record<Item['mount'], number>> = { floor: 0, surface: 0.8, wall: 1.3, ceiling: 2.4 }
const CATALOGUE = 'assets/public/catalogue'
/** Of what an opened model stands on, as `renderer/scene/ground.ts` has it: the engine knows nothing of projects, and a test holds the two equal. */
export const GROUND = 'ground'

/**
 * Every piece of the catalogue dragged through a room: the picture around the place that it was taken from, after 2, 8 and 30 steps,
 * against the picture of a scene in which it has stood for a while where it is now. Both are means over as many moving pictures.
 */
export function dragRows(room: PictureSource): Experiment[] {
  const index = path.join(CATALOGUE, 'index.json')
  if (!existsSync(index)) return []
  return (JSON.parse(readFileSync(index, 'utf8')) as Item[]).flatMap((item) => [true, false].map((indirect) => experiment(`${indirect ? 'drag' : 'drag-direct'}-${item.id}`, 1, room, async (pictures, scene, bench) => {
    const { camera } = scene.views.find(({ name }) => name === 'Living room') ?? scene.views[0]
    const settings = hybridSettings(scene, indirect)
    const { settled, drags } = (indirect ? INDIRECT : DIRECT)[bench.isSoftware ? 'software' : 'hardware']
    const piece = loadPiece(item.id)
    const at = (step: number) => placeOf(camera, item, step)
    const shot: Shot = { camera, settings, ...sizeOf(bench) }
    let [stands, count] = [NaN, 0]
    const frame = async (step: number) => {
      // A scene that is handed in again is taken for one that changes, and would never settle.
      if (step !== stands) pictures.engine.setScene(withPiece(scene.snapshot, piece, item, at(step)))
      stands = step
      await pictures.engine.treesReady()
      await pictures.moving({ ...shot, camera: { ...camera, position: add(camera.position, [STEP_ASIDE * (count++ % 2), 0, 0]) } })
    }
    const settle = async (step: number) => { for (let i = 0; i < settled; i++) await frame(step) }

    const dragged = new Map(LOOKS.map((step) => [step, new Mean()]))
    for (let drag = 0; drag < drags; drag++) {
      await settle(0)
      for (let step = 1; step <= STEPS; step++) {
        await frame(step)
        await dragged.get(step)?.add(pictures, shot)
      }
    }
    const around = rectangleOf(camera, item, at(0), shot)
    const findings = []
    for (const step of LOOKS) {
      const stood = new Mean()
      await settle(step)
      for (let i = 0; i < drags; i++) {
        for (let between = 0; between < 4; between++) await frame(step)
        await stood.add(pictures, shot)
      }
      const [reference, test, [half, other]] = [stood.picture(shot), dragged.get(step)!.picture(shot), dragged.get(step)!.halves(shot)]
      const flip = flipOf(reference, test)
      save(bench, ['drag', item.id, indirect ? 'on' : 'off', `step ${step}`], reference, test, flip)
      findings.push(countRow({
        ...whatOf(scene, bench), what: 'picture/drag', scene: item.id, variant: `hybrid, indirect ${indirect ? 'on' : 'off'}`, peer: 'a scene that stands', x: step,
        detail: `means of ${drags} drags, two halves of them ${meanIn(flipOf(half, other).map, shot.width, around).toFixed(3)}; ${shot.width}x${shot.height}, where it was ${around.join(', ')}`,
      }, meanIn(flip.map, shot.width, around), 'FLIP'))
    }
    return findings
  })))
}

/** What lies in the catalogue's folder; kept under out/bench, for reading one takes seconds. */
function loadPiece(id: string): SceneSnapshot {
  const model = path.join(CATALOGUE, id, 'model.glb')
  const kept = path.join('out/bench', `${id}.snapshot`)
  const { snapshot } = loadPicture(id, existsSync(kept) && statSync(kept).mtimeMs > statSync(model).mtimeMs ? kept : model)
  // A model that is opened stands on gravel up to the horizon, which would be dragged along.
  return { ...snapshot, instances: snapshot.instances.filter((instance) => instance.id !== GROUND) }
}

/** Across the picture, with the middle of the way straight ahead. */
function placeOf(camera: Camera, { mount }: Item, step: number): Vec3 {
  const [ahead, right] = [level(rotate(camera.orientation, [0, 0, -1])), level(rotate(camera.orientation, [1, 0, 0]))]
  const [x, , z] = add(add(camera.position, scale(ahead, AHEAD)), scale(right, METRES * (step / STEPS - 0.5)))
  return [x, HEIGHTS[mount], z]
}

function level([x, , z]: Vec3): Vec3 {
  const length = Math.hypot(x, z)
  return [x / length, 0, z / length]
}

function withPiece(room: SceneSnapshot, piece: SceneSnapshot, item: Item, at: Vec3): SceneSnapshot {
  const instances = piece.instances.map((instance): Instance => {
    const worldFromObject = Float32Array.from(instance.worldFromObject)
    for (let axis = 0; axis < 3; axis++) worldFromObject[12 + axis] += at[axis]
    return { ...instance, id: `dragged ${instance.id}`, worldFromObject }
  })
  return {
    ...room, meshes: new Map([...room.meshes, ...piece.meshes]), textures: new Map([...room.textures, ...piece.textures]),
    instances: [...room.instances, ...instances], lights: [...room.lights, ...lightOf(item, at)],
  }
}

function lightOf({ light }: Item, at: Vec3): Light[] {
  if (light === null) return []
  const { color, intensity, radius } = light
  const shared = { id: 'dragged', on: true, color, position: add(at, light.position) }
  return light.kind === 'disc' ? [{ ...shared, kind: 'disc', direction: [0, -1, 0], radius, radiance: intensity / (Math.PI * radius ** 2) }] : [{ ...shared, kind: 'point', intensity, radius }]
}

type Rectangle = readonly [left: number, top: number, right: number, bottom: number]

/** Pixels around a piece, with a tenth more on each side: the corners of a box of its size about its origin, up or down as it is mounted. */
function rectangleOf(camera: Camera, { mount, size }: Item, at: Vec3, { width, height }: Pick<Shot, 'width' | 'height'>): Rectangle {
  const focal = height / 2 / Math.tan(camera.verticalFov / 2)
  const [right, up, ahead] = ([[1, 0, 0], [0, 1, 0], [0, 0, -1]] as const).map((axis) => rotate(camera.orientation, axis))
  const heights = mount === 'ceiling' ? [-size[1], 0] : mount === 'wall' ? [-size[1] / 2, size[1] / 2] : [0, size[1]]
  const corners = [-0.55, 0.55].flatMap((x) => heights.flatMap((y) => [-0.55, 0.55].map((z) => subtract(add(at, [x * size[0], y, z * size[2]]), camera.position))))
  const columns = corners.map((corner) => width / 2 + (focal * dot(corner, right)) / dot(corner, ahead))
  const rows = corners.map((corner) => height / 2 - (focal * dot(corner, up)) / dot(corner, ahead))
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  return [within(Math.min(...columns), width), within(Math.min(...rows), height), within(Math.max(...columns), width), within(Math.max(...rows), height)]
}

function meanIn(map: Float32Array, width: number, [left, top, right, bottom]: Rectangle): number {
  let sum = 0
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += map[y * width + x]
  return sum / ((right - left) * (bottom - top))
}

/** The mean of pictures as light, in two halves: every other one goes into the other. Not of what is displayed: noise is darker there, for bright values are compressed more, and would be taken for a shadow. */
class Mean {
  private readonly sums: [Float32Array | null, Float32Array | null] = [null, null]
  private count = 0

  async add(pictures: Pictures, shot: Pick<Shot, 'width' | 'height'>): Promise<void> {
    const light = await pictures.radiance(shot)
    const sum = (this.sums[this.count % 2] ??= new Float32Array(light.length))
    for (let i = 0; i < light.length; i++) sum[i] += light[i]
    this.count++
  }

  halves(shot: Shot): [ShownPicture, ShownPicture] {
    const [first, second] = this.sums.map((sum, i) => showRadiance(sum!.map((value) => value / Math.ceil((this.count - i) / 2)), shot))
    return [first, second]
  }

  picture(shot: Shot): ShownPicture {
    const [first, second] = this.sums
    return showRadiance(first!.map((value, i) => (value + second![i]) / this.count), shot)
  }
}
