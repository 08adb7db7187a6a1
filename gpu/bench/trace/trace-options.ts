import { parseArgs } from 'node:util'
import { BUILDERS, type BuilderName } from '../../kdtree/build/build.ts'
import { DEFAULT_TRAVERSAL, OBJECT_TRAVERSALS, type TraversalName } from '../../traversal/traversals.ts'
import type { RayKind } from './trace-harness.ts'

export interface TraceOptions {
  readonly scene: string
  readonly rays: string
  readonly kind: RayKind
  readonly traversal: TraversalName
  readonly builder: BuilderName
  readonly executor: 'gpu' | 'cpu'
  /** Of the mesh; rays stay as they are. */
  readonly scale: number
  readonly out: string | null
}

/** Something was asked for that does not exist; the message is a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const TRACE_USAGE = `npm run -s trace -- --scene FILE.glb|.obj|.ply --rays FILE [--kind closest|any] [--traversal NAME]
    [--builder NAME] [--executor gpu|cpu] [--scale S] [--out FILE]
Traces a file of rays against a mesh; gpu/bench/trace/README.md describes both files and the answer.
  traversals  ${Object.keys(OBJECT_TRAVERSALS).join(', ')}
  builders    ${Object.keys(BUILDERS).join(', ')}`

/** @throws UsageError */
export function parseTraceOptions(args: readonly string[]): TraceOptions | 'help' {
  const text = { type: 'string' } as const
  let values: Record<string, string | boolean | undefined>
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: { scene: text, rays: text, kind: text, traversal: text, builder: text, executor: text, scale: text, out: text, help: { type: 'boolean' } },
    }))
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/\.?\s*To specify[^]*$/, '.'))
  }
  if (values.help === true) return 'help'
  const required = (name: string): string => {
    const value = values[name]
    if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} FILE is missing; --help lists all options.`)
    return value
  }
  const scale = Number(values.scale ?? 1)
  if (!Number.isFinite(scale) || scale <= 0) throw new UsageError(`--scale takes a number above 0, not ${String(values.scale)}.`)
  return {
    scene: required('scene'),
    rays: required('rays'),
    kind: oneOf('kind', values.kind ?? 'closest', ['closest', 'any']),
    traversal: oneOf('traversal', values.traversal ?? DEFAULT_TRAVERSAL, Object.keys(OBJECT_TRAVERSALS) as TraversalName[]),
    builder: oneOf('builder', values.builder ?? 'exact-sah', Object.keys(BUILDERS) as BuilderName[]),
    executor: oneOf('executor', values.executor ?? 'gpu', ['gpu', 'cpu']),
    scale,
    out: typeof values.out === 'string' ? values.out : null,
  }
}

export function oneOf<T extends string>(option: string, value: unknown, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new UsageError(`--${option} is one of ${choices.join(', ')}, not ${String(value)}.`)
  return found
}
