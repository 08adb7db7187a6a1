// held.wgsl: what a picture that begins to move remembers of one at rest: its light as give-back.wgsl left it. A pixel that found the sun in a gloss once stands
// alone at rest and is held to what is around it; carried along it would be shared out among more pixels in every picture, and be taken for what is usual
// there. Needs luminance and smoothed.

@group(0) @binding(0) var given: texture_2d<u32>;             // of give-back.wgsl
@group(0) @binding(1) var rested: texture_2d<f32>;            // of accumulate.wgsl, and so
@group(0) @binding(2) var rested_moments: texture_2d<u32>;
@group(0) @binding(3) var held_light: texture_storage_2d<rgba32float, write>;
@group(0) @binding(4) var held_moments: texture_storage_2d<r32uint, write>;

@compute @workgroup_size(8, 8)
fn keep_held(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(held_light))) { return; }
  let light = textureLoad(rested, id.xy, 0);
  let held = unpack_smoothed(textureLoad(given, id.xy, 0)).light;
  let share = min(luminance(held) / max(luminance(light.rgb), 1e-20), 1.0);
  textureStore(held_light, id.xy, vec4f(held, light.w));
  textureStore(held_moments, id.xy, vec4u(pack2x16float(unpack2x16float(textureLoad(rested_moments, id.xy, 0).x) * vec2f(share, share * share)), 0u, 0u, 0u));
}
