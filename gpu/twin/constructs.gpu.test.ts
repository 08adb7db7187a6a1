import { beforeAll, expect, test } from 'vitest'
import { sharedDevice } from '../headless/headless.ts'
import { seeded } from '../testing/random.ts'
import { runOnBoth, sameWord } from './both.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const SEED = 5
const COUNT = 256

/** 8 words of input per invocation: 4 floats of many sizes, 4 integers of many sizes. */
function inputs(): Uint32Array {
  const random = seeded(SEED)
  const words = new Uint32Array(COUNT * 8)
  const floats = new Float32Array(words.buffer)
  const special = [0, -0, 1, -1, 0.5, -0.5, 2.5, 1e10, -1e10, 16777217]
  for (let i = 0; i < words.length; i++) {
    if (i % 8 < 4) floats[i] = random() < 0.2 ? special[Math.floor(random() * special.length)] : (random() - 0.5) * 10 ** (random() * 6 - 3)
    else words[i] = random() < 0.2 ? [0, 1, 2, 31, 32, 0x7fffffff, 0x80000000, 0xffffffff][Math.floor(random() * 8)] : random() * 2 ** (random() * 33)
  }
  return words
}

const HEAD = `// construct.wgsl: one construct.
struct Input { f: vec4f, u: vec4u }
struct Inner { a: vec2f, b: u32 }
struct Nested { first: Inner, list: array<vec3f, 3>, m: mat3x2f, flag: u32, tail: array<Inner, 2> }
@group(0) @binding(0) var<storage, read> data: array<Input>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4u>;
const TABLE = array<f32, 5>(0.25, 1.0, -3.5, 1e6, 7.0);
const SIZE = 6u;
var<private> counter: u32 = 3u;
var<private> history: array<vec2u, SIZE>;
fn bits(v: vec4f) -> vec4u { return bitcast<vec4u>(v); }
fn bump(p: ptr<function, u32>, by: u32) -> u32 { *p += by; return *p * 3u; }
fn early(x: f32) -> f32 { if (x < 0.0) { return -1.0; } for (var i = 0; i < 4; i++) { if (x < f32(i)) { return f32(i); } } return 9.0; }
fn swap(a: ptr<function, Inner>, b: ptr<function, Inner>) { let t = *a; *a = *b; *b = t; }
fn halve(inner: ptr<function, Inner>, x: f32) -> f32 { if (x < 0.0) { return (*inner).a.x; } (*inner).a.y = x * 0.5; let n = bump(&(*inner).b, 2u); return f32(n & 1023u); }
fn count_private() -> u32 { counter += 2u; return counter; }
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let f = data[id.x].f; let u = data[id.x].u; let s = bitcast<vec4i>(u);
  var o = vec4u(0u);
`

