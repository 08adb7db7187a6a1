import type { Context, Memory, TwinMode, Site } from './context.ts'
import type { Piece } from './lex.ts'
import { sourceMapOf } from './source-map.ts'
import { leavesOf, sizeOf, type Type } from './types.ts'
import { type Line, Writer } from './writer.ts'

/** What a resource of a kernel is, by its WGSL name. */
export interface BindingDescription {
  readonly name: string
  readonly group: number
  readonly binding: number
  readonly kind: 'storage' | 'uniform' | 'texture'
  readonly writable: boolean
}

/** What generated modules export as `kernel`. */
export interface KernelDescription {
  readonly entryPoint: string
  readonly mode: TwinMode
  readonly workgroupSize: readonly [x: number, y: number, z: number]
  readonly bindings: readonly BindingDescription[]
  /** `override` declarations that can be given when a kernel is made; required ones have no default. */
  readonly overrides: readonly { readonly name: string; readonly required: boolean }[]
  /** Step mode: where a generator can stand. */
  readonly sites: readonly Site[]
}

const VIEWS: Readonly<Record<string, string>> = { f: 'Float32Array', u: 'Uint32Array', i: 'Int32Array' }

/** Puts head, dispatch loops and the written body of one invocation together. */
export function writeModule(cx: Context, pieces: readonly Piece[], { entryPoint, workgroupSize, runtime, denormals }: {
  entryPoint: string; workgroupSize: readonly [number, number, number]; runtime: string; denormals: 'keep' | 'flush'
}) {
  const finish = (written: readonly Line[]) => cx.writer.finish(written, (name) => [...(cx.memories.get(name)?.views ?? [])].find((view) => view in VIEWS) ?? null)
  const body = finish(cx.writer.lines)
  const outlined = [...cx.outlined.values()].map(({ name, lines }) => ({ name, lines: finish(lines) }))
  const kernel: KernelDescription = {
    entryPoint, mode: cx.mode, workgroupSize, bindings: bindingsOf(cx), sites: cx.sites,
    overrides: cx.lateOverrides.map(({ name, first }) => ({ name, required: first === null })),
  }
  const perInvocation = cx.mode === 'step' || cx.usesBarrier
  const out = new Writer()
  const tables = cx.constants.map(({ place, parts }) => ({ place, parts }))
  const memories = [...cx.memories.values()].filter(({ memory }) => !perInvocation || !isOwn(memory))
  /** What each binding gives, by the names that it has in the code. */
  const given = [
    ...cx.lateOverrides.map(({ name, local, scalar, first }) => {
      const text = `constants.${name}${first === null ? '' : ` ?? ${first}`}`
      return [local, scalar === 'f32' ? `F(${text})` : scalar === 'bool' ? `Boolean(${text})` : scalar === 'u32' ? `(${text}) >>> 0` : `(${text}) | 0`] as const
    }),
    ...kernel.bindings.filter(({ kind }) => kind === 'texture').map(({ name }) => [name, `resources.${name}`] as const),
    ...memories.flatMap((entry) => (isBound(entry.memory) ? viewsOf(cx, entry) : [])),
  ]
  const writeRest = () => {
    for (const entry of memories) if (!isBound(entry.memory)) declareMemory(out, entry)
    for (const { place, parts } of tables) {
      leavesOf(place.type).forEach(({ offset, scalar }, i) => {
        const view = scalar === 'f32' ? 'f' : scalar === 'i32' ? 'i' : 'u'
        if (cx.memories.get(place.memory.name)!.views.has(view)) out.line(`${place.memory.name}_${view}[${offset}] = ${parts[i] === 'true' ? 1 : parts[i] === 'false' ? 0 : parts[i]};`)
      })
    }
    if (outlined.length > 0) {
      out.line('const crossing = new Float64Array(1024);')
      out.line('var again = false;')
      for (const name of cx.state) out.line(`var ${name} = 0;`)
      for (const { memory, type, views } of cx.memories.values()) if (memory.tracked === true && views.size > 0) out.line(`var ${memory.name}_high = ${sizeOf(type).size};`)
    }
    for (const { name, lines } of outlined) {
      out.line(`function ${name}() {`)
      out.indented(() => writeAsOne(out, holdBound(cx, out, lines)))
      out.line('}')
    }
    if (perInvocation) writeInvocation(cx, out, body, workgroupSize)
  }
  if (cx.mode === 'step') {
    // Several may be under way at a time.
    writeCreate(out, () => {
      for (const [name, value] of given) out.line(`const ${name} = ${value};`)
      writeRest()
      out.line('return { invocation };')
    })
  } else {
    // Variables of the module, and not what functions of each binding close over: V8 would compile the kernel again for its second binding, into code that
    // is slower. Afterwards they are empty: a kernel that traced once does not hold a scene's memory.
    const names = given.map(([name]) => name)
    if (names.length > 0) out.line(`var ${names.join(', ')};`)
    writeRest()
    writeDispatch(cx, out, perInvocation ? null : body, workgroupSize)
    writeCreate(out, () => {
      for (const [name, value] of given) out.line(`${name} = ${value};`)
      const all = `{ ${names.join(', ')} }`
      const forget = names.length === 0 ? '' : ` ${names.join(' = ')} = undefined;`
      out.line(`const bound = ${all};${forget}`)
      out.line(`return { dispatch: (...part) => { (${all} = bound); dispatch(...part);${forget} } };`)
    })
  }
  const lines: Line[] = []
  const top = (text: string) => lines.push({ text, indent: 0, at: null, effect: true, declares: null, after: [] })
  top(`import { ${[...new Set([denormals === 'flush' ? 'flushed as F' : 'F', ...cx.runtime])].join(', ')} } from ${JSON.stringify(runtime)};`)
  top(`export const kernel = ${JSON.stringify(kernel)};`)
  lines.push(...out.lines)
  const code = `${lines.map(({ indent, text }) => '  '.repeat(indent) + text).join('\n')}\n`
  return { code, kernel, map: sourceMapOf(`${entryPoint}.js`, lines, pieces) }
}

