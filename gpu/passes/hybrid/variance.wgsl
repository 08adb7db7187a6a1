// variance.wgsl: how bright the surface is around each pixel, and how far that mean may be off. Pixels of a surface tell, not a pixel's
// own frames, which say little where a few of them find most of the light. Needs octahedral and guide.

struct VarianceParams {
  width: u32,           // traced pixels
  height: u32,
}

@group(0) @binding(0) var<uniform> estimating: VarianceParams;
@group(0) @binding(1) var guide: texture_2d<u32>;
@group(0) @binding(2) var light: texture_2d<f32>;             // mean light, w: of how many frames
@group(0) @binding(3) var moments: texture_2d<u32>;
@group(0) @binding(4) var around: texture_storage_2d<r32uint, write>;   // 2x16 float: mean brightness, and its standard deviation

const YOUNG = 4.0;      // frames up to which differences between pixels tell the variance
const REACH = 2;

@compute @workgroup_size(8, 8)
fn variance(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= estimating.width || id.y >= estimating.height) { return; }
  let center = textureLoad(light, id.xy, 0);
  let here = unpack_guide(textureLoad(guide, id.xy, 0));
  var sum = vec2f(0.0);
  var within = 0.0;
  var pixels = 0.0;
  for (var k = 0; k < (2 * REACH + 1) * (2 * REACH + 1); k++) {
    let q = vec2i(id.xy) + vec2i(k % (2 * REACH + 1) - REACH, k / (2 * REACH + 1) - REACH);
    if (any(q < vec2i(0)) || q.x >= i32(estimating.width) || q.y >= i32(estimating.height)) { continue; }
    if (!is_alike(unpack_guide(textureLoad(guide, q, 0)), here)) { continue; }
    let m = unpack2x16float(textureLoad(moments, q, 0).x);
    sum += m;
    within += max(m.y - m.x * m.x, 0.0);
    pixels += 1.0;
  }
  // A pixel is alike itself but for rounding.
  pixels = max(pixels, 1.0);
  sum /= pixels;
  var found = within / pixels;
  if (center.w < YOUNG) { found = max(found, sum.y - sum.x * sum.x); }
  let deviation = sqrt(max(found, 0.0) / (max(center.w, 1.0) * pixels));
  textureStore(around, id.xy, vec4u(pack2x16float(vec2f(sum.x, deviation)), 0u, 0u, 0u));
}