/** Body of main over f: vec4f, u: vec4u, s: vec4i; the answer goes into o. */
const CONSTRUCTS: Readonly<Record<string, string>> = {
  'float arithmetic': 'o = bits(vec4f(f.x + f.y, f.x - f.y, f.x * f.y, f.z / f.w));',
  'float remainder': 'o = bits(f % f.wzyx);',
  'unsigned arithmetic': 'o = vec4u(u.x + u.y, u.x - u.y, u.x * u.y, u.x / u.y);',
  'unsigned remainder and shifts': 'o = vec4u(u.x % u.y, u.x << (u.y & 31u), u.x >> (u.y & 31u), ~u.x);',
  'signed arithmetic': 'o = bitcast<vec4u>(vec4i(s.x + s.y, s.x - s.y, s.x * s.y, s.x / s.y));',
  'signed remainder, shifts, negation': 'o = bitcast<vec4u>(vec4i(s.x % s.y, s.x << (u.y & 31u), s.x >> (u.y & 31u), -s.x));',
  'bit operators on vectors': 'o = ((u & u.yzwx) | (u ^ u.wzyx)) ^ (u << vec4u(3u));',
  'comparisons': 'o = vec4u(select(vec2u(0u), vec2u(1u), f.xy < f.zw), select(0u, 1u, s.x >= s.y), select(0u, 1u, u.x > u.y));',
  'boolean logic': 'let p = f.x > 0.0; let q = u.x > u.y; o = vec4u(u32(p && q), u32(p || q), u32(p != q), u32(!p | (p & q)));',
  'short circuits with side effects': 'var n = 0u; if (f.x > 0.0 && bump(&n, 2u) > 3u) { o.x = n; } if (f.y > 0.0 || bump(&n, 5u) > 30u) { o.y = n; } o.z = n;',
  'pointers handed on, and written in part': 'var i = Inner(f.xy, u.x); let r = halve(&i, f.z); let q = halve(&i, f.w); o = vec4u(bits(vec4f(i.a, r, q)).xyz ^ vec3u(bitcast<u32>(q)), i.b);',
  'pointers into arrays': 'var l = array<Inner, 3>(); let k = u.x % 3u; l[k].b = u.y; let r = halve(&l[k], f.x); l[1].a.x = r; o = vec4u(l[0].b, l[k].b, bitcast<u32>(l[k].a.y), bitcast<u32>(halve(&l[1], -1.0)));',
  'order of evaluation': 'var n = u.x; o.x = n + bump(&n, 1u) + n; o.y = bump(&n, 3u) * 2u - n; n += bump(&n, 7u); o.z = n;',
  'casts from float': 'o = vec4u(u32(f.x), bitcast<u32>(i32(f.y)), u32(f.z * 1e9), bitcast<u32>(i32(f.w * 1e9)));',
  'casts to float': 'o = bits(vec4f(f32(u.x), f32(s.x), f32(f.x > 0.0), f32(u.y)));',
  'casts between integers and bool': 'o = vec4u(u32(s.x), bitcast<u32>(i32(u.y)), u32(bool(u.z)), u32(bool(f.x)));',
  'abs, sign, floor, ceil': 'o = bits(vec4f(abs(f.x), sign(f.y), floor(f.z), ceil(f.w)));',
  'round, trunc, fract, saturate': 'o = bits(vec4f(round(f.x * 2.0) , trunc(f.y), fract(f.z), saturate(f.w)));',
  'min, max, clamp, step': 'o = bits(vec4f(min(f.x, f.y), max(f.x, f.y), clamp(f.x, min(f.y, f.z), max(f.y, f.z)), step(f.x, f.y)));',
  'integer min, max, clamp, abs': 'o = vec4u(min(u.x, u.y), max(u.x, u.y), clamp(u.x, 3u, 900u), 0u); o.w = bitcast<u32>(abs(s.x) + max(s.y, s.z) - min(s.y, -4));',
  'mix, fma, sqrt, inverseSqrt': 'o = bits(vec4f(mix(f.x, f.y, f.z), fma(f.x, f.y, f.z), sqrt(abs(f.x)), inverseSqrt(abs(f.y) + 1e-3)));',
  'dot, length, distance': 'o = bits(vec4f(dot(f, f.wxyz), dot(f.xy, f.zw), length(f.xyz), distance(f.xyz, f.yzw)));',
  'cross, integer dot': 'o = vec4u(bitcast<vec3u>(cross(f.xyz, f.yzw)), dot(u.xyz, u.yzw));',
  'normalize': 'o = bits(vec4f(normalize(f.xyz + 1e-3), normalize(f.xy + 1e-3).y));',
  'reflect, faceForward': 'o = bits(vec4f(reflect(f.xyz, f.yzw), faceForward(f.xy, f.yz, f.zw).x));',
  'select on vectors': 'o = bits(select(f, f.wzyx, f > vec4f(0.0)));',
  'any and all': 'o = vec4u(u32(any(f > vec4f(0.0))), u32(all(f.xy > f.zw)), u32(any(u.xy == u.zw)), 0u);',
  'count and find bits': 'o = vec4u(countOneBits(u.x), countLeadingZeros(u.y), countTrailingZeros(u.z), reverseBits(u.w));',
  'first bits': 'o = vec4u(firstLeadingBit(u.x), firstTrailingBit(u.y), bitcast<u32>(firstLeadingBit(s.z)), bitcast<u32>(firstTrailingBit(s.w)));',
  'extract and insert bits': 'o = vec4u(extractBits(u.x, 3u, 7u), bitcast<u32>(extractBits(s.y, u.z & 31u, 9u)), insertBits(u.x, u.y, u.z & 31u, 11u), insertBits(u.x, u.y, 4u, 0u));',
  'bitcasts': 'o = vec4u(bitcast<u32>(f.x), bitcast<u32>(bitcast<f32>((u.x & 0x3fffffffu) | 0x1000000u) * 2.0), bitcast<u32>(bitcast<i32>(f.z)), bitcast<vec2u>(f.zw).y);',
  'packing floats': 'o = vec4u(pack2x16snorm(f.xy), pack2x16unorm(f.zw), pack4x8snorm(f), pack4x8unorm(f));',
  'packing halves': 'o = vec4u(pack2x16float(clamp(f.xy, vec2f(-60000.0), vec2f(60000.0))), 0u, 0u, 0u);',
  'unpacking norms': 'o = bits(vec4f(unpack2x16snorm(u.x), unpack2x16unorm(u.y)));',
  'unpacking bytes': 'o = bits(unpack4x8snorm(u.x) + unpack4x8unorm(u.y));',
  'unpacking halves': 'o = bits(vec4f(unpack2x16float(u.x & 0x7bff7bffu), unpack2x16float(u.y & 0x7bff7bffu)));',
  'quantizing to halves, ldexp': 'o = bits(vec4f(quantizeToF16(clamp(f.x, -60000.0, 60000.0)), ldexp(f.y, 5), ldexp(f.z, -7), 0.0));',
  'swizzles': 'let v = f.wzyx.yx; o = bits(vec4f(v, f.rg));',
  'vector construction': 'let v = vec4f(f.x, f.yz, 1.0); let w = vec4f(vec2f(2.0), f.xy); o = bits(v + w * vec4f(vec3f(f.z), 3));',
  'reading a vector by index': 'o = vec4u(bitcast<u32>(f[u.x % 4u]), u[u.y & 3u], bitcast<u32>(s[s.z & 3]), bitcast<u32>(vec3f(1.0, 2.0, f.x)[u.z % 3u]));',
  'writing a vector by index': 'var v = f; v[u.x & 3u] = 5.0; v[2] += 1.0; v[u.y & 3u] *= 2.0; o = bits(v);',
  'matrix times vector': 'let m = mat3x3f(f.xyz, f.yzw, f.zwx); o = vec4u(bitcast<vec3u>(m * f.wzy), 0u); o.w = bitcast<u32>((f.xyz * m).y);',
  'matrix products': 'let m = mat2x3f(f.xyz, f.yzw) * mat4x2f(f.xy, f.zw, f.yz, f.wx); o = vec4u(bitcast<vec3u>(m[2]), bitcast<u32>(m[1][2]));',
  'matrix sums, scaling, transpose': 'let m = transpose(mat2x2f(f.xy, f.zw) * 3.0 + mat2x2f(f.wz, f.yx)) - mat2x2f(1.0, 2.0, 3.0, 4.0); o = bits(vec4f(m[0], m[1]));',
  'matrix columns by index': 'var m = mat3x2f(f.xy, f.zw, f.yz); m[u.x % 3u] = vec2f(8.0, 9.0); m[u.y % 3u][u.z & 1u] += 0.5; o = bits(vec4f(m[u.w % 3u], m[1]));',
  'structs by value': 'var a = Inner(f.xy, u.x); let b = a; a.b += 7u; a.a.y = b.a.x; o = vec4u(bitcast<vec2u>(a.a), a.b, b.b);',
  'nested structs and arrays': `var n: Nested; n.first = Inner(f.xy, u.x); n.list[u.y % 3u] = f.xyz; n.m[1] = f.zw; n.tail[u.z & 1u].a.y = f.w;
    let copy = n; n.list[0].x += 1.0; o = vec4u(bitcast<u32>(copy.list[u.w % 3u].z), bitcast<u32>(n.m[1].y), bitcast<u32>(copy.tail[1].a.y), bitcast<u32>(n.list[0].x));`,
  'pointers to structs': 'var a = Inner(f.xy, 1u); var b = Inner(f.zw, 2u); swap(&a, &b); o = vec4u(bitcast<vec2u>(a.a), a.b, b.b);',
  'pointers to elements': 'var list = array<u32, 4>(u.x, u.y, u.z, u.w); let p = &list[u.x & 3u]; let r = bump(p, 9u); o = vec4u(list[0], list[1], list[2] + list[3], r);',
  'local arrays': 'var list: array<vec2f, 5>; for (var i = 0u; i < 5u; i++) { list[i] = f.xy * f32(i); } list[u.x % 5u].x = 1.5; o = bits(vec4f(list[u.y % 5u], list[3]));',
  'array values': 'let list = array(f.x, f.y, f.z, 2.0); let other = list; o = bits(vec4f(list[u.x & 3u], other[1], array(1.0, 2.0)[u.y & 1u], 0.0));',
  'constant tables': 'o = bits(vec4f(TABLE[u.x % 5u], TABLE[2], TABLE[(u.y + 1u) % 5u], 0.0));',
  'private variables': 'o.x = counter; o.y = count_private() + count_private(); history[u.x % SIZE] = u.xy; o.z = history[u.y % SIZE].y; o.w = counter;',
  'early returns': 'o = bits(vec4f(early(f.x), early(f.y), early(f.z * 4.0), early(-f.w)));',
  'loops with continuing': 'var i = 0u; var n = 0u; loop { if (i % 3u == 1u) { continue; } n += i; if (n > 40u) { break; } continuing { i++; break if i > (u.x & 15u); } } o = vec4u(i, n, 0u, 0u);',
  'for with continue and break': 'var n = 0; for (var i = 0; i < 20; i += 2) { if (i == 6) { continue; } if (i > (s.x & 15)) { break; } n = n * 3 + i; } o.x = bitcast<u32>(n);',
  'while with a call in its test': 'var n = u.x & 7u; var r = 0u; while (bump(&n, 1u) < 40u) { r += n; if (r > 50u) { continue; } r += 1u; } o = vec4u(n, r, 0u, 0u);',
  'switch': 'for (var i = 0u; i < 4u; i++) { switch (u[i] % 6u) { case 0u: { o[i] = 10u; } case 1u, 2u: { if (f.x > 0.0) { break; } o[i] = 20u; } default: { o[i] = 30u; } case 4u: { continue; } } o[i] += 1u; }',
  'nested loops and switch': 'for (var y = 0; y < 5; y++) { var x = 0; loop { x++; if (x > y) { break; } switch (x & 1) { case 0: { continue; } default: { o.x += u32(x * y); } } o.y += 1u; } }',
  'shadowed names': 'let x = u.x; { let x = x + 1u; o.x = x; { var x = x * 2u; x++; o.y = x; } } o.z = x; for (var x = 0u; x < 3u; x++) { o.w += x; }',
  'compound assignments': 'var a = u; a += u.wzyx; a.x -= 3u; a *= 2u; a.y /= 7u; a.z %= 10u; a.w ^= 255u; a.x |= 1u; a.y &= 1023u; a.z <<= 3u; a.w >>= 2u; o = a;',
  'constants of every kind': 'const A = 3; const B = A * 2 + 1; const C: f32 = 1.0 / 3.0; const D = vec3(1, 2.5, A); const E = 0x10u | 3u; const G = -7 / 2; o = vec4u(u32(B), bitcast<u32>(C * D.y), E, bitcast<u32>(i32(G)));',
  'abstract arithmetic': 'let a = 1.0 / 3.0; let b = 2 * 3 + 1; let c: f32 = 7; let d = u.x * (1 << 4); o = vec4u(bitcast<u32>(a), u32(b), bitcast<u32>(c), d);',
  'number literals': 'o = vec4u(0xffffffffu, bitcast<u32>(1e-3f), bitcast<u32>(-0.0), bitcast<u32>(.5 + 1.f));',
  'indices past the end are clamped': 'var list = array<u32, 4>(1u, 2u, 3u, 4u); o = vec4u(list[min(u.x, 100u)], data[u.y | 0x100u].u.x, bitcast<u32>(TABLE[u.z]), u[u.w]);',
  'arrayLength': 'o = vec4u(arrayLength(&data), arrayLength(&out), 0u, 0u);',
}

test.each(Object.entries(CONSTRUCTS))(`gives the GPU's bits: %s, seed ${SEED}`, async (_, body) => {
  const data = inputs()
  const pieces = [{ name: 'construct.wgsl', text: `${HEAD}${body}\n  out[id.x] = o;\n}` }]
  const { gpu, twin } = await runOnBoth(device, pieces, { data, out: new Uint32Array(COUNT * 4) }, COUNT / 64)
  const floats = new Float32Array(data.buffer)
  const differing = [...gpu.out.keys()].filter((i) => !sameWord(gpu.out[i], twin.out[i])).map((i) => {
    const at = (i >> 2) * 8
    return { lane: 'xyzw'[i & 3], gpu: gpu.out[i].toString(16), twin: twin.out[i].toString(16), f: [...floats.subarray(at, at + 4)], u: [...data.subarray(at + 4, at + 8)] }
  })
  expect({ count: differing.length, first: differing.slice(0, 3) }).toEqual({ count: 0, first: [] })
})
