import { buildKdTree, type BuildControl } from '../kdtree/build/build.ts'
import type { KdTree } from '../kdtree/node.ts'
import { shapeTree } from '../kdtree/shape.ts'
import type { Mat4, MeshData } from '../scene.ts'
import { cube, degenerateSoup, soup, sphere, terrain } from './meshes.ts'
import { randomDirection, seeded } from './random.ts'

/** Meshes with their trees, and where they stand. */
export interface TestScene {
  readonly name: string
  readonly meshes: readonly { readonly mesh: MeshData; readonly tree: KdTree }[]
  readonly instances: readonly TestInstance[]
}

export interface TestInstance {
  /** Index into `meshes`. */
  readonly mesh: number
  readonly worldFromObject: Mat4
}

export const IDENTITY: Mat4 = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)

export function testScene(name: string, meshes: readonly MeshData[], instances: readonly TestInstance[], control: BuildControl = {}): TestScene {
  return { name, meshes: meshes.map((mesh) => ({ mesh, tree: mesh.shape === undefined ? buildKdTree(mesh, control) : shapeTree(mesh) })), instances }
}

export function singleScene(mesh: MeshData, control: BuildControl = {}): TestScene {
  return testScene(mesh.key, [mesh], [{ mesh: 0, worldFromObject: IDENTITY }], control)
}

/** Rotation about an axis, then a scale per axis (before it), then a translation; column-major. */
export function placed(translation: readonly number[], scale: readonly number[] = [1, 1, 1], axis: readonly number[] = [0, 1, 0], angle = 0): Mat4 {
  const [x, y, z] = axis
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const k = 1 - c
  return Float32Array.of(
    scale[0] * (c + k * x * x), scale[0] * (k * x * y + s * z), scale[0] * (k * x * z - s * y), 0,
    scale[1] * (k * x * y - s * z), scale[1] * (c + k * y * y), scale[1] * (k * y * z + s * x), 0,
    scale[2] * (k * x * z + s * y), scale[2] * (k * y * z - s * x), scale[2] * (c + k * z * z), 0,
    translation[0], translation[1], translation[2], 1,
  )
}

/** One object each: regular, curved, boxy, random, degenerate. */
export function objectScenes(control: BuildControl = {}): TestScene[] {
  return [terrain(24), sphere(16), cube(), soup(600, 7), degenerateSoup(300, 11)].map((mesh) => singleScene(mesh, control))
}

/** Instances that make two levels go wrong: overlapping, nested, touching, mirrored, sheared, hugely scaled, coincident. */
export function instancedScene(seed: number, control: BuildControl = {}): TestScene {
  const random = seeded(seed)
  const instances: TestInstance[] = [
    { mesh: 2, worldFromObject: placed([0, 0, 0], [8, 8, 8]) },                      // a room round everything
    { mesh: 1, worldFromObject: placed([0, 0, 0]) },
    { mesh: 1, worldFromObject: placed([0, 0, 0], [0.5, 0.5, 0.5]) },                // nested
    { mesh: 1, worldFromObject: placed([0, 0, 0]) },                                 // coincident
    { mesh: 2, worldFromObject: placed([3, 0, 0]) },
    { mesh: 2, worldFromObject: placed([5, 0, 0]) },                                 // touching
    { mesh: 2, worldFromObject: placed([3, 2, 0], [-1, 1, 1]) },                     // touching and mirrored
    { mesh: 0, worldFromObject: placed([0, -4, 0], [1000, 1, 1000]) },               // hugely scaled
    { mesh: 1, worldFromObject: placed([-3, 0, 0], [1e-3, 1e-3, 1e-3]) },            // tiny
    { mesh: 3, worldFromObject: placed([-3, 2, -3], [-2, 0.3, 1], [0.6, 0.8, 0], 1) },
  ]
  for (let i = 0; i < 40; i++) {
    const size = 10 ** (random() - 0.7)
    const mirror = random() < 0.3 ? -1 : 1
    instances.push({
      mesh: Math.floor(4 * random()),
      worldFromObject: placed(
        [0, 1, 2].map(() => 12 * random() - 6),
        [mirror * size, size * (0.3 + random()), size],
        randomDirection(random),
        6.3 * random(),
      ),
    })
  }
  return testScene(`instances-${seed}`, [terrain(12), sphere(8), cube(), soup(60, 3)], instances, control)
}
