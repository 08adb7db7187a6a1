import { beforeAll, expect, test } from 'vitest'
import { sharedDevice } from '../headless/headless.ts'
import { seeded } from '../testing/random.ts'
import { runOnBoth, sameWord } from './both.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const COUNT = 64
type Kind = 'f32' | 'u32' | 'i32' | 'bool'
const KINDS: readonly Kind[] = ['f32', 'u32', 'i32', 'bool']

/** Writes a random program: typed expressions of every operator, variables, branches, loops, arrays, helper functions. */
class ProgramWriter {
  readonly #random: () => number
  readonly #names: Record<Kind, string[]> = { f32: [], u32: [], i32: [], bool: [] }
  #count = 0

  constructor(seed: number) {
    this.#random = seeded(seed)
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]
  }

  /** Floats are squeezed now and then, so that neither infinities nor numbers below the normal ones take over. */
  #float(depth: number): string {
    const f = () => this.expression('f32', depth - 1)
    return this.#pick([
      () => `(${f()} + ${f()})`, () => `(${f()} - ${f()})`, () => `clamp(${f()} * ${f()}, -1e6, 1e6)`, () => `(${f()} / (abs(${f()}) + 0.5))`,
      () => `min(${f()}, ${f()})`, () => `max(${f()}, ${f()})`, () => `abs(${f()})`, () => `(-(${f()}))`, () => `floor(${f()})`, () => `fract(${f()})`,
      () => `sqrt(abs(${f()}))`, () => `mix(${f()}, ${f()}, fract(${f()}))`, () => `select(${f()}, ${f()}, ${this.expression('bool', depth - 1)})`,
      () => `f32(${this.expression('i32', depth - 1)})`, () => `f32(${this.expression('u32', depth - 1)} >> 8u)`,
      () => `dot(vec3f(${f()}, ${f()}, 1.5), vec3f(${f()}, 0.5, ${f()}))`, () => `vec4f(${f()}, ${f()}, ${f()}, 2.0)[${this.expression('u32', depth - 1)} & 3u]`,
      () => `(mat2x2f(${f()}, 1.0, ${f()}, 0.25) * vec2f(${f()}, ${f()})).${this.#pick(['x', 'y'])}`, () => `table[${this.expression('u32', depth - 1)} % 4u]`,
      () => `helper(${f()}, ${this.expression('u32', depth - 1)})`, () => `cross(vec3f(${f()}, 1.0, ${f()}), vec3f(0.5, ${f()}, 2.0)).${this.#pick(['x', 'y', 'z'])}`,
    ])()
  }

  #integer(kind: 'u32' | 'i32', depth: number): string {
    const n = () => this.expression(kind, depth - 1)
    const u = () => this.expression('u32', depth - 1)
    return this.#pick([
      () => `(${n()} ${this.#pick(['+', '-', '*', '/', '%', '&', '|', '^'])} ${n()})`, () => `(${n()} ${this.#pick(['<<', '>>'])} (${u()} & 31u))`,
      () => `~${n()}`, () => `min(${n()}, ${n()})`, () => `max(${n()}, ${n()})`, () => `countOneBits(${n()})`, () => `reverseBits(${n()})`,
      () => `select(${n()}, ${n()}, ${this.expression('bool', depth - 1)})`, () => `${kind}(${this.expression('f32', depth - 1)})`,
      () => `bitcast<${kind}>(${this.expression(kind === 'u32' ? 'i32' : 'u32', depth - 1)})`, () => (kind === 'i32' ? `(-(${n()}))` : `bump(&counter, ${n()})`),
      () => `firstLeadingBit(${n()})`, () => `extractBits(${n()}, ${u()} & 15u, 7u)`,
    ])()
  }

  #boolean(depth: number): string {
    const kind = this.#pick(['f32', 'u32', 'i32'] as const)
    const b = () => this.expression('bool', depth - 1)
    return this.#pick([
      () => `(${this.expression(kind, depth - 1)} ${this.#pick(['<', '>', '<=', '>=', '==', '!='])} ${this.expression(kind, depth - 1)})`,
      () => `(${b()} ${this.#pick(['&&', '||', '&', '|', '==', '!='])} ${b()})`, () => `!${b()}`,
    ])()
  }

  expression(kind: Kind, depth: number): string {
    if (depth <= 0 || this.#random() < 0.15) {
      const constants = { f32: ['half', '(half - three)', 'three', 'f.x', 'f.y', 'f.z'], u32: ['seven', 'stripes', 'u.x', 'u.y', 'u.z'], i32: ['twelve', '(-twelve)', 's.x', 's.y'], bool: ['true', '(f.x > 0.0)', '(u.x > u.y)'] }
      return this.#pick([...constants[kind], ...this.#names[kind], ...this.#names[kind]])
    }
    return kind === 'f32' ? this.#float(depth) : kind === 'bool' ? this.#boolean(depth) : this.#integer(kind, depth)
  }

  statements(count: number, depth: number): string {
    const before = structuredClone(this.#names)
    const lines: string[] = []
    for (let i = 0; i < count; i++) lines.push(this.#statement(depth))
    Object.assign(this.#names, before)
    return lines.join('\n')
  }

  #statement(depth: number): string {
    const kind = this.#pick(KINDS)
    const name = `v${this.#count++}`
    const variable = this.#names[kind].filter((known) => known.startsWith('v'))
    const inner = () => this.statements(2, depth - 1)
    const choices = [
      () => {
        const text = `${this.#pick(['var', 'var', 'let'])} ${name}${this.#random() < 0.5 ? `: ${kind}` : ''} = ${this.expression(kind, 3)};`
        this.#names[kind].push(text.startsWith('var') ? name : `(${name})`)
        return text
      },
      () => (variable.length === 0 ? ';' : `${this.#pick(variable)} = ${this.expression(kind, 4)};`),
      () => `table[${this.expression('u32', 2)} & 3u] = clamp(${this.expression('f32', 3)}, -1e5, 1e5);`,
      () => `sum += ${this.expression('u32', 3)};`,
      ...(depth <= 0 ? [] : [
        () => `if (${this.expression('bool', 3)}) {\n${inner()}\n} else {\n${inner()}\n}`,
        () => `for (var ${name} = 0u; ${name} < ${2 + Math.floor(this.#random() * 4)}u; ${name}++) {\n${this.#random() < 0.4 ? `if (${this.expression('bool', 2)}) { ${this.#pick(['continue', 'break'])}; }\n` : ''}${inner()}\n}`,
        () => `switch (${this.expression('u32', 2)} % 4u) { case 0u: {\n${inner()}\n} case 1u, 3u: {\n${inner()}\n} default: {\n${inner()}\n} }`,
      ]),
    ]
    return this.#pick(choices)()
  }
}

function program(seed: number): string {
  const writer = new ProgramWriter(seed)
  return `// program.wgsl: random program ${seed}.
struct Input { f: vec4f, u: vec4u }
@group(0) @binding(0) var<storage, read> data: array<Input>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4u>;
var<private> table: array<f32, 4>;
var<private> counter: u32;
fn bump(p: ptr<private, u32>, by: u32) -> u32 { *p += by; return *p; }
fn helper(x: f32, n: u32) -> f32 { if (n % 3u == 0u) { return x * 0.5; } var y = x; for (var i = 0u; i < n % 5u; i++) { y += 0.25; if (y > 4.0) { return y; } } return y - 1.0; }
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
let f = data[id.x].f; let u = data[id.x].u; let s = bitcast<vec4i>(u);
// Not constant: compilers object to some of what is computed from them, and merge chains of constants, (x - 1.25) - 3.0.
let seven = (u.x & 0u) + 7u; let stripes = (u.x & 0u) | 0xff00ffu; let twelve = (s.x & 0) + 12; let half = data[0].f.w; let three = data[1].f.w;
var sum = 0u;
${writer.statements(8, 2)}
out[id.x] = vec4u(sum, counter, bitcast<u32>(table[0] + table[1]), bitcast<u32>(table[2] - table[3]));
}`
}

const SEEDS = Array.from({ length: 60 }, (_, i) => 1000 + i)

// The card's compiler takes longer for each than all else here: constructs.gpu.test.ts holds every operator by itself.
test.each(SEEDS.slice(0, 20))('gives the GPU\'s bits for random program %i', comparesBits)
test.each(SEEDS.slice(20))('gives the GPU\'s bits for random program %i', { tags: 'proof' }, comparesBits)

async function comparesBits(seed: number): Promise<void> {
  const random = seeded(seed)
  const data = new Uint32Array(COUNT * 8)
  const floats = new Float32Array(data.buffer)
  for (let i = 0; i < data.length; i++) {
    if (i % 8 < 4) floats[i] = (random() - 0.5) * 10 ** (random() * 4 - 2)
    else data[i] = random() * 2 ** (random() * 33)
  }
  const text = program(seed)
  const { gpu, twin } = await runOnBoth(device, [{ name: 'program.wgsl', text }], { data, out: new Uint32Array(COUNT * 4) }, 1)
  const differing = [...gpu.out.keys()].filter((i) => !sameWord(gpu.out[i], twin.out[i]))
  expect(differing.length === 0 ? [] : [differing.map((i) => ({ i, gpu: gpu.out[i], twin: twin.out[i], f: [...floats.subarray((i >> 2) * 8, (i >> 2) * 8 + 4)], u: [...data.subarray((i >> 2) * 8 + 4, (i >> 2) * 8 + 8)] })), text]).toEqual([])
}
