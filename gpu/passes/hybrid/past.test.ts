import { expect, test } from 'vitest'
import octahedralWgsl from '../../kernels/octahedral.wgsl?raw'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { createTwinKernel } from '../../twin/runtime/run.ts'
import { createTwinTexture } from '../../twin/runtime/texture.ts'
import rayQueueWgsl from '../whitted/ray-queue.wgsl?raw'
import accumulateWgsl from './accumulate.wgsl?raw'
import glossWgsl from './gloss.wgsl?raw'
import guideWgsl from './guide.wgsl?raw'
import outdatedWgsl from './outdated.wgsl?raw'
import pastWgsl from './past.wgsl?raw'
import reprojectWgsl from './reproject.wgsl?raw'
import smoothedWgsl from './smoothed.wgsl?raw'

/** An orange body, lit by 1, under a gloss that mirrors a blue sky: at rest one light, of which a gloss is known that is so many times as bright. */
const WGSL = `// ask-past.wgsl: what is left for a body.
@group(3) @binding(0) var<storage, read_write> asked: array<vec4f>;

@compute @workgroup_size(1) fn ask_past(@builtin(global_invocation_id) id: vec3u) {
  let shown = Guide(vec3f(0.0, 1.0, 0.0), 2.0, 1u, false, NO_REACH, vec3f(0.56, 0.30, 0.11), 0.125);
  let body = body_tint(shown.tint, shown.gloss);
  let gloss = gloss_tint(shown.tint, shown.gloss);
  let sky = vec3f(20.0, 30.0, 50.0);
  let light = (body + gloss * sky) / shown.tint;
  let times = asked[2u * id.x].x;
  let apart = apart_of(Past(light, 8.0, vec2f(1.0), Gloss(times * sky, 8.0, 0.1, vec2f(1.0))), shown);
  let sum = body * apart.light + gloss * apart.gloss.light;
  asked[2u * id.x] = vec4f(sum / (shown.tint * light), 0.0);
  asked[2u * id.x + 1u] = vec4f(apart.light, 0.0);
}
`

test('an orange body keeps its hue when a picture begins to move, though its gloss was known as too bright or too dark, and no channel gains or loses light', () => {
  const times = [0.67, 0.8, 1, 1.25, 1.5]
  const asked = Float32Array.from(times.flatMap((known) => [known, 0, 0, 0, 0, 0, 0, 0]))
  const pieces = [octahedralWgsl, guideWgsl, reprojectWgsl, outdatedWgsl, rayQueueWgsl, smoothedWgsl, glossWgsl, pastWgsl, accumulateWgsl, WGSL]
  const module = instantiate(compileTwin(pieces.map(pieceOf), { entryPoint: 'ask_past' }))
  const nothing = (kind: string) => (kind === 'texture' ? createTwinTexture('r32float', 1, 1, 1, [new Float32Array(1)]) : new ArrayBuffer(65536))
  createTwinKernel(module, Object.fromEntries(module.kernel.bindings.map(({ name, kind }) => [name, name === 'asked' ? asked : nothing(kind)]))).dispatch(times.length)
  for (const [i, known] of times.entries()) {
    for (let c = 0; c < 3; c++) expect(asked[8 * i + c], `gloss known as ${known} times as bright`).toBeCloseTo(1, 4)
    const [red, , blue] = asked.subarray(8 * i + 4, 8 * i + 7)
    // What is told as gloss may be too little; what hue the body has is not told by what is left.
    expect(blue / red, `gloss known as ${known} times as bright`).toBeGreaterThan(0.5)
    expect(blue / red, `gloss known as ${known} times as bright`).toBeLessThan(2)
  }
})
