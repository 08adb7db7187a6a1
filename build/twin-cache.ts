import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileTwin, type TwinModule } from '../gpu/twin/compiler/compile.ts'
import { pieceOf } from '../gpu/twin/compiler/lex.ts'
import type { ShippedKernel } from '../gpu/shipped-kernels.ts'

type Compiled = Pick<TwinModule, 'code' | 'map'>

const hashOf = (texts: readonly string[]): string => texts.reduce((hash, text) => hash.update(`${text.length} ${text}`), createHash('sha256')).digest('hex').slice(0, 32)

/** What the compiler is made of: another text may compile otherwise. */
function compilerHash(root: string): string {
  const folder = path.join(root, 'gpu/twin/compiler')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
  return hashOf(files.map((name) => readFileSync(path.join(folder, name), 'utf8')))
}

interface TwinCache {
  (kernel: ShippedKernel): Compiled
  /** Where that lies as JSON once it was asked for; nothing is there when the cache cannot be written. */
  fileOf(kernel: ShippedKernel): string
}

/**
 * Compiles shipped kernels, and finds what an earlier build or test run compiled of the same text by the same compiler: a hundred of them take
 * fifteen seconds. Kept in node_modules/.cache; a cache that cannot be written costs time alone.
 *
 * @param root  of the checkout
 */
export function createTwinCache(root: string): TwinCache {
  const cache = path.join(root, 'node_modules/.cache/atrium/twin')
  const compiler = compilerHash(root)
  const folder = path.join(cache, compiler)
  const known = new WeakMap<ShippedKernel, Compiled>()

  function keep(file: string, made: Compiled): void {
    try {
      if (!existsSync(folder)) {
        // Nothing asks for what another compiler made.
        rmSync(cache, { recursive: true, force: true })
        mkdirSync(folder, { recursive: true })
      }
      writeFileSync(`${file}.${process.pid}`, JSON.stringify({ code: made.code, map: made.map }))
      renameSync(`${file}.${process.pid}`, file)
    } catch { /* The next run compiles it again. */ }
  }

  function find(file: string): Compiled | null {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Compiled
    } catch {
      return null
    }
  }

  function inputOf({ pieces, entryPoint, mode }: ShippedKernel) {
    const parts = pieces.map(pieceOf)
    const options = { entryPoint, mode, runtime: path.join(root, 'gpu/twin/runtime/runtime.ts').replaceAll('\\', '/') }
    return { parts, options, file: path.join(folder, `${hashOf([JSON.stringify(options), ...parts.flatMap(({ name, text }) => [name, text])])}.json`) }
  }

  function compiled(kernel: ShippedKernel): Compiled {
    const before = known.get(kernel)
    if (before !== undefined) return before
    const { parts, options, file } = inputOf(kernel)
    const found = find(file)
    const made = found ?? compileTwin(parts, options)
    if (found === null) keep(file, made)
    known.set(kernel, made)
    return made
  }
  return Object.assign(compiled, { fileOf: (kernel: ShippedKernel) => inputOf(kernel).file })
}
