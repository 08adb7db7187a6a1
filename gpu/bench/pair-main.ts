import { readFileSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { buildKdTree } from '../kdtree/build/build.ts'
import { helpPair, leadPair, PAIR_STATE_BYTES } from '../kdtree/build/pair.ts'
import { terrain } from '../testing/meshes.ts'
import { mergeFile, readMeshFile } from './files/mesh-file.ts'

/**
 * One exact build alone and on two threads, interleaved: `node build/tool.mjs gpu/bench/pair-main.ts [FILE.glb...]`.
 *
 * A busy machine says nothing by its clock. Each thread's own CPU time does: with work passed to and fro, the pair is done when
 * the busier thread is, so alone / max(lead, helper) is what two free cores would gain, but for waiting at the very end.
 */
const REPEATS = 5
/** Nanoseconds this thread has been on a processor. */
const cpuMs = (): number => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6

type Mesh = Parameters<typeof leadPair>[0]

if (!isMainThread) {
  const { mesh, port, state, role } = workerData as { mesh: Mesh; port: MessagePort; state: SharedArrayBuffer; role: 'lead' | 'helper' | 'alone' }
  const { parentPort } = await import('node:worker_threads')
  // Everybody's code is compiled first, by as much work.
  for (let i = 0; i < 6; i++) buildKdTree(terrain(80))
  parentPort!.postMessage('ready')
  await new Promise((resolve) => parentPort!.once('message', resolve))
  const [cpu, wall] = [cpuMs(), performance.now()]
  const tree = role === 'alone' ? buildKdTree(mesh) : role === 'lead' ? await leadPair(mesh, port, state) : (await helpPair(mesh, port, state), null)
  parentPort!.postMessage({ cpuMs: cpuMs() - cpu, wallMs: performance.now() - wall, nodes: tree === null ? null : tree.nodes.length / 2 })
} else {
  for (const file of process.argv.slice(2)) {
    const mesh = mergeFile(await readMeshFile(file))
    const rows: { alone: number; lead: number; helper: number; wall: number; aloneWall: number }[] = []
    for (let i = 0; i < REPEATS; i++) {
      const [alone] = await run(mesh, ['alone'])
      const [lead, helper] = await run(mesh, ['lead', 'helper'])
      if (lead.nodes !== alone.nodes) throw new Error(`${file}: ${lead.nodes} nodes instead of ${alone.nodes}`)
      rows.push({ alone: alone.cpuMs, aloneWall: alone.wallMs, lead: lead.cpuMs, helper: helper.cpuMs, wall: lead.wallMs })
    }
    const median = (of: (row: (typeof rows)[number]) => number): number => rows.map(of).toSorted((a, b) => a - b)[REPEATS >> 1]
    const gains = rows.map((row) => row.alone / Math.max(row.lead, row.helper)).toSorted((a, b) => a - b)
    console.log(JSON.stringify({
      scene: file.split('/').at(-1), triangles: mesh.indices.length / 3, aloneMs: median((row) => row.alone), leadMs: median((row) => row.lead), helperMs: median((row) => row.helper),
      gain: median((row) => row.alone / Math.max(row.lead, row.helper)), spread: [gains[1], gains.at(-2)], wallGain: median((row) => row.aloneWall / row.wall),
    }))
  }
  process.exit(0)
}

interface Answer { readonly cpuMs: number; readonly wallMs: number; readonly nodes: number | null }

/** Fresh threads for every run, each warmed up alike. */
async function run(mesh: Mesh, roles: readonly string[]): Promise<Answer[]> {
  const { port1, port2 } = new MessageChannel()
  const state = new SharedArrayBuffer(PAIR_STATE_BYTES)
  const workers = roles.map((role, i) => {
    const port = [port1, port2][i]
    return new Worker(process.argv[1], { workerData: { mesh, port, state, role }, transferList: [port as never] })
  })
  const heard = <T>(worker: Worker): Promise<T> => new Promise((resolve, reject) => { worker.once('message', resolve).once('error', reject) })
  await Promise.all(workers.map(heard))
  const answers = workers.map((worker) => heard<Answer>(worker))
  for (const worker of workers) worker.postMessage('go')
  const all = await Promise.all(answers)
  await Promise.all(workers.map((worker) => worker.terminate()))
  return all
}
