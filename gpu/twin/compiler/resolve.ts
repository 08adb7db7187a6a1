import type { Attributes, Expression, GlobalVariable, ModuleConstant, NameExpression, StructDeclaration } from './ast.ts'
import { zero } from './construct.ts'
import type { Context, Value } from './context.ts'
import { convert } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { allocate, clear, store, valueAt } from './memory.ts'
import {
  arrayOf, BOOL, F32, holdsArray, I32, leavesOf, nameOf, roundUp, sizeOf, type StructMember, type TextureType, type Type, U32,
} from './types.ts'
import { isLiteral } from './writer.ts'

const SCALARS: Readonly<Record<string, Type>> = { f32: F32, u32: U32, i32: I32, bool: BOOL }
const SUFFIX: Readonly<Record<string, 'f32' | 'u32' | 'i32'>> = { f: 'f32', u: 'u32', i: 'i32' }

/** The type that an expression names, or null when it names none. */
export function findType(cx: Context, expression: Expression): Type | null {
  if (expression.kind !== 'name') return null
  const { name, templates, at } = expression
  if (templates === null && name in SCALARS) return SCALARS[name]
  const builtin = builtinType(cx, expression)
  if (builtin !== null) return builtin
  const declaration = cx.module.declarations.get(name)
  if (declaration?.kind === 'alias') return typeOf(cx, declaration.type)
  if (declaration?.kind !== 'struct') return null
  const known = cx.types.get(name)
  if (known !== undefined) return known
  const struct = structOf(cx, declaration, at)
  cx.types.set(name, struct)
  return struct
}

export function typeOf(cx: Context, expression: Expression): Type {
  const type = findType(cx, expression)
  if (type === null) throw compileError(expression.at, expression.kind === 'name' ? `${expression.name} is not a type` : 'this is not a type')
  return type
}

function builtinType(cx: Context, { name, templates, at }: NameExpression): Type | null {
  const shaped = /^(?:vec([234])|mat([234])x([234]))([fui])?$/.exec(name)
  if (shaped !== null) {
    const [, width, columns, rows, suffix] = shaped
    if (suffix === undefined && templates === null) return null
    const element = suffix === undefined ? typeOf(cx, templates![0]) : SCALARS[SUFFIX[suffix]]
    if (element.kind !== 'scalar') throw compileError(at, `${name}<${nameOf(element)}> is not a type`)
    if (width !== undefined) return { kind: 'vector', scalar: element.scalar, width: Number(width) }
    if (element.scalar !== 'f32') throw compileError(at, 'matrices are of f32')
    return { kind: 'matrix', scalar: 'f32', columns: Number(columns), rows: Number(rows) }
  }
  if (name.startsWith('texture_')) return textureType(name, templates, at)
  if (name === 'sampler' || name === 'sampler_comparison') throw compileError(at, 'samplers are not supported: filter in WGSL from textureLoad')
  if (name === 'f16') throw compileError(at, 'f16 is not supported')
  if (templates === null) return null
  switch (name) {
    case 'array': return arrayOf(typeOf(cx, templates[0]), templates.length > 1 ? constantInteger(cx, templates[1]) : null)
    case 'atomic': {
      const inner = typeOf(cx, templates[0])
      if (inner !== U32 && inner !== I32) throw compileError(at, `atomic<${nameOf(inner)}> is not a type`)
      return { kind: 'atomic', scalar: inner === U32 ? 'u32' : 'i32' }
    }
    case 'ptr': {
      const [space, to] = templates
      if (space.kind !== 'name') throw compileError(at, 'a pointer names its address space first')
      return { kind: 'pointer', space: space.name, to: typeOf(cx, to) }
    }
    default: return null
  }
}

function textureType(name: string, templates: readonly Expression[] | null, at: Position): TextureType {
  const [, prefix, shape] = /^texture_(storage_|depth_|multisampled_|external)?(\w*)$/.exec(name) ?? []
  const argument = templates?.[0]?.kind === 'name' ? templates[0].name : ''
  if (!['1d', '2d', '2d_array', '3d'].includes(shape) || prefix === 'multisampled_') throw compileError(at, `${name} is not supported`)
  const storage = prefix === 'storage_'
  const scalar = storage ? (argument.endsWith('uint') ? 'u32' : argument.endsWith('sint') ? 'i32' : 'f32') : prefix === 'depth_' ? 'f32' : argument
  if (scalar !== 'f32' && scalar !== 'u32' && scalar !== 'i32') throw compileError(at, `${name}<${argument}> is not a texture`)
  return { kind: 'texture', shape: shape as TextureType['shape'], scalar, depth: prefix === 'depth_', format: storage ? argument : null }
}

/** Offsets by WGSL's rules for the host-shareable layout, @align and @size included. */
function structOf(cx: Context, declaration: StructDeclaration, at: Position): Type {
  const members: StructMember[] = []
  let end = 0
  let structAlign = 1
  for (const member of declaration.members) {
    const type = typeOf(cx, member.type)
    const natural = sizeOf(type)
    const align = attribute(cx, member.attributes, 'align') ?? natural.align
    const size = attribute(cx, member.attributes, 'size') ?? natural.size
    const offset = roundUp(end, align)
    members.push({ name: member.name, type, offset })
    end = offset + size
    structAlign = Math.max(structAlign, align)
  }
  if (members.length === 0) throw compileError(at, `${declaration.name} has no members`)
  return { kind: 'struct', name: declaration.name, members, size: roundUp(end, structAlign), align: structAlign }
}