function writeCreate(out: Writer, inside: () => void): void {
  out.line('export function create(resources, constants = {}) {')
  out.indented(inside)
  out.line('}')
}

/** Lives as long as one invocation. */
const isOwn = (memory: Memory): boolean => memory.space === 'function' || memory.space === 'private'

const isBound = (memory: Memory): boolean => memory.space === 'storage' || memory.space === 'uniform'

/** Views of a bound buffer, and how many elements it has. */
function viewsOf(cx: Context, { memory: { name }, views }: { memory: Memory; views: ReadonlySet<string> }): (readonly [name: string, value: string])[] {
  const count = [...views].find((view) => view.startsWith('n') && view.length > 1)
  return [
    ...[...views].filter((view) => view in VIEWS).map((view) => [`${name}_${view}`, `${cx.rt(`view${view.toUpperCase()}`)}(resources.${name}, '${name}')`] as const),
    ...(count === undefined ? [] : [[`${name}_n`, `${cx.rt('elements')}(resources.${name}, ${count.slice(1).replace(',', ', ')})`] as const]),
  ]
}

function declareMemory(out: Writer, { memory, type, views }: { memory: Memory; type: Type; views: ReadonlySet<string> }, ownHigh = false): void {
  if (views.size === 0) return
  const words = sizeOf(type).size
  if (memory.tracked === true && ownHigh) out.line(`let ${memory.name}_high = 0;`)
  const [first, ...rest] = [...views].filter((view) => view in VIEWS)
  out.line(`const ${memory.name}_${first} = new ${VIEWS[first]}(${words});`)
  for (const view of rest) out.line(`const ${memory.name}_${view} = new ${VIEWS[view]}(${memory.name}_${first}.buffer);`)
}

/** One invocation as a generator: it stops at barriers, and in step mode before every statement. */
function writeInvocation(cx: Context, out: Writer, body: readonly Line[], size: readonly number[]): void {
  out.line(`function* invocation(${IDS}) {`)
  out.indented(() => {
    writeGlobalId(out, size)
    for (const entry of cx.memories.values()) if (isOwn(entry.memory)) declareMemory(out, entry, true)
    out.putBack(body, out.indent)
  })
  out.line('}')
}

function writeGlobalId(out: Writer, size: readonly number[]): void {
  ;['x', 'y', 'z'].forEach((axis, i) => out.line(`const global$${axis} = ${size[i] === 1 ? `group$${axis}` : `(group$${axis} * ${size[i]} + local$${axis}) >>> 0`};`))
}

const IDS = ['group$x', 'group$y', 'group$z', 'local$x', 'local$y', 'local$z', 'count$x', 'count$y', 'count$z'].join(', ')

/**
 * Loops over workgroups [first, end) and their invocations; with barriers all invocations of a workgroup go in step. One of a large kernel is a function:
 * engines compile a loop that runs already beside the function that it stands in, and what takes seconds they did twice.
 */
