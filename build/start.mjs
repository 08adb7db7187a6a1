// npm start [-- FILE]                a window on the start screen, or on FILE
// npm start [-- --demo [FILE.glb]]   the unattended run into demo-output/; also what happens without a display
// npm start [-- --script FILE]       the window, doing what Help > Save What I Did wrote
// npm start [-- --dev]               the window with hot reload
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { cacheFolder, findWeights, WEIGHTS } from './denoiser/weights.mjs'
import { sentenceOfEnd } from './demo-end.mjs'
import { createProgressTeller } from './demo-progress.mjs'
import { buildIfStale, checkNode, checkWritable, ensureChromium, fail, hasDisplay, hasXvfb, hostFolder, installDependencies, needsSoftwareGpu, obtainElectron, root, say, tellHelp } from './setup.mjs'

/** The unattended run is ended when it has got no further for so long. */
const DEMO_SILENCE_MS = 10 * 60_000

tellHelp(import.meta.url)
const { isDev, isDemo, model, passed } = parseArguments(process.argv.slice(2))
checkNode()
checkWritable()
installDependencies()
if (!isDev) buildIfStale()
const runtime = await chooseRuntime()
if (needsSoftwareGpu()) {
  process.env.ATRIUM_SOFTWARE_GPU ??= '1'
  say('no graphics card found: WebGPU runs on the processor, slowly')
}
await fetchDenoiser()
if (isDev) start(process.execPath, ['node_modules/electron-vite/bin/electron-vite.js', 'dev', '--config', 'build/electron.vite.config.ts', '--', ...passed])
else if (isDemo) startDemo()
else start(...runtime.command([root, ...passed]))

/** npm changes to the repository's folder; files are named from where the user typed. */
function parseArguments(list) {
  const from = process.env.INIT_CWD ?? process.cwd()
  const formats = JSON.parse(readFileSync(path.join(root, 'renderer/imports/formats.json'), 'utf8'))
  const hasFormat = (item, ...kinds) => formats.some(({ kind, extensions }) => kinds.includes(kind) && extensions.includes(path.extname(item).slice(1).toLowerCase()))
  const isRoom = (item) => hasFormat(item, 'model')
  const isScript = (item) => hasFormat(item, 'script')
  const isFile = (item) => hasFormat(item, 'project', 'model', 'script')
  const given = list.filter((item) => !['--demo', '--dev', '--script'].includes(item)).map((item) => (isFile(item) ? path.resolve(from, item) : item))
  for (const item of given) if (isFile(item) && !existsSync(item)) fail(`${item} does not exist: check the name.`)
  if (list.includes('--script') && !given.some(isScript)) fail('--script needs a file that Help > Save What I Did wrote: npm start -- --script FILE.atrium-script')
  return {
    isDev: list.includes('--dev'),
    isDemo: list.includes('--demo') || !hasDisplay(),
    model: given.find(isRoom) ?? null,
    passed: given,
  }
}

/** The denoiser's weights come while the window is already open, once: exports find them where they will lie. ATRIUM_DENOISER names a file instead. */
async function fetchDenoiser() {
  if (process.env.ATRIUM_DENOISER !== undefined) return
  const isThere = await findWeights() !== null
  process.env.ATRIUM_DENOISER = path.join(cacheFolder(), WEIGHTS)
  if (isThere) return
  say('fetching the denoiser (95 MB, once): until it is here, exported pictures keep their noise')
  const child = spawn(process.execPath, [path.join(root, 'build/denoiser/fetch.mjs')], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ATRIUM_DENOISER: '' } })
  child.on('error', () => {})
  process.once('exit', () => child.kill())
}

/** Electron when it is there or can be fetched, else the Chromium host; ATRIUM_RUNTIME decides it by hand. */
async function chooseRuntime() {
  const { ATRIUM_RUNTIME: asked } = process.env
  const electron = asked === 'chromium-host' ? null : await obtainElectron()
  if (asked === 'electron' && !electron) fail('ATRIUM_RUNTIME=electron, but Electron is not installed: npx install-electron')
  const needsXvfb = electron && isDemo && !hasDisplay()
  if (electron && (!needsXvfb || hasXvfb())) {
    process.env.ELECTRON_EXEC_PATH = electron
    // Chromium refuses its sandbox to root.
    const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const command = (args) => (needsXvfb ? ['xvfb-run', ['-a', electron, ...switches, ...args]] : [electron, [...switches, ...args]])
    return { name: 'Electron', command }
  }
  await ensureChromium()
  say('Electron is not available here: the Chromium host stands in for it')
  const executable = path.join(hostFolder, 'electron')
  process.env.ELECTRON_EXEC_PATH = executable
  return { name: 'Chromium host', command: (args) => [executable, args] }
}

/** The real window on the sample, or on a room, with nobody at it. Results of an earlier run are removed first. */
function startDemo() {
  const output = path.join(root, 'demo-output')
  mkdirSync(output, { recursive: true })
  for (const name of readdirSync(output)) if (/\.(png|json|atrium|webm|mp4)$/.test(name)) rmSync(path.join(output, name))
  const userData = mkdtempSync(path.join(os.tmpdir(), 'atrium-demo-'))
  process.once('exit', () => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }))
  if (!hasDisplay()) say('no display: the room is furnished unattended. For a window start from a desktop, or type: xvfb-run -a npm start')
  Object.assign(process.env, { ATRIUM_DEMO: output, ATRIUM_USER_DATA: userData, CHROMIUM_HOST_HEADLESS: '1', ...(model ? { ATRIUM_DEMO_MODEL: model } : {}) })
  let isSilent = false
  const child = start(...runtime.command([root]), (code, signal) => {
    rmSync(path.join(output, 'progress.json'), { force: true })
    say(sentenceOfEnd({ output, code, signal, isSilent }))
  })
  const silence = setTimeout(() => {
    console.error(`[atrium] The unattended run got no further for ${DEMO_SILENCE_MS / 60_000} minutes and was ended: try a smaller room.`)
    isSilent = true
    child.kill('SIGKILL')
  }, DEMO_SILENCE_MS).unref()
  const tell = createProgressTeller()
  // Each picture, and each step in between, is written there as soon as it is done.
  watch(output, (_, name) => {
    silence.refresh()
    const sentence = name === 'progress.json' ? tellFrom(path.join(output, name), tell) : null
    if (sentence !== null) say(sentence)
  }).unref()
}

function tellFrom(file, tell) {
  try {
    return tell(JSON.parse(readFileSync(file, 'utf8')), performance.now())
  } catch {
    // It is being written, or the run has ended and it is gone.
    return null
  }
}

function start(command, args, onEnd = () => {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: process.env })
  // What is told to end may still end by a status of its own.
  let told = null
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      told = signal
      child.kill(signal)
    })
  }
  child.once('error', (error) => fail(`${command} could not be started: ${error.message}`))
  child.once('exit', (code, signal) => {
    onEnd(code ?? 1, signal ?? told)
    process.exit(code ?? 1)
  })
  return child
}
