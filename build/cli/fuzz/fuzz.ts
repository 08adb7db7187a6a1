import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { CRATES } from '../../../renderer/imports/testing-files.ts'
import { Fuzzer } from './one.ts'
import { type Outcome, Tally } from './outcome.ts'

/*
 * `npm run fuzz -- --minutes 5 --seed 1`: damaged projects, models, journals, requests and addresses, opened as Atrium opens
 * them, or with `--formats` a thousand of each format of models beside glTF (with `--only 3dm` of one), in a worker that is killed when it hangs. Says as JSON what became of them; inputs that fail lie in out/fuzz.
 */

/** An input that takes longer hangs. The application gives a silent worker more time; see workers/run-task.ts. */
const HANG_MS = 20_000
const MEMORY_MB = 1024

if (isMainThread) await main()
else await work(workerData as Work)

interface Work {
  readonly seed: number
  readonly kind: 'all' | 'formats'
}

async function work({ seed, kind }: Work): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('no worker')
  const fuzzer = await Fuzzer.create(seed, kind)
  port.on('message', (index: number) => {
    void fuzzer.try(index).then((outcome) => {
      const failed = outcome.result === 'crash' ? { input: fuzzer.input, name: fuzzer.name } : {}
      port.postMessage({ ...outcome, ...failed })
    })
  })
  port.postMessage(null)
}

type Said = (Outcome & { input?: Uint8Array | null; name?: string }) | null

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, formats: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' }, only: { type: 'string' }, inputs: { type: 'string' }, from: { type: 'string', default: '0' } } })
  const seed = Number(values.seed)
  const kind = values.formats || values.only !== undefined ? 'formats' : 'all'
  const isTried = (index: number): boolean => values.only === undefined || CRATES[index % CRATES.length].name.endsWith(`.${values.only}`)
  const endMs = performance.now() + Number(values.minutes ?? (kind === 'formats' ? Infinity : 1)) * 60_000
  const end = Number(values.from) + Number(values.inputs ?? (kind === 'formats' ? 1000 * CRATES.length : Infinity))
  const tally = new Tally()
  let worker: Worker | null = null
  let slowest: { index: number; ms: number } = { index: -1, ms: 0 }
  for (let index = Number(values.from); index < end && performance.now() < endMs; index++) {
    if (!isTried(index)) continue
    worker ??= await started({ seed, kind })
    const startedMs = performance.now()
    const said = await ask(worker, index)
    const ms = performance.now() - startedMs
    if (ms > slowest.ms) slowest = { index, ms: Math.round(ms) }
    tally.count(said)
    if (said.result !== 'crash' && said.result !== 'hang') continue
    keep(seed, said)
    if (said.result === 'hang' || said.detail.startsWith('worker:')) {
      await worker.terminate()
      worker = null
    }
  }
  await worker?.terminate()
  process.stdout.write(`${JSON.stringify({ seed, ...tally.report(), slowest }, null, 1)}\n`)
  for (const { index, target, result, detail } of tally.failures.slice(0, 30)) process.stderr.write(`${index} ${target} ${result}: ${detail}\n`)
  process.exitCode = tally.failures.length === 0 ? 0 : 1
}

async function started(what: Work): Promise<Worker> {
  const worker = new Worker(new URL(import.meta.url), { workerData: what, argv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, stderr: false })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  return worker
}

/** The outcome of one input, whatever becomes of the worker. */
function ask(worker: Worker, index: number): Promise<NonNullable<Said>> {
  return new Promise((resolve) => {
    const failed = (result: string, detail: string) => (): void => finish({ index, target: 'any', result, detail })
    const onMessage = (said: Said): void => void (said === null || finish(said))
    const onError = (error: Error): void => failed('crash', `worker: ${error.stack ?? error.message}`)()
    const onExit = failed('crash', 'worker: it ended')
    const timer = setTimeout(failed('hang', `no answer within ${HANG_MS / 1000} s`), HANG_MS)
    function finish(said: NonNullable<Said>): void {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      resolve(said)
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(index)
  })
}

function keep(seed: number, { index, input, name }: NonNullable<Said>): void {
  if (!input) return
  const folder = path.resolve('out/fuzz')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${seed}-${index}-${name}`), input)
}
