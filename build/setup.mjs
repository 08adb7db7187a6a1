// What `npm start` and `npm test` need before anything else runs. No dependencies: it installs them.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium-host/chromium.mjs'

// Not import.meta.dirname: an older Node must get as far as checkNode.
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
export const hostFolder = path.join(root, 'build/chromium-host/bin')
const electronFolder = path.join(root, 'node_modules/electron')
const cacheFolder = path.join(root, 'node_modules/.cache/atrium')
const buildStamp = path.join(root, 'out/.built')
const APT_INSTALL = 'apt-get install -y --no-install-recommends chromium'
const DOWNLOAD_LIMIT_MS = 240_000

export const say = (text) => console.log(`[atrium] ${text}`)

/** Where `--help` was typed: what the remark at the head of a script says, and the end. */
export function tellHelp(script) {
  if (!process.argv.slice(2).includes('--help')) return
  const lines = readFileSync(fileURLToPath(script), 'utf8').split('\n')
  const head = lines.slice(0, lines.findIndex((line) => !line.startsWith('//')))
  console.log(head.map((line) => line.replace(/^\/\/ ?/, '')).join('\n'))
  process.exit(0)
}

/** One sentence with its remedy, and the end. */
export function fail(text) {
  console.error(`[atrium] ${text}`)
  process.exit(1)
}

/** Runs a command in the repository's folder with our own input and output; returns whether it succeeded. */
export function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node 20.19 or newer is needed, this is ${process.version}: install it from nodejs.org.`)
}

export function checkWritable() {
  try {
    accessSync(root, constants.W_OK)
    const probe = path.join(root, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    fail(`The folder ${root} cannot be written (${error.code}): give yourself the right to write there, or clone into another folder.`)
  }
}

/** `npm ci` unless what is installed is what the lock file asks for. */
export function installDependencies() {
  if (areDependenciesInstalled()) return
  say('installing dependencies')
  if (!run('npm', ['ci', '--no-audit', '--no-fund'])) fail('npm ci failed: check that the npm registry can be reached, then try again.')
}

function areDependenciesInstalled() {
  const packagesOf = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
  try {
    const installed = packagesOf('node_modules/.package-lock.json')
    const wanted = Object.entries(packagesOf('package-lock.json')).filter(([name]) => name !== '')
    return wanted.every(([name, { version, optional }]) => (name in installed ? installed[name].version === version : optional))
  } catch {
    return false
  }
}

/** Builds unless the last build is newer than every source. */
export function buildIfStale() {
  const sources = ['electron', 'renderer', 'gpu', 'assets', 'build/electron.vite.config.ts', 'package.json', 'package-lock.json']
  const builtMs = statSync(buildStamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (sources.every((source) => newestMs(path.join(root, source)) <= builtMs)) return
  say('building')
  if (!build()) fail('The build failed: see above.')
}

/** Returns whether the build succeeded. */
export function build() {
  rmSync(buildStamp, { force: true })
  const started = new Date()
  if (!run(process.execPath, ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--config', 'build/electron.vite.config.ts', '--logLevel', 'warn'])) {
    return false
  }
  // Dated at its start: a source changed meanwhile is newer.
  writeFileSync(buildStamp, '')
  utimesSync(buildStamp, started, started)
  return true
}

/** Folders count too: a file that was removed changes its folder. */
function newestMs(file) {
  const status = statSync(file, { throwIfNoEntry: false })
  if (!status) return 0
  if (!status.isDirectory()) return status.mtimeMs
  const inside = readdirSync(file).filter((name) => !/\.test\.tsx?$/.test(name))
  return Math.max(status.mtimeMs, ...inside.map((name) => newestMs(path.join(file, name))))
}

/** Chromium for the host, the page tests and the software GPU: installed when we may, else named. */
export async function ensureChromium() {
  const missing = await installChromium()
  if (missing !== null) fail(missing)
}

/**
 * What is installed is being installed when this returns, and resolves when it is there.
 *
 * @returns what is missing, a sentence with its remedy; null: nothing
 */
export async function installChromium() {
  const { ATRIUM_CHROMIUM: override } = process.env
  if (override) process.env.CHROMIUM_HOST_EXECUTABLE = override
  if (findChromium()) return null
  if (override) return `ATRIUM_CHROMIUM=${override} cannot be executed: set it to the path of Chromium, Chrome or Edge.`
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say(`no Chromium found; running: ${APT_INSTALL}`)
    const child = spawn('sh', ['-c', `apt-get update -qq && ${APT_INSTALL}`], { cwd: root, stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    await new Promise((resolve) => { for (const event of ['exit', 'error']) child.once(event, resolve) })
  }
  return findChromium() ? null : `Chromium is needed. Type: sudo ${APT_INSTALL}   (or set ATRIUM_CHROMIUM to the path of Chromium, Chrome or Edge)`
}

/** Path of Electron's own executable; null when it was not downloaded. */
export function findElectron() {
  try {
    const executable = path.join(electronFolder, 'dist', readFileSync(path.join(electronFolder, 'path.txt'), 'utf8'))
    return existsSync(executable) ? executable : null
  } catch {
    return null
  }
}

/**
 * Path of a working Electron executable, or null. The download is tried once, with a time limit, and its outcome is
 * remembered for this version; remove node_modules/.cache/atrium to try again.
 */
export async function obtainElectron() {
  const { version } = JSON.parse(readFileSync(path.join(electronFolder, 'package.json'), 'utf8'))
  const memory = path.join(cacheFolder, 'electron.json')
  const remembered = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {}
  if (remembered.version === version && (!remembered.works || findElectron())) return remembered.works ? findElectron() : null
  if (!findElectron() && (await isDownloadReachable())) {
    say(`fetching Electron ${version}, once`)
    spawnSync(process.execPath, [path.join(electronFolder, 'install.js')], { stdio: 'ignore', timeout: DOWNLOAD_LIMIT_MS })
  }
  const executable = findElectron()
  const works = executable !== null && spawnSync(executable, ['--no-sandbox', '--version'], { timeout: DOWNLOAD_LIMIT_MS }).status === 0
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(memory, JSON.stringify({ version, works }))
  return works ? executable : null
}

/** Electron comes from github.com, unless a mirror is set; without a way there, the download would only wait. */
function isDownloadReachable() {
  if (process.env.ELECTRON_MIRROR || process.env.npm_config_electron_mirror) return Promise.resolve(true)
  return new Promise((resolve) => {
    const socket = net.connect({ host: 'github.com', port: 443, timeout: 5000 })
    const finish = (isReachable) => {
      socket.destroy()
      resolve(isReachable)
    }
    socket.once('connect', () => finish(true))
    socket.once('timeout', () => finish(false))
    socket.once('error', () => finish(false))
  })
}

export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
export const hasXvfb = () => spawnSync('sh', ['-c', 'command -v xvfb-run']).status === 0
export const needsSoftwareGpu = () => process.platform === 'linux' && !existsSync('/dev/dri/renderD128')
