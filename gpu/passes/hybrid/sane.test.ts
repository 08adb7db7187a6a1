import { expect, test } from 'vitest'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { createTwinKernel } from '../../twin/runtime/run.ts'
import { createTwinTexture } from '../../twin/runtime/texture.ts'
import { queuedHybridPieces } from '../pieces.ts'

/** Paths that bring what is told, by a surface that is half body. */
const WGSL = `// ask-sane.wgsl: what is left of a path.
@group(0) @binding(0) var<storage, read> brought: array<f32>;

@compute @workgroup_size(1) fn ask_sane(@builtin(global_invocation_id) id: vec3u) {
  var path: Path;
  path.radiance = vec3f(brought[id.x]);
  var sight = begin_sight();
  sight.body = pack_roots(vec3f(0.25), BODY_BITS);
  // It brought that before it left the surface.
  leave_seen(&path, &sight, vec3f(0.25));
  note_left(&path, &sight, 2.0);
  show_path(vec2u(id.x, 0u), &path, &sight);
}
`

test('a path that brings no number leaves no light, and none of a gloss', () => {
  const brought = Float32Array.of(4, Number.NaN, Number.POSITIVE_INFINITY)
  const count = brought.length
  const module = instantiate(compileTwin([...queuedHybridPieces(), WGSL].map(pieceOf), { entryPoint: 'ask_sane' }))
  const [light, gloss] = [new Float32Array(4 * count), new Float32Array(4 * count)]
  const kept: Record<string, unknown> = { brought, sampled: createTwinTexture('rgba32float', count, 1, 1, [light]), glossy: createTwinTexture('rgba32float', count, 1, 1, [gloss]) }
  const nothing = (kind: string) => (kind === 'texture' ? createTwinTexture('rgba32float', count, 1, 1, [new Float32Array(4 * count)]) : new ArrayBuffer(4096))
  createTwinKernel(module, Object.fromEntries(module.kernel.bindings.map(({ name, kind }) => [name, kept[name] ?? nothing(kind)])) as never).dispatch(count)
  expect([...light.subarray(0, 3), ...gloss.subarray(0, 4)].map((value) => Number(value.toFixed(2)))).toEqual([4, 4, 4, 4, 4, 4, 2])
  for (const found of [light, gloss]) expect([...found.subarray(4)]).toEqual(Array.from({ length: 8 }, () => 0))
})
