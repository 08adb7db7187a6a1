import albedoTableWgsl from '../kernels/albedo-table.wgsl?raw'
import { ALBEDO_HEIGHT, ALBEDO_WIDTH, albedoTable } from '../kernels/bsdf-albedo.ts'
import { structOf } from '../kernels/kernel.ts'
import { compileTwin } from '../twin/compiler/compile.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import { pieceOf } from '../twin/compiler/lex.ts'
import { createTwinKernel } from '../twin/runtime/run.ts'
import { createTwinTexture } from '../twin/runtime/texture.ts'
import { SCATTER_PIECES as PIECES } from '../passes/pieces.ts'

/** Fields of `Appearance` in bsdf.wgsl. */
export interface Look {
  readonly base_color?: readonly number[]
  readonly metallic?: number
  readonly roughness?: number
  readonly specular?: number
  readonly specular_color?: readonly number[]
  readonly ior?: number
  readonly around?: number
  readonly transmission?: number
  readonly is_thin?: number
  readonly clearcoat?: number
  readonly clearcoat_roughness?: number
  readonly sheen_color?: readonly number[]
  readonly sheen_roughness?: number
  readonly anisotropy?: number
  readonly film?: number
  readonly film_ior?: number
  readonly film_thickness?: number
}

export interface Question {
  readonly look: Look
  /** To the viewer, z > 0. */
  readonly o: readonly number[]
  /** To the light; for 'evaluate'. */
  readonly i?: readonly number[]
  readonly inside?: boolean
}

const WGSL = `// scatter.wgsl: asks a BSDF: mean weights of samples, its value, what its facets keep, or the samples themselves.
struct Question { look: Appearance, o: vec3f, is_front: u32, i: vec3f, samples: u32 }
@group(0) @binding(0) var<storage, read> questions: array<Question>;
@group(0) @binding(1) var<storage, read_write> answers: array<vec4f>;

@compute @workgroup_size(1) fn mean_weight(@builtin(global_invocation_id) id: vec3u) {
  let q = questions[id.x];
  let b = make_bsdf(q.look, q.o, q.is_front != 0u);
  var sum = vec4f(0.0);
  for (var k = 0u; k < q.samples; k++) {
    var rng = seed_rng(id.x, 7u, k);
    let u = next_pair(&rng);
    let s = sample_bsdf(b, q.o, vec3f(u, next_pair(&rng).x));
    if (s.density > 0.0) { sum += vec4f(s.weight, select(0.0, max(s.weight.x, max(s.weight.y, s.weight.z)), s.direction.z < 0.0)); }
  }
  answers[id.x] = sum / f32(q.samples);
}

@compute @workgroup_size(1) fn evaluate(@builtin(global_invocation_id) id: vec3u) {
  let q = questions[id.x];
  answers[id.x] = evaluate_bsdf(make_bsdf(q.look, q.o, q.is_front != 0u), q.o, q.i);
}

@compute @workgroup_size(1) fn kept(@builtin(global_invocation_id) id: vec3u) {
  let q = questions[id.x];
  let b = make_bsdf(q.look, q.o, q.is_front != 0u);
  answers[id.x] = vec4f(kept_by_facets(b, q.o, in_tables(b, q.o)), ggx_average(b.roughness));
}

@compute @workgroup_size(1) fn draw(@builtin(global_invocation_id) id: vec3u) {
  let q = questions[0];
  var rng = seed_rng(0u, q.samples, id.x);
  let u = next_pair(&rng);
  let s = sample_bsdf(make_bsdf(q.look, q.o, q.is_front != 0u), q.o, vec3f(u, next_pair(&rng).x));
  answers[id.x] = vec4f(s.direction, s.density);
}
`

export const SCATTER_PIECES: readonly string[] = [albedoTableWgsl, ...PIECES, WGSL]
export type ScatterEntry = 'mean_weight' | 'evaluate' | 'kept' | 'draw'

const layoutOf = () => structOf(SCATTER_PIECES, 'Question')
const DEFAULTS: Required<Look> = {
  base_color: [1, 1, 1], metallic: 0, roughness: 0.5, specular: 1, specular_color: [1, 1, 1], ior: 1.5, around: 1, transmission: 0, is_thin: 0, clearcoat: 0,
  clearcoat_roughness: 0, sheen_color: [0, 0, 0], sheen_roughness: 0.5, anisotropy: 0, film: 0, film_ior: 1.3, film_thickness: 400,
}

/** Questions as the kernels read them. @param samples  per question; the seed for 'draw' */
export function packQuestions(questions: readonly Question[], samples: number): DataView {
  const layout = layoutOf()
  const view = new DataView(new ArrayBuffer(layout.sizeBytes * questions.length))
  questions.forEach(({ look, o, i = [0, 0, 1], inside = false }, k) => {
    layout.write(view, k * layout.sizeBytes, { look: { ...DEFAULTS, ...look } as never, o, i, is_front: !inside, samples })
  })
  return view
}

const modules = new Map<ScatterEntry, ReturnType<typeof instantiate>>()

/** Runs one of the kernels in the twin. @param count  answers; as many as questions unless drawing */
export function askCpu(entryPoint: ScatterEntry, questions: readonly Question[], samples = 1, count = questions.length): Float32Array {
  const module = modules.get(entryPoint) ?? instantiate(compileTwin(SCATTER_PIECES.map(pieceOf), { entryPoint, largest: 30_000 }))
  modules.set(entryPoint, module)
  const answers = new Float32Array(4 * count)
  createTwinKernel(module, {
    questions: packQuestions(questions, samples), answers, albedo_table: createTwinTexture('rgba32float', ALBEDO_WIDTH, ALBEDO_HEIGHT, 1, [albedoTable()]),
  }).dispatch(count)
  return answers
}

/** A unit vector by its cosine with z and its turn about z. */
export const direction = (cosine: number, turn = 0): readonly number[] => {
  const sine = Math.sqrt(1 - cosine * cosine)
  return [sine * Math.cos(turn), sine * Math.sin(turn), cosine]
}
