// node build/denoiser/fetch.mjs [FOLDER]: fetches the denoiser's weights where they are missing, and copies them with their licence into FOLDER
// (a package takes them from out/denoiser). Status 1, and why, when they cannot be fetched.
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { cacheFolder, fetchWeights, LICENCE, WEIGHTS } from './weights.mjs'

const [, , to] = process.argv
try {
  const weights = await fetchWeights(to === undefined ? process.env : { ...process.env, ATRIUM_DENOISER: '' })
  if (to !== undefined) {
    await mkdir(to, { recursive: true })
    await copyFile(weights, path.join(to, WEIGHTS))
    await copyFile(path.join(cacheFolder(), LICENCE), path.join(to, LICENCE))
  }
  console.log(to === undefined ? weights : path.join(to, WEIGHTS))
} catch (error) {
  console.error(`The denoiser's weights could not be fetched: ${error.message}`)
  process.exit(1)
}
