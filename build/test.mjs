// npm test: everything but the long proofs, in lanes beside each other. Ends with `N passed, N failed`, summed over all steps.
//
//   npm test                 everything; without a build there are no stories
//   npm test -- --changed    what a developer wants to know in a minute: types, lint, doors and unit tests of what differs from HEAD (npm run quick). Types know what they
//                            said last time; lint reads changed files alone, and the longest unit tests are left to npm test
//   npm test -- --proofs     only the long proofs (npm run prove): tests tagged proof, stories tagged @proof
//   npm test -- --scenes     only the tests that want real scenes, marked @scenes: ATRIUM_SCENES names their folder
//   npm test -- --all        everything, which knows no scenes, and then in the same lanes those that want them
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { countLeftovers, countPlaywright, countVitest, report } from './test-report.mjs'
import { checkNode, checkWritable, fail, findElectron, hasDisplay, hasXvfb, installChromium, installDependencies, needsSoftwareGpu, root, tellHelp } from './setup.mjs'

tellHelp(import.meta.url)
const results = path.join(root, 'out/test-results')
const wantsScenes = process.argv.includes('--scenes')
const wantsAll = process.argv.includes('--all')
const wantsChanged = process.argv.includes('--changed')
const wantsProofs = process.argv.includes('--proofs')
const MARK = '@scenes'
const PROOF = '@proof'
/** Each takes ten seconds or more, and much of the house reaches it. */
const LONGEST = ['assets/generators/catalogue', 'assets/generators/forms', 'build/cli/torture/torture', 'electron/batch/queue/queue', 'gpu/kernels/bsdf', 'renderer/imports/readers', 'renderer/project/file/project']
  .map((name) => `${name}.test.ts`)

/** Of patient steps: they get a tenth where others want all, so that a runner's processes start within the minute that it gives them. */
const NICENESS = 10

/**
 * Two lanes run beside each other, about equally long: each leaves a core idle now and then, a quarter of the processor's time on two cores. The steps of the third are patient:
 * they have little more than that, and all of it when the others are over, which unit tests can use and the one process of the GPU's tests cannot.
 */
function lanesOf() {
  const ofScenes = wantsScenes || wantsAll ? ['--testNamePattern', MARK, ...filesWith(`('${MARK}`)] : []
  const chosen = wantsScenes ? ofScenes : wantsProofs ? ['--tags-filter', 'proof', ...filesWith("tags: 'proof'")] : ['--tags-filter', '!proof']
  const tests = (project, args, name = project) => ({ name, command: vitest(project, name, ...args), count: countVitest })
  const [unit, gpu] = ['unit', 'gpu'].map((project) => tests(project, chosen))
  const fromSetup = (call) => [process.execPath, '--input-type=module', '-e', `import { build, buildIfStale } from './build/setup.mjs'; process.exit(${call} === false ? 1 : 0)`]
  const stories = (name, ...more) => ({ name, command: playwright(...more, '--output', path.join('test-results', name)), count: countPlaywright, wantsBuild: true })
  const step = (name, ...more) => ({ name, command: ['npm', 'run', '--silent', name, ...more], isEarly: true })
  if (wantsChanged) {
    const changed = changedFiles()
    // Rules concern every file.
    const sources = changed.filter((file) => /\.m?[jt]sx?$/.test(file))
    const lint = changed.includes('build/oxlintrc.json') ? [step('lint')] : sources.length === 0 ? [] : [step('lint', '--', '--no-error-on-unmatched-pattern', ...sources)]
    const left = LONGEST.filter((file) => !changed.includes(file)).flatMap((file) => ['--exclude', file])
    return [[step('types'), ...lint, step('doors')], [tests('unit', ['--changed', '--passWithNoTests', ...left, ...chosen])]]
  }
  if (wantsScenes || wantsProofs) return [[gpu, unit], [{ name: 'build', command: fromSetup('buildIfStale()') }, stories('e2e', '--grep', wantsScenes ? MARK : PROOF)]]
  const built = { name: 'build', command: fromSetup('build()'), isEarly: true }
  const packaged = { name: 'package', command: [process.execPath, 'build/package/check.mjs'] }
  const patient = [step('lint'), step('doors'), unit].map((each) => ({ ...each, isPatient: true }))
  // While types are checked the build compiles the kernels that the GPU's tests ask for, too.
  const lanes = [[step('types', '--', '--anew'), gpu], [built, packaged, stories('e2e', '--grep-invert', PROOF)], patient]
  if (!wantsAll) return lanes
  // Those of the third lane, which is the longest, are in the first.
  const more = [[tests('gpu', ofScenes, 'gpu-scenes'), tests('unit', ofScenes, 'unit-scenes')], [stories('e2e-scenes', '--grep', MARK)], []]
  return lanes.map((steps, i) => [...steps.map((each) => ({ ...each, isBare: true })), ...more[i]])
}

