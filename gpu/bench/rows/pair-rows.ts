import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { buildKdTree } from '../../kdtree/build/build.ts'
import { helpPair, leadPair, PAIR_STATE_BYTES } from '../../kdtree/build/pair.ts'
import type { MeshData } from '../../scene.ts'
import { terrain } from '../../testing/meshes.ts'
import type { BenchScene } from '../bench-scenes.ts'
import { type Experiment, type Finding, timeRow } from '../bench.ts'
import { CPU_CLOCK, interleave } from '../measure.ts'

const SCHEDSTAT = '/proc/thread-self/schedstat'

/** Milliseconds that this thread has been on a processor; wall time where the system does not tell. */
const threadMs = () => (existsSync(SCHEDSTAT) ? Number(readFileSync(SCHEDSTAT, 'utf8').split(' ')[0]) / 1e6 : performance.now())

type Role = 'alone' | 'lead' | 'helper'
interface Order { readonly role: Role; readonly mesh: Pick<MeshData, 'key' | 'positions' | 'indices'>; readonly port: MessagePort | null; readonly state: SharedArrayBuffer }
interface Answer { readonly ms: number; readonly nodes: number | null }

/** What a thread of this experiment does: builds as it is told, until it is ended. */
export function serveBuilds(): void {
  // Everybody's code is compiled first, by as much work.
  for (let i = 0; i < 4; i++) buildKdTree(terrain(60))
  parentPort!.on('message', (order: Order) => void build(order).then((answer) => parentPort!.postMessage(answer)))
  parentPort!.postMessage('ready')
}

async function build({ role, mesh, port, state }: Order): Promise<Answer> {
  const start = threadMs()
  const tree = role === 'alone' ? buildKdTree(mesh) : role === 'lead' ? await leadPair(mesh, port!, state) : (await helpPair(mesh, port!, state), null)
  return { ms: threadMs() - start, nodes: tree === null ? null : tree.nodes.length / 2 }
}

/**
 * The exact builder on two threads against one. Each thread's own processor time is taken: work passes to and fro, so the pair is
 * done when the busier thread is, and on two free cores the wall clock would say the same but for waiting at the very end.
 */
export function twoThreadRows(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `build-threads/${name}`, group: 'build', weight: 1.5, needsGpu: false,
    async run(bench, budgetMs) {
      const { merged } = await source()
      const mesh = { key: merged.key, positions: merged.positions, indices: merged.indices }
      const workers = (['alone', 'lead', 'helper'] as const).map((role) => ({ role, worker: new Worker(process.argv[1]) }))
      try {
        await Promise.all(workers.map(({ worker }) => once(worker, 'message')))
        const [alone, lead, helper] = workers
        const ask = async ({ role, worker }: (typeof workers)[number], port: MessagePort | null, state: SharedArrayBuffer): Promise<Answer> => {
          const heard = once(worker, 'message')
          worker.postMessage({ role, mesh, port, state } satisfies Order, port === null ? [] : [port as never])
          return (await heard as [Answer])[0]
        }
        let nodes: number | null = null
        const series = await interleave([
          { name: 'one', run: async () => {
            const answer = await ask(alone, null, new SharedArrayBuffer(PAIR_STATE_BYTES))
            nodes = answer.nodes
            return answer.ms
          } },
          { name: 'two', run: async () => {
            const { port1, port2 } = new MessageChannel()
            const state = new SharedArrayBuffer(PAIR_STATE_BYTES)
            const answers = await Promise.all([ask(lead, port1, state), ask(helper, port2, state)])
            if (answers[0].nodes !== nodes) throw new Error(`two threads made ${answers[0].nodes} nodes, one made ${nodes}`)
            return Math.max(...answers.map(({ ms }) => ms))
          } },
        ], { clock: CPU_CLOCK, budgetMs, repetitions: [5, 9] })
        const what = { what: 'build/two-threads', scene: name, triangles: merged.indices.length / 3, adapter: bench.cpu }
        const findings: Finding[] = [
          timeRow({ ...what, variant: 'exact-sah on two threads', peer: 'exact-sah on one thread', detail: `the busier thread; the same ${nodes} nodes` }, CPU_CLOCK, series.two, series.one),
          timeRow({ ...what, variant: 'exact-sah on one thread' }, CPU_CLOCK, series.one),
        ]
        return findings
      } finally {
        for (const { worker } of workers) await worker.terminate()
      }
    },
  }
}
