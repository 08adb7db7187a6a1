// denoise.wgsl: smooths light among pixels of one surface, as far as its variance asks for. Needs octahedral and guide.
// Dammertz et al. 2010, "Edge-avoiding a-trous wavelet transform for fast global illumination filtering"; weights of luminance by
// variance: Schied et al. 2017, section 4.4.

struct DenoiseParams {
  position: vec3f,      // View of accumulate.wgsl
  stride: u32,
  corner: vec3f,
  width: u32,           // traced pixels
  step_x: vec3f,
  height: u32,
  step_y: vec3f,
  spread: f32,
  forward: vec3f,
  raster_size: vec2u,
  step: u32,            // pixels between taps
  is_first: u32,        // variance comes from `moments`
}

@group(0) @binding(0) var<uniform> denoising: DenoiseParams;
@group(0) @binding(1) var guide: texture_2d<u32>;
@group(0) @binding(2) var light: texture_2d<f32>;             // first: mean light and its count; then light and its variance
@group(0) @binding(3) var moments: texture_2d<u32>;
@group(0) @binding(4) var smoothed: texture_storage_2d<rgba16float, write>;

const KERNEL = array<f32, 3>(0.375, 0.25, 0.0625);            // B3 spline
const LUMINANCE_SIGMA = 4.0;
const YOUNG = 4.0;      // frames up to which pixels around tell the variance

fn brightness_of(color: vec3f) -> f32 { return dot(color, vec3f(0.2126, 0.7152, 0.0722)); }

fn is_inside(p: vec2i) -> bool { return all(p >= vec2i(0)) && p.x < i32(denoising.width) && p.y < i32(denoising.height); }

fn point_of(p: vec2u, distance: f32) -> vec3f {
  let raster = min(vec2f(p) * f32(denoising.stride) + f32(denoising.stride / 2u), vec2f(denoising.raster_size - 1u)) + 0.5;
  return normalize(denoising.corner + raster.x * denoising.step_x + raster.y * denoising.step_y) * distance;
}

// Variance of the mean at a pixel.
fn variance_at(p: vec2u) -> f32 {
  let value = textureLoad(light, p, 0);
  if (denoising.is_first == 0u) { return value.w; }
  let m = unpack2x16float(textureLoad(moments, p, 0).x);
  return max(m.y - m.x * m.x, 0.0) / max(value.w, 1.0);
}

// Of a pixel with a short history: from what is around it.
fn variance_around(p: vec2u, here: Guide) -> f32 {
  var sum = vec2f(0.0);
  var count = 0.0;
  for (var k = 0; k < 25; k++) {
    let q = vec2i(p) + vec2i(k % 5 - 2, k / 5 - 2);
    if (!is_inside(q)) { continue; }
    if (!is_alike(unpack_guide(textureLoad(guide, q, 0)), here)) { continue; }
    sum += unpack2x16float(textureLoad(moments, q, 0).x);
    count += 1.0;
  }
  sum /= max(count, 1.0);
  return max(sum.y - sum.x * sum.x, 0.0);
}

@compute @workgroup_size(8, 8)
fn denoise(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.xy;
  if (pixel.x >= denoising.width || pixel.y >= denoising.height) { return; }
  let center = textureLoad(light, pixel, 0);
  let here = unpack_guide(textureLoad(guide, pixel, 0));
  var own = variance_at(pixel);
  if (denoising.is_first != 0u && center.w < YOUNG) { own = max(own, variance_around(pixel, here) / max(center.w, 1.0)); }
  // Of the pixels around, or a lone bright one would keep all others out.
  var blurred = 4.0 * own;
  var weights = 4.0;
  for (var k = 0; k < 9; k++) {
    let q = vec2i(pixel) + vec2i(k % 3 - 1, k / 3 - 1);
    if (k == 4 || !is_inside(q)) { continue; }
    let weight = f32(2 - abs(k % 3 - 1)) * f32(2 - abs(k / 3 - 1)) * 0.5;
    blurred += weight * variance_at(vec2u(q));
    weights += weight;
  }
  let tolerance = LUMINANCE_SIGMA * sqrt(blurred / weights) + 1e-4;
  let brightness = brightness_of(center.rgb);
  let p = point_of(pixel, here.distance);
  let reach = max(here.distance * denoising.spread * f32(denoising.step), 1e-4);
  var sum = center.rgb * KERNEL[0] * KERNEL[0];
  var variance = own * KERNEL[0] * KERNEL[0] * KERNEL[0] * KERNEL[0];
  var total = KERNEL[0] * KERNEL[0];
  for (var k = 0; k < 25; k++) {
    let offset = vec2i(k % 5 - 2, k / 5 - 2);
    let q = vec2i(pixel) + offset * i32(denoising.step);
    if (k == 12 || !is_inside(q)) { continue; }
    let there = unpack_guide(textureLoad(guide, q, 0));
    if (there.slot != here.slot) { continue; }
    let value = textureLoad(light, q, 0);
    // Off the tangent plane, or in mirrors, where normals are not those of what is seen, off in distance.
    let off = min(abs(dot(here.normal, point_of(vec2u(q), there.distance) - p)), abs(there.distance - here.distance));
    let facing = pow(max(dot(here.normal, there.normal), 0.0), 64.0);
    let alike = exp(-abs(brightness_of(value.rgb) - brightness) / tolerance - select(off / reach, 0.0, here.slot == 0u)) * select(facing, 1.0, here.slot == 0u);
    let weight = KERNEL[abs(offset.x)] * KERNEL[abs(offset.y)] * alike;
    sum += weight * value.rgb;
    variance += weight * weight * variance_at(vec2u(q));
    total += weight;
  }
  // What 16 bits hold.
  textureStore(smoothed, pixel, min(vec4f(sum / total, variance / (total * total)), vec4f(60000.0)));
}
