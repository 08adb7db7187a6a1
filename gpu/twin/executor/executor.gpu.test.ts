import { file as worker } from 'twin-worker:worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedDevice } from '../../headless/headless.ts'
import { startWorker } from '../../headless/cpu-workers.ts'
import { rayZoo } from '../../testing/rays.ts'
import { instancedScene } from '../../testing/scenes.ts'
import { HIT_WORDS, packScene } from '../../testing/tracer.ts'
import { createGpuExecutor, type Executor } from './executor.ts'
import { createCpuExecutor } from './cpu-executor.ts'
import { SHIPPED_KERNELS } from '../../shipped-kernels.ts'
import { boxesOf } from './worker-protocol.ts'

const SEED = 7
let executors: Executor[]

beforeAll(async () => {
  const twin = await createCpuExecutor(() => startWorker(worker), 2)
  executors = [createGpuExecutor(await sharedDevice(), SHIPPED_KERNELS), twin]
})

afterAll(() => {
  for (const executor of executors) executor.dispose()
})

test(`a kernel is dispatched the same way on the GPU and on two cores, with the same hits, seed ${SEED}`, async () => {
  const scene = instancedScene(SEED)
  const packed = packScene(scene)
  const { rays, kinds } = rayZoo(scene, 100, SEED)
  const count = kinds.length
  const answers: Uint32Array[] = []
  for (const executor of executors) {
    const kernel = await executor.kernel('trace/uber/standard-8')
    const traced = executor.buffer('traced', count * HIT_WORDS * 4)
    const resources = {
      nodes: executor.buffer('nodes', packed.nodes), references: executor.buffer('references', packed.references), triangles: executor.buffer('triangles', packed.triangles),
      attributes: executor.buffer('attributes', 256), instances: executor.buffer('instances', packed.instances), materials: executor.buffer('materials', 256),
      scene: executor.buffer('scene', packed.uniforms), rays: executor.buffer('rays', rays), traced, trace_params: executor.buffer('params', Uint32Array.of(0, count, 3, 0)),
    }
    await kernel.dispatch(resources, Math.ceil(count / 64))
    await kernel.dispatch(resources, 3, 2, 1)
    answers.push(new Uint32Array(await traced.read()))
  }
  // Numbers below the normal ones are flushed on the adapter alone.
  const differing = [...kinds.keys()].filter((i) => kinds[i] !== 'tiny components' && [3, 4, 5].some((word) => answers[0][i * HIT_WORDS + word] !== answers[1][i * HIT_WORDS + word]))
  expect(differing).toEqual([])
})

test('a kernel that loads from and stores to textures gives the same picture on both', async () => {
  const [width, height] = [24, 10]
  const pictures: Uint32Array[] = []
  for (const executor of executors) {
    const kernel = await executor.kernel('mark-edges')
    const ids = executor.texture('ids', 'rg32uint', width, height)
    ids.write(Uint32Array.from({ length: width * height * 2 }, (_, i) => (i & 1 ? 0 : 1 + Math.floor(((i >> 1) % width) / 9))))
    const marks = executor.texture('marks', 'r32uint', width, height)
    const params = new DataView(new ArrayBuffer(16))
    params.setUint32(0, width, true)
    params.setUint32(4, height, true)
    params.setFloat32(8, 1, true)
    params.setFloat32(12, 0.05, true)
    const sample = Float32Array.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 1 : Math.floor(i / 4 / width) > 6 ? 0.8 : 0.1))
    await kernel.dispatch({ edge: executor.buffer('edge', params), edge_ids: ids, first_sample: executor.buffer('sample', sample), marks }, Math.ceil(width / 8), Math.ceil(height / 8))
    pictures.push(new Uint32Array(await marks.read()))
  }
  expect(pictures[1]).toEqual(pictures[0])
  expect(pictures[0].reduce((sum, mark) => sum + mark)).toBe(2 * 24 + 4 * 8)
})

test('a resource that is missing, an index or a kernel that is not there is an error, and the executor goes on', async () => {
  for (const executor of executors) {
    await expect(executor.kernel('trace/nothing').then((kernel) => kernel.dispatch({}, 1))).rejects.toThrow('there is no kernel trace/nothing')
    const kernel = await executor.kernel('prepare-bounce')
    const workgroups = executor.buffer('workgroups', 16)
    await expect(kernel.dispatch({ workgroups }, 1)).rejects.toThrow('nothing is bound to bounce_queue')
    const queue = executor.buffer('queue', Uint32Array.from({ length: 64 }, (_, i) => (i === 0 ? 1 : i === 5 ? 130 : 0)))
    await kernel.dispatch({ workgroups, bounce_queue: queue }, 1)
    expect([...new Uint32Array(await workgroups.read())]).toEqual([3, 1, 1, 0])
  }
})

test('parts of a dispatch cover every workgroup once', () => {
  const size = [5, 3, 2] as const
  const seen: string[] = []
  for (let first = 0; first < 30; first += 7) {
    for (const [from, to] of boxesOf(first, Math.min(30, first + 7), size)) {
      for (let z = from[2]; z < to[2]; z++) for (let y = from[1]; y < to[1]; y++) for (let x = from[0]; x < to[0]; x++) seen.push(`${x} ${y} ${z}`)
    }
  }
  expect(new Set(seen).size).toBe(30)
  expect(seen.length).toBe(30)
})
