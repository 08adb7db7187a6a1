import type { Position } from './lex.ts'

/** WGSL as it is written: names are not resolved, types are expressions (`vec3<f32>` is a name with templates). */
export type Expression = { readonly at: Position } & (
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | NameExpression
  | { readonly kind: 'call'; readonly callee: NameExpression; readonly args: readonly Expression[] }
  | { readonly kind: 'member'; readonly base: Expression; readonly member: string }
  | { readonly kind: 'index'; readonly base: Expression; readonly index: Expression }
  | { readonly kind: 'unary'; readonly operator: '-' | '!' | '~' | '&' | '*'; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
)

export interface NameExpression {
  readonly kind: 'name'
  readonly at: Position
  readonly name: string
  readonly templates: readonly Expression[] | null
}

export type Block = readonly Statement[]

export type Statement = { readonly at: Position } & (
  | VariableDeclaration
  | { readonly kind: 'assign'; readonly operator: string; readonly target: Expression; readonly value: Expression }
  | { readonly kind: 'discard-value'; readonly value: Expression }
  | { readonly kind: 'call'; readonly call: Expression }
  | { readonly kind: 'block'; readonly body: Block }
  | { readonly kind: 'if'; readonly condition: Expression; readonly body: Block; readonly otherwise: Block | null }
  | { readonly kind: 'loop'; readonly body: Block; readonly continuing: Block; readonly breakIf: Expression | null }
  | { readonly kind: 'while'; readonly condition: Expression; readonly body: Block }
  | { readonly kind: 'for'; readonly init: Statement | null; readonly condition: Expression | null; readonly update: Statement | null; readonly body: Block }
  | { readonly kind: 'switch'; readonly selector: Expression; readonly cases: readonly SwitchCase[] }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  | { readonly kind: 'return'; readonly value: Expression | null }
  | { readonly kind: 'const_assert'; readonly condition: Expression }
)

export interface VariableDeclaration {
  readonly kind: 'var' | 'let' | 'const'
  readonly at: Position
  readonly name: string
  readonly type: Expression | null
  readonly value: Expression | null
}

export interface SwitchCase {
  readonly at: Position
  /** null stands for `default`. */
  readonly selectors: readonly (Expression | null)[]
  readonly body: Block
}

/** `@name(arguments)`. */
export type Attributes = ReadonlyMap<string, readonly Expression[]>

export interface Parameter {
  readonly at: Position
  readonly attributes: Attributes
  readonly name: string
  readonly type: Expression
}

export interface FunctionDeclaration {
  readonly kind: 'fn'
  readonly at: Position
  readonly attributes: Attributes
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly result: Expression | null
  readonly body: Block
}

export interface StructDeclaration {
  readonly kind: 'struct'
  readonly at: Position
  readonly name: string
  readonly members: readonly Parameter[]
}

export interface GlobalVariable {
  readonly kind: 'global'
  readonly at: Position
  readonly attributes: Attributes
  readonly name: string
  /** 'handle' for textures and samplers. */
  readonly space: string
  readonly access: string | null
  readonly type: Expression | null
  readonly value: Expression | null
}

export interface ModuleConstant {
  readonly kind: 'const' | 'override'
  readonly at: Position
  readonly attributes: Attributes
  readonly name: string
  readonly type: Expression | null
  readonly value: Expression | null
}

export interface AliasDeclaration {
  readonly kind: 'alias'
  readonly at: Position
  readonly name: string
  readonly type: Expression
}

export type Declaration = FunctionDeclaration | StructDeclaration | GlobalVariable | ModuleConstant | AliasDeclaration

export interface Module {
  /** In the order of the text; WGSL lets any of them be used before it stands. */
  readonly declarations: ReadonlyMap<string, Declaration>
  readonly asserts: readonly Expression[]
}
