import { describe, expect, test } from 'vitest'
import type { MeshData } from '../../gpu/index.ts'
import type { FromTreeWorker, ToTreeWorker } from './tree-protocol.ts'
import { createTreePool } from './tree-pool.ts'

const mesh = (key: string, triangles: number): MeshData => ({
  key,
  positions: new Float32Array(9),
  normals: new Float32Array(9),
  uvs: null,
  indices: new Uint32Array(triangles * 3),
  materialSlots: null,
  bounds: { min: [0, 0, 0], max: [0, 0, 0] },
})

/** Workers that answer when the test says so. */
function fakeWorkers() {
  const asked: { key: string; answer: (message?: string) => void; wantHelp: () => void; helped: (lead: number) => void; fail: () => void }[] = []
  const others: ToTreeWorker[] = []
  let terminated = 0
  const create = (): Worker => {
    const target = new EventTarget()
    return Object.assign(target, {
      postMessage: (message: ToTreeWorker) => {
        const { id } = message
        if (message.kind !== 'build') {
          others.push(message)
          return
        }
        const { key } = message
        const tree = { nodes: new Uint32Array(), references: new Uint32Array(), triangleOfRecord: new Uint32Array(), bounds: new Float32Array(), depth: 1 }
        const send = (data: FromTreeWorker) => target.dispatchEvent(Object.assign(new Event('message'), { data }))
        asked.push({
          key,
          answer: (message) => send(message === undefined ? { id, tree } : { id, message }),
          wantHelp: () => send({ id, wantsHelp: true }),
          helped: (lead: number) => send({ id: lead, helped: true }),
          fail: () => target.dispatchEvent(Object.assign(new Event('error'), { message: 'boom' })),
        })
      },
      terminate: () => void terminated++,
    }) as unknown as Worker
  }
  return { asked, others, create, terminated: () => terminated }
}

const never = new AbortController().signal

function poolOf(...parts: Parameters<typeof createTreePool>) {
  const pool = createTreePool(...parts)
  return { ...pool, buildTree: (wanted: MeshData, signal: AbortSignal) => pool.buildTree(wanted, signal, 'plain') }
}

describe('the tree pool', () => {
  test('builds small meshes first, as many at once as there are workers', async () => {
    const { asked, create } = fakeWorkers()
    const { buildTree } = poolOf(1, create)
    const trees = [buildTree(mesh('first', 50), never), buildTree(mesh('large', 900), never), buildTree(mesh('small', 3), never)]
    for (let i = 0; i < 3; i++) asked[i].answer()
    await Promise.all(trees)
    expect(asked.map(({ key }) => key)).toEqual(['first', 'small', 'large'])
  })

  test('a tree nobody wants any more stops its worker, and the next one starts', async () => {
    const { asked, create, terminated } = fakeWorkers()
    const { buildTree } = poolOf(1, create)
    const stop = new AbortController()
    const running = buildTree(mesh('running', 50), stop.signal)
    const waiting = buildTree(mesh('waiting', 60), stop.signal)
    const wanted = buildTree(mesh('wanted', 70), never)
    stop.abort()
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    expect(terminated()).toBe(1)
    asked.at(-1)?.answer()
    await wanted
    expect(asked.map(({ key }) => key)).toEqual(['running', 'wanted'])
    await expect(buildTree(mesh('late', 1), stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('a refused mesh and a failed worker reject their own job alone', async () => {
    const { asked, create } = fakeWorkers()
    const { buildTree } = poolOf(1, create)
    const refused = buildTree(mesh('refused', 1), never)
    asked[0].answer('triangle 7 is not finite')
    await expect(refused).rejects.toMatchObject({ code: 'scene-invalid', detail: 'triangle 7 is not finite' })
    const failed = buildTree(mesh('failed', 1), never)
    const next = buildTree(mesh('next', 1), never)
    asked[1].fail()
    await expect(failed).rejects.toMatchObject({ code: 'internal' })
    asked[2].answer()
    await next
  })

  test('closing the pool rejects what is under way', async () => {
    const { create, terminated } = fakeWorkers()
    const pool = poolOf(2, create)
    const trees = [1, 2, 3].map((n) => pool.buildTree(mesh(String(n), n), never))
    pool.dispose()
    for (const tree of trees) await expect(tree).rejects.toMatchObject({ code: 'cancelled' })
    expect(terminated()).toBe(2)
  })

  test('a large mesh gets whoever has nothing to do as its helper, and nobody when all are busy', async () => {
    const { asked, others, create, terminated } = fakeWorkers()
    const { buildTree } = poolOf(2, create)
    const stop = new AbortController()
    const large = buildTree(mesh('large', 30_000), stop.signal)
    asked[0].wantHelp()
    expect(others.map((message) => [message.kind, 'pairing' in message && message.pairing !== null])).toEqual([['help', true], ['pair', true]])
    // The helper is busy now: what comes next waits, and stopping the lead stops it too.
    const next = buildTree(mesh('next', 5), never)
    expect(asked).toHaveLength(1)
    stop.abort()
    await expect(large).rejects.toMatchObject({ code: 'cancelled' })
    expect(terminated()).toBe(2)
    const [second, third] = [buildTree(mesh('second', 30_000), never), buildTree(mesh('third', 30_000), never)]
    asked.find(({ key }) => key === 'next')?.answer()
    await next
    asked.find(({ key }) => key === 'second')?.wantHelp()
    expect(others.at(-1)).toMatchObject({ kind: 'pair', pairing: null })
    for (const { answer } of asked.slice(2)) answer()
    await Promise.all([second, third])
  })
})
