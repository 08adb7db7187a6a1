import { beforeAll, expect, test } from 'vitest'
import { createEngine } from './engine.ts'
import { buildKdTree } from './kdtree/build/build.ts'
import type { KdTree } from './kdtree/node.ts'
import { createHeadlessDevice, sharedDevice } from './headless/headless.ts'
import { boxMesh, cameraAt, glowing, instance, material, MIRROR, PLAIN, sceneOf, sphereMesh, squareMesh } from './testing/shapes.ts'
import { createHeadlessEngine, pixelOf } from './headless/still.ts'
import { readTexture } from './buffers/buffer.ts'
import { resourcesOf } from './device/resources.ts'
import type { SceneSnapshot } from './scene.ts'
import type { TraversalName } from './traversal/traversals.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const [square, box, sphere] = [squareMesh(), boxMesh(), sphereMesh(12)]
const red = (x: number) => instance('red', box, glowing([0.8, 0, 0]), { move: [x, 0, 1.5], scale: [0.4, 0.4, 0.1] })
const mirror = instance('mirror', square, MIRROR, { move: [0, 0, -1], turn: [Math.PI / 2, 0, 0], scale: [4, 1, 4] })

test('slots are stable while an instance lives', async () => {
  const engine = await createHeadlessEngine(device)
  engine.setScene(sceneOf([square, box], [mirror, red(0)]))
  const slot = engine.slotOf('red')!
  engine.setScene(sceneOf([square, box], [red(1)]))
  expect(engine.slotOf('red')).toBe(slot)
  expect(engine.instanceAt(slot)).toBe('red')
  expect(engine.slotOf('mirror')).toBeNull()
  engine.dispose()
})

test('what is drawn stops rays and bodies while its tree is being built', async () => {
  let finish = (): void => {}
  const engine = await createEngine({ device, buildTree: (mesh) => new Promise((resolve) => { finish = () => resolve(buildKdTree(mesh)) }) })
  engine.setScene(sceneOf([box], [red(0)]))
  const ask = () => [engine.query.closestHit([0, 0, 0], [0, 0, 1])?.instance, engine.query.overlapCapsule([0, -0.2, 1.3], [0, 0.2, 1.3], 0.2).length]
  expect(ask()).toEqual(['red', 1])
  finish()
  await engine.treesReady()
  expect(ask()).toEqual(['red', 1])
  engine.setScene(sceneOf([box], [{ ...red(0), visible: false }]))
  expect(ask()).toEqual([undefined, 0])
  engine.dispose()
})

test('a mesh is shaded at once and reflected when its tree is ready', () => showsWhenReady([]))
test('and by another walk just so', { tags: 'proof' }, () => showsWhenReady(['ropes-plus-plus', 'standard-8']))

/** @param walks  chosen one after the other, each of which compiles the frame's kernels anew */
async function showsWhenReady(walks: readonly TraversalName[]): Promise<void> {
  const waiting = new Map<string, (tree: KdTree) => void>()
  let changes = 0
  let changed = (): void => {}
  const squareIsReady = new Promise<void>((resolve) => { changed = resolve })
  const engine = await createEngine({
    device,
    buildTree: (mesh) => (mesh === box ? new Promise((resolve) => waiting.set(mesh.key, resolve)) : Promise.resolve(buildKdTree(mesh))),
    onChange: () => { changes++; changed() },
  })
  // A rasterizer that sees the mirror everywhere: all of its front is triangles 0 and 1 of slot 0.
  const primary = await engine.createPrimaryRasterizer()
  const loop = engine.createFrameLoop(primary)
  expect(engine.setScene(sceneOf([square, box], [mirror, red(0)])).pendingMeshes).toBe(2)
  await squareIsReady
  const update = (x: number) => loop.update({ camera: cameraAt([x, 0, 0]), settings: PLAIN, width: 16, height: 16, interacting: false })
  const shoot = async () => {
    update(0)
    while (await loop.step() === 'working') { /* on */ }
    return readTexture(device, loop.output, 4)
  }
  const middleOf = (rgba: Uint8Array) => pixelOf({ width: 16, rgba }, 8, 8)[0]
  expect(middleOf(await shoot())).toBe(0)
  const before = changes
  waiting.get('box')!(buildKdTree(box))
  await engine.treesReady()
  expect(changes).toBe(before + 1)
  const picture = await shoot()
  expect(middleOf(picture)).toBeGreaterThan(200)
  // Another walk, whose trees hold ropes, and back: chosen while a picture is on its way.
  for (const traversal of walks) {
    update(0.1)
    await loop.step()
    const chosen = engine.setTraversal(traversal)
    expect(engine.traversal).toBe(traversal)
    await loop.step()
    await chosen
    expect(await shoot()).toEqual(picture)
  }
  engine.dispose()
}

