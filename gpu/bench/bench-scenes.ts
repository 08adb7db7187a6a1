import { dot, normalize } from '../math.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildKdTree, type BuilderName } from '../kdtree/build/build.ts'
import type { KdTree } from '../kdtree/node.ts'
import type { Mat4, MeshData, Vec3 } from '../scene.ts'
import { meshOf, sphere, terrain } from '../testing/meshes.ts'
import { randomDirection, seeded } from '../testing/random.ts'
import { IDENTITY, placed, type TestInstance, type TestScene } from '../testing/scenes.ts'
import { HIT_WORDS, packScene } from '../testing/tracer.ts'
import { furnishedRooms } from './furnished-rooms.ts'
import { mergeFile, readMeshFile } from './files/mesh-file.ts'
import { createTwinTracer } from './trace/twin-rays.ts'
import { type View, worldNormal } from './trace/ray-sets.ts'

/** A scene to measure: its objects, and all of them as one mesh. */
export interface BenchScene {
  readonly name: string
  readonly meshes: readonly MeshData[]
  readonly instances: readonly TestInstance[]
  /** Every triangle in world space, as one mesh. */
  readonly merged: MeshData
}

/** Names of the files in ATRIUM_SCENES; their rows are called so too. */
const FILES: Readonly<Record<string, string>> = {
  bunny: 'classic/bunny_69k.glb',
  dragon: 'classic/stanford_dragon_100k.glb',
  small_house: 'interiors/small_house.glb',
  sponza: 'classic/sponza_crytek_262k.glb',
}

/** What to measure on: the files named, else those of ATRIUM_SCENES, else what our own generators make. */
export function sceneSources(files: readonly string[], folder = process.env.ATRIUM_SCENES): ReadonlyMap<string, () => Promise<BenchScene>> {
  if (files.length > 0) return new Map(files.map((file) => [path.basename(file, path.extname(file)), once(() => sceneOfFile(file))]))
  if (folder === undefined) {
    return new Map([
      ['terrain', once(() => Promise.resolve(sceneOfMesh('terrain', terrain(100))))],
      ['sphere', once(() => Promise.resolve(sceneOfMesh('sphere', sphere(72))))],
      ['furnished_room', once(() => furnishedRooms(40).then(({ meshes, instances }) => sceneOf('furnished_room', meshes, instances)))],
    ])
  }
  const found = Object.entries(FILES).filter(([, file]) => existsSync(path.join(folder, file)))
  if (found.length === 0) throw new Error(`ATRIUM_SCENES names ${folder}, which holds none of ${Object.values(FILES).join(', ')}. Leave it away to measure on generated scenes.`)
  return new Map(found.map(([name, file]) => [name, once(() => sceneOfFile(path.join(folder, file), name))]))
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

async function sceneOfFile(file: string, name = path.basename(file, path.extname(file))): Promise<BenchScene> {
  const read = await readMeshFile(file)
  const primitives = [...new Set(read.parts.map(({ mesh }) => mesh))]
  return {
    name,
    meshes: primitives.map(({ positions, indices }, i) => meshOf(`${name}-${i}`, positions, indices)),
    instances: read.parts.map(({ mesh, worldFromObject }) => ({ mesh: primitives.indexOf(mesh), worldFromObject: Float32Array.from(worldFromObject) })),
    merged: { ...mergeFile(read), key: name },
  }
}

export function sceneOfMesh(name: string, mesh: MeshData): BenchScene {
  return { name, meshes: [mesh], instances: [{ mesh: 0, worldFromObject: IDENTITY }], merged: mesh }
}

export function sceneOf(name: string, meshes: readonly MeshData[], instances: readonly TestInstance[]): BenchScene {
  const positions: number[] = []
  const indices: number[] = []
  for (const { mesh, worldFromObject: m } of instances) {
    const first = positions.length / 3
    const { positions: p, indices: corners } = meshes[mesh]
    for (let v = 0; v < p.length; v += 3) for (let row = 0; row < 3; row++) positions.push(m[row] * p[v] + m[4 + row] * p[v + 1] + m[8 + row] * p[v + 2] + m[12 + row])
    for (const corner of corners) indices.push(first + corner)
  }
  return { name, meshes, instances, merged: meshOf(name, Float32Array.from(positions), Uint32Array.from(indices)) }
}

const trees = new WeakMap<MeshData, Map<BuilderName, KdTree>>()

/** Each mesh's tree is built once for all experiments that do not measure building. */
export function treeOf(mesh: MeshData, builder: BuilderName = 'exact-sah'): KdTree {
  const known = trees.get(mesh) ?? new Map<BuilderName, KdTree>()
  trees.set(mesh, known)
  const tree = known.get(builder) ?? buildKdTree(mesh, { builder })
  known.set(builder, tree)
  return tree
}

/** The whole scene as one object, as tree benchmarks have it. */
export function asOneObject({ name, merged }: BenchScene): TestScene {
  return { name, meshes: [{ mesh: merged, tree: treeOf(merged) }], instances: [{ mesh: 0, worldFromObject: IDENTITY }] }
}

/** Its objects under the über tree, as the app has it. */
export function asInstances({ name, meshes, instances }: Pick<BenchScene, 'name' | 'meshes' | 'instances'>): TestScene {
  return { name, meshes: meshes.map((mesh) => ({ mesh, tree: treeOf(mesh) })), instances }
}

export function trianglesOf({ meshes, instances }: Pick<BenchScene, 'meshes' | 'instances'>): number {
  return instances.reduce((sum, { mesh }) => sum + meshes[mesh].indices.length / 3, 0)
}

/** Length of the box's diagonal. */
export function extentOf({ bounds: { min, max } }: MeshData): number {
  return Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])
}

