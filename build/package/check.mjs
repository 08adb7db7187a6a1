// npm run package:check: proves what can be proven of the packages without Electron's binary. The configuration against its
// schema, the exact files inside the asar, every fuse as read back, the desktop entry and the MIME type, the licence list,
// and that the packaged main, preload and renderer start on the Chromium host. `npm run build` comes first.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createRequire } from 'node:module'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { extractAll, listPackage } from '@electron/asar'
import { configuration } from './electron-builder.mjs'
import { licenceText, shippedPackages } from './licences.mjs'
import { writeRecordingFpm, writeStubDistribution } from './stub.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)
const work = mkdtempSync(path.join(os.tmpdir(), 'atrium-package-'))
/** Nothing is fetched for a check. */
const NO_DENOISER = { ATRIUM_DENOISER: 'none' }
/** A publisher's addresses, for this check alone. */
const PUBLISHER = { ATRIUM_HOMEPAGE: 'https://atrium.test/home', ATRIUM_UPDATE_URL: 'https://atrium.test/updates' }

const failures = []
let checks = 0

function check(what, ok, detail = '') {
  checks += 1
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}${ok || detail === '' ? '' : `: ${detail}`}`)
  if (!ok) failures.push(what)
}

function throws(run) {
  try {
    run()
    return false
  } catch {
    return true
  }
}

/** All files below a folder, relative, with forward slashes. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}

function runBuilder(targets, extra, env = {}) {
  const result = spawnSync(
    process.execPath,
    [require.resolve('electron-builder/cli.js'), '--linux', ...targets, '--publish', 'never', '-c', 'build/package/electron-builder.mjs',
      `-c.electronDist=${path.join(work, 'stub')}`, `-c.directories.output=${path.join(work, 'packages')}`, ...extra],
    { cwd: root, encoding: 'utf8', env: { ...process.env, ...NO_DENOISER, ...env }, timeout: 600_000 },
  )
  return { ok: result.status === 0, output: `${result.stdout}${result.stderr}` }
}

try {
  if (!existsSync(path.join(root, 'out/main/main.js'))) throw new Error('Nothing is built yet. Run: npm run build')
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'licences.mjs')])
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8'))
  const config = JSON.parse(readFileSync(path.join(import.meta.dirname, 'electron-builder.json'), 'utf8'))
  check('the configuration names the Electron that is installed', config.electronVersion === version, `${config.electronVersion} against ${version}`)

  writeStubDistribution(path.join(work, 'stub'), version)
  const wrong = runBuilder(['dir'], ['-c.noSuchKey=1'])
  check('a wrong key in the configuration is refused', !wrong.ok && wrong.output.includes('noSuchKey'), wrong.output.slice(-400))
  const record = path.join(work, 'record')
  mkdirSync(record)
  writeRecordingFpm(path.join(work, 'bin'))
  const packed = runBuilder(['dir', 'deb'], [], { ...PUBLISHER, USE_SYSTEM_FPM: 'true', ATRIUM_FPM_RECORD: record, PATH: `${path.join(work, 'bin')}${path.delimiter}${process.env.PATH}` })
  check('the configuration passes the schema and packs', packed.ok, packed.output.slice(-800))

  const app = path.join(work, 'packages/linux-unpacked')
  const asar = path.join(app, 'resources/app.asar')
  const inside = listPackage(asar, { isPack: false }).map((name) => name.replaceAll('\\', '/').replace(/^\//, ''))
  const built = ['main', 'preload', 'renderer'].flatMap((part) => filesBelow(path.join(root, 'out', part)).map((name) => `out/${part}/${name}`))
  const expected = new Set([...built.filter((name) => !name.endsWith('.map')), 'package.json', 'LICENSE'])
  const folders = new Set([...expected].flatMap((name) => name.split('/').slice(0, -1).map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))))
  const strangers = inside.filter((name) => !expected.has(name) && !folders.has(name))
  const missing = [...expected].filter((name) => !inside.includes(name))
  check('the asar holds what was built and nothing else', strangers.length === 0 && missing.length === 0,
    `strangers ${strangers.slice(0, 5).join(' ')}; missing ${missing.slice(0, 5).join(' ')}`)
  check('no test, no peer and no node_modules is inside', !inside.some((name) => /\.test\.|three-mesh-bvh|node_modules|playwright/.test(name)))
  console.log(`     ${expected.size} files, ${(statSync(asar).size / 1e6).toFixed(1)} MB in the asar`)

  const wanted = {
    RunAsNode: false, EnableCookieEncryption: true, EnableNodeOptionsEnvironmentVariable: false, EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true, OnlyLoadAppFromAsar: true, GrantFileProtocolExtraPrivileges: false,
  }
  const wire = await getCurrentFuseWire(path.join(app, 'atrium'))
  for (const [fuse, on] of Object.entries(wanted)) {
    check(`fuse ${fuse} is ${on ? 'on' : 'off'}`, String.fromCharCode(wire[FuseV1Options[fuse]]) === (on ? '1' : '0'))
  }

  const updates = readFileSync(path.join(app, 'resources/app-update.yml'), 'utf8')
  check('updates come from the publisher’s address', /provider: generic/.test(updates) && updates.includes(`url: ${PUBLISHER.ATRIUM_UPDATE_URL}\n`), updates)
  const unpublished = configuration(NO_DENOISER)
  check('without a publisher there is neither an update address nor a homepage', unpublished.publish === null && unpublished.extraMetadata === undefined
    && !/https?:/.test(readFileSync(path.join(root, 'package.json'), 'utf8')))
  check('an address that is not https is refused', throws(() => configuration({ ...NO_DENOISER, ATRIUM_UPDATE_URL: 'http://atrium.test' })))

  const recorded = readdirSync(record)
  check('the deb target runs up to fpm', recorded.includes('arguments'))
  check('the deb states the publisher’s homepage', readFileSync(path.join(record, 'arguments'), 'utf8').includes(PUBLISHER.ATRIUM_HOMEPAGE))
  const desktop = recorded.filter((name) => name.endsWith('.desktop')).map((name) => readFileSync(path.join(record, name), 'utf8')).join('')
  check('the desktop entry opens .atrium files', /^MimeType=.*application\/x-atrium;/m.test(desktop), recorded.join(' '))
  check('the desktop entry hands the file over', /^Exec=.*%[UF]/mi.test(desktop), desktop)
  const mime = recorded.filter((name) => name.endsWith('.xml')).map((name) => readFileSync(path.join(record, name), 'utf8')).join('')
  check('the MIME type knows *.atrium', /application\/x-atrium/.test(mime) && /\*\.atrium/.test(mime), recorded.join(' '))

  check('every shipped package has its licence in the list', shippedPackages().length > 0
    && readFileSync(path.join(app, 'resources/licences.txt'), 'utf8') === licenceText())

  const extracted = path.join(work, 'extracted')
  extractAll(asar, extracted)
  cpSync(path.join(app, 'resources/licences.txt'), path.join(work, 'licences.txt'))
  const smoke = spawnSync(process.execPath, [path.join(import.meta.dirname, 'smoke.mjs'), extracted], { encoding: 'utf8', timeout: 600_000 })
  check('the packaged main, preload and renderer start on the Chromium host', smoke.status === 0, `${smoke.stdout}${smoke.stderr}`.slice(-1200))
  if (smoke.status === 0) console.log(`     ${smoke.stdout.trim()}`)
  const desk = spawnSync(process.execPath, [path.join(import.meta.dirname, 'smoke-desk.mjs'), extracted], { encoding: 'utf8', timeout: 300_000 })
  check('the packaged desk opens a render queue with nothing but what is in the package', desk.status === 0, `${desk.stdout}${desk.stderr}`.slice(-1200))
  if (desk.status === 0) console.log(`     ${desk.stdout.trim()}`)
} catch (error) {
  check('the check itself', false, String(error))
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 20 })
}
console.log(`package: ${checks - failures.length} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
