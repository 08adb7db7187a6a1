import type { Block, Expression, FunctionDeclaration, Statement } from '../mirror/ast.ts'
import { compileError, pieceOf, type Position } from '../mirror/lex.ts'
import { parseModule } from '../mirror/parse.ts'

interface Insertion { readonly at: Position; readonly text: string; readonly replaces: number }

/** Distances that traversals keep while they walk, by the names they give them; the first that is in sight is logged. */
const LOW = ['t_min', 't']
const HIGH = ['t_max', 't_exit', 't_leaf']

/**
 * The same kernel with a log: before every statement that reads `nodes[...]` it calls trace_step(), after every triangle test
 * trace_test(), and its closest_hit and any_hit get out of the way of trace.wgsl's.
 *
 * Works on any traversal as it is written, so no second version of one can drift from the first.
 *
 * @param pieces  texts as the GPU gets them; those that change keep their number of lines
 * @throws EngineError `gpu-kernel` where a node is read that the log would miss
 */
export function instrument(pieces: readonly string[]): string[] {
  const named = [...new Set(pieces)].map(pieceOf)
  const insertions: Insertion[] = []
  for (const declaration of parseModule(named).declarations.values()) {
    if (declaration.kind !== 'fn') continue
    if (declaration.name === 'closest_hit' || declaration.name === 'any_hit') {
      insertions.push({ at: declaration.at, text: `untraced_${declaration.name}`, replaces: declaration.name.length })
    }
    walkFunction(declaration, insertions)
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

function walkFunction(fn: FunctionDeclaration, insertions: Insertion[]): void {
  const level = fn.parameters.some(({ name }) => name === 'slot') ? 1 : 0
  walkBlock(fn.body, new Set(fn.parameters.map(({ name }) => name)), level, insertions)
}

function walkBlock(block: Block, outer: ReadonlySet<string>, level: number, insertions: Insertion[]): void {
  const names = new Set(outer)
  block.forEach((statement, i) => {
    const own = ownExpressions(statement)
    for (const read of own.flatMap(nodeReads)) {
      if (statement.kind === 'while' || statement.kind === 'for') throw compileError(statement.at, 'a node that is read in the head of a loop cannot be logged')
      const [low, high] = [LOW, HIGH].map((candidates) => candidates.find((name) => names.has(name)) ?? '0.0')
      insertions.push({ at: statement.at, text: `trace_step(${level}u, ${write(read)}, ${low}, ${high}); `, replaces: 0 })
    }
    const test = own.flatMap(triangleTests)[0]
    if (test !== undefined) {
      const next = block[i + 1]
      if (statement.kind !== 'let' || next === undefined) throw compileError(statement.at, 'a triangle test that is no let with something after it cannot be logged')
      insertions.push({ at: next.at, text: `trace_test(${write(test)}, ${statement.name}.x); `, replaces: 0 })
    }
    if (statement.kind === 'var' || statement.kind === 'let') names.add(statement.name)
    for (const inner of innerBlocks(statement)) walkBlock(inner, names, level, insertions)
  })
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

function children(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'call': return [...expression.args]
    case 'member': return [expression.base]
    case 'index': return [expression.base, expression.index]
    case 'unary': return [expression.operand]
    case 'binary': return [expression.left, expression.right]
    default: return []
  }
}

/** Indices of the nodes that an expression reads. */
function nodeReads(expression: Expression): Expression[] {
  const own = expression.kind === 'index' && expression.base.kind === 'name' && expression.base.name === 'nodes' ? [expression.index] : []
  return [...own, ...children(expression).flatMap(nodeReads)]
}

/** Records that an expression tests. */
function triangleTests(expression: Expression): Expression[] {
  const own = expression.kind === 'call' && expression.callee.name === 'intersect_triangle' ? [expression.args[0]] : []
  return [...own, ...children(expression).flatMap(triangleTests)]
}

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
