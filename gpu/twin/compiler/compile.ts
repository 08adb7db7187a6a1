import type { FunctionDeclaration, Module } from './ast.ts'
import { inlineCall } from './call.ts'
import { type Context, type TwinMode, Scope, type Site } from './context.ts'
import { convert } from './convert.ts'
import { entryBuiltins } from './entry.ts'
import { lowerExpression, lowerOperands } from './expression.ts'
import { compileError, type Piece } from './lex.ts'
import { type KernelDescription, writeModule } from './module.ts'
import { parseModule } from './parse.ts'
import { constantInteger, findGlobal, typeOf } from './resolve.ts'
import { type SourceMap } from './source-map.ts'
import { lowerStatements } from './statement.ts'
import { BOOL, holdsArray, leavesOf } from './types.ts'
import { Writer } from './writer.ts'

export interface TwinOptions {
  /** The compute function to run. */
  readonly entryPoint: string
  readonly mode?: TwinMode
  /** Values of `override` declarations that are known now; the others are given with the resources. */
  readonly overrides?: Readonly<Record<string, number | boolean>>
  /**
   * 'keep' (default): numbers below 1.2e-38 are what IEEE says. 'flush': they become zero, as on the software adapter and many
   * others; about half as fast, for bit-exact comparison of rays that reach that deep.
   */
  readonly denormals?: 'keep' | 'flush'
  /** Characters from which on a kernel keeps its larger functions as functions; see LARGEST. */
  readonly largest?: number
  /** Where the generated module imports its runtime from. */
  readonly runtime?: string
}

export interface TwinModule {
  /** An ES module: `export const kernel` describes it, `export function create(resources)` makes one to run. */
  readonly code: string
  readonly map: SourceMap
  readonly kernel: KernelDescription
}

/**
 * Compiles one compute entry point of WGSL to JavaScript that computes the same numbers: f32, i32 and u32 arithmetic, layouts,
 * clamped indices. What the entry point calls is written in its place, vectors and structs as plain numbers; of large kernels the larger functions stay.
 *
 * @param listed  the kernel's WGSL files in order, as the GPU gets them; a piece that is listed twice counts once
 * @throws EngineError `gpu-kernel`, message `file:line:column: ...`, for whatever is not WGSL or not in the subset of README.md
 */
export function compileTwin(listed: readonly Piece[], options: TwinOptions): TwinModule {
  const pieces = listed.filter(({ text }, i) => listed.findIndex((piece) => piece.text === text) === i)
  const { entryPoint, mode = 'fast', overrides = {}, denormals = 'keep', largest = LARGEST, runtime = '../runtime/runtime.ts' } = options
  const module = parseModule(pieces)
  const first = lower(module, pieces, { ...options, mode, overrides, outline: new Set() })
  const isLarge = first.cx.writer.sizeSince(0) > largest && mode !== 'step' && !first.cx.usesBarrier
  const again = (outline: ReadonlySet<string>) => lower(module, pieces, { ...options, mode, overrides, outline })
  const { cx, workgroupSize } = isLarge ? again(apartOf(again(outlineOf(first.cx, largest / 10)).cx, largest)) : first
  return writeModule(cx, pieces, { entryPoint, workgroupSize, runtime, denormals })
}

/**
 * Characters of a kernel with every call in place. V8 optimises no function of more than 60 KB of bytecode, which is about
 * 140,000 characters, and takes seconds for half of that.
 */
const LARGEST = 60_000

/**
 * Which functions of a large kernel stay functions: the larger ones that neither take nor give arrays, nor a pointer into a buffer. What other pointers
 * point to crosses there and back; WGSL lets no two of them name one variable.
 */
function outlineOf(cx: Context, least: number): Set<string> {
  return new Set([...cx.sizes].filter(([name, size]) => {
    const fn = cx.module.declarations.get(name)
    return size > least && fn?.kind === 'fn' && fn.parameters.every(({ type }) => {
      const resolved = cx.typeOf(type)
      if (resolved.kind === 'pointer') return resolved.space === 'function' && !holdsArray(resolved.to)
      return resolved.kind !== 'texture' && !holdsArray(resolved)
    }) && !(fn.result !== null && holdsArray(cx.typeOf(fn.result)))
  }).map(([name]) => name))
}

/** Characters of a function up to which others are written into it: with 100,000 a picture took more than twice as long. */
const FULL = 60_000

/**
 * Which of them still stay, now that each is known without what it calls: the smallest go into their callers after all, and so do those whose copies but
 * the first come to little, while there is room. What need not cross stays in registers: a walk is one function, not one for each of its loops.
 */
function apartOf({ outlined, writer }: Context, largest: number): Set<string> {
  const [little, full] = [largest / 10, Math.min(FULL, 2 * largest)]
  const kept = new Set(outlined.keys())
  const names = new Map([...outlined].map(([name, { name: written }]) => [`${written}();`, name]))
  const hosts = [...[...outlined.values()].map(({ lines }) => lines), writer.lines].map((lines) => ({
    size: lines.reduce((sum, { text }) => sum + text.length, 0), calls: lines.flatMap(({ text }) => names.get(text) ?? []),
  }))
  // What a function calls was written before it.
  for (const [i, name] of [...kept].entries()) {
    const { size, calls } = hosts[i]
    const callers = hosts.map((host) => ({ host, sites: host.calls.filter((call) => call === name).length })).filter(({ sites }) => sites > 0)
    const copies = callers.reduce((sum, { sites }) => sum + sites, -1)
    if (size > little && (copies * size > 2 * little || callers.some(({ host, sites }) => host.size + sites * size > full))) continue
    kept.delete(name)
    for (const { host, sites } of callers) {
      host.size += sites * size
      host.calls = host.calls.flatMap((call) => (call === name ? calls : call))
    }
  }
  return kept
}

