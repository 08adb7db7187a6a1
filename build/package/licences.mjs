// The licence texts of everything that ships inside the bundles, one file: node build/package/licences.mjs writes
// out/licences.txt. Our runtime dependencies and theirs, as the lockfile has them; a missing licence fails.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Names of all packages that `dependencies` of package.json reach, direct and not. */
export function shippedPackages() {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const seen = new Set()
  const visit = (name, from) => {
    // Node's own rule: the nearest node_modules upwards wins.
    for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
      const place = `${base === '' ? '' : `${base}/`}node_modules/${name}`
      if (lock[place]) {
        if (seen.has(place)) return
        seen.add(place)
        for (const child of Object.keys(lock[place].dependencies ?? {})) visit(child, place)
        return
      }
      if (base === '') return // optional, not installed
    }
  }
  for (const name of Object.keys(lock[''].dependencies)) visit(name, '')
  return [...seen].sort((a, b) => (a < b ? -1 : 1))
}

/** One block per package: name, version, licence, text. Throws when a package states no licence. */
export function licenceText() {
  return shippedPackages().map((place) => {
    const folder = path.join(root, place)
    const { name, version, license, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    if (typeof license !== 'string') throw new Error(`${name} states no licence`)
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry))
    const text = file === undefined ? `(no licence file in the package; SPDX: ${license}; by ${author?.name ?? author ?? 'unnamed'})` : readFileSync(path.join(folder, file), 'utf8').trim()
    return `${name} ${version} (${license})\n\n${text}\n`
  }).join(`\n${'-'.repeat(80)}\n\n`)
}

if (process.argv[1] === import.meta.filename) {
  const out = path.join(root, 'out')
  if (!existsSync(out)) mkdirSync(out)
  writeFileSync(path.join(out, 'licences.txt'), licenceText())
}
