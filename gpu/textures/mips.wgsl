// mips.wgsl: one mip level from the one above it by an exact box filter, for images of any size; colours are averaged in
// linear light and by alpha, so that what is cut out does not bleed in.
@group(0) @binding(0) var larger: texture_2d_array<f32>;
@group(0) @binding(1) var smaller: texture_storage_2d_array<rgba8unorm, write>;
@group(0) @binding(2) var<uniform> sizes: vec4u;   // larger, smaller

fn shrunk(pixel: vec2u, by_alpha: bool) -> vec4f {
  let scale = vec2f(sizes.xy) / vec2f(sizes.zw);
  let from_ = vec2f(pixel) * scale;
  let to = min(from_ + scale, vec2f(sizes.xy));
  var color = vec3f(0.0);
  var color_weight = 0.0;
  var alpha = 0.0;
  var weight = 0.0;
  for (var y = u32(from_.y); f32(y) < to.y; y++) {
    for (var x = u32(from_.x); f32(x) < to.x; x++) {
      let p = vec2f(vec2u(x, y));
      let covered = min(p + 1.0, to) - max(p, from_);
      let area = max(covered.x, 0.0) * max(covered.y, 0.0);
      let texel = textureLoad(larger, vec2u(x, y), 0, 0);
      let share = area * select(1.0, texel.a + 1e-3, by_alpha);
      color += share * texel.rgb;
      color_weight += share;
      alpha += area * texel.a;
      weight += area;
    }
  }
  return vec4f(color / max(color_weight, 1e-9), alpha / max(weight, 1e-9));
}

@compute @workgroup_size(8, 8)
fn shrink_color(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= sizes.zw)) { return; }
  let value = shrunk(id.xy, true);
  let c = value.rgb;
  let encoded = select(1.055 * pow(c, vec3f(1.0 / 2.4)) - 0.055, 12.92 * c, c <= vec3f(0.0031308));
  textureStore(smaller, id.xy, 0, vec4f(encoded, value.a));
}

@compute @workgroup_size(8, 8)
fn shrink_data(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= sizes.zw)) { return; }
  textureStore(smaller, id.xy, 0, shrunk(id.xy, false));
}
