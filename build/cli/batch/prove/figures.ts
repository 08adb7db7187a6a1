import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync } from 'node:fs'
import path from 'node:path'
import manifest from '../../../../package.json' with { type: 'json' }
import { type Job, tileOf } from '../../../../electron/batch/job.ts'
import { openQueue } from '../../../../electron/batch/queue/queue.ts'
import type { QueueStatus } from '../../../../electron/batch/queue/queue-status.ts'
import { readStatusFile } from '../../../../electron/batch/queue/inbox.ts'
import { createFolderStore, keys, prepareFolder } from '../../../../electron/batch/files/store.ts'
import { createChildRenderer, wordsOf } from '../renderer.ts'
import { simulate } from '../simulate.ts'
import { createCluster } from './postgres.ts'
import { type Machine, PROJECT, putJob, startMachine, tools, until } from './machine.ts'

/** Tiles of a run. */
const TILES = 12

/** What is measured, how often, with how many tiles at once or workers, and samples of a tile; null: so few that the queue is most of it. */
export interface Figures { readonly runs: number; readonly counts: readonly number[]; readonly samples: number | null }

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]

/** Middle, least and most. */
const spread = (values: readonly number[], digits: number): string => `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`

/**
 * What a queue costs: tiles as plain stills, then the same by nobody's queue, by PGlite in a folder (`alone`) and by workers on PostgreSQL (`office`), in turns, so that whatever else the
 * computer does comes to all of them. Prints the seconds of each turn, and in the end medians with the least and the most; what a tile costs more is of the two runs of one turn.
 */
export async function measureFigures(work: string, makeJob: (name: string) => Job, { runs, counts, samples }: Figures, say: (text: string) => void, started: Machine[], isAsked: (part: 'alone' | 'office') => boolean): Promise<void> {
  const job = (name: string): Job => {
    const made = makeJob(name)
    return { ...made, pictures: made.pictures.slice(1, 1 + TILES).map((picture) => (samples === null ? picture : { ...picture, samples, cut: { ...picture.cut, blocks: 1024 } })) }
  }
  const [first] = job('bare').pictures
  chmodSync(work, 0o755)
  const cluster = isAsked('office') ? createCluster(path.join(work, 'postgres'), 20_000 + randomInt(20_000)) : null
  await cluster?.start()
  try {
    const bare: number[] = []
    const ways = new Map<string, { readonly seconds: number[]; readonly more: number[] }>()
    for (let run = 1; run <= runs; run++) {
      const began = performance.now()
      execFileSync(process.execPath, [path.join(tools, 'still.mjs'), PROJECT, `--out=${path.join(work, `${run}.sums`)}`, ...wordsOf(first, tileOf(first, 0), null)], { stdio: 'ignore' })
      bare.push((performance.now() - began) / 1000)
      say(`turn ${run}: a tile as a bare still in ${bare.at(-1)!.toFixed(2)} s`)
      const without = await measureWithout(path.join(work, `without-${run}`), job(`Without ${run}`))
      const tell = (how: string, seconds: number): void => {
        say(`turn ${run}: ${how} in ${seconds.toFixed(1)} s`)
        if (!ways.has(how)) ways.set(how, { seconds: [], more: [] })
        ways.get(how)!.seconds.push(seconds)
        ways.get(how)!.more.push((1000 * (seconds - without)) / TILES)
      }
      tell('one process without a queue', without)
      for (const count of counts) {
        if (isAsked('alone')) tell(`PGlite in a folder, ${count} at once`, await measureAlone(path.join(work, `alone-${run}-${count}`), job(`At once ${count} ${run}`), count, started))
        if (cluster !== null) tell(`PostgreSQL, ${count} ${count === 1 ? 'worker' : 'workers'}`, await measureOffice(path.join(work, `folder-${run}-${count}`), job(`Workers ${count} ${run}`), `w${run}-${count}-`, count, cluster.url, started))
      }
    }
    say(`a tile as a bare still: ${spread(bare, 2)} s`)
    for (const [how, { seconds, more }] of ways) {
      say(`${how}: ${TILES} tiles and their merges in ${spread(seconds, 1)} s, ${spread(seconds.map((each) => (60 * TILES) / each), 1)} tiles a minute, ${spread(more, 0)} ms a tile more than without a queue`)
    }
    if (cluster === null) return
    const statements = await statementsPerSecond(cluster.url)
    say(`the database answers ${statements.toFixed(0)} statements of workers a second`)
    simulateOffices(bare, statements, say)
  } finally {
    await cluster?.stop()
  }
}

