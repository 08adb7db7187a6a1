import { expect, test } from 'vitest'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { createTwinKernel } from '../../twin/runtime/run.ts'
import { createTwinTexture } from '../../twin/runtime/texture.ts'
import { queuedPathPieces } from '../pieces.ts'

/** A path brings 1, leaves a surface by lobes that are 30 % body, gets light there that is 81 % body and some that is seen, and brings more from beyond. */
const WGSL = `// ask-apart.wgsl: what of a path's light a body sends on.
@group(0) @binding(0) var<storage, read_write> found: array<vec4f>;

@compute @workgroup_size(1) fn ask_apart(@builtin(global_invocation_id) id: vec3u) {
  var path: Path;
  path.is_straight = true;
  path.radiance = vec3f(1.0);
  var sight = begin_sight();
  sight.body = pack_roots(vec3f(0.5), BODY_BITS);
  let lit = Arrived(vec3f(2.0, 4.0, 0.0), pack_shares(vec3f(0.81)), 1u);
  let shining = Arrived(vec3f(5.0), pack_shares(vec3f(0.5)), 1u);
  // The processor asks lights before a path goes on, a queue is told a turn later.
  if (id.x == 0u) {
    gather(&path, &sight, lit, false);
    gather(&path, &sight, shining, true);
  }
  // The direction drawn lies below the surface: the path ends where it stands.
  if (id.x == 3u) {
    gather(&path, &sight, lit, false);
    gather(&path, &sight, shining, true);
    found[6] = lit_by(&path, &sight, path.radiance);
    return;
  }
  leave_seen(&path, &sight, vec3f(0.3));
  if (id.x == 1u) {
    gather(&path, &sight, lit, false);
    gather(&path, &sight, shining, true);
  }
  note_left(&path, &sight, 3.0);
  // What the next surface gets.
  gather(&path, &sight, Arrived(vec3f(10.0), pack_shares(vec3f(1.0)), 1u), false);
  found[2u * id.x] = lit_by(&path, &sight, path.radiance);
  found[2u * id.x + 1u] = vec4f(path.radiance, 0.0);
}
`

test('what a body sends on is told apart alike, whether lights answer at once or a turn later', () => {
  const found = new Float32Array(32)
  const module = instantiate(compileTwin([...queuedPathPieces(), WGSL].map(pieceOf), { entryPoint: 'ask_apart' }))
  const nothing = (kind: string) => (kind === 'texture' ? createTwinTexture('r32float', 1, 1, 1, [new Float32Array(1)]) : new ArrayBuffer(4096))
  createTwinKernel(module, Object.fromEntries(module.kernel.bindings.map(({ name, kind }) => [name, name === 'found' ? found : nothing(kind)]))).dispatch(4)
  // 0.81 of what lit it, nothing of what is seen, 0.3 of what lies beyond, and nothing of what was there before.
  for (const at of [0, 8]) [1.62 + 3, 3.24 + 3, 3].forEach((value, c) => expect(found[at + c]).toBeCloseTo(value, 1))
  expect([...found.subarray(4, 7)]).toEqual([18, 20, 16])
  expect(found[16]).toBeCloseTo(3, 5)
  // And all that lit the body of a surface which no direction leaves.
  ;[1.62, 3.24, 0, 0].forEach((value, c) => expect(found[24 + c]).toBeCloseTo(value, 1))
})
