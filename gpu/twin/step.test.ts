import { SourceMap } from 'node:module'
import { expect, test } from 'vitest'
import { compileTwin } from './compiler/compile.ts'
import { instantiate } from './runtime/instantiate.ts'
import { createTwinKernel, stepInvocation } from './runtime/run.ts'

const WGSL = `// steps.wgsl: something to walk through.
@group(0) @binding(0) var<storage, read_write> out: array<vec2u>;
struct Pair { a: f32, b: vec2u }
fn square(x: u32) -> u32 {
  let y = x * x;
  return y + 1u;
}
@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = id.x;
  for (var i = 0u; i < 2u; i++) {
    sum += square(i);
  }
  var list: array<u32, 3>;
  list[1] = sum;
  let pair = Pair(0.5, vec2u(sum, 7u));
  out[id.x] = pair.b;
}
`
const pieces = [{ name: 'steps.wgsl', text: WGSL }]

test('step mode stops at every statement in WGSL order, with its variables and calls', () => {
  const module = instantiate(compileTwin(pieces, { entryPoint: 'main', mode: 'step' }))
  const out = new Uint32Array(4)
  const steps = [...stepInvocation(module, { out }, [1, 0, 0], [1, 1, 1])].map((step) => ({ line: step.site.at.line, calls: step.site.calls.join('<'), variables: step.variables() }))
  expect(steps.map(({ line }) => line)).toEqual([9, 10, 10, 10, 11, 5, 6, 10, 10, 11, 5, 6, 10, 10, 13, 14, 15, 16])
  expect(steps[5]).toMatchObject({ calls: 'square<main', variables: { x: [0] } })
  expect(steps[11]).toMatchObject({ line: 6, variables: { x: [1], y: [1] } })
  expect(steps.at(-1)?.variables).toMatchObject({ id: [1, 0, 0], sum: [4], list: [0, 4, 0], pair: [0.5, 4, 7] })
  expect([...out]).toEqual([0, 0, 4, 7])
})

test('step mode computes what fast and checked mode compute', () => {
  const results = (['fast', 'checked'] as const).map((mode) => {
    const out = new Uint32Array(4)
    createTwinKernel(instantiate(compileTwin(pieces, { entryPoint: 'main', mode })), { out }).dispatch(1)
    return [...out]
  })
  expect(results).toEqual([[3, 7, 4, 7], [3, 7, 4, 7]])
})

test('the source map leads every generated line back to its WGSL statement', () => {
  const { code, map } = compileTwin(pieces, { entryPoint: 'main' })
  const find = new SourceMap({ ...map, sources: [...map.sources], sourcesContent: [...map.sourcesContent], names: [], sourceRoot: '', mappings: map.mappings })
  const lines = code.split('\n')
  const sourceOf = (text: string) => {
    const line = lines.findIndex((candidate) => candidate.includes(text))
    return find.findEntry(line, lines[line].search(/\S/))
  }
  expect(sourceOf('let sum = ')).toMatchObject({ originalSource: 'steps.wgsl', originalLine: 8, originalColumn: 2 })
  expect(sourceOf('const y = ')).toMatchObject({ originalLine: 4, originalColumn: 2 })
  expect(sourceOf('out_u[')).toMatchObject({ originalLine: 15, originalColumn: 2 })
  expect(map.sourcesContent).toEqual([WGSL])
})
