import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildKdTree, type BuilderName } from '../../kdtree/build/build.ts'
import type { MeshData } from '../../scene.ts'
import { degenerateSoup, meshOf } from '../../testing/meshes.ts'
import { IDENTITY, instancedScene, objectScenes, type TestScene } from '../../testing/scenes.ts'
import { mergeFile, readMeshFile } from '../files/mesh-file.ts'

/** One scene to verify: all of it in one object tree, as meshes and instances with trees by one builder, or both. */
export interface VerifyScene {
  readonly name: string
  readonly object: (() => Promise<MeshData>) | null
  readonly instances: ((builder: BuilderName) => Promise<TestScene>) | null
  /** Whether an independent engine is asked too: scenes of the real world. */
  readonly isReal: boolean
}

const FILES = [
  ['teapot', 'classic/utah_teapot_6k.glb'],
  ['bunny', 'classic/bunny_69k.glb'],
  ['dragon', 'classic/stanford_dragon_100k.glb'],
  ['small_house', 'interiors/small_house.glb'],
  ['sponza', 'classic/sponza_crytek_262k.glb'],
  ['400 teapots', 'classic/teapot_instances_400x.glb'],
] as const

/**
 * The shapes that we make ourselves, and the files of a folder where there is one. Files that are not there are left out.
 *
 * @param folder  holds `classic/` and `interiors/`; null: only our own shapes
 */
export function verifyScenes(folder: string | null): { scenes: VerifyScene[]; missing: string[] } {
  const own: VerifyScene[] = [
    ...objectScenes().map(({ name, meshes: [{ mesh }] }) => objectOf(name, mesh)),
    ...[1, 2, 3].map((seed) => objectOf(`degenerate soup ${seed}`, degenerateSoup(1500, seed))),
    ...[5, 20].map((seed): VerifyScene => ({
      name: `instances ${seed}`, isReal: false, object: null, instances: (builder) => Promise.resolve(instancedScene(seed, { builder })),
    })),
  ]
  const files = folder === null ? [] : FILES.map(([name, file]) => ({ name, file: path.join(folder, file) }))
  return {
    scenes: [...own, ...files.filter(({ file }) => existsSync(file)).map(({ name, file }) => fileScene(name, file))],
    missing: files.filter(({ file }) => !existsSync(file)).map(({ file }) => file),
  }
}

function objectOf(name: string, mesh: MeshData): VerifyScene {
  return { name, isReal: false, object: () => Promise.resolve(mesh), instances: null }
}

function fileScene(name: string, file: string): VerifyScene {
  return {
    name,
    isReal: true,
    // Two and a half million triangles are there to be instances.
    object: name === '400 teapots' ? null : async () => mergeFile(await readMeshFile(file)),
    async instances(builder) {
      const { parts } = await readMeshFile(file)
      const raws = [...new Set(parts.map(({ mesh }) => mesh))]
      return {
        name,
        meshes: raws.map((raw, i) => {
          const mesh = meshOf(`${name} ${i}`, raw.positions, raw.indices)
          return { mesh, tree: buildKdTree(mesh, { builder }) }
        }),
        instances: parts.map(({ mesh, worldFromObject }) => ({ mesh: raws.indexOf(mesh), worldFromObject: Float32Array.from(worldFromObject) })),
      }
    },
  }
}

/** One mesh as a scene of one object. */
export function objectScene(mesh: MeshData, builder: BuilderName): TestScene {
  return { name: mesh.key, meshes: [{ mesh, tree: buildKdTree(mesh, { builder }) }], instances: [{ mesh: 0, worldFromObject: IDENTITY }] }
}

/** A quarter of the diagonal: what the ray zoo steps by. Scenes of our own are made for steps of one metre. */
export function unitOf({ instances, meshes }: TestScene, isReal: boolean): number {
  if (!isReal) return 1
  let [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]]
  for (const { mesh, worldFromObject: m } of instances) {
    const { min, max } = meshes[mesh].mesh.bounds
    for (let corner = 0; corner < 8; corner++) {
      const p = [0, 1, 2].map((k) => ((corner >> k) & 1 ? max[k] : min[k]))
      const q = [0, 1, 2].map((row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row])
      low = low.map((x, k) => Math.min(x, q[k]))
      high = high.map((x, k) => Math.max(x, q[k]))
    }
  }
  return Math.hypot(...high.map((x, k) => x - low[k])) / 4
}
