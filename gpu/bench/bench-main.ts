import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { compilersAtRest } from '../headless/compilers.ts'
import { isDenoiseThread, serveDenoiseInThread } from '../headless/denoise-threads.ts'
import { createHeadlessDevice } from '../headless/headless.ts'
import { isKernelThread, serveInThread } from '../headless/cpu-threads.ts'
import { setup } from '../headless/setup.ts'
import { sceneSources } from './bench-scenes.ts'
import { type Bench, describeMachine } from './bench.ts'
import { experimentsOn } from './experiments.ts'
import { type BenchOptions, parseOptions, USAGE } from './options.ts'
import { serveBuilds } from './rows/pair-rows.ts'
import { pictureSources } from './pictures/picture-scenes.ts'
import { makeReport } from './report.ts'
import { readRows } from './row.ts'
import { runExperiments } from './run.ts'

/** `npm run bench`: see README.md beside this file. */
async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2))
  if (options === 'help') {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  return options.report ? report() : measure(options)
}

const RESULTS = 'gpu/bench/results'

/** BENCHMARKS.md and its plots, from the committed rows alone. */
function report(): number {
  const files = existsSync(RESULTS) ? readdirSync(RESULTS).filter((file) => file.endsWith('.json')).toSorted((a, b) => a.localeCompare(b)) : []
  if (files.length === 0) throw new Error(`${RESULTS} holds no rows. Measure first: npm run bench -- --json ${RESULTS}/NAME.json`)
  const { markdown, plots } = makeReport(files.map((file) => {
    const slug = path.basename(file, '.json')
    return { slug, rows: readRows(path.join(RESULTS, file)), pictures: readdirSync(RESULTS).filter((name) => name.startsWith(`${slug}--`) && name.endsWith('.png')).toSorted((a, b) => a.localeCompare(b)) }
  }), RESULTS)
  for (const old of readdirSync(RESULTS).filter((file) => file.endsWith('.svg') && !plots.has(file))) rmSync(path.join(RESULTS, old))
  for (const [file, svg] of plots) writeFileSync(path.join(RESULTS, file), svg)
  writeFileSync('BENCHMARKS.md', markdown)
  process.stdout.write(`BENCHMARKS.md and ${plots.size} plots from ${files.join(', ')}\n`)
  return 0
}

async function measure(options: BenchOptions): Promise<number> {
  const device = await openDevice()
  const machine = describeMachine(device)
  const file = options.json ?? `out/bench/${slugOf(device === null ? machine.cpu : machine.gpu)}.json`
  const bench: Bench = { device, ...machine, sources: sceneSources(options.scenes.filter((scene) => !/\.(?:atrium|snapshot)$/.test(scene))), pictures: `${file.replace(/\.json$/, '')}-pictures`, references: options.references }
  const experiments = experimentsOn(bench.sources, pictureSources(options.scenes), options)
  process.stdout.write(`${bench.gpu}${bench.isSoftware ? ' (software: processor time is measured)' : ''}; ${bench.cpu}\n${experiments.length} experiments, about ${options.minutes} min, rows in ${file}\n`)
  const failed = await runExperiments(bench, experiments, { ...options, file, tell: (line) => process.stdout.write(`${line}\n`) })
  return failed === 0 ? 0 : 1
}

/** Hardware where there is any, else Chromium's software adapter, else null. */
async function openDevice(): Promise<GPUDevice | null> {
  const isNamed = (process.env.VK_ICD_FILENAMES ?? process.env.VK_DRIVER_FILES ?? process.env.ATRIUM_HARDWARE_GPU) !== undefined
  const mayHaveHardware = process.platform !== 'linux' || ['/dev/dri', '/dev/nvidiactl'].some((path) => existsSync(path))
  if (!isNamed && !mayHaveHardware) useSoftware()
  try {
    return await createHeadlessDevice()
  } catch (error) {
    if (isNamed || !mayHaveHardware) {
      process.stderr.write(`${(error as Error).message}\n`)
      return null
    }
    useSoftware()
    return createHeadlessDevice().catch(() => null)
  }
}

/** Points Dawn at Chromium's software adapter; the loader's path only counts in a process that starts with it, so this one starts again. */
function useSoftware(): void {
  const before = process.env.LD_LIBRARY_PATH
  try {
    setup()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return
  }
  if (process.env.LD_LIBRARY_PATH !== before) process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}

if (isKernelThread) serveInThread()
else if (isDenoiseThread) serveDenoiseInThread()
else if (!isMainThread) serveBuilds()
else {
  try {
    const status = await main()
    await compilersAtRest()
    process.exit(status)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  }
}
