import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { lex } from '../gpu/twin/compiler/lex.ts'

// What no linter knows of our sources: the suite passes in a clone with nothing beside it, and on a slow machine.

const root = path.resolve(import.meta.dirname, '..')
const SOURCE = /\.(?:tsx?|mjs|js|wgsl|html|css)$/
const files = ['assets', 'build', 'e2e', 'electron', 'gpu', 'renderer'].flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  .map((name) => path.join(folder, name))).filter((file) => SOURCE.test(file) && file !== path.join('build', 'house.test.ts'))
const sources = files.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
const tests = sources.filter(({ file }) => /\.(?:test|spec)\.tsx?$/.test(file))

/** Every match as `file:line: text`. */
function found(among: typeof sources, pattern: RegExp, isFault: (match: RegExpMatchArray, file: string) => boolean = () => true): string[] {
  return among.flatMap(({ file, text }) => [...text.matchAll(pattern)].filter((match) => isFault(match, file))
    .map((match) => `${file}:${text.slice(0, match.index).split('\n').length}: ${match[0]}`))
}

/** Names that attack: they must climb. */
const ATTACK = /passwd|evil|secret|settings\.json/

test('no source names a path outside the checkout', () => {
  const climbs = ([, relative]: RegExpMatchArray, file: string): boolean =>
    !ATTACK.test(relative) && path.relative(root, path.resolve(root, path.dirname(file), relative)).startsWith('..')
  expect(found(sources, /['"`](\.\.\/[\w./-]*)/g, climbs)).toEqual([])
  expect(found(sources, /['"`]\/(?:work|tmp|root|mnt)\/[^'"`]*/g)).toEqual([])
})

test('who reads the scenes beside the checkout carries the mark by which those tests are run alone', () => {
  const readers = tests.filter(({ text }) => text.includes('ATRIUM_SCENES'))
  expect(readers.filter(({ text }) => !text.includes('@scenes')).map(({ file }) => file)).toEqual([])
})

const units = tests.filter(({ file }) => !file.startsWith('e2e/'))

test('no test has a limit of its own: one generous limit is there against hangs', () => {
  expect(found(units, /^\s*\}, [\d_]{4,}\)|\btimeout: [\d_]+ *\}, |testTimeout|hookTimeout/gm)).toEqual([])
})

/** A test and what it is told with; what asks whether a folder is gone asks again. */
const told = [...units, ...sources.filter(({ file }) => file.startsWith('e2e/') && !file.endsWith('limits.ts'))]
const SLEEPS = /waitForTimeout|vi\.waitFor\(|setTimeout\((?:r\w*|\(\) => [^\n]*?), ?[1-9][\d_]*\)|\bsetTimeout \} from 'node:timers\/promises'/gm
const CLOCKS = /= performance\.now\(\)$|performance\.now\(\) - |Date\.now\(\) - start|\btimeout: [\d_]+|setTimeout\([\d_]+\)/gm

test('no test and no story sleeps, is compared with a clock or has a limit beside those against hangs', () => {
  expect(found(told, SLEEPS, (_, file) => file !== path.join('e2e', 'app.ts'))).toEqual([])
  expect(found(told, CLOCKS)).toEqual([])
})

/** Of what test files share (fresh-file.ts): what was computed once, and says the same to whoever asks next. */
const MEMOS = ['debug/scene-copy.ts: layouts', 'kdtree/build/sweep.ts: sweptCost', 'kernels/bsdf-albedo.ts: table', 'passes/paths/lights/lamps.ts: layout', 'sky/atmosphere.ts: table', 'sky/clear-sky.ts: known', 'textures/albedo.ts: shadow', 'twin/compiler/parse.ts: known'].map((memo) => `gpu/${memo}`)
const SHARED = /^(?:gpu\/(?!testing\/|headless\/|examples\/|bench\/)|assets\/generators\/(?:kit|pieces)\/|renderer\/words\/(?:catalogue\.ts|en\/|de\/))/
const shared = sources.map(({ file, text }) => ({ file: file.replaceAll('\\', '/'), text })).filter(({ file }) => SHARED.test(file) && /(?<!\.test|\/testing[^/]*)\.ts$/.test(file))

test('what test files share keeps nothing of one that another could see', () => {
  const kept = shared.flatMap(({ file, text }) => [...text.matchAll(/^(?:export )?(?:let (\w+)|const ([a-z]\w*)\b[^\n]*? = (?:new (?:Map|Set)\b|(?:\[\]|\{\})(?! *[,)])))/gm)].map(([, variable, store]) => `${file}: ${variable ?? store}`))
  expect(kept.sort()).toEqual(MEMOS)
})

test('what test files share reads nothing that each of them evaluates anew', () => {
  const isAnew = ([, name]: RegExpMatchArray, file: string): boolean => !SHARED.test(path.relative(root, path.resolve(root, path.dirname(file), name)).replaceAll(path.sep, '/'))
  expect(found(shared, /^(?:import|export) (?!type )[^'\n]*from '(\.[^'?]+)/gm, isAnew)).toEqual([])
})

test('no unit test puts another module in place of a shared one: files that come after it would get it, too', () => {
  const isShared = ([, name]: RegExpMatchArray, file: string): boolean => SHARED.test(path.relative(root, path.resolve(root, path.dirname(file), name)).replaceAll(path.sep, '/'))
  expect(found(units, /vi\.(?:mock|doMock)\((?:import\()?['"`](\.[^'"`]+)/g, isShared)).toEqual([])
})

/** Lines that a file may have: at the latest then, two ideas live in it. */
const MOST_LINES = 400

test('no source is longer than 400 lines', () => {
  expect(sources.map(({ file, text }) => `${file}: ${text.split('\n').length - 1}`).filter((each) => Number(each.split(': ')[1]) > MOST_LINES)).toEqual([])
})

/** Lines that a function may have where stages are to read as the book's equations. */
const MOST_OF_A_FUNCTION = 80
const STAGES = path.join('gpu', 'passes', 'paths')

interface Source { readonly file: string; readonly text: string }

/** Every function of a file as `file:line: lines`, those that lie in others too. */
function lengthsIn({ file, text }: Source): string[] {
  return file.endsWith('.wgsl') ? lengthsInWgsl(file, text) : lengthsInTypeScript(file, text)
}

function lengthsInTypeScript(file: string, text: string): string[] {
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length
  const found: string[] = []
  const add = ({ start, end }: { start: number; end: number }): void => void found.push(`${file}:${lineOf(start)}: ${lineOf(end) - lineOf(start) + 1}`)
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(parseSync(file, text).program)
  return found
}

function lengthsInWgsl(file: string, text: string): string[] {
  const found: string[] = []
  let [begin, depth] = [0, 0]
  for (const { kind, text: token, at: { line } } of lex({ name: file, text })) {
    if (kind === 'name' && token === 'fn') begin = line
    if (token === '{') depth++
    if (token !== '}') continue
    depth--
    if (depth > 0 || begin === 0) continue
    found.push(`${file}:${begin}: ${line - begin + 1}`)
    begin = 0
  }
  return found
}

const isTooLong = (length: string): boolean => Number(length.split(': ')[1]) > MOST_OF_A_FUNCTION

test('no function of the stages of paths is longer than 80 lines', () => {
  const lengths = sources.filter(({ file }) => file.startsWith(STAGES) && /\.(?:ts|wgsl)$/.test(file)).map((source) => ({ source, found: lengthsIn(source) }))
  expect(lengths.filter(({ source: { file }, found: each }) => file.endsWith('.wgsl') && each.length > 0).length).toBeGreaterThan(10)
  expect(lengths.flatMap(({ found: each }) => each.filter(isTooLong))).toEqual([])
})

test('planted functions are measured', () => {
  const lines = '\n'.repeat(MOST_OF_A_FUNCTION - 1)
  const functions = [
    ['planted.ts', `// one\nfunction planted() {${lines}}`], ['planted.ts', `// one\nconst planted = async (at: number) => {${lines}}`], ['planted.ts', `const rows = {\n  planted() {${lines}} }`],
    ['planted.wgsl', `struct Fn { fn_: u32 }\nfn planted() {${lines}}`],
  ]
  for (const [file, text] of functions) {
    expect(lengthsIn({ file, text })).toEqual([`${file}:2: 80`])
    expect(lengthsIn({ file, text: text.replace(lines, `${lines}\n`) }).map(isTooLong)).toEqual([true])
  }
})

test('planted ones are found', () => {
  const planted = ['await page.waitForTimeout(500)', 'await new Promise((resolve) => setTimeout(resolve, 100))', "import { setTimeout } from 'node:timers/promises'", 'await vi.waitFor(() => done())']
  for (const text of planted) expect(found([{ file: 'e2e/planted.spec.ts', text }], SLEEPS)).toHaveLength(1)
  for (const text of ['test.setTimeout(60_000)', 'toBeVisible({ timeout: 5000 })', 'expect(performance.now() - start).toBeLessThan(5)']) expect(found([{ file: 'e2e/planted.spec.ts', text }], CLOCKS)).toHaveLength(1)
})
