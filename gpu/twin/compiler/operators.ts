import { fold } from './constant.ts'
import type { Context, Value } from './context.ts'
import { concretize, convert, unify } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { once } from './memory.ts'
import { type MatrixType, nameOf, sameType, type Scalar, type Type, vectorType, withScalar } from './types.ts'
import { isLiteral } from './writer.ts'

const COMPARISONS = ['==', '!=', '<', '>', '<=', '>=']

/** One scalar operation, rounded and wrapped as WGSL says. */
export function arithmetic(cx: Context, operator: string, scalar: Scalar, x: string, y: string, at: Position): string {
  switch (scalar) {
    case 'f32':
    case 'abstract-float':
      if (!'+-*/%'.includes(operator)) throw compileError(at, `${scalar} has no '${operator}'`)
      if (scalar === 'f32' && operator === '*' && (x === '1' || y === '1')) return x === '1' ? y : x
      return scalar === 'f32' && operator !== '%' ? `F(${x} ${operator} ${y})` : `(${x} ${operator} ${y})`
    case 'abstract-int':
      return operator === '/' ? `Math.trunc(${x} / ${y})` : '&|^'.includes(operator) ? `Number(BigInt(${x}) ${operator} BigInt(${y}))` : `(${x} ${operator} ${y})`
    case 'u32':
    case 'i32': return integer(cx, operator, scalar === 'u32', x, y)
    case 'bool':
      if (operator !== '&' && operator !== '|') throw compileError(at, `bool has no '${operator}'`)
      return `(${x} ${operator}${operator} ${y})`
  }
}

function integer(cx: Context, operator: string, unsigned: boolean, x: string, y: string): string {
  const wrap = unsigned ? '>>> 0' : '| 0'
  const isSafeDivisor = isLiteral(y) && Number(y) > 0
  switch (operator) {
    case '*': return unsigned ? `(Math.imul(${x}, ${y}) >>> 0)` : `Math.imul(${x}, ${y})`
    case '/': return isSafeDivisor ? `((${x} / ${y}) ${wrap})` : `${cx.rt(unsigned ? 'divU' : 'divI')}(${x}, ${y})`
    case '%': return isSafeDivisor ? (unsigned ? `(${x} % ${y})` : `((${x} % ${y}) | 0)`) : `${cx.rt(unsigned ? 'remU' : 'remI')}(${x}, ${y})`
    case '&': return unsigned && ![x, y].some((side) => isLiteral(side) && Number(side) < 0x80000000) ? `((${x} & ${y}) >>> 0)` : `(${x} & ${y})`
    case '>>': return unsigned ? `(${x} >>> ${y})` : `(${x} >> ${y})`
    case '|':
    case '^':
    case '<<': return unsigned ? `((${x} ${operator} ${y}) >>> 0)` : `(${x} ${operator} ${y})`
    default: return `((${x} ${operator} ${y}) ${wrap})`
  }
}

/** A binary operation on scalars, vectors and matrices; && and || are the caller's, since they may not run their right side. */
export function binary(cx: Context, operator: string, left: Value, right: Value, at: Position): Value {
  if (operator === '<<' || operator === '>>') return shift(cx, operator, left, right, at)
  const { scalar, values: [a, b] } = unify([left, right], at)
  if (a.type.kind === 'matrix' || b.type.kind === 'matrix') return matrix(cx, operator, a, b, at)
  const width = Math.max(widthOf(a.type, at), widthOf(b.type, at))
  if (COMPARISONS.includes(operator)) return compare(operator, scalar, a, b, width, at)
  const [x, y] = spread(cx, [a, b], width, at)
  const parts = x.map((_, i) => arithmetic(cx, operator, scalar, x[i], y[i], at))
  return { type: vectorType(scalar, width), parts: fold([...x, ...y], parts, at) }
}

export function widthOf(type: Type, at: Position): number {
  if (type.kind === 'scalar') return 1
  if (type.kind === 'vector') return type.width
  throw compileError(at, `${nameOf(type)} does not stand here`)
}

/** Parts of every value, a scalar's repeated; all as wide as `width`. */
export function spread(cx: Context, values: readonly Value[], width: number, at: Position): string[][] {
  return values.map((value) => {
    const own = widthOf(value.type, at)
    if (own === width) return [...value.parts]
    if (own !== 1) throw compileError(at, `vectors of ${own} and ${width} do not mix`)
    return Array<string>(width).fill(once(cx, value.parts)[0])
  })
}

function compare(operator: string, scalar: Scalar, a: Value, b: Value, width: number, at: Position): Value {
  if (!sameType(a.type, b.type)) throw compileError(at, `${nameOf(a.type)} and ${nameOf(b.type)} do not compare`)
  if (scalar === 'bool' && operator !== '==' && operator !== '!=') throw compileError(at, `bool has no '${operator}'`)
  const spelled = operator === '==' ? '===' : operator === '!=' ? '!==' : operator
  const parts = a.parts.map((x, i) => `(${x} ${spelled} ${b.parts[i]})`)
  return { type: vectorType('bool', width), parts: fold([...a.parts, ...b.parts], parts, at) }
}

