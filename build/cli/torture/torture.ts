import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { nodeDisk } from '../../../electron/files/disk.ts'
import { Judge } from './judge.ts'
import { type Event, runSession } from './session.ts'
import { seededRandom } from './steps.ts'

/*
 * `npm run torture -- --kills 500 --seed 1`: lives of Atrium in processes of their own, each killed (SIGKILL) at a random
 * moment of a random editing session, the next one recovering what is left. Says as JSON what was lost.
 */

const USAGE = 'npm run torture -- [--kills 500] [--seed 1] [--life-ms 350]: kills, what chance is made from, and the longest life, milliseconds\n'
const { values } = parsed({
  options: { kills: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' }, child: { type: 'string' }, help: { type: 'boolean', default: false }, 'life-ms': { type: 'string', default: '350' } },
})
if (values.help) process.stderr.write(USAGE)
else if (values.child === undefined) await torture(Number(values.kills), Number(values.seed), Number(values['life-ms']))
else await live(values.child, Number(values.seed))

/** What was called wrongly is told with how it is called. */
function parsed<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
}

/** One life; its events go out at once, so that none is lost with the process. */
async function live(folder: string, seed: number): Promise<void> {
  const random = seededRandom(seed ^ 0x5eed)
  const say = (event: Event): void => void writeSync(1, `${JSON.stringify(event)}\n`)
  await runSession({ disk: nodeDisk, folder, seed, gestures: 100_000, say, pause: () => setTimeout(random() * 6) })
}

async function torture(kills: number, seed: number, lifeMs: number): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-torture-'))
  const random = seededRandom(seed)
  const judge = new Judge()
  const startedMs = performance.now()
  let strays = 0
  let done = 0
  let isStopped = false
  try {
    // Whoever stops it hears what was found so far.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true))
    for (; done < kills && !isStopped; done++) judge.read(await oneLife(folder, seed * 100_003 + done, random() * lifeMs), `life ${done}`)
    // The last life is killed before its first gesture: what lies there then is what the others left.
    judge.read(await oneLife(folder, seed * 100_003 + done, 0), `life ${done}`)
    strays = (await readdir(folder)).filter((name) => name.endsWith('.tmp')).length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const { gestures, lostGestures, recoveries, recoveryMs, faults } = judge
  const sorted = recoveryMs.sort((a, b) => a - b)
  const report = {
    kills: done,
    seed,
    gestures,
    lostGestures,
    recoveries,
    faults: faults.length,
    strays,
    recoveryMs: { median: sorted[sorted.length >> 1] ?? null, max: sorted.at(-1) ?? null },
    seconds: Math.round((performance.now() - startedMs) / 1000),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
  for (const fault of faults.slice(0, 20)) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

/** Kills some time after the session opened; one in eight dies while it still opens. */
async function oneLife(folder: string, seed: number, lifeMs: number): Promise<Event[]> {
  const child = spawn(process.execPath, [process.argv[1], '--child', folder, '--seed', String(seed)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const diesEarly = lifeMs > 0 && seed % 8 === 0
  let output = ''
  let complaint = ''
  let timer: NodeJS.Timeout | undefined
  const isOpen = (): boolean => output.includes('"opened"')
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString()
    if (diesEarly || isOpen()) timer ??= globalThis.setTimeout(() => child.kill('SIGKILL'), diesEarly ? lifeMs / 20 : lifeMs)
  })
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  if (child.signalCode !== 'SIGKILL') throw new Error(`the session ended by itself (seed ${seed}): ${complaint}`)
  // The last line may be torn.
  return output.slice(0, output.lastIndexOf('\n') + 1).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Event)
}
