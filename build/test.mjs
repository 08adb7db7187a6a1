// npm test: types, lint, doors, unit tests, GPU tests, build, the packages, and the e2e suite on the built application; stops at the first
// step that fails. Ends with `N passed, N failed`, summed over the test runners.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build, checkNode, checkWritable, ensureChromium, findElectron, hasDisplay, hasXvfb, installDependencies, needsSoftwareGpu, root } from './setup.mjs'

const results = path.join(root, 'out/test-results')
const vitest = (project, file) => ['node_modules/vitest/vitest.mjs', 'run', '--config', 'build/vitest.config.ts', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]

const STEPS = [
  { name: 'types', run: () => npm('types') },
  { name: 'lint', run: () => npm('lint') },
  { name: 'doors', run: () => npm('doors') },
  { name: 'unit', run: (file) => node(vitest('unit', file)), count: countVitest },
  { name: 'gpu', run: (file) => node(vitest('gpu', file)), count: countVitest },
  { name: 'build', run: build },
  { name: 'package', run: () => node(['build/package/check.mjs']) },
  { name: 'e2e', run: e2e, count: countPlaywright },
]

checkNode()
checkWritable()
installDependencies()
ensureChromium()
if (needsSoftwareGpu()) process.env.ATRIUM_SOFTWARE_GPU ??= '1'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const rows = []
for (const step of STEPS) {
  console.log(`\n=== ${step.name}`)
  const file = path.join(results, `${step.name}.json`)
  const startedMs = performance.now()
  const ok = step.run(file)
  const counts = step.count ? countOr(step.count, file, ok) : { passed: 0, failed: 0, skipped: 0 }
  rows.push({ step: step.name, result: ok ? 'passed' : 'FAILED', seconds: ((performance.now() - startedMs) / 1000).toFixed(1), ...counts })
  if (!ok) break
}
report()

function node(args, env = {}) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function npm(script) {
  return spawnSync('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0
}

function e2e(file) {
  const args = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json']
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  // Electron itself needs a display, the Chromium host does not.
  const wantsElectron = process.env.ATRIUM_RUNTIME !== 'chromium-host' && findElectron() !== null
  if (!wantsElectron || hasDisplay()) return node(args, env)
  if (hasXvfb()) return spawnSync('xvfb-run', ['-a', process.execPath, ...args], { cwd: root, stdio: 'inherit', env }).status === 0
  return node(args, process.env.ATRIUM_RUNTIME ? env : { ...env, ATRIUM_RUNTIME: 'chromium-host' })
}

function countVitest({ numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, numTodoTests }) {
  // A file that does not even load has no tests to fail.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0), skipped: numPendingTests + numTodoTests }
}

function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/** A runner that broke before it could report counts as one failure. */
function countOr(count, file, ok) {
  try {
    const counts = count(JSON.parse(readFileSync(file, 'utf8')))
    return { ...counts, failed: ok ? counts.failed : Math.max(1, counts.failed) }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function report() {
  const total = (key) => rows.reduce((sum, row) => sum + row[key], 0)
  const pad = (values) => values.map((value, column) => String(value).padEnd(column === 0 ? 8 : 10)).join('')
  console.log(`\n${pad(['step', 'result', 'seconds', 'passed', 'failed', 'skipped'])}`)
  for (const { step, result, seconds, passed, failed, skipped } of rows) console.log(pad([step, result, seconds, passed, failed, skipped]))
  const isGreen = rows.length === STEPS.length && rows.every((row) => row.result === 'passed')
  // Types, lint and build have no tests of their own: their failure counts as one.
  const failed = total('failed') + (isGreen || total('failed') > 0 ? 0 : 1)
  console.log(`\n${total('passed')} passed, ${failed} failed`)
  process.exit(isGreen && failed === 0 ? 0 : 1)
}
