// npm run doors: reads every import of the house, types included, and holds it to map.mjs.
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import swc from '@swc/core'
import { parseSync } from 'vite'
import { ELECTRON, GPU, GENERATORS_READ, GPU_DOORS, GPU_WITH_NODE, KNOWN, LEAVES, PACKAGES, RENDERER, RENDERER_WITH_NODE, STORIES_READ, WITHIN } from './map.mjs'

// dependency-cruiser hands every file to swc as plain TypeScript, and swc wants to be told of JSX. Of a file that imports by statements alone it gets
// those statements: trees of whole files take longer to write and read than all that is asked of them.
swc.parseFileSync = (file, options) => swc.parseSync(importsOf(file, readFileSync(file, 'utf8')), { ...options, tsx: file.endsWith('.tsx') })

/** The statements of a file that import or hand on; all of it where something else may: `import('…')` as a call or a type, `require`, a declared module, an error. */
function importsOf(file, text) {
  if (/\bimport\s*\(|\brequire\b|\bdeclare\s+module\b/.test(text)) return text
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) return text
  const handedOn = module.staticExports.filter(({ entries }) => entries.every(({ moduleRequest }) => moduleRequest !== null))
  return [...module.staticImports, ...handedOn].sort((a, b) => a.start - b.start).map(({ start, end }) => text.slice(start, end)).join('\n')
}

const { cruise } = await import('dependency-cruiser')

const HOUSE = ['gpu', 'renderer', 'electron', 'build', 'assets', 'e2e']
/** Fewer than these were not all: the parser saw nothing, and nothing was held to anything. */
const MIN_MODULES = 500
const TESTS = '(\\.test\\.tsx?|/testing[^/]*\\.ts|/testing/.*)$'

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
/** Matches the folder of that name or the file of that name. */
const room = (...names) => `^(${names.map(escaped).join('|')})(/|\\.(ts|tsx|mjs|json)$)`
const words = (text) => text.split(' ')

/** One rule a row: what stands below it, and beside it, is behind a shut door. */
function rowRules(folder, rows) {
  return rows.flatMap((row, i) => {
    const shut = rows.slice(i).flatMap(words)
    const paths = (name) => name.split('+').map((part) => `${folder}/${part}`)
    return words(row).map((name) => ({
      name: `${folder}/${name} reads the rows above it`,
      from: { path: room(...paths(name)), pathNot: TESTS },
      to: { path: room(...shut.filter((other) => other !== name).flatMap(paths)), pathNot: TESTS },
    }))
  })
}

const between = (name, from, to, { except = [], fromNot = [] } = {}) => ({
  name,
  from: { path: room(...words(from)), pathNot: [TESTS, ...fromNot] },
  to: { path: room(...words(to)), ...(except.length > 0 && { pathNot: room(...except) }) },
})

const withNode = words(GPU_WITH_NODE).map((name) => `gpu/${name}`)
const forbidden = [
  { name: 'no rings', from: {}, to: { circular: true } },
  { name: 'only tests read tests', from: { pathNot: [TESTS, '^gpu/bench/', '^e2e/', '^build/cli/(fuzz|torture)/'] }, to: { path: TESTS } },
  ...rowRules('gpu', GPU),
  ...rowRules('renderer', RENDERER),
  ...rowRules('electron', ELECTRON),
  ...Object.entries(WITHIN).flatMap(([folder, rows]) => rowRules(folder, rows)),
  between('gpu reads no other folder', 'gpu', 'renderer electron build assets e2e', { fromNot: [room(...withNode)] }),
  between('no room of gpu reads what needs Node', 'gpu', withNode.join(' '), { fromNot: [room(...withNode)] }),
  { name: 'gpu without Node', from: { path: '^gpu/', pathNot: [TESTS, room(...withNode)] }, to: { dependencyTypes: ['core'] } },
  { name: 'renderer without Node', from: { path: '^renderer/', pathNot: [TESTS, room(...RENDERER_WITH_NODE)] }, to: { dependencyTypes: ['core'] } },
  { name: 'the window never runs what needs Node', from: { path: '^renderer/', pathNot: TESTS }, to: { path: room(...RENDERER_WITH_NODE) } },
  between('renderer reads gpu through its doors', 'renderer', 'gpu', { except: GPU_DOORS }),
  between('assets read gpu through its doors', 'assets', 'gpu', { except: [...GPU_DOORS, 'gpu/headless'] }),
  between('renderer reads no other folder', 'renderer', 'electron build assets e2e', { except: [...LEAVES, ...GENERATORS_READ] }),
  between('electron reads neither the window nor the engine', 'electron', 'renderer gpu build assets e2e', { except: LEAVES }),
  { name: 'a leaf reads nothing of the house', from: { path: room(...LEAVES), pathNot: TESTS }, to: { path: '^(gpu|renderer|electron|build|assets|e2e)/', pathNot: room(...LEAVES) } },
  between('assets read no shell', 'assets', 'electron build e2e'),
  { name: 'build is read by nobody', from: { path: '^(gpu|renderer|electron|assets|e2e)/', pathNot: [TESTS] }, to: { path: '^build/' } },
  between('stories drive Atrium from outside', 'e2e', 'gpu renderer electron build', { except: STORIES_READ }),
  { name: 'stories are read by nobody', from: { pathNot: '^e2e/' }, to: { path: '^e2e/' } },
  ...PACKAGES.flatMap(({ packages, rooms }) =>
    words(packages).map((name) => ({
      name: `${name} belongs to ${rooms}`,
      from: { path: '^(gpu|renderer|electron|build|assets|e2e)/', pathNot: [TESTS, room(...words(rooms))] },
      to: { path: `(^|node_modules/)${escaped(name)}(/|$)`, dependencyTypesNot: ['local'] },
    })),
  ),
]

/**
 * Every arrow that points through a shut door, as sentences; empty when the house is in order.
 * @param root of the checkout, absolute
 * @param least modules below which it was not read
 */
export async function findViolations(root, least = MIN_MODULES) {
  const { output } = await cruise(
    HOUSE,
    { baseDir: root, parser: 'swc', tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' }, validate: true, ruleSet: { forbidden } },
    { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  )
  const seen = output.modules.filter(({ source }) => HOUSE.includes(source.split('/')[0])).length
  const rings = new Set()
  const violations = seen < least ? [`only ${seen} modules were seen, there are more than ${least}`] : []
  const mended = new Set(KNOWN)
  for (const { rule, from, to, cycle } of output.summary.violations) {
    const arrow = `${from} → ${to}`
    mended.delete(arrow)
    if (KNOWN.includes(arrow)) continue
    if (cycle === undefined) violations.push(`${rule.name}: ${arrow}`)
    else {
      // A ring is reported once for each of its files.
      const files = cycle.map(({ name }) => name)
      const key = files.toSorted((a, b) => a.localeCompare(b)).join()
      if (!rings.has(key)) violations.push(`${rule.name}: ${[from, ...files].join(' → ')}`)
      rings.add(key)
    }
  }
  violations.push(...[...mended].map((arrow) => `mended, so it leaves the list of known ones: ${arrow}`))
  return { seen, violations }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const root = path.resolve(process.argv[2] ?? path.resolve(import.meta.dirname, '../..'))
  const { seen, violations } = await findViolations(root, Number(process.argv[3] ?? MIN_MODULES))
  for (const violation of violations) console.error(violation)
  console.log(violations.length === 0 ? `doors: ${seen} modules, every door is shut` : `doors: ${violations.length} arrows go through shut doors`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
