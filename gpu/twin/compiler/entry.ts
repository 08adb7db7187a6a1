import type { Parameter } from './ast.ts'
import type { Context, Value } from './context.ts'
import { compileError } from './lex.ts'
import { type Type, U32, vectorType } from './types.ts'

const VEC3U = vectorType('u32', 3)

/** What the dispatch loops call the numbers of an invocation. */
const BUILTINS: Readonly<Record<string, { type: Type; parts: readonly string[] }>> = {
  global_invocation_id: { type: VEC3U, parts: ['global$x', 'global$y', 'global$z'] },
  local_invocation_id: { type: VEC3U, parts: ['local$x', 'local$y', 'local$z'] },
  workgroup_id: { type: VEC3U, parts: ['group$x', 'group$y', 'group$z'] },
  num_workgroups: { type: VEC3U, parts: ['count$x', 'count$y', 'count$z'] },
}

/** The value of an entry point's parameter: a builtin, or a struct of builtins. */
export function entryBuiltins(cx: Context, parameter: Parameter, workgroupSize: readonly number[]): Value {
  const builtin = parameter.attributes.get('builtin')?.[0]
  if (builtin === undefined) {
    const declaration = parameter.type.kind === 'name' ? cx.module.declarations.get(parameter.type.name) : undefined
    if (declaration?.kind !== 'struct') throw compileError(parameter.at, `${parameter.name} is not a builtin`)
    return { type: cx.typeOf(parameter.type), parts: declaration.members.flatMap((member) => entryBuiltins(cx, member, workgroupSize).parts) }
  }
  if (builtin.kind !== 'name') throw compileError(parameter.at, 'a builtin has a name')
  const value = builtin.name === 'local_invocation_index'
    ? { type: U32, parts: [`(local$x + local$y * ${workgroupSize[0]} + local$z * ${workgroupSize[0] * workgroupSize[1]})`] } : BUILTINS[builtin.name]
  if (value === undefined) throw compileError(builtin.at, `builtin ${builtin.name} is not supported`)
  for (const part of value.parts) cx.writer.markStable(part)
  return value
}
