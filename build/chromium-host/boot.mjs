// Entry point: node boot.mjs [electron switches] <app folder or file> [app arguments]
import fs from 'node:fs'
import Module, { createRequire, register } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(path.join(process.cwd(), '_'))
const args = process.argv.slice(2)
const { preloads, appArgument, debuggingPort, switches } = parseArguments(args)
const electronVersion = require('electron/package.json').version

if (switches.has('version')) {
  console.log(`v${electronVersion}`)
  process.exit(0)
}

const electron = await redirectElectron()
const { host } = await import('./host.mjs')
const { startHost } = await import('./start.mjs')
const { folder, main, packageJson } = findApp(path.resolve(appArgument ?? '.'))

process.argv = [process.execPath, ...args]
process.type = 'browser'
process.defaultApp = true
process.resourcesPath = path.join(folder, 'resources')
const versions = { ...process.versions, electron: electronVersion, chromiumHost: '1' }
Object.defineProperty(process, 'versions', { value: versions, configurable: true, enumerable: true })
Object.assign(host, { appPath: folder, packageJson, debuggingPort })
for (const [name, value] of switches) {
  if (name === 'user-data-dir') electron.app.setPath('userData', path.resolve(value))
  else if (!/^(inspect|remote-debugging|require)/.test(name)) electron.app.commandLine.appendSwitch(name, value)
}
for (const preload of preloads) require(preload)
if (!fs.existsSync(main)) {
  console.error(`[chromium-host] ${main} does not exist: build the app first`)
  process.exit(1)
}
try {
  if (main.endsWith('.cjs') || packageJson.type !== 'module') require(main)
  else await import(pathToFileURL(main).href)
  await startHost()
} catch (error) {
  console.error('[chromium-host]', error)
  process.exit(1)
}

/** Switches count on both sides of the app's path, up to `--`. */
function parseArguments(list) {
  const found = { preloads: [], appArgument: null, debuggingPort: null, switches: new Map() }
  for (let index = 0; index < list.length && list[index] !== '--'; index++) {
    const item = list[index]
    const match = /^--([a-z][a-z0-9-]*)(?:=(.*))?$/s.exec(item)
    if (item === '-r' || item === '--require') found.preloads.push(list[++index])
    else if (match?.[1] === 'remote-debugging-port') found.debuggingPort = match[2]
    else if (match) found.switches.set(match[1], match[2] ?? '')
    else if (!item.startsWith('-')) found.appArgument ??= item
  }
  return found
}

/** Makes 'electron' resolve to this host, for import and for require; returns the one mutable module object. */
async function redirectElectron() {
  const url = new URL('./electron.mjs', import.meta.url).href
  const isElectron = (specifier) => ['electron', 'electron/main', 'electron/common'].includes(specifier)
  if (Module.registerHooks) {
    const resolve = (specifier, context, next) => (isElectron(specifier) ? { url, shortCircuit: true } : next(specifier, context))
    Module.registerHooks({ resolve })
  } else {
    const hook = `export const resolve = (specifier, context, next) => /^electron(\\/(main|common))?$/.test(specifier)
      ? { url: ${JSON.stringify(url)}, shortCircuit: true } : next(specifier, context)`
    register(`data:text/javascript,${encodeURIComponent(hook)}`)
  }
  const namespace = { ...(await import('./electron.mjs')) }
  const commonJs = new Module('electron')
  commonJs.exports = namespace
  commonJs.loaded = true
  Module._cache.electron = commonJs
  const resolveFilename = Module._resolveFilename
  Module._resolveFilename = function (specifier, ...rest) {
    return isElectron(specifier) ? 'electron' : resolveFilename.call(this, specifier, ...rest)
  }
  return namespace
}

function findApp(given) {
  const isFolder = fs.statSync(given).isDirectory()
  let folder = isFolder ? given : path.dirname(given)
  while (!fs.existsSync(path.join(folder, 'package.json')) && folder !== path.dirname(folder)) folder = path.dirname(folder)
  const packageJson = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return { folder, packageJson, main: isFolder ? path.resolve(folder, packageJson.main ?? 'index.js') : given }
}