/**
 * Where a person would look from. Inside, where most rays from the middle of the box meet the front of something: at eye height,
 * down the longest way free. Outside otherwise, with all of it in view. The light hangs above the eye, or above and beside the object.
 */
export function viewOf(scene: BenchScene): View {
  const { min, max } = scene.merged.bounds
  const center = middle(min, max)
  const size = [0, 1, 2].map((k) => max[k] - min[k])
  const whole = asOneObject(scene)
  const packed = packScene(whole)
  const tracer = createTwinTracer(packed, 'uber', 'standard-8')
  const shoot = (origin: Vec3, directions: readonly (readonly number[])[]) => {
    const rays = Float32Array.from(directions.flatMap((d) => [...origin, 0, ...d, 1e30]))
    const { floats, words } = tracer.trace(rays, 'closest')
    return directions.map((direction, i) => {
      const slot = words[HIT_WORDS * i + 3]
      const isHit = slot !== 0xffffffff
      return { t: isHit ? floats[HIT_WORDS * i] : Infinity, isFront: isHit && dot(worldNormal({ scene: whole, packed }, slot, words[HIT_WORDS * i + 4]), direction) < 0 }
    })
  }
  const random = seeded(3)
  const all = Array.from({ length: 256 }, () => randomDirection(random))
  // A third of the height: eye height in a room, the arcade's in a hall.
  const eye: Vec3 = [center[0], min[1] + Math.min(1.65, 0.45 * size[1]), center[2]]
  const found = shoot(eye, all)
  if (found.filter(({ isFront }) => isFront).length > 0.6 * all.length) {
    const around = Array.from({ length: 32 }, (_, i) => [Math.cos((Math.PI * i) / 16), 0, Math.sin((Math.PI * i) / 16)])
    const free = shoot(eye, around).map(({ t }) => (Number.isFinite(t) ? t : 0))
    const [longest] = around.map((_, i) => i).toSorted((a, b) => free[b] - free[a])
    const forward = normalize([around[longest][0], -0.05, around[longest][2]])
    const [{ t: up }] = shoot(eye, [[0, 1, 0]])
    return { eye, forward, tangent: 0.6, light: [eye[0], eye[1] + 0.8 * (Number.isFinite(up) ? up : 0.3 * size[1]), eye[2]] }
  }
  const radius = Math.hypot(...size) / 2
  const aside = normalize([0.9, 0.7, 1])
  return {
    eye: [0, 1, 2].map((k) => center[k] + 1.9 * radius * aside[k]) as unknown as Vec3,
    forward: normalize(aside.map((x) => -x)),
    tangent: 0.42,
    light: [center[0] + 0.6 * radius, center[1] + 2.5 * radius, center[2] + 1.4 * radius],
  }
}

function middle(min: Vec3, max: Vec3): Vec3 {
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
}

/** The same shape in four times as many triangles: each is split at the middles of its edges. */
export function subdivided(mesh: MeshData, key: string): MeshData {
  const positions = [...mesh.positions]
  const indices: number[] = []
  const middles = new Map<number, number>()
  const vertices = mesh.positions.length / 3
  const middleOf = (a: number, b: number): number => {
    const id = Math.min(a, b) * vertices + Math.max(a, b)
    const known = middles.get(id)
    if (known !== undefined) return known
    const made = positions.length / 3
    for (let k = 0; k < 3; k++) positions.push((mesh.positions[3 * a + k] + mesh.positions[3 * b + k]) / 2)
    middles.set(id, made)
    return made
  }
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const [a, b, c] = mesh.indices.subarray(i, i + 3)
    const [ab, bc, ca] = [middleOf(a, b), middleOf(b, c), middleOf(c, a)]
    indices.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
  }
  return meshOf(key, Float32Array.from(positions), Uint32Array.from(indices))
}

/** A row of one object, one behind the other along x, as in the thesis: seen from the front all but the first are hidden. */
export function rowOf(mesh: MeshData, count: number): { meshes: readonly MeshData[]; instances: readonly TestInstance[] } {
  const step = 1.1 * (mesh.bounds.max[0] - mesh.bounds.min[0])
  return { meshes: [mesh], instances: Array.from({ length: count }, (_, i) => ({ mesh: 0, worldFromObject: placed([-i * step, 0, 0]) as Mat4 })) }
}
