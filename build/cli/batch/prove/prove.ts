import { spawnSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../../../../package.json' with { type: 'json' }
import { readStatusFile } from '../../../../electron/batch/queue/inbox.ts'
import type { Job } from '../../../../electron/batch/job.ts'
import type { Picture } from '../../../../electron/batch-wire.ts'
import { openQueue, type Queue } from '../../../../electron/batch/queue/queue.ts'
import type { QueueStatus } from '../../../../electron/batch/queue/queue-status.ts'
import { createFolderStore, keys, prepareFolder } from '../../../../electron/batch/files/store.ts'
import { isKernelThread, serveInThread } from '../../../../gpu/headless/cpu-threads.ts'
import { findAdapter, STOPS } from '../../adapter.ts'
import { createChildRenderer } from '../renderer.ts'
import { createCluster } from './postgres.ts'
import { measureFigures } from './figures.ts'
import { type Machine, PROJECT, putJob, startMachine, until } from './machine.ts'

/*
 * `npm run batch:prove`: real tiles of a sample on a real queue, while everything is killed. What comes out must have the bits of pictures that one process traced
 * uncut, one after the other. `-- alone` proves one computer with PGlite, `-- office` three workers on PostgreSQL; left out: both. `--figures` measures instead what a queue costs, of
 * either: `--runs` times, with `--counts` tiles at once or workers, of `--samples` each. It needs Debian's postgresql (apt-get install postgresql), and root for a disk that fills up. What it says goes to stdout.
 */

const TILES = 20
const FRAMES = 24

const say = (text: string): void => { process.stdout.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${text}\n`) }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { figures: { type: 'boolean' }, runs: { type: 'string', default: '3' }, counts: { type: 'string', default: '1,2,3' }, samples: { type: 'string' } },
})

/** Of both halves those that were named, or both. */
const isAsked = (part: 'alone' | 'office'): boolean => positionals.length === 0 || positionals.includes(part)

if (isKernelThread) serveInThread()
else {
  await findAdapter()
  const work = mkdtempSync(path.join(os.tmpdir(), 'atrium-batch-proof-'))
  chmodSync(work, 0o755)
  const started: Machine[] = []
  let status = 1
  process.once('exit', () => {
    for (const machine of started) machine.kill()
    if (existsSync(path.join(work, 'office'))) spawnSync('umount', ['-l', path.join(work, 'office')], { stdio: 'ignore' })
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  })
  // A process that a signal ends does not exit by itself.
  for (const signal of STOPS) process.once(signal, () => process.exit(128 + os.constants.signals[signal]))
  try {
    if (values.figures === true) {
      const wanted = { runs: Number(values.runs), counts: values.counts.split(',').map(Number), samples: values.samples === undefined ? null : Number(values.samples) }
      if (![wanted.runs, ...wanted.counts, wanted.samples ?? 1].every((count) => Number.isInteger(count) && count > 0)) throw new Error('--runs, --counts and --samples take whole numbers above 0.')
      await measureFigures(work, makeJob, wanted, say, started, isAsked)
      status = 0
    } else {
      status = await prove(work, started) ? 0 : 1
      say(status === 0 ? 'SAME' : 'DIFFERENT')
    }
  } catch (error) {
    say(`${String(error)}\n${existsSync(path.join(work, 'log')) ? readFileSync(path.join(work, 'log'), 'utf8').split('\n').slice(-40).join('\n') : ''}`)
  }
  process.exit(status)
}

/** A picture of 20 tiles and a clip of 24 frames. */
function makeJob(name: string): Job {
  const sha256 = createHash('sha256').update(readFileSync(PROJECT)).digest('hex')
  const shared = { moved: 0, sun: null, variant: null, bounces: 2, glossFloor: 0, panorama: false, transparent: false, denoise: false, exposureEv: 4, format: 'png' as const }
  const still: Picture = { ...shared, name: 'Still', clip: null, view: null, way: null, width: 40, height: 48, samples: 64, seed: 1, layers: true, cut: { pixels: 96, blocks: 8 } }
  const frames = Array.from({ length: FRAMES }, (_, i): Picture => ({
    ...shared, name: String(i + 1).padStart(5, '0'), clip: 'Clip', view: null, way: i / (FRAMES - 1), width: 16, height: 8, samples: 2, seed: 1 + i, layers: false, cut: { pixels: 1024, blocks: 8 },
  }))
  return { format: 1, atrium: manifest.version, name, project: sha256, pictures: [still, ...frames] }
}

/** SHA-256 of every picture of a job, by name. */
function sumsOf(folder: string, job: Job, id: string): Map<string, string> {
  return new Map(job.pictures.map((picture) => {
    const key = keys.picture(job.name, id, picture)
    return [`${picture.clip ?? ''}/${picture.name}`, createHash('sha256').update(readFileSync(path.join(folder, key))).digest('hex')]
  }))
}

async function prove(work: string, started: Machine[]): Promise<boolean> {
  const log = path.join(work, 'log')
  const start = (name: string, ...words: string[]): Machine => {
    const machine = startMachine(name, words, log)
    started.push(machine)
    return machine
  }
  const job = makeJob('Proof')
  const whole = await undisturbed(path.join(work, 'whole'), job)
  say(`${whole.size} pictures are traced uncut`)
  const parts = { alone: () => oneMachine(path.join(work, 'alone'), job, start), office: () => threeMachines(work, job, start) }
  let isSame = true
  for (const [name, run] of Object.entries(parts)) {
    if (!isAsked(name as keyof typeof parts)) continue
    const sums = await run()
    const different = [...whole].filter(([picture, sum]) => sums.get(picture) !== sum)
    say(`${name}: ${whole.size} pictures of ${TILES + FRAMES} tiles, ${different.length} of them differ${different.length > 0 ? `: ${different.map(([picture]) => picture).join(', ')}` : ''}`)
    isSame &&= different.length === 0
  }
  return isSame
}

/** Every picture uncut, by one process that nobody disturbs. */
async function undisturbed(folder: string, job: Job): Promise<Map<string, string>> {
  await prepareFolder(folder)
  const store = createFolderStore(folder)
  const id = await putJob(store, job)
  const renderer = createChildRenderer(store, folder, 'whole', null, path.join(folder, 'scratch'))
  const work = { signal: new AbortController().signal, tell: () => {} }
  for (const [i, picture] of job.pictures.entries()) {
    const part = keys.tile(id, String(i))
    await renderer.tile(job, picture, { region: { x: 0, y: 0, width: picture.width, height: picture.height }, firstSample: 0, samples: picture.samples }, part, work)
    await renderer.merge(job, picture, [part], keys.picture(job.name, id, picture), work)
  }
  return sumsOf(folder, job, id)
}

/** PGlite in a folder. Its only process, with the database in it, is killed twice over. */
async function oneMachine(folder: string, job: Job, start: (name: string, ...words: string[]) => Machine): Promise<Map<string, string>> {
  await prepareFolder(folder)
  const id = await putJob(createFolderStore(folder), job)
  const queueFolder = path.join(folder, 'queue')
  const queue = await openQueue(queueFolder, manifest.version, () => {})
  await queue.submit(job, id, 0)
  await queue.close()
  const status = async (): Promise<QueueStatus | null> => await readStatusFile(queueFolder).catch(() => null) as QueueStatus | null
  let host = start('alone', `--queue=${folder}`, '--at-once=2')
  await until('the host', async () => status())
  const second = start('second', `--queue=${folder}`)
  say(`A second process on the folder of PGlite: ${await second.ended === 2 ? 'told, and ended' : 'NOT told'}`)
  await until('two tiles', async () => ((await status())?.jobs[0]?.done ?? 0) >= 2 && (await status())!.machines.some(({ tasks }) => tasks.some(({ pid }) => pid !== null)))
  host.kill()
  say('kill -9 of the process with PGlite in it, tiles under way')
  await host.ended
  host = start('again', `--queue=${folder}`, '--at-once=2', '--until-done')
  if (await host.ended !== 0) throw new Error('The run after the kill did not end well')
  say('One machine is done')
  return sumsOf(folder, job, id)
}

async function threeMachines(work: string, job: Job, start: (name: string, ...words: string[]) => Machine): Promise<Map<string, string>> {
  const cluster = createCluster(path.join(work, 'postgres'), 20_000 + randomInt(20_000))
  const folder = path.join(work, 'office')
  const isSmallDisk = mountSmall(folder)
  await cluster.start()
  try {
    const allowed = cluster.notRefused()
    say(allowed.length === 0 ? 'The role of the office may use its schema over TLS, and nothing else' : `NOT refused: ${allowed.join('; ')}`)
    if (allowed.length > 0) throw new Error('The role of the office may do more than it should')
    await prepareFolder(folder)
    const store = createFolderStore(folder)
    const id = await putJob(store, job)
    // A view that is not there: its tile fails whoever tries it.
    const broken: Job = { ...job, name: 'Broken', pictures: [{ ...job.pictures[0], view: 'Nowhere', cut: { pixels: 8192, blocks: 8 } }, { ...job.pictures[1], clip: null, name: 'Whole' }] }
    const brokenId = await putJob(store, broken)
    const queue = await openQueue(cluster.url, manifest.version, () => {})
    try {
      await queue.submit(broken, brokenId, 5)
      await queue.submit(job, id, 0)
      await disturb({ queue, cluster, folder, isSmallDisk, id, start })
      const end = await until('both jobs', async () => {
        const { jobs } = await queue.status().catch((): QueueStatus => ({ jobs: [], machines: [] }))
        return jobs.length === 2 && jobs.every(({ state }) => state === 'done' || state === 'failed') ? jobs : null
      }, 1800)
      const failed = end.find(({ name }) => name === 'Broken')
      say(`A tile that always fails: ${failed?.state}, "${failed?.pictures[0].failed[0] ?? ''}"; the other picture of its job is ${failed?.pictures[1].isThere === true ? 'there' : 'MISSING'}`)
      if (failed?.state !== 'failed' || !failed.pictures[1].isThere || end.find(({ name }) => name === 'Proof')?.state !== 'done') throw new Error('The jobs did not end as they should')
    } finally {
      await queue.close().catch(() => {})
    }
    const strays = readdirSync(path.join(folder, keys.tiles(id))).filter((name) => name.endsWith('.part')).length
    say(`Half-written files left by what was killed: ${strays}`)
    return sumsOf(folder, job, id)
  } finally {
    await cluster.stop()
  }
}

interface Office { readonly queue: Queue; readonly cluster: ReturnType<typeof createCluster>; readonly folder: string; readonly isSmallDisk: boolean; readonly id: string; readonly start: (name: string, ...words: string[]) => Machine }

async function disturb({ queue, cluster, folder, isSmallDisk, id, start }: Office): Promise<void> {
  const words = [`--queue=${cluster.url}`, `--folder=${folder}`, '--poll=0.5']
  const machines = ['first', 'second', 'third'].map((name) => start(name, ...words))
  const status = (): Promise<QueueStatus> => queue.status().catch((): QueueStatus => ({ jobs: [], machines: [] }))
  const doneBy = (count: number) => until(`${count} tiles`, async () => ((await status()).jobs.find((job) => job.id === id)?.done ?? 0) >= count)
  const tileOn = (name: string | null) => until('a tile under way', async () => (await status()).machines.filter(({ machine, silentSeconds }) => (name === null || machine === name) && silentSeconds < 5)
    .flatMap(({ tasks }) => tasks).find(({ pid, tile }) => pid !== null && tile !== null))
  await doneBy(2)
  await until('a tile that can be killed', async () => killed((await tileOn(null)).pid!))
  say('kill -9 of a tile')
  await doneBy(6)
  await tileOn('second')
  const again = async (): Promise<number> => (await status()).jobs.find((job) => job.id === id)?.again ?? 0
  const before = await again()
  machines[1].kill()
  const killedAt = performance.now()
  say('kill -9 of a worker, its tile under way')
  await until('its tile back in the queue', async () => await again() > before)
  say(`A dead worker was noticed after ${((performance.now() - killedAt) / 1000).toFixed(1)} s`)
  await doneBy(10)
  cluster.kill()
  say('kill -9 of the database')
  await new Promise((resolve) => { setTimeout(resolve, 3000) })
  await cluster.start()
  say('The database is back')
  await doneBy(14)
  if (isSmallDisk) await fillDisk(folder, status)
  else say('NOT PROVEN here: a full disk (no rights to mount one)')
  start('fourth', ...words)
}

/** @returns false when it was over before */
function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** A disk of our own that can be filled. */
function mountSmall(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'none', folder], { stdio: 'ignore' }).status === 0
}

async function fillDisk(folder: string, status: () => Promise<QueueStatus>): Promise<void> {
  const filler = path.join(folder, 'somebody-elses-film')
  const { bavail, bsize } = statfsSync(folder)
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
  } catch {
    // That is what it is for: nothing more fits.
  }
  const told = await until('a machine that tells of the full disk', async () => (await status()).machines.find(({ trouble }) => trouble !== null))
  say(`The disk is full; ${told.machine} says: ${told.trouble?.split('\n')[0]}`)
  rmSync(filler)
  await until('a machine that goes on', async () => (await status()).machines.every(({ trouble, silentSeconds }) => trouble === null || silentSeconds > 5))
  say('There is room again, and they go on')
}
