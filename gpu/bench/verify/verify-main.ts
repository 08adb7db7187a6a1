import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createHeadlessDevice } from '../../headless/headless.ts'
import { isKernelThread, serveInThread } from '../../headless/cpu-threads.ts'
import { useSoftwareAdapter } from '../../headless/setup.ts'
import { oneOf, UsageError } from '../trace/trace-options.ts'
import { type Check, type CheckResult, checksOf } from './verify-checks.ts'
import { pictureChecks } from './verify-picture.ts'
import { verifyScenes } from './verify-scenes.ts'

const USAGE = `npm run -s verify -- [--scenes DIR] [--only exact|picture] [--minutes N] [--match TEXT] [--file FILE] [--fresh]
Checks every builder and traversal against brute force, three-mesh-bvh and the GPU (exact, the default), or pictures against the
reference and other renderers (picture); gpu/bench/verify/README.md says how.
  --scenes   a folder that holds classic/ and interiors/ (or ATRIUM_SCENES); without it only shapes of our own
  --minutes  start nothing after so many (60); run again to go on
  --match    only checks whose name holds this text
  --file     where progress is kept (out/verify.json); --fresh forgets it`

const Progress = z.object({
  /** Of this very program: what another engine found means nothing. */
  program: z.string(),
  results: z.record(z.string(), z.object({ compared: z.number(), wrong: z.number(), note: z.string(), examples: z.array(z.string()).readonly(), seconds: z.number() })),
})
type Progress = z.infer<typeof Progress>

interface VerifyOptions {
  readonly scenes: string | null
  readonly only: 'exact' | 'picture'
  readonly minutes: number
  readonly match: string
  readonly file: string
  readonly isFresh: boolean
}

/** `npm run verify`. Status 0: all is right; 1: something is wrong; 2: wrong usage; 3: time was up, run again. */
async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2))
  if (options === 'help') {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  useSoftwareAdapter()
  const started = performance.now()
  if (options.scenes === null) process.stdout.write('No --scenes and no ATRIUM_SCENES: only scenes of our own are checked.\n')
  const { checks: all, missing } = allChecks(options)
  for (const sentence of missing) process.stdout.write(`${sentence}.\n`)
  const checks = all.filter(({ id }) => id.includes(options.match))
  const program = createHash('sha256').update(readFileSync(process.argv[1])).update(options.scenes ?? '').digest('hex')
  const progress = readProgress(options, program)
  for (const check of checks) {
    if (progress.results[check.id] !== undefined) continue
    if (performance.now() - started > 60_000 * options.minutes) break
    const before = performance.now()
    progress.results[check.id] = { ...await runCheck(check), seconds: (performance.now() - before) / 1000 }
    writeProgress(options.file, progress)
    process.stdout.write(row(check.id, progress.results[check.id]))
  }
  return conclude(checks, progress)
}

function allChecks({ only, scenes: folder }: VerifyOptions): { checks: Check[]; missing: string[] } {
  let opened: Promise<GPUDevice> | null = null
  const device = () => (opened ??= createHeadlessDevice())
  if (only === 'picture') return pictureChecks(folder, device)
  const { scenes, missing } = verifyScenes(folder)
  return { checks: checksOf(scenes, device), missing: missing.map((file) => `${file} is not there and left out`) }
}

async function runCheck(check: Check): Promise<CheckResult> {
  try {
    return await check.run()
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    return { compared: 0, wrong: 1, note: 'was cut off by an error', examples: [sentence] }
  }
}

function conclude(checks: readonly Check[], { results }: Progress): number {
  const done = checks.filter(({ id }) => results[id] !== undefined)
  const wrong = done.filter(({ id }) => results[id].wrong > 0)
  for (const { id } of wrong) process.stdout.write(`\n${row(id, results[id])}${results[id].examples.map((example) => `    ${example}\n`).join('')}`)
  const compared = done.reduce((sum, { id }) => sum + results[id].compared, 0)
  process.stdout.write(`\n${done.length} of ${checks.length} checks done, ${compared.toLocaleString('en')} answers compared, ${wrong.length === 0 ? 'none wrong' : `${wrong.length} checks with wrong ones`}.\n`)
  if (wrong.length > 0) return 1
  if (done.length === checks.length) return 0
  process.stdout.write('Time was up: run it again to go on.\n')
  return 3
}

function row(id: string, { compared, wrong, note, seconds }: Progress['results'][string]): string {
  return `${wrong === 0 ? 'ok   ' : 'WRONG'} ${id.padEnd(46)} ${compared.toLocaleString('en').padStart(11)} ${String(wrong).padStart(6)} wrong  ${seconds.toFixed(0).padStart(4)} s  ${note}\n`
}

/** @throws UsageError */
function parseOptions(args: readonly string[]): VerifyOptions | 'help' {
  const text = { type: 'string' } as const
  let values: Record<string, string | boolean | undefined>
  try {
    ({ values } = parseArgs({ args: [...args], options: { scenes: text, only: text, minutes: text, match: text, file: text, fresh: { type: 'boolean' }, help: { type: 'boolean' } } }))
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/\.?\s*To specify[^]*$/, '.'))
  }
  if (values.help === true) return 'help'
  const only = oneOf('only', values.only ?? 'exact', ['exact', 'picture'] as const)
  const minutes = Number(values.minutes ?? 60)
  if (!(minutes > 0)) throw new UsageError(`--minutes takes a number above 0, not ${String(values.minutes)}.`)
  const from = (file: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), file)
  const folder = values.scenes ?? process.env.ATRIUM_SCENES
  return {
    scenes: typeof folder === 'string' && folder !== '' ? from(folder) : null,
    only, minutes, match: String(values.match ?? ''), isFresh: values.fresh === true, file: typeof values.file === 'string' ? from(values.file) : path.resolve('out/verify.json'),
  }
}

/** What an earlier run of this very program has done; anything else is begun anew. */
function readProgress({ file, isFresh }: VerifyOptions, program: string): Progress {
  const empty: Progress = { program, results: {} }
  if (isFresh) return empty
  try {
    const progress = Progress.parse(JSON.parse(readFileSync(file, 'utf8')))
    return progress.program === program ? progress : empty
  } catch {
    return empty
  }
}

/** Whole or not at all. */
function writeProgress(file: string, progress: Progress): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, JSON.stringify(progress, null, 1))
  renameSync(`${file}.part`, file)
}

if (isKernelThread) serveInThread()
else {
  try {
    process.exit(await main())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(error instanceof UsageError ? 2 : 1)
  }
}