type LowerOptions = TwinOptions & { readonly mode: TwinMode; readonly overrides: Context['overrides']; readonly outline: ReadonlySet<string> }

function lower(module: Module, pieces: readonly Piece[], { entryPoint, mode, overrides, outline }: LowerOptions) {
  const cx = createContext(module, mode, overrides, outline)
  const nowhere = { file: pieces.at(-1)?.name ?? 'nothing', line: 1, column: 1 }
  for (const condition of cx.module.asserts) {
    if (convert(cx.expression(condition), BOOL, condition.at).parts[0] !== 'true') throw compileError(condition.at, 'const_assert failed')
  }
  const entry = cx.module.declarations.get(entryPoint)
  if (entry?.kind !== 'fn' || !entry.attributes.has('compute')) throw compileError(nowhere, `there is no compute function ${entryPoint}`)
  const size = (entry.attributes.get('workgroup_size') ?? []).map((side) => constantInteger(cx, side))
  const workgroupSize: [number, number, number] = [size[0] ?? 1, size[1] ?? 1, size[2] ?? 1]
  checkUnused(cx)
  writeEntry(cx, entry, workgroupSize)
  return { cx, workgroupSize }
}

function createContext(module: Module, mode: TwinMode, overrides: Context['overrides'], outline: ReadonlySet<string>): Context {
  const moduleScope = new Scope(null)
  const cx: Context = {
    module, mode, overrides, moduleScope, lateOverrides: [],
    writer: new Writer(), memories: new Map(), runtime: new Set(), sites: [], types: new Map(), globals: new Map(), constants: [], startLines: [],
    state: [], outline, outlined: new Map(), sizes: new Map(),
    usesBarrier: false, scope: moduleScope, frame: null,
    expression: (expression) => lowerExpression(cx, expression),
    operands: (expressions) => lowerOperands(cx, expressions),
    typeOf: (expression) => typeOf(cx, expression),
    call: (fn, args, at) => inlineCall(cx, fn, args, at),
    statements: (body) => lowerStatements(cx, body),
    stop: (at) => { if (mode === 'step') stop(cx, at) },
    rt(name) {
      cx.runtime.add(name)
      return name
    },
  }
  return cx
}

/** Overrides that no declaration takes are mistakes. */
function checkUnused(cx: Context): void {
  for (const name of Object.keys(cx.overrides)) {
    if (cx.module.declarations.get(name)?.kind !== 'override') throw compileError({ file: 'overrides', line: 1, column: 1 }, `there is no override ${name}`)
  }
  // Bindings stand in the description whether this entry point reads them or not, as in the pipeline's layout.
  for (const declaration of cx.module.declarations.values()) {
    if (declaration.kind === 'global' && declaration.space !== 'private' && declaration.space !== 'workgroup') findGlobal(cx, declaration.name)
  }
}

/** The body of one invocation, with a labelled block around it when it returns early. */
function writeEntry(cx: Context, entry: FunctionDeclaration, workgroupSize: readonly number[]): void {
  const start = cx.writer.mark()
  const scope = new Scope(cx.moduleScope)
  for (const parameter of entry.parameters) scope.values.set(parameter.name, entryBuiltins(cx, parameter, workgroupSize))
  const label = cx.writer.unique('$main')
  cx.frame = { fn: entry, result: { kind: 'void' }, exit: { names: [], label }, loop: null, caller: null }
  cx.scope = new Scope(scope)
  cx.writer.line(`${label}: {`)
  cx.writer.indented(() => cx.statements(entry.body))
  cx.writer.line('}')
  cx.writer.insertAt(start, () => { for (const write of cx.startLines) write() })
}

/** Step mode: hand the debugger the place and a way to read what is in scope. */
function stop(cx: Context, at: Site['at']): void {
  const variables: { name: string; type: Site['variables'][number]['type'] }[] = []
  const reads: string[] = []
  const seen = new Set<string>()
  for (let scope: Scope | null = cx.scope; scope !== null && scope !== cx.moduleScope; scope = scope.parent) {
    for (const [name, value] of scope.values) {
      if (seen.has(name) || value.lost === true || value.type.kind === 'pointer' || value.type.kind === 'texture') continue
      seen.add(name)
      if (holdsArray(value.type) && (value.place?.kind !== 'memory' || leavesOf(value.type).length > 256)) continue
      variables.push({ name, type: value.type })
      reads.push(`[${value.parts.join(', ')}]`)
    }
  }
  const calls: string[] = []
  for (let frame = cx.frame; frame !== null; frame = frame.caller) calls.push(frame.fn.name)
  cx.sites.push({ at, calls, variables })
  const outer = cx.writer.at
  cx.writer.at = at
  cx.writer.line(`yield { site: ${cx.sites.length - 1}, read: () => [${reads.join(', ')}] };`)
  cx.writer.at = outer
}
