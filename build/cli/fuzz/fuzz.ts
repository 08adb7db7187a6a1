import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { keepStdout, runCommand } from '../command.ts'
import { Fuzzer } from './one.ts'
import { GLTF_NAMES } from './gltf-corpus.ts'
import { FORMAT_NAMES } from './models.ts'
import { PICTURE_NAMES } from './picture-corpus.ts'
import { type FuzzOptions, parseFuzzOptions, usage } from './options.ts'
import { type Outcome, Tally } from './outcome.ts'

/*
 * `npm run fuzz -- --minutes 5 --seed 1`: damaged projects, models, journals, requests and addresses, opened as Atrium opens them, in a worker
 * that is ended when it says nothing for too long. Or a thousand of each format of models with `--formats` (with `--only 3dm` of one), of each way
 * of glTF with `--gltf`, of each format of textures, surroundings and luminaires with `--pictures`. Says as JSON what became of them; inputs that
 * fail lie in out/fuzz.
 */

/** An input that takes longer hangs. The application gives a silent worker more time, ends it, and says `model-too-slow`; see workers/run-task.ts. */
const HANG_MS = 20_000
const MEMORY_MB = 1024
const TOO_SLOW = 'model-too-slow'
/** Formats that a kernel reads which is not ours: over what it has no defence against it runs in circles until the application ends it. */
const BY_KERNEL = /\.(3dm|ifc|ifczip)$/

if (isMainThread) await runCommand('fuzz', usage, (words) => main(parseFuzzOptions(words, FORMAT_NAMES.map(typeOf), GLTF_NAMES.length, PICTURE_NAMES.length)), false)
else await work(workerData as Work)

/** How a file name ends. */
function typeOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

type Work = Pick<FuzzOptions, 'seed' | 'kind'>

/** What is tried, told before it is; what became of it. */
type Said = { readonly begun: { readonly name: string; readonly input: Uint8Array } } | Outcome | null

async function work({ seed, kind }: Work): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('no worker')
  keepStdout()
  const fuzzer = await Fuzzer.create(seed, kind, (name, input) => port.postMessage({ begun: { name, input } } satisfies Said))
  port.on('message', (index: number) => void fuzzer.try(index).then((outcome) => port.postMessage(outcome)))
  port.postMessage(null)
}

/** @returns the exit status: 1 when an input crashed or hung */
async function main({ seed, kind, only, from, end, minutes }: FuzzOptions): Promise<number> {
  const endMs = performance.now() + minutes * 60_000
  const tally = new Tally()
  let worker: Worker | null = null
  let slowest: { index: number; ms: number } = { index: -1, ms: 0 }
  for (let index = from; index < end && performance.now() < endMs; index++) {
    if (only !== null && typeOf(FORMAT_NAMES[index % FORMAT_NAMES.length]) !== only) continue
    worker ??= await started({ seed, kind })
    const startedMs = performance.now()
    const said = await ask(worker, index)
    const ms = performance.now() - startedMs
    if (ms > slowest.ms) slowest = { index, ms: Math.round(ms) }
    tally.count(said)
    if (said.result !== 'crash' && said.result !== 'hang' && said.result !== TOO_SLOW) continue
    keep(seed, said)
    if (said.result !== 'crash' || said.detail.startsWith('worker:')) {
      await worker.terminate()
      worker = null
    }
  }
  await worker?.terminate()
  process.stdout.write(`${JSON.stringify({ seed, ...tally.report(), slowest }, null, 1)}\n`)
  for (const { index, target, result, detail } of tally.failures.slice(0, 30)) process.stderr.write(`${index} ${target} ${result}: ${detail}\n`)
  return tally.failures.length === 0 ? 0 : 1
}

async function started(what: Work): Promise<Worker> {
  const worker = new Worker(new URL(import.meta.url), { workerData: what, argv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, stderr: false })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  return worker
}

/** The outcome of one input, whatever becomes of the worker, and the input. */
function ask(worker: Worker, index: number): Promise<Outcome & { input: Uint8Array | null; name: string }> {
  return new Promise((resolve) => {
    let begun: { readonly name: string; readonly input: Uint8Array } | null = null
    const failed = (result: string, detail: string): void => finish({ index, target: begun?.name ?? 'any', result, detail })
    const onMessage = (said: Said): void => {
      if (said !== null && 'begun' in said) begun = said.begun
      else if (said !== null) finish(said)
    }
    const onError = (error: Error): void => failed('crash', `worker: ${error.stack ?? error.message}`)
    const onExit = (): void => failed('crash', 'worker: it ended')
    const timer = setTimeout(() => failed(BY_KERNEL.test(begun?.name ?? '') ? TOO_SLOW : 'hang', `no answer within ${HANG_MS / 1000} s: the worker was ended`), HANG_MS)
    function finish(outcome: Outcome): void {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      resolve({ ...outcome, input: begun?.input ?? null, name: begun?.name ?? '' })
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(index)
  })
}

function keep(seed: number, { index, input, name }: { readonly index: number; readonly input: Uint8Array | null; readonly name: string }): void {
  if (input === null) return
  const folder = path.resolve('out/fuzz')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${seed}-${index}-${name}`), input)
}
