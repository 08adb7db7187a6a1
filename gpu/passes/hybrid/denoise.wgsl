// denoise.wgsl: smooths light among pixels of one surface, as far as its variance asks for. Needs octahedral and guide.
// Dammertz et al. 2010, "Edge-avoiding a-trous wavelet transform for fast global illumination filtering"; weights of luminance by
// variance: Schied et al. 2017, section 4.4.
//
// Unlike there no light is lost: pixels do not take a mean of others, every two of them exchange a part of their difference, and the
// part is the same seen from both. It depends on what variance.wgsl found around them, not on what they show themselves, so a lone
// bright pixel is no edge: it gives to those around it what it loses.

struct DenoiseParams {
  position: vec3f,      // View of reproject.wgsl
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
}

@group(0) @binding(0) var<uniform> denoising: DenoiseParams;
@group(0) @binding(1) var guide: texture_2d<u32>;
@group(0) @binding(2) var light: texture_2d<f32>;
@group(0) @binding(3) var around: texture_2d<u32>;            // of variance.wgsl
@group(0) @binding(4) var smoothed: texture_storage_2d<rgba16float, write>;

const KERNEL = array<f32, 3>(0.375, 0.25, 0.0625);            // B3 spline
const LUMINANCE_SIGMA = 4.0;

fn is_inside(p: vec2i) -> bool { return all(p >= vec2i(0)) && p.x < i32(denoising.width) && p.y < i32(denoising.height); }

fn point_of(p: vec2u, distance: f32) -> vec3f {
  let raster = min(vec2f(p) * f32(denoising.stride) + f32(denoising.stride / 2u), vec2f(denoising.raster_size - 1u)) + 0.5;
  return normalize(denoising.corner + raster.x * denoising.step_x + raster.y * denoising.step_y) * distance;
}

@compute @workgroup_size(8, 8)
fn denoise(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.xy;
  if (pixel.x >= denoising.width || pixel.y >= denoising.height) { return; }
  let center = textureLoad(light, pixel, 0).rgb;
  let here = unpack_guide(textureLoad(guide, pixel, 0));
  let brightness = unpack2x16float(textureLoad(around, pixel, 0).x);
  let p = point_of(pixel, here.distance);
  var gained = vec3f(0.0);
  for (var k = 0; k < 25; k++) {
    let offset = vec2i(k % 5 - 2, k / 5 - 2);
    let q = vec2i(pixel) + offset * i32(denoising.step);
    if (k == 12 || !is_inside(q)) { continue; }
    let there = unpack_guide(textureLoad(guide, q, 0));
    if (there.slot != here.slot) { continue; }
    // All that decides is the same with the two pixels exchanged.
    let other = unpack2x16float(textureLoad(around, q, 0).x);
    let tolerance = LUMINANCE_SIGMA * sqrt(0.5 * (brightness.y * brightness.y + other.y * other.y)) + 1e-4;
    let reach = max(0.5 * (here.distance + there.distance) * denoising.spread * f32(denoising.step), 1e-4);
    // Off the tangent planes, or in mirrors, where normals are not those of what is seen, off in distance.
    let off = min(0.5 * abs(dot(here.normal + there.normal, point_of(vec2u(q), there.distance) - p)), abs(there.distance - here.distance));
    // A gloss is blurred by itself: no need to reach farther than that.
    let apart = length(vec2f(offset)) * f32(denoising.step) / min(here.reach, there.reach);
    let facing = pow(max(dot(here.normal, there.normal), 0.0), 64.0);
    let alike = exp(-abs(other.x - brightness.x) / tolerance - apart * apart - select(off / reach, 0.0, here.slot == 0u)) * select(facing, 1.0, here.slot == 0u);
    // Light counts as much as its tint shows of it: the brighter surface takes less of a darker one's light than that takes of its.
    let weight = KERNEL[abs(offset.x)] * KERNEL[abs(offset.y)] * alike * min(there.tint / here.tint, vec3f(1.0));
    gained += weight * (textureLoad(light, q, 0).rgb - center);
  }
  // What 16 bits hold.
  textureStore(smoothed, pixel, vec4f(clamp(center + gained, vec3f(0.0), vec3f(60000.0)), 1.0));
}
