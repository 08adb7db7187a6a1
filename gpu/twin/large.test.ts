import { expect, test } from 'vitest'
import { compileTwin } from './compiler/compile.ts'
import { instantiate } from './runtime/instantiate.ts'
import { createTwinKernel } from './runtime/run.ts'

/* What V8 makes of a kernel that keeps functions goes by how they are cut. */

const sums = (count: number, by: string) => Array.from({ length: count }, (_, i) => `sum = sum * 3u + ${by} + ${i}u;`).join(' ')
const WGSL = `// large.wgsl: a function that one place calls, in a loop, and one that many call.
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
fn often(x: u32) -> u32 { var sum = x; ${sums(30, 'x')} return sum; }
fn once(x: u32) -> u32 { var sum = x; ${sums(30, 'x')} for (var i = 0u; i < x; i++) { sum += often(i); } return sum; }
@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 3u; i++) { words[id.x] += once(i + id.x); }
  words[id.x] += often(id.x) + often(id.x + 1u) + often(id.x + 2u);
}
`
const twin = (largest?: number) => compileTwin([{ name: 'large.wgsl', text: WGSL }], { entryPoint: 'main', largest })
const functionsOf = (code: string): string[] => code.split(/^(?:export )?function /m).slice(1)
const namesOf = (code: string): string[] => functionsOf(code).map((text) => /^\w+/.exec(text)![0])

test('a function of a large kernel goes into the one place that calls it while there is room; one that many places call stays', () => {
  expect(namesOf(twin(4000).code)).toEqual(['often', 'invocation', 'dispatch', 'create'])
  expect(namesOf(twin(0).code)).toEqual(['often', 'once', 'invocation', 'dispatch', 'create'])
})

test('loops of a large kernel’s functions lie deeper than those that V8 compiles alone', () => {
  for (const largest of [0, 4000]) {
    const looping = functionsOf(twin(largest).code).filter((text) => !/^(?:dispatch|create)\(/.test(text) && /\b(?:for|while) \(.*\{$/m.test(text))
    expect(looping.length).toBe(largest === 0 ? 2 : 1)
    for (const text of looping) expect(text.slice(0, text.search(/\b(?:for|while) \(.*\{$/m)).match(/\bdo \{/g)?.length).toBe(6)
  }
})

test('a function holds what is bound where it uses it often: a variable of the module may change at every call', () => {
  const invocation = functionsOf(twin(4000).code).find((text) => text.startsWith('invocation('))!
  expect(invocation.match(/(?<![$\w])words_u\b/g)).toEqual(['words_u'])
  expect(invocation.match(/own\$words_u\b/g)!.length).toBeGreaterThan(3)
})

test('however a kernel is cut, it computes the same', () => {
  const [inPlace, ...cut] = [undefined, 0, 4000].map((largest) => {
    const words = new Uint32Array(8)
    createTwinKernel(instantiate(twin(largest)), { words }).dispatch(4)
    return [...words]
  })
  expect(new Set(inPlace).size).toBe(8)
  for (const words of cut) expect(words).toEqual(inPlace)
})