/** The same work, one after the other, by a process that keeps the room open. @returns seconds */
async function measureWithout(folder: string, job: Job): Promise<number> {
  await prepareFolder(folder)
  const store = createFolderStore(folder)
  const id = await putJob(store, job)
  const renderer = createChildRenderer(store, folder, 'bare', null, path.join(folder, 'scratch'))
  const work = { signal: new AbortController().signal, tell: () => {} }
  const began = performance.now()
  for (const [i, picture] of job.pictures.entries()) {
    await renderer.tile(job, picture, tileOf(picture, 0), keys.tile(id, String(i)), work)
    await renderer.merge(job, picture, [keys.tile(id, String(i))], keys.picture(job.name, id, picture), work)
  }
  return (performance.now() - began) / 1000
}

/** From the first word of the host on: it has the job when it starts. @returns seconds */
async function measureAlone(folder: string, job: Job, atOnce: number, started: Machine[]): Promise<number> {
  await prepareFolder(folder)
  const id = await putJob(createFolderStore(folder), job)
  const at = path.join(folder, 'queue')
  const queue = await openQueue(at, manifest.version, () => {})
  await queue.submit(job, id, 0)
  await queue.close()
  const host = startMachine(`alone${atOnce}`, [`--queue=${folder}`, `--at-once=${atOnce}`, '--poll=0.5', '--until-done'], path.join(folder, 'log'))
  started.push(host)
  await until('the host', () => readStatusFile(at).catch(() => null))
  const began = performance.now()
  await until('tiles', async () => { const found = await readStatusFile(at).catch(() => null) as QueueStatus | null; return found?.jobs[0]?.state === 'done' })
  const seconds = (performance.now() - began) / 1000
  await host.ended
  return seconds
}

/** @param tag  what the workers' names begin with: machines of earlier turns are still known */
async function measureOffice(folder: string, job: Job, tag: string, workers: number, url: string, started: Machine[]): Promise<number> {
  await prepareFolder(folder)
  const id = await putJob(createFolderStore(folder), job)
  const queue = await openQueue(url, manifest.version, () => {})
  const machines = Array.from({ length: workers }, (_, i) => startMachine(`${tag}${i}`, [`--queue=${url}`, `--folder=${folder}`, '--poll=0.5'], path.join(folder, 'log')))
  started.push(...machines)
  await until('workers', async () => (await queue.status()).machines.filter(({ machine }) => machine.startsWith(tag)).length === workers)
  const began = performance.now()
  await queue.submit(job, id, 0)
  await until('tiles', async () => (await queue.status()).jobs.find((each) => each.id === id)?.state === 'done')
  const seconds = (performance.now() - began) / 1000
  for (const machine of machines) await machine.stop()
  await queue.close()
  return seconds
}

/** How many of the statements that a worker's report is made of are answered in a second, when four ask at once. */
async function statementsPerSecond(url: string): Promise<number> {
  const queue = await openQueue(url, manifest.version, () => {})
  const reports = 400
  const tell = (i: number) => queue.report({ machine: `paper ${i % 100}`, pid: 1, version: 'paper', adapter: '', everySeconds: 2, trouble: null, tasks: [{ job: 'none', picture: 0, tile: 0, share: 0, pid: null }] })
  const began = performance.now()
  await Promise.all(Array.from({ length: 4 }, async (_, lane) => { for (let i = lane; i < reports; i += 4) await tell(i) }))
  const seconds = (performance.now() - began) / 1000
  await queue.close()
  return (2 * reports) / seconds
}

/** Offices of 1 to 1,000 machines: tiles scatter as the recorded ones did, around two minutes. */
function simulateOffices(recorded: readonly number[], statementsPerSecond: number, say: (text: string) => void): void {
  const tileSeconds = recorded.map((seconds) => (120 * seconds) / median(recorded))
  for (const [network, folderBytesPerSecond] of [['1 Gbit/s', 1.1e8], ['10 Gbit/s', 1.1e9]] as const) {
    for (const pollSeconds of [2, 30]) {
      for (const workers of [1, 10, 100, 1000]) {
        const { seconds, efficiency, databaseLoad, folderLoad } = simulate({
          workers, tileSeconds, tiles: Math.max(200, 20 * workers), tileBytes: 48e6, folderBytesPerSecond, machineBytesPerSecond: 1.1e8, statementsPerSecond, pollSeconds, reportSeconds: Math.max(2, pollSeconds),
        })
        say(`${String(workers).padStart(5)} workers, folder at ${network}, --poll ${pollSeconds}: ${(seconds / 3600).toFixed(2)} h for 20 tiles each, ${(100 * efficiency).toFixed(0)} % at work, database ${(100 * databaseLoad).toFixed(0)} %, folder ${(100 * folderLoad).toFixed(0)} %`)
      }
    }
  }
}
