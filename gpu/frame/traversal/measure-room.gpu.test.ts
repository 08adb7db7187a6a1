import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStorageBuffer, createUniform, readBuffer } from '../../buffers/buffer.ts'
import type { Engine } from '../../engine.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import { buildKdTree } from '../../kdtree/build/build.ts'
import { packForTracing, packMesh, type TreeLayout } from '../../kdtree/pack.ts'
import alphaNoneWgsl from '../../kernels/alpha-none.wgsl?raw'
import { createKernel, structOf } from '../../kernels/kernel.ts'
import { createSceneQuery } from '../../query/query.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { createSceneTables, type SceneTables } from '../../tables/scene-tables.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { ROOM_CAMERA, testRoom } from '../../testing/room.ts'
import { boxMesh, instance, material, sceneOf, sphereMesh } from '../../testing/shapes.ts'
import { pickTraversal, type MeasuredTrees } from '../../traversal/measure/measure.ts'
import measureWgsl from '../../traversal/measure/measure.wgsl?raw'
import { SCENE_PIECES, traversalPieces, type TraversalName } from '../../traversal/traversals.ts'
import { roomRays } from './room-rays.ts'
import { copiedTrees, ownTrees } from './room-trees.ts'

const room = testRoom()
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer => Buffer.from(buffer, byteOffset, byteLength)
const never = new AbortController().signal
let device: GPUDevice
let engine: Engine
beforeAll(async () => {
  device = await sharedDevice()
  engine = await createHeadlessEngine(device)
})
afterAll(() => engine.dispose())

describe('the room\'s trees laid out for another traversal', () => {
  let scene: SceneTables
  let rays: Float32Array
  beforeAll(async () => {
    scene = await createSceneTables(device, { buildTree: (mesh) => Promise.resolve(buildKdTree(mesh)), layout: 'plain', onTree() {} })
    scene.set(room)
    await scene.treesReady()
    scene.flush()
    scene.applySettings(DEFAULT_SETTINGS)
    rays = await roomRays(createSceneQuery(() => ({ uber: scene.uber.tree, instanceAt: scene.traceableAt, unbuilt: [] })), ROOM_CAMERA, room.lights, () => Promise.resolve())
  })
  afterAll(() => scene.dispose())

  /** Distances of all rays; of those that ask for any hit whether there is one. */
  async function trace(name: TraversalName, { buffers, uber }: MeasuredTrees): Promise<number[]> {
    const pieces = [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces('uber', name), measureWgsl]
    const kernel = await createKernel(device, 'measure_rays', pieces)
    const [uniforms, params] = [createUniform(device, structOf(pieces, 'SceneUniforms')), createUniform(device, structOf(pieces, 'MeasureParams'))]
    uniforms.write(uber)
    const count = rays.length / 8
    params.write({ count })
    const buffer = (label: string, data: ArrayBufferView | number) => createStorageBuffer(device, label, data)
    const [none, own] = [{ attributes: buffer('none', 64), materials: buffer('none', 1024) }, { measured_rays: buffer('rays', rays), distances: buffer('distances', 4 * count) }]
    kernel.call({ ...buffers, ...none, ...own, scene: uniforms.buffer, measure: params.buffer }, Math.ceil(count / 64))
    const found = new Float32Array(await readBuffer(device, own.distances))
    for (const each of [uniforms, params]) each.dispose()
    for (const each of [...Object.values(none), ...Object.values(own)]) each.destroy()
    return Array.from(found, (t, i) => ((i >> 6) % 4 === 3 ? Number(t < rays[8 * i + 7]) : t))
  }

  test('half of the rays leave the eye, a quarter what it sees, a quarter ends at a lamp, and nearly all of the first meet something', async () => {
    const seen = await trace('standard-8', ownTrees(scene))
    const kinds = [0, 1, 2, 3].map((kind) => seen.flatMap((t, i) => ((i >> 6) % 4 === kind ? [{ t, ray: rays.subarray(8 * i, 8 * i + 8) }] : [])))
    for (const { ray } of [...kinds[0], ...kinds[1]]) expect([...ray.subarray(0, 3)]).toEqual([...Float32Array.from(ROOM_CAMERA.position)])
    expect(kinds[0].filter(({ t }) => t < 100).length).toBeGreaterThan(0.9 * kinds[0].length)
    const lamps = room.lights.flatMap((light) => (light.on && 'position' in light ? [light.position] : []))
    expect(lamps.length).toBeGreaterThan(0)
    const ends = kinds[3].map(({ ray }) => [0, 1, 2].map((k) => ray[k] + ray[4 + k]))
    expect(ends.filter((end) => lamps.some((lamp) => Math.hypot(...lamp.map((value, k) => value - end[k])) < 1e-4)).length).toBeGreaterThan(1000)
    // Some lamps are seen from there, some are not.
    expect(new Set(kinds[3].map(({ t }) => t)).size).toBe(2)
  })

  test.each([['plain', 'standard-8'], ['ropes', 'ropes-plus-plus'], ['bvh', 'bvh']] as const satisfies readonly (readonly [TreeLayout, TraversalName])[])('gives every ray what the picture\'s own trees give: %s', async (layout, name) => {
    const copied = await copiedTrees(device, scene, layout, never)
    expect(await trace(name, copied!)).toEqual(await trace('standard-8', ownTrees(scene)))
    copied!.dispose()
  })
})

