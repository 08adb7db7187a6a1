import v8 from 'node:v8'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import { compileTwin } from './compiler/compile.ts'
import { instantiate } from './runtime/instantiate.ts'
import { createTwinKernel } from './runtime/run.ts'

/* One kernel, bound more than once. */

const WGSL = `// count.wgsl: adds to what was counted before, and leaves a private array full.
override by: u32 = 1u;
@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
var<private> kept: array<u32, 4>;
@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3u) {
  sums[id.x] += by * words[id.x % arrayLength(&words)] + kept[id.x % 4u];
  for (var i = 0u; i < 4u; i++) { kept[i] = 1000u; }
}
`
const twin = (largest?: number) => compileTwin([{ name: 'count.wgsl', text: WGSL }], { entryPoint: 'main', largest })

test.each([['with all in place', undefined], ['with functions that stay functions', 0]] as const)('bindings of one kernel take turns, each with its own buffers and constants: %s', (_, largest) => {
  const module = instantiate(twin(largest))
  const [a, b] = [new Uint32Array(4), new Uint32Array(4)]
  const first = createTwinKernel(module, { words: Uint32Array.of(1, 2, 3, 4), sums: a })
  first.dispatch(2)
  const second = createTwinKernel(module, { words: Uint32Array.of(7), sums: b }, { by: 10 })
  // Making a binding does not touch another one.
  first.dispatch(2)
  second.dispatch(1)
  first.dispatchPart([1, 0, 0], [2, 1, 1], [2, 1, 1])
  second.dispatch(2)
  expect([...a]).toEqual([2, 4, 9, 12])
  expect([...b]).toEqual([140, 140, 70, 70])
})

test('all that a kernel does stands outside of what makes a binding, which V8 would compile for each', () => {
  for (const largest of [undefined, 0]) {
    const [before, create] = twin(largest).code.split('export function create')
    expect(before).toContain('function dispatch(')
    expect(create).not.toMatch(/\bfunction\b|\bfor \(|\bwhile \(/)
  }
})

test('what one invocation of a large kernel does stands outside of the loop over them, which V8 would compile once more while it runs', () => {
  const text = `${WGSL.replace('+= by * words', '+= by * twice(words').replace('arrayLength(&words)]', 'arrayLength(&words)])')}fn twice(x: u32) -> u32 { return 2u * x; }\n`
  const [, loop] = compileTwin([{ name: 'count.wgsl', text }], { entryPoint: 'main', largest: 0 }).code.split(/function dispatch|export function create/)
  expect(loop).toContain('invocation(group$x,')
  expect(loop).not.toMatch(/words|sums/)
})

test('a kernel that traced once does not hold what was bound', async () => {
  const module = instantiate(twin())
  const memory = (() => {
    const buffer = new SharedArrayBuffer(16)
    createTwinKernel(module, { words: Uint32Array.of(1), sums: buffer }).dispatch(1)
    return new WeakRef(buffer)
  })()
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  // What a WeakRef was asked for lives until the end of the turn.
  await Promise.resolve()
  await new Promise((resolve) => { setImmediate(resolve) })
  collect()
  expect(memory.deref()).toBe(undefined)
  expect(module.kernel.bindings.length).toBe(2)
})
