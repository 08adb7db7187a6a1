import type { Block, Expression, FunctionDeclaration, Statement } from '../twin/compiler/ast.ts'
import { compileError, pieceOf, type Position } from '../twin/compiler/lex.ts'
import { parseModule } from '../twin/compiler/parse.ts'

/** Functions that the hooks have their own of. */
const HOOKED = ['closest_hit', 'any_hit', 'light_passed']

interface Insertion { readonly at: Position; readonly text: string; readonly replaces: number }

/** Reads a node of a BVH, by its place in `references`; such steps have level 2. */
const BVH_READER = 'load_bvh_node'

/** Tests the triangles of a leaf, by how many there are: a leaf that is no node of its own. */
const LEAF_TESTER = 'test_records'

/** Distances that traversals keep while they walk, by the names they give them; the first that is in sight is logged. */
const LOW = ['t_min', 't']
const HIGH = ['t_max', 't_exit', 't_leaf']

/** What shading calls the light that a shadow ray would let through, and what reached the surface's viewer of it. */
const LIT = ['throughput', 'light']

/**
 * The same kernel with a log: before every statement that reads `nodes[...]` or calls load_bvh_node() it calls trace_step(), after every triangle test
 * trace_test(), before a leaf that lies in rows trace_leaf(), before a shadow ray trace_light(), and its closest_hit, any_hit and light_passed get out of the way of the hooks' own. Every
 * loop around these ends as soon as trace_is_full() says so, so that no dispatch is longer than its log.
 *
 * Works on any traversal as it is written, so no second version of one can drift from the first. The hooks are trace.wgsl's
 * (every step is written down) or heat-map.wgsl's (steps are counted).
 *
 * @param pieces  texts as the GPU gets them; those that change keep their number of lines
 * @throws EngineError `gpu-kernel` where a node is read that the log would miss
 */
export function instrument(pieces: readonly string[]): string[] {
  const named = [...new Set(pieces)].map(pieceOf)
  const insertions: Insertion[] = []
  const functions = [...parseModule(named).declarations.values()].filter((declaration) => declaration.kind === 'fn')
  const logging = loggingFunctions(functions)
  for (const declaration of functions) {
    if (HOOKED.includes(declaration.name)) {
      insertions.push({ at: declaration.at, text: `untraced_${declaration.name}`, replaces: declaration.name.length })
    }
    walkFunction(declaration, logging.has(declaration.name), insertions)
  }
  return named.map(({ name, text }) => apply(text, insertions.filter(({ at }) => at.file === name)))
}

function apply(text: string, insertions: readonly Insertion[]): string {
  const starts = [0]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  const offsetOf = ({ line, column }: Position) => starts[line - 1] + column - 1
  return insertions.toSorted((a, b) => offsetOf(b.at) - offsetOf(a.at))
    .reduce((changed, { at, text: added, replaces }) => changed.slice(0, offsetOf(at)) + added + changed.slice(offsetOf(at) + replaces), text)
}

/** Names of the functions that log something, themselves or by what they call. */
function loggingFunctions(functions: readonly FunctionDeclaration[]): ReadonlySet<string> {
  const calls = new Map(functions.map(({ name, body }) => {
    const all = listInner(expressionsOf(body))
    const called = all.flatMap((expression) => (expression.kind === 'call' ? [expression.callee.name] : []))
    return [name, all.some((each) => isNodeRead(each) || isCallOf(each, BVH_READER)) ? [...called, 'intersect_triangle'] : called]
  }))
  const logging = new Set(['intersect_triangle'])
  for (let size = 0; size < logging.size;) {
    size = logging.size
    for (const [name, called] of calls) if (called.some((callee) => logging.has(callee))) logging.add(name)
  }
  return logging
}

function walkFunction(fn: FunctionDeclaration, isLogging: boolean, insertions: Insertion[]): void {
  const level = fn.parameters.some(({ name }) => name === 'slot') ? 1 : 0
  walkBlock(fn.body, new Set(fn.parameters.map(({ name }) => name)), { level, isLogging, insertions })
}

interface Walk { readonly level: 0 | 1; readonly isLogging: boolean; readonly insertions: Insertion[] }