function attribute(cx: Context, attributes: Attributes, name: string): number | null {
  const bytes = attributes.get(name)?.[0]
  return bytes === undefined ? null : constantInteger(cx, bytes) / 4
}

export function constantInteger(cx: Context, expression: Expression): number {
  const value = cx.expression(expression)
  const number = Number(value.parts[0])
  if (value.parts.length !== 1 || !isLiteral(value.parts[0]) || !Number.isInteger(number)) throw compileError(expression.at, 'this must be a constant integer')
  return number
}

/** The value of a name at module scope: constants are computed, overrides given, variables placed. null: no such name. */
export function findGlobal(cx: Context, name: string): Value | null {
  const known = cx.globals.get(name)
  if (known !== undefined) return known
  const declaration = cx.module.declarations.get(name)
  if (declaration === undefined || declaration.kind === 'fn' || declaration.kind === 'struct' || declaration.kind === 'alias') return null
  // Constants and first values see no locals.
  const scope = cx.scope
  cx.scope = cx.moduleScope
  const value = declaration.kind === 'global' ? variable(cx, declaration) : declaration.kind === 'const' ? constant(cx, declaration) : override(cx, declaration)
  cx.scope = scope
  cx.globals.set(name, value)
  return value
}

function constant(cx: Context, { name, type, value, at }: ModuleConstant): Value {
  if (value === null) throw compileError(at, `${name} has no value`)
  const found = cx.expression(value)
  const result = type === null ? found : convert(found, typeOf(cx, type), at)
  if (!result.parts.every(isLiteral)) throw compileError(at, `${name} is not constant`)
  if (!holdsArray(result.type)) return result
  // A table: read by index, so it lives in memory that is written once.
  const place = allocate(cx, name, result.type, 'constant')
  cx.constants.push({ place, parts: result.parts })
  return { type: result.type, parts: result.parts, place }
}

/** Given now: a constant. Else whoever makes the kernel may give it, as the pipeline's constants. */
function override(cx: Context, declaration: ModuleConstant): Value {
  const { name, type, value, at } = declaration
  const given = cx.overrides[name]
  const target = type !== null ? typeOf(cx, type) : value !== null ? concreteOf(cx, value) : F32
  if (target.kind !== 'scalar') throw compileError(at, `override ${name} is not a scalar`)
  const written = (number: number | boolean) => String(target === F32 ? Math.fround(Number(number)) : number)
  if (given !== undefined) return { type: target, parts: [written(given)] }
  const first = value === null ? null : convert(cx.expression(value), target, at).parts[0]
  if (first !== null && !isLiteral(first)) throw compileError(at, `the default of override ${name} is not a number`)
  const local = cx.writer.unique(name)
  cx.writer.markStable(local)
  cx.lateOverrides.push({ name, local, scalar: target.scalar, first })
  return { type: target, parts: [local] }
}

function concreteOf(cx: Context, value: Expression): Type {
  const { type } = cx.expression(value)
  return type.kind === 'scalar' && type.scalar === 'abstract-float' ? F32 : type.kind === 'scalar' && type.scalar === 'abstract-int' ? I32 : type
}

function variable(cx: Context, { name, space, access, type, value, attributes, at }: GlobalVariable): Value {
  const resolved = type === null ? null : typeOf(cx, type)
  if (space === 'handle') {
    if (resolved?.kind !== 'texture') throw compileError(at, `${name} is not a texture`)
    return { type: resolved, parts: [], handle: name }
  }
  if (space === 'private') {
    const first = value === null ? zero(resolved!) : resolved === null ? cx.expression(value) : convert(cx.expression(value), resolved, at)
    return privateVariable(cx, name, first, at)
  }
  if (resolved === null) throw compileError(at, `${name} has no type`)
  if (space !== 'storage' && space !== 'uniform' && space !== 'workgroup') throw compileError(at, `var<${space}> is not supported`)
  if (space !== 'workgroup' && !(attributes.has('group') && attributes.has('binding'))) throw compileError(at, `${name} has no @group and @binding`)
  const memory = { name: cx.writer.unique(name), space, writable: space === 'workgroup' || access === 'read_write' } as const
  cx.memories.set(memory.name, { memory, type: resolved, views: new Set() })
  return valueAt(cx, { kind: 'memory', type: resolved, memory, index: null, offset: 0 })
}

/** One per invocation: written anew when the next one starts. */
function privateVariable(cx: Context, name: string, first: Value, at: Position): Value {
  if (holdsArray(first.type)) {
    const place = allocate(cx, name, first.type, 'private')
    const isZero = first.parts.every((part) => part === '0' || part === 'false')
    cx.startLines.push(() => {
      if (!isZero) store(cx, place, first.parts, at)
      else clear(cx, place.memory)
    })
    return valueAt(cx, place)
  }
  const names = leavesOf(first.type).map((leaf) => cx.writer.unique(name + leaf.path))
  cx.startLines.push(() => names.forEach((leaf, i) => cx.writer.line(`${cx.outlined.size > 0 ? '' : 'let '}${leaf} = ${first.parts[i]};`)))
  cx.state.push(...names)
  return valueAt(cx, { kind: 'local', type: first.type, names, writable: true })
}
