// What electron-builder reads: electron-builder.json, and the addresses that only the publisher knows, from the environment.
//
//   ATRIUM_HOMEPAGE    where Atrium is at home; the .deb states it and cannot be made without
//   ATRIUM_UPDATE_URL  folder that holds latest*.yml and the packages; unset: the package knows of no updates
//   ATRIUM_DENOISER    `none`: the package comes without the denoiser's weights, and it is said; else they must be there
//
// Atrium itself never looks for updates: app-update.yml is for the publisher's own tools.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LICENCE, WEIGHTS } from '../denoiser/weights.mjs'

const root = path.resolve(import.meta.dirname, '../..')
/** The denoiser's weights with their licence, where `node build/denoiser/fetch.mjs out/denoiser` put them; without them pictures keep their noise. */
const DENOISER = 'out/denoiser'

/**
 * @param environment  as `process.env`
 * @param denoiser  folder of the weights, from the root of the checkout
 * @throws Error when an address is set and is not https, and when weights are missing that nobody did without
 */
export function configuration(environment, denoiser = DENOISER) {
  const config = JSON.parse(readFileSync(path.join(import.meta.dirname, 'electron-builder.json'), 'utf8'))
  const homepage = address(environment, 'ATRIUM_HOMEPAGE')
  const updates = address(environment, 'ATRIUM_UPDATE_URL')
  return {
    ...config,
    extraResources: [...config.extraResources, ...denoiserOf(environment, denoiser)],
    ...(homepage === null ? {} : { extraMetadata: { homepage } }),
    publish: updates === null ? null : [{ provider: 'generic', url: updates }],
  }
}

function denoiserOf(environment, folder) {
  if (environment.ATRIUM_DENOISER === 'none') {
    console.error('ATRIUM_DENOISER=none: the package comes without its denoiser, and its pictures keep their noise')
    return []
  }
  const missing = [WEIGHTS, LICENCE].find((file) => !existsSync(path.resolve(root, folder, file)))
  if (missing === undefined) return [{ from: folder, to: 'denoiser' }]
  throw new Error(`${folder}/${missing} is not there, and the package would come without its denoiser. Run: node build/denoiser/fetch.mjs ${folder}; or set ATRIUM_DENOISER=none to make one whose pictures keep their noise`)
}

function address(environment, name) {
  const value = environment[name]
  if (!value) return null
  if (!URL.canParse(value) || new URL(value).protocol !== 'https:') throw new Error(`${name}=${value} is no https address`)
  return value
}

export default () => configuration(process.env)
