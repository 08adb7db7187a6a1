import { expect, test } from 'vitest'
import { compileTwin } from './compile.ts'
import { instantiate } from '../runtime/instantiate.ts'
import { createTwinKernel } from '../runtime/run.ts'

const LIBRARY = `// library.wgsl: what the kernel needs.
fn twice(x: f32) -> f32 {
  return 2.0 * x;
}
`

const kernelOf = (body: string, declarations = '') => [
  { name: 'library.wgsl', text: LIBRARY },
  { name: 'kernel.wgsl', text: `// kernel.wgsl: one statement.\n@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n${declarations}\n@compute @workgroup_size(1) fn main() {\n  ${body}\n}\n` },
]

const compile = (body: string, declarations = '') => () => compileTwin(kernelOf(body, declarations), { entryPoint: 'main' })

test.each([
  ['let x = 1u + 2i;', '5:14: u32 and i32 do not mix'],
  ['let x: u32 = 1.5;', '5:16: expected u32, found abstract-float'],
  ['let x = 5000000000u;', '5:11: 5000000000 does not fit u32'],
  ['let x = y;', '5:11: y is not declared'],
  ['let x = unknown(1);', '5:11: unknown is not a function that the twin knows'],
  ['let x = twice(1.0, 2.0);', '5:11: twice takes 1 arguments, not 2'],
  ['let x = twice(true);', '5:17: expected f32, found bool'],
  ['let x = vec3f(1.0, 2.0);', '5:11: vec3<f32> takes 3 numbers, not 2'],
  ['let v = vec2f(1.0); let x = v.z;', '5:32: vec2<f32> has no member z'],
  ['let x = array<u32, 3>(1u, 2u, 3u)[3];', '5:36: index 3 is outside array<u32, 3>'],
  ['let x = 1.0; x = 2.0;', '5:16: this cannot be assigned'],
  ['out[0] = 1.0;', '5:12: expected u32, found abstract-float'],
  ['if (1u) { }', '5:7: expected bool, found u32'],
  ['const x = out[0];', '5:3: x is not constant'],
  ['let x = 3 & ;', '5:15: expected a value, found \';\''],
  ['let x = 1', '6:1: expected \';\', found \'}\''],
  ['let x = $;', '5:11: \'$\' is not WGSL'],
  ['let x = dpdx(1.0);', '5:11: dpdx is not a function that the twin knows'],
  ['let x = subgroupAdd(1u);', '5:11: subgroupAdd is not a function that the twin knows'],
  ['let x = 0x1p3;', '5:11: hexadecimal floats are not supported'],
  ['const_assert 1 > 2;', '5:3: const_assert failed'],
  ['loop { let a = out[0]; if (a > 3u) { continue; } continuing { out[0] = a; } }', '5:74: a stands behind a continue: declare it before the loop'],
])('says where and why it refuses: %s', (body, message) => {
  expect(compile(body)).toThrow(`kernel.wgsl:${message}`)
})

test.each([
  ['enable f16;', '3:1: enable f16: the twin has no extensions'],
  ['var<private> x: f16;', '3:17: f16 is not supported'],
  ['@group(0) @binding(1) var s: sampler;', '3:30: samplers are not supported: filter in WGSL from textureLoad'],
  ['@group(0) @binding(1) var t: texture_cube<f32>;', '3:30: texture_cube is not supported'],
  ['fn f() { f(); } fn twice() { }', '3:20: twice is already declared at library.wgsl:2'],
  ['struct S { a: Missing }', '3:8: Missing is not a type'],
])('says where and why it refuses at module scope: %s', (declaration, message) => {
  const needs = declaration.startsWith('struct') ? 'var s: S;' : declaration.includes('private') ? 'x = 1;' : ''
  const expected = declaration.startsWith('struct') ? '3:15: Missing is not a type' : message
  expect(compile(needs, declaration)).toThrow(`kernel.wgsl:${expected}`)
})

test('a function that calls itself is refused where it does', () => {
  expect(compile('f();', 'fn f() { f(); }')).toThrow('kernel.wgsl:3:10: f calls itself')
})

test('an error in a piece that is not the last names that piece', () => {
  const pieces = [{ name: 'library.wgsl', text: LIBRARY.replace('2.0 * x', '2u * x') }, kernelOf('let x = twice(1.0);')[1]]
  expect(() => compileTwin(pieces, { entryPoint: 'main' })).toThrow('library.wgsl:3:13: u32 and f32 do not mix')
})

test('an entry point or an override that is not there is refused', () => {
  expect(() => compileTwin(kernelOf(''), { entryPoint: 'other' })).toThrow('there is no compute function other')
  expect(() => compileTwin(kernelOf(''), { entryPoint: 'main', overrides: { size: 3 } })).toThrow('there is no override size')
})

test('a resource that is missing or unknown is refused by name', () => {
  const module = instantiate(compileTwin(kernelOf('out[0] = 1u;'), { entryPoint: 'main' }))
  expect(() => createTwinKernel(module, {})).toThrow('main: nothing is bound to out')
  expect(() => createTwinKernel(module, { out: new Uint32Array(1), more: new Uint32Array(1) })).toThrow('main has no binding more')
})

test('checked mode throws where an index leaves its array, fast mode clamps it as the GPU does', () => {
  const pieces = kernelOf('var list = array<u32, 2>(5u, 6u); out[out[0]] = list[out[1]];')
  const run = (mode: 'fast' | 'checked', words: number[]) => {
    const out = Uint32Array.from(words)
    createTwinKernel(instantiate(compileTwin(pieces, { entryPoint: 'main', mode })), { out }).dispatch(1)
    return [...out]
  }
  expect(run('fast', [9, 7, 0])).toEqual([9, 7, 6])
  expect(run('checked', [2, 1, 0])).toEqual([2, 1, 6])
  expect(() => run('checked', [9, 1, 0])).toThrow('kernel.wgsl:5:40: index 9 is outside out, which has 3 elements')
  expect(() => run('checked', [0, 7, 0])).toThrow('kernel.wgsl:5:55: index 7 is outside list, which has 2 elements')
})