if ((wantsScenes || wantsAll) && !process.env.ATRIUM_SCENES) {
  console.log('[atrium] ATRIUM_SCENES is not set: name the folder of real scenes.\n\n0 passed, 1 failed')
  process.exit(1)
}
checkNode()
checkWritable()
// Beside each other: the one unpacks, the other downloads.
const chromium = wantsChanged ? Promise.resolve(null) : installChromium()
// Who may not install it hears of it at once.
const missing = await Promise.race([chromium, Promise.resolve(null)])
if (missing !== null) fail(missing)
installDependencies()
if (needsSoftwareGpu()) process.env.ATRIUM_SOFTWARE_GPU ??= '1'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
// Whatever a test forgets is left here, where it is seen.
const temp = mkdtempSync(path.join(os.tmpdir(), 'atrium-test-'))
const caches = path.join(root, 'node_modules/.cache/atrium')
// Of tsc and of oxlint's types, which are Go: what they allocate, they keep, so a collector finds next to nothing; on one core where both are busy, no type is checked twice.
const go = { GOGC: 'off', GOMEMLIMIT: '2GiB', ...(!wantsChanged && { GOMAXPROCS: '1' }) }
// Nothing is fetched: no story waits for the denoiser's weights.
const environment = { ...go, ...process.env, ATRIUM_DENOISER: 'none', TMPDIR: temp, TEMP: temp, TMP: temp, PWTEST_CACHE_DIR: path.join(caches, 'playwright'), JITI_FS_CACHE: 'false' }
process.on('exit', () => rmSync(temp, { recursive: true, force: true, maxRetries: 20 }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

const rows = []
await Promise.all(lanesOf().map(runLane))
rows.push(countLeftovers(readdirSync(temp)))
process.exitCode = report(rows)

async function runLane(steps) {
  for (const { name, command, count, wantsBuild, isPatient, isBare, isEarly } of steps) {
    // Types, rules and the build need nothing but packages: an installation of Chromium goes on beside them.
    const lacks = isEarly === true ? null : await chromium
    if (lacks !== null) console.error(`\n=== ${name}\n[atrium] ${lacks}`)
    if (lacks !== null || (wantsBuild && !rows.some(({ step, result }) => step === 'build' && result === 'passed'))) {
      rows.push({ step: name, result: 'FAILED', seconds: '0.0', passed: 0, failed: 1, skipped: 0 })
      continue
    }
    const startedMs = performance.now()
    console.log(`[atrium] ${name} ...`)
    const file = path.join(results, `${name}.json`)
    const { ok, output } = await execute(command, file, isPatient, isBare)
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    // Whole: lanes would else talk at once.
    console.log(`\n=== ${name}\n${output}`)
    rows.push({ step: name, result: ok ? 'passed' : 'FAILED', seconds, ...countOr(count, file, ok) })
  }
}

/** @param isBare  the step knows of no scenes */
function execute(words, file, isPatient, isBare) {
  return new Promise((resolve) => {
    const isNice = isPatient === true && process.platform !== 'win32'
    const [command, ...args] = isNice ? ['nice', '-n', String(NICENESS), ...words] : words
    const child = spawn(command, args, { cwd: root, shell: process.platform === 'win32', detached: isNice, env: { ...environment, ...(isBare === true && { ATRIUM_SCENES: undefined }), PLAYWRIGHT_JSON_OUTPUT_FILE: file }, stdio: ['ignore', 'pipe', 'pipe'] })
    if (isNice && child.pid !== undefined) beNice(child)
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.on('error', (error) => resolve({ ok: false, output: String(error) }))
    child.on('close', (status) => resolve({ ok: status === 0, output: Buffer.concat(chunks).toString() }))
  })
}

/**
 * Linux shares the processor among sessions first and looks at niceness within each; Chromium has sessions of its own. So a patient step gets one, too, as nice as it is.
 * Keys that end us do not reach it: it ends with us.
 */
function beNice(child) {
  const end = () => { try { process.kill(-child.pid) } catch { /* It has ended. */ } }
  process.on('exit', end)
  child.on('close', () => process.off('exit', end))
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(NICENESS))
  } catch { /* Another system, or one that does not share by sessions. */ }
}

/** A runner that broke before it could report counts as one failure, and so does a step without tests of its own. */
function countOr(count, file, ok) {
  const none = { passed: 0, failed: ok ? 0 : 1, skipped: 0 }
  if (count === undefined) return none
  try {
    const counts = count(JSON.parse(readFileSync(file, 'utf8')))
    return { ...counts, failed: ok ? counts.failed : Math.max(1, counts.failed) }
  } catch {
    return { ...none, failed: 1 }
  }
}

function vitest(project, name, ...more) {
  const file = path.join(results, `${name}.json`)
  return [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--config', 'build/vitest.config.ts', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...more]
}

function playwright(...more) {
  const command = [process.execPath, 'node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...more]
  // Electron itself needs a display, the Chromium host does not.
  const wantsElectron = process.env.ATRIUM_RUNTIME !== 'chromium-host' && findElectron() !== null
  if (!wantsElectron || hasDisplay()) return command
  if (hasXvfb()) return ['xvfb-run', '-a', ...command]
  process.env.ATRIUM_RUNTIME ??= 'chromium-host'
  return command
}

/** What differs from HEAD and is there. */
function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter((file) => file !== '')
  return [...git('diff', '--name-only', '-z', '--relative', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard', '-z')].filter((file) => existsSync(path.join(root, file)))
}

/** Test files that hold this text, and so a test to run: the others need not even be loaded. */
function filesWith(text) {
  return ['assets', 'build', 'electron', 'gpu', 'renderer'].flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)))
    .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(path.join(root, file), 'utf8').includes(text))
}