function shift(cx: Context, operator: string, value: Value, right: Value, at: Position): Value {
  const left = right.parts.every(isLiteral) ? value : concretize(value, at)
  const amount = convert(right, withScalar(right.type, 'u32'), at)
  const width = widthOf(left.type, at)
  const scalar = left.type.kind === 'scalar' || left.type.kind === 'vector' ? left.type.scalar : 'f32'
  if (scalar !== 'i32' && scalar !== 'u32' && scalar !== 'abstract-int') throw compileError(at, `${scalar} has no '${operator}'`)
  const [y] = spread(cx, [amount], width, at)
  const parts = left.parts.map((x, i) => (scalar === 'abstract-int'
    ? `Math.floor(${x} * 2 ** ${operator === '<<' ? '' : '-'}${y[i]})` : integer(cx, operator, scalar === 'u32', x, y[i])))
  return { type: left.type, parts: fold([...left.parts, ...y], parts, at) }
}

export function unary(operator: '-' | '!' | '~', value: Value, at: Position): Value {
  const { type } = value
  const scalar = type.kind === 'scalar' || type.kind === 'vector' || type.kind === 'matrix' ? type.scalar : null
  const fits = operator === '!' ? scalar === 'bool' : operator === '~' ? scalar === 'i32' || scalar === 'u32' || scalar === 'abstract-int'
    : scalar !== null && scalar !== 'bool' && scalar !== 'u32'
  if (!fits) throw compileError(at, `${nameOf(type)} has no '${operator}'`)
  const parts = value.parts.map((part) => {
    if (operator === '!') return part === 'true' ? 'false' : part === 'false' ? 'true' : `!${part}`
    if (operator === '~') return scalar === 'u32' ? `(~${part} >>> 0)` : `~${part}`
    const negative = part.startsWith('-') ? `-(${part})` : `-${part}`
    return scalar === 'i32' && !isLiteral(part) ? `(${negative} | 0)` : `(${negative})`
  })
  return { type, parts: fold(value.parts, parts, at) }
}

/** Sums run from the first column to the last, unfused, as the software adapter does. */
function matrix(cx: Context, operator: string, a: Value, b: Value, at: Position): Value {
  const scalar = 'f32' as const
  const wrong = () => compileError(at, `${nameOf(a.type)} ${operator} ${nameOf(b.type)} is not WGSL`)
  if (a.type.kind === 'matrix' && b.type.kind === 'matrix' && operator !== '*') {
    if (!sameType(a.type, b.type) || (operator !== '+' && operator !== '-')) throw wrong()
    return { type: a.type, parts: fold([...a.parts, ...b.parts], a.parts.map((x, i) => arithmetic(cx, operator, scalar, x, b.parts[i], at)), at) }
  }
  if (operator !== '*') throw wrong()
  const x = once(cx, a.parts)
  const y = once(cx, b.parts)
  const product = (rows: number, columns: number, inner: number, left: (row: number, k: number) => string, right: (k: number, column: number) => string) => {
    const parts: string[] = []
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        const terms = Array.from({ length: inner }, (_, k) => arithmetic(cx, '*', scalar, left(row, k), right(k, column), at))
        parts.push(terms.reduce((sum, term) => arithmetic(cx, '+', scalar, sum, term, at)))
      }
    }
    return fold([...x, ...y], parts, at)
  }
  if (a.type.kind === 'scalar' || b.type.kind === 'scalar') {
    const { type, parts, factor } = a.type.kind === 'scalar' ? { type: b.type, parts: y, factor: x[0] } : { type: a.type, parts: x, factor: y[0] }
    return { type, parts: fold([...x, ...y], parts.map((part) => arithmetic(cx, '*', scalar, part, factor, at)), at) }
  }
  if (a.type.kind === 'matrix' && b.type.kind === 'matrix') {
    const [l, r] = [a.type, b.type]
    if (l.columns !== r.rows) throw wrong()
    const type: MatrixType = { kind: 'matrix', scalar, columns: r.columns, rows: l.rows }
    return { type, parts: product(l.rows, r.columns, l.columns, (row, k) => x[k * l.rows + row], (k, column) => y[column * r.rows + k]) }
  }
  if (a.type.kind === 'matrix') {
    const l = a.type
    if (b.type.kind !== 'vector' || l.columns !== b.type.width) throw wrong()
    return { type: vectorType(scalar, l.rows), parts: product(l.rows, 1, l.columns, (row, k) => x[k * l.rows + row], (k) => y[k]) }
  }
  const r = b.type as MatrixType
  if (a.type.kind !== 'vector' || a.type.width !== r.rows) throw wrong()
  return { type: vectorType(scalar, r.columns), parts: product(1, r.columns, r.rows, (_, k) => x[k], (k, column) => y[column * r.rows + k]) }
}