function walkBlock(block: Block, outer: ReadonlySet<string>, walk: Walk): void {
  const { level, isLogging, insertions } = walk
  const names = new Set(outer)
  const slot = level === 1 ? 'slot' : '0u'
  block.forEach((statement, i) => {
    const own = listInner(ownExpressions(statement))
    for (const read of own) {
      if (!isNodeRead(read)) continue
      if (statement.kind === 'while' || statement.kind === 'for') throw compileError(statement.at, 'a node that is read in the head of a loop cannot be logged')
      const [low, high] = [LOW, HIGH].map((candidates) => candidates.find((name) => names.has(name)) ?? '0.0')
      insertions.push({ at: statement.at, text: `trace_step(${level}u, ${slot}, ${write(read.index)}, ${low}, ${high}); `, replaces: 0 })
    }
    for (const read of own) {
      if (!isCallOf(read, BVH_READER)) continue
      const high = HIGH.find((name) => names.has(name)) ?? '0.0'
      insertions.push({ at: statement.at, text: `trace_step(2u, ${slot}, ${write(read.args[0])}, 0.0, ${high}); `, replaces: 0 })
    }
    for (const leaf of own) if (isCallOf(leaf, LEAF_TESTER)) insertions.push({ at: statement.at, text: `trace_leaf(${write(leaf.args[2])}); `, replaces: 0 })
    const test = own.find((expression) => isCallOf(expression, 'intersect_triangle'))
    if (test !== undefined) {
      const next = block[i + 1]
      if (statement.kind !== 'let' || next === undefined) throw compileError(statement.at, 'a triangle test that is no let with something after it cannot be logged')
      const [record, , , limit] = test.args
      insertions.push({ at: next.at, text: `trace_test(${slot}, ${write(record)}, ${statement.name}.x, ${write(limit)}); `, replaces: 0 })
    }
    if (own.some((expression) => isCallOf(expression, 'any_hit')) && LIT.every((name) => names.has(name))) {
      insertions.push({ at: statement.at, text: `trace_light(${LIT.join(' * ')}); `, replaces: 0 })
    }
    if (isLogging && (statement.kind === 'loop' || statement.kind === 'while' || statement.kind === 'for') && statement.body.length > 0) {
      insertions.push({ at: statement.body[0].at, text: 'if (trace_is_full()) { break; } ', replaces: 0 })
    }
    if (statement.kind === 'var' || statement.kind === 'let') names.add(statement.name)
    for (const inner of innerBlocks(statement)) walkBlock(inner, names, walk)
  })
}

/** Every expression of a block and of the blocks in it. */
function expressionsOf(block: Block): Expression[] {
  return block.flatMap((statement) => [...ownExpressions(statement), ...innerBlocks(statement).flatMap(expressionsOf)])
}

function ownExpressions(statement: Statement): Expression[] {
  switch (statement.kind) {
    case 'var': case 'let': case 'const': case 'return': return statement.value === null ? [] : [statement.value]
    case 'assign': return [statement.target, statement.value]
    case 'discard-value': return [statement.value]
    case 'call': return [statement.call]
    case 'if': case 'while': return [statement.condition]
    case 'for': return statement.condition === null ? [] : [statement.condition]
    case 'switch': return [statement.selector]
    default: return []
  }
}

function innerBlocks(statement: Statement): Block[] {
  switch (statement.kind) {
    case 'block': case 'while': case 'for': return [statement.body]
    case 'if': return statement.otherwise === null ? [statement.body] : [statement.body, statement.otherwise]
    case 'loop': return [statement.body, statement.continuing]
    case 'switch': return statement.cases.map(({ body }) => body)
    default: return []
  }
}

function children(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call': return expression.args
    case 'member': return [expression.base]
    case 'index': return [expression.base, expression.index]
    case 'unary': return [expression.operand]
    case 'binary': return [expression.left, expression.right]
    default: return NOTHING
  }
}

const NOTHING: readonly Expression[] = []

/** They and all that is in them, each before what is in it. */
function listInner(expressions: readonly Expression[], listed: Expression[] = []): Expression[] {
  for (const expression of expressions) {
    listed.push(expression)
    listInner(children(expression), listed)
  }
  return listed
}

type Call = Extract<Expression, { kind: 'call' }>

const isNodeRead = (expression: Expression): expression is Extract<Expression, { kind: 'index' }> =>
  expression.kind === 'index' && expression.base.kind === 'name' && expression.base.name === 'nodes'

const isCallOf = (expression: Expression, name: string): expression is Call => expression.kind === 'call' && expression.callee.name === name

/** An expression as WGSL again. */
function write(expression: Expression): string {
  switch (expression.kind) {
    case 'number': return expression.text
    case 'bool': return String(expression.value)
    case 'name': return expression.name
    case 'call': return `${expression.callee.name}(${expression.args.map(write).join(', ')})`
    case 'member': return `${write(expression.base)}.${expression.member}`
    case 'index': return `${write(expression.base)}[${write(expression.index)}]`
    case 'unary': return `(${expression.operator}${write(expression.operand)})`
    case 'binary': return `(${write(expression.left)} ${expression.operator} ${write(expression.right)})`
  }
}