test('the bytes after closing a large project are the bytes before, and the small room looks and answers as before', { tags: 'proof' }, async () => {
  // What others of this process still hold is theirs.
  const own = await createHeadlessDevice()
  const engine = await createHeadlessEngine(own)
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
  const resources = resourcesOf(own)!
  async function shoot(scene: SceneSnapshot) {
    engine.setScene(scene)
    await engine.treesReady()
    loop.update({ camera: cameraAt([0, 0, 0]), settings: PLAIN, width: 16, height: 16, interacting: false })
    while (await loop.step() === 'working') { /* on */ }
    return { picture: await readTexture(own, loop.output, 4), bytes: resources.bytesByLabel(), hit: engine.query.closestHit([0, 0, 0], [0, 0, -1])?.instance }
  }
  const small = sceneOf([square, box], [mirror, red(0)])
  const before = await shoot(small)
  const balls = [sphereMesh(70, 'first'), sphereMesh(71, 'second')]
  const large = await shoot(sceneOf(balls, Array.from({ length: 300 }, (_, i) => instance(`ball ${i}`, balls[i % 2], glowing([i, 0, 0]), { move: [0, 0, -3 - i] }))))
  for (const table of ['triangles', 'attributes', 'instances', 'materials']) expect(large.bytes[table], table).toBeGreaterThan(before.bytes[table])
  expect(large.hit).toBe('ball 0')
  expect(await shoot(small)).toEqual(before)
  loop.dispose()
  engine.dispose()
  own.destroy()
})

test('a mesh that leaves the snapshot stops its build', async () => {
  const signals: AbortSignal[] = []
  const engine = await createEngine({
    device,
    buildTree: (_, signal) => new Promise((_resolve, reject) => {
      signals.push(signal)
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    }),
  })
  engine.setScene(sceneOf([box], [red(0)]))
  engine.setScene(sceneOf([], []))
  expect(signals[0].aborted).toBe(true)
  await engine.treesReady()
  engine.dispose()
})

test('a tree that cannot be built is reported', async () => {
  const engine = await createEngine({ device, buildTree: () => Promise.reject(new Error('no memory')) })
  engine.setScene(sceneOf([box], [red(0)]))
  await expect(engine.treesReady()).rejects.toThrow('no memory')
  engine.dispose()
})

test('says what is wrong with a snapshot', async () => {
  const engine = await createHeadlessEngine(device)
  const good = sceneOf([square, box], [mirror, red(0)])
  engine.setScene(good)
  expect(() => engine.setScene(sceneOf([], [red(0)]))).toThrow('which the snapshot lacks')
  const flattened = instance('flat', box, material(), { scale: [1, 0, 1] })
  expect(() => engine.setScene(sceneOf([box], [flattened]))).toThrow('Instance flat')
  expect(() => engine.setScene(sceneOf([{ ...box, key: 'torn', indices: Uint32Array.of(0, 1, 99) }], []))).toThrow('past its vertices')
  // The scene before goes on.
  await engine.treesReady()
  expect(engine.setScene(good)).toMatchObject({ instances: 2, pendingMeshes: 0 })
  expect(engine.query.closestHit([0, 0, 0], [0, 0, 1])?.instance).toBe('red')
  engine.dispose()
})

test('rebuilds the über tree of a thousand objects and says how long that took, and answers queries from the same trees', async () => {
  const engine = await createHeadlessEngine(device)
  const many = Array.from({ length: 1000 }, (_, i) => instance(`i${i}`, sphere, material(), { move: [i % 10, Math.floor(i / 10) % 10, Math.floor(i / 100)], scale: [0.4, 0.4, 0.4] }))
  engine.setScene(sceneOf([sphere], many))
  await engine.treesReady()
  const moved = [...many.slice(0, -1), instance('i999', sphere, material(), { move: [20, 0, 0] })]
  const { uberBuildMs, instances } = engine.setScene(sceneOf([sphere], moved))
  expect(instances).toBe(1000)
  expect(uberBuildMs).toBeGreaterThan(0)
  expect(engine.query.closestHit([30, 0.01, 0.01], [-1, 0, 0])?.instance).toBe('i999')
  engine.dispose()
})