function writeDispatch(cx: Context, out: Writer, body: readonly Line[] | null, size: readonly [number, number, number]): void {
  const isCalled = body !== null && cx.outlined.size > 0
  if (isCalled) {
    out.line(`function invocation(${IDS}) {`)
    out.indented(() => {
      writeGlobalId(out, size)
      writeAsOne(out, holdBound(cx, out, body))
    })
    out.line('}')
  }
  out.line('function dispatch(first$x, first$y, first$z, end$x, end$y, end$z, count$x, count$y, count$z) {')
  const shared = [...cx.memories.values()].filter(({ memory, views }) => memory.space === 'workgroup' && views.size > 0)
  out.indented(() => {
    const inPlace = body === null || isCalled ? [] : holdBound(cx, out, body)
    // In the function that the engine optimises, not around it: they stay in registers. What the last dispatch left is unknown.
    for (const { memory, type, views } of body === null ? [] : cx.memories.values()) {
      if (memory.tracked === true && views.size > 0) out.line(`${cx.outlined.size > 0 ? '' : 'let '}${memory.name}_high = ${sizeOf(type).size};`)
    }
    loops(out, ['z', 'y', 'x'].map((axis) => [`group$${axis}`, `first$${axis}`, `end$${axis}`] as const), () => {
      for (const { memory, views } of shared) out.line(`${memory.name}_${[...views].find((view) => view in VIEWS)}.fill(0);`)
      if (body === null) {
        out.line(`${cx.rt('runWorkgroup')}(invocation, group$x, group$y, group$z, ${size.join(', ')}, count$x, count$y, count$z);`)
        return
      }
      loops(out, (['z', 'y', 'x'] as const).map((axis, i) => [`local$${axis}`, '0', String(size[2 - i])] as const), () => {
        if (isCalled) out.line(`invocation(${IDS});`)
        else {
          writeGlobalId(out, size)
          out.putBack(inPlace, out.indent)
        }
      })
    })
  })
  out.line('}')
}

/** Uses from which on a function reads what is bound into a constant of its own. */
const OFTEN = 4

/**
 * The lines of a function with constants for the bindings that it uses often, which are written first: a variable of the module may change at every call, so V8 would
 * look anew each time where the words lie and how many there are.
 */
function holdBound(cx: Context, out: Writer, lines: readonly Line[]): Line[] {
  const uses = new Map([...cx.memories.values()].flatMap((entry) => (isBound(entry.memory) ? viewsOf(cx, entry) : [])).map(([name]) => [name, 0]))
  if (uses.size === 0) return [...lines]
  const NAME = /[A-Za-z_$][\w$]*/g
  const users = new Set<Line>()
  for (const line of lines) {
    for (const name of line.text.match(NAME) ?? []) {
      const count = uses.get(name)
      if (count === undefined) continue
      uses.set(name, count + 1)
      users.add(line)
    }
  }
  const own = new Map([...uses].filter(([, count]) => count >= OFTEN).map(([name]) => [name, cx.writer.unique(`own$${name}`)]))
  for (const [name, held] of own) out.line(`const ${held} = ${name};`)
  return lines.map((line) => (own.size > 0 && users.has(line) ? { ...line, text: line.text.replaceAll(NAME, (name) => own.get(name) ?? name) } : line))
}

/** Loops around a loop from which on V8 no longer compiles it alone. */
const DEEP = 6

/**
 * What a function does, its loops deeper than V8 looks for one to compile alone. It enters such a loop past what counts how often the function is called: where it
 * then throws away the whole function's code, because a branch is taken for the first time, that is never made anew, and all before the loop is slow for good.
 */
function writeAsOne(out: Writer, lines: readonly Line[]): void {
  const depth = lines.some(({ text }) => /^(?:for|while) \(/.test(text)) ? DEEP : 0
  if (depth > 0) out.line('do { '.repeat(depth).trimEnd())
  out.indented(() => out.putBack(lines, out.indent))
  if (depth > 0) out.line('} while (again); '.repeat(depth).trimEnd())
}

function loops(out: Writer, levels: readonly (readonly [name: string, first: string, end: string])[], inside: () => void): void {
  if (levels.length === 0) return inside()
  const [[name, first, end], ...rest] = levels
  if (first === '0' && end === '1') {
    out.line(`const ${name} = 0;`)
    return loops(out, rest, inside)
  }
  out.line(`for (let ${name} = ${first}; ${name} < ${end}; ${name}++) {`)
  out.indented(() => loops(out, rest, inside))
  out.line('}')
}

function bindingsOf(cx: Context): BindingDescription[] {
  return [...cx.module.declarations.values()].flatMap((declaration) => {
    if (declaration.kind !== 'global' || !declaration.attributes.has('group')) return []
    const number = (name: string) => Number(cx.expression(declaration.attributes.get(name)![0]).parts[0])
    const kind = declaration.space === 'uniform' ? 'uniform' : declaration.space === 'storage' ? 'storage' : 'texture'
    const type = declaration.type!
    const access = type.kind === 'name' && type.templates !== null && type.templates.length > 1 && type.templates[1].kind === 'name' ? type.templates[1].name : null
    const writable = kind === 'storage' ? declaration.access === 'read_write' : kind === 'texture' && (access === 'write' || access === 'read_write')
    return [{ name: declaration.name, group: number('group'), binding: number('binding'), kind, writable } as const]
  })
}