test('a large mesh is laid out where trees are built, as it would be here', async () => {
  const [large, small] = [sphereMesh(60), boxMesh()]
  const trees = new Map([large, small].map((mesh) => [mesh.key, buildKdTree(mesh)]))
  const asked: string[] = []
  const scene = await createSceneTables(device, {
    buildTree(mesh, _signal, layout) {
      asked.push(`${mesh.key} ${layout}`)
      const tree = trees.get(mesh.key)!
      return Promise.resolve({ ...tree, packed: packMesh(mesh, tree, layout) })
    },
    layout: 'plain', onTree() {},
  })
  const plain = material({})
  scene.set(sceneOf([large, small], [instance('large', large, plain), instance('small', small, plain, { move: [3, 0, 0] })]))
  await scene.treesReady()
  asked.length = 0
  const packed = await scene.packFor('ropes', never)
  expect(asked).toEqual([`${large.key} ropes`])
  for (const [mesh, { nodes, references, triangles }] of packed) {
    const here = packForTracing(mesh, trees.get(mesh.key)!, 'ropes')
    // Number by number, the matcher takes ten seconds.
    for (const [there, own] of [[nodes, here.nodes], [references, here.references], [triangles, here.triangles]]) expect(Buffer.compare(bytesOf(there), bytesOf(own))).toBe(0)
  }
  expect(packed.size).toBe(2)
  scene.dispose()
})

describe('what suits this adapter in the room', () => {
  const measurement = { camera: ROOM_CAMERA, signal: never, budgetMs: 60_000 }

  /** Until the room is on the GPU. */
  async function showRoom(): Promise<void> {
    await engine.treesReady()
    const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
    loop.update({ camera: ROOM_CAMERA, settings: { ...DEFAULT_SETTINGS, indirect: false, view: 'normals' }, width: 8, height: 8, interacting: true, cpu: createInlineExecutor() })
    while (await loop.step() === 'working') { /* until it is shown */ }
    loop.dispose()
  }

  test('nobody knows without a room; and it stops when it is told to', async () => {
    expect(await engine.measureTraversals(measurement)).toBeNull()
    engine.setScene(room)
    // Its trees are being built.
    expect(await engine.measureTraversals(measurement)).toBeNull()
    await showRoom()
    const stop = new AbortController()
    const measured = engine.measureTraversals({ ...measurement, signal: stop.signal })
    stop.abort(new Error('somebody moves the camera'))
    await expect(measured).rejects.toThrow('somebody moves the camera')
  })

  test('without memory to spare only walks of the trees in use are compared, and the others are named; without time they still are, three times each', async () => {
    const { traversal, mrays, leftOut } = (await engine.measureTraversals({ ...measurement, budgetMs: 0, mostBytes: 0 }))!
    expect(Object.keys(mrays)).toEqual(['standard-8', 'push-down-short-stack'])
    expect(leftOut).toEqual(['ropes-plus-plus', 'bvh'])
    expect(traversal).toBe(pickTraversal(mrays))
  })

  test('a short look at all of them says how fast each is, and picks one', { tags: 'proof' }, async () => {
    // The proofs run without the tests above.
    engine.setScene(room)
    await showRoom()
    const { traversal, mrays, leftOut } = (await engine.measureTraversals(measurement))!
    expect(Object.keys(mrays)).toEqual(['standard-8', 'ropes-plus-plus', 'push-down-short-stack', 'bvh'])
    expect(Math.min(...Object.values(mrays))).toBeGreaterThan(0)
    expect(leftOut).toEqual([])
    expect(traversal).toBe(pickTraversal(mrays))
  })
})
