import type { Block, Expression, FunctionDeclaration, Module } from './ast.ts'
import type { Position } from './lex.ts'
import type { Scalar, Type } from './types.ts'
import type { Line, Writer } from './writer.ts'

export type TwinMode = 'fast' | 'checked' | 'step'

/** Words that more than one type may look at: a binding, or a variable that holds an array. */
export interface Memory {
  /** The views are NAME_f, NAME_u and NAME_i. */
  readonly name: string
  readonly space: 'storage' | 'uniform' | 'workgroup' | 'private' | 'function' | 'constant'
  readonly writable: boolean
  /** Cleared only as far as it was written. */
  readonly tracked?: boolean
}

export interface LocalPlace { readonly kind: 'local'; readonly type: Type; readonly names: readonly string[]; readonly writable: boolean }
export interface MemoryPlace {
  readonly kind: 'memory'
  readonly type: Type
  readonly memory: Memory
  /** Words from the start: a stable JavaScript expression (null: 0) plus a constant. */
  readonly index: string | null
  readonly offset: number
}
/** One of several lists of names, chosen by a stable index that was clamped or checked. */
export interface LanePlace {
  readonly kind: 'lane'
  readonly type: Type
  readonly choices: readonly (readonly string[])[]
  readonly index: string
  readonly writable: boolean
}
export type Place = LocalPlace | MemoryPlace | LanePlace

/**
 * What an expression is: a type and one JavaScript expression without side effects per scalar. What can be assigned, indexed
 * or pointed to also has its place.
 */
export interface Value {
  readonly type: Type
  readonly parts: readonly string[]
  readonly place?: Place
  /** A texture's or sampler's name. */
  readonly handle?: string
  /** Declared in a loop's body that a `continue` may have left before. */
  readonly lost?: true
}

/** Names in one block. */
export class Scope {
  readonly parent: Scope | null
  readonly values = new Map<string, Value>()

  constructor(parent: Scope | null) {
    this.parent = parent
  }

  find(name: string): Value | null {
    return this.values.get(name) ?? this.parent?.find(name) ?? null
  }
}

/** Where `return` goes in the function that is being written. */
export interface Frame {
  readonly fn: FunctionDeclaration
  readonly result: Type
  /** Names that take the result, and the label to leave by; null in a function with one return at its end. */
  readonly exit: { readonly names: readonly string[]; readonly label: string } | null
  /** Innermost loop: the label that `continue` leaves by. */
  loop: { readonly label: string; used: boolean } | null
  readonly caller: Frame | null
}

/** A statement that step mode stops at. */
export interface Site {
  readonly at: Position
  /** Innermost function first. */
  readonly calls: readonly string[]
  readonly variables: readonly { readonly name: string; readonly type: Type }[]
}

/** A function that stays one. Its parameters' scalars are numbered in order; those it points to are parameters too. */
export interface OutlinedFunction {
  readonly name: string
  readonly lines: readonly Line[]
  /** Those that its body mentions: only they cross. */
  readonly reads: ReadonlySet<number>
  /** Those that it assigns: only they come back, after the result. */
  readonly writes: ReadonlySet<number>
}

/** All that the lowering of one kernel knows; the functions at the end tie the recursion between files. */
export interface Context {
  readonly module: Module
  readonly mode: TwinMode
  readonly writer: Writer
  readonly overrides: Readonly<Record<string, number | boolean>>
  /** Overrides that are known only when a kernel is made; `first`: their default. */
  readonly lateOverrides: { readonly name: string; readonly local: string; readonly scalar: Scalar; readonly first: string | null }[]
  readonly memories: Map<string, { readonly memory: Memory; readonly type: Type; readonly views: Set<string> }>
  readonly runtime: Set<string>
  readonly sites: Site[]
  readonly types: Map<string, Type>
  readonly globals: Map<string, Value>
  /** Tables that are written once. */
  readonly constants: { readonly place: MemoryPlace; readonly parts: readonly string[] }[]
  /** Give private variables their first values, per invocation. */
  readonly startLines: (() => void)[]
  /** Names of private variables: shared by all functions where some stay functions. */
  readonly state: string[]
  readonly moduleScope: Scope
  /** Names of the functions that stay functions; the others are written in place. */
  readonly outline: ReadonlySet<string>
  /** Those that were called, written once. */
  readonly outlined: Map<string, OutlinedFunction>
  /** Largest size that each function had in place, in characters. */
  readonly sizes: Map<string, number>
  /** Some statement waits for the whole workgroup. */
  usesBarrier: boolean
  scope: Scope
  frame: Frame | null

  expression(expression: Expression): Value
  /** Several operands in order; those that later ones could disturb are pinned. */
  operands(expressions: readonly Expression[]): Value[]
  typeOf(expression: Expression): Type
  call(fn: FunctionDeclaration, args: readonly Expression[], at: Position): Value
  statements(body: Block): void
  /** A place to stop at in step mode. */
  stop(at: Position): void
  /** The name of a runtime function, which is then imported. */
  rt(name: string): string
}
