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

const LUMINANCE_SIGMA = 4.0;

fn point_of(p: vec2u, distance: f32) -> vec3f {
  let raster = min(vec2f(p) * f32(denoising.stride) + f32(denoising.stride / 2u), vec2f(denoising.raster_size - 1u)) + 0.5;
  return normalize(denoising.corner + raster.x * denoising.step_x + raster.y * denoising.step_y) * distance;
}

// Pixels of a workgroup lie a step apart: their taps are each other's, and every one is loaded and unpacked once. 240 of them take two rounds,
// where those of a square of 64 pixels take three, and fill the 16 KiB that every adapter has.
const TILE = vec2u(16u, 8u);
const MARGIN = 2u;
const SIDE = 20u;
const TAPS = 240u;
const OUTSIDE = 0xffffffffu;

var<workgroup> tap_slot: array<u32, TAPS>;             // OUTSIDE: there is no such pixel
var<workgroup> tap_point: array<vec4f, TAPS>;          // w: distance
var<workgroup> tap_normal: array<vec4f, TAPS>;         // w: 1 / reach
var<workgroup> tap_tint: array<vec4f, TAPS>;           // w: variance of the brightness around
var<workgroup> tap_light: array<vec4f, TAPS>;          // w: brightness around

struct Tap { guide: vec4u, around: u32, light: vec3f, is_there: bool }

fn fetch(q: vec2i) -> Tap {
  let is_there = all(q >= vec2i(0)) && q.x < i32(denoising.width) && q.y < i32(denoising.height);
  return Tap(textureLoad(guide, q, 0), textureLoad(around, q, 0).x, textureLoad(light, q, 0).rgb, is_there);
}

fn keep(i: u32, q: vec2i, tap: Tap) {
  let there = unpack_guide(tap.guide);
  let brightness = unpack2x16float(tap.around);
  tap_slot[i] = select(OUTSIDE, there.slot, tap.is_there);
  tap_point[i] = vec4f(point_of(vec2u(q), there.distance), there.distance);
  tap_normal[i] = vec4f(there.normal, 1.0 / there.reach);
  tap_tint[i] = vec4f(there.tint, brightness.y * brightness.y);
  tap_light[i] = vec4f(tap.light, brightness.x);
}

// B3 spline, of the distance in steps.
fn spline(apart: i32) -> f32 {
  return select(select(0.0625, 0.25, abs(apart) == 1), 0.375, apart == 0);
}

@compute @workgroup_size(16, 8)
fn denoise(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) lane: vec3u, @builtin(local_invocation_index) index: u32) {
  let step = denoising.step;
  let first = group.xy / step * step * TILE + group.xy % step;
  let second = index + 128u;
  let q = vec2i(first) + (vec2i(vec2u(index % SIDE, index / SIDE)) - i32(MARGIN)) * i32(step);
  let q2 = vec2i(first) + (vec2i(vec2u(second % SIDE, second / SIDE)) - i32(MARGIN)) * i32(step);
  // The second is on its way while the first is unpacked.
  let tap = fetch(q);
  let tap2 = fetch(q2);
  keep(index, q, tap);
  if (second < TAPS) { keep(second, q2, tap2); }
  workgroupBarrier();
  let pixel = first + lane.xy * step;
  if (pixel.x >= denoising.width || pixel.y >= denoising.height) { return; }
  let at = (lane.y + MARGIN) * SIDE + lane.x + MARGIN;
  let slot = tap_slot[at];
  let p = tap_point[at];
  let n = tap_normal[at];
  let variance = tap_tint[at].w;
  let per_tint = 1.0 / tap_tint[at].rgb;
  let center = tap_light[at];
  let tolerances = LUMINANCE_SIGMA * LUMINANCE_SIGMA * 0.5;
  let reaches = 0.5 * denoising.spread * f32(step);
  var gained = vec3f(0.0);
  for (var y = -2; y <= 2; y++) {
    for (var x = -2; x <= 2; x++) {
      // The corners have a seventh of the weight and half of the taps: without them walks are nearer to the truth, in less time.
      if (abs(x) + abs(y) > 2) { continue; }
      let there = u32(i32(at) + y * i32(SIDE) + x);
      if (tap_slot[there] != slot) { continue; }
      let other_p = tap_point[there];
      let other_n = tap_normal[there];
      let other_tint = tap_tint[there];
      let other = tap_light[there];
      // All that decides is the same with the two pixels exchanged.
      let unlike = abs(other.w - center.w) * inverseSqrt(tolerances * (variance + other_tint.w) + 1e-8);
      // Off the tangent planes, or in mirrors, where normals are not those of what is seen, off in distance.
      let off = min(0.5 * abs(dot(n.xyz + other_n.xyz, other_p.xyz - p.xyz)), abs(other_p.w - p.w)) / max(reaches * (p.w + other_p.w), 1e-4);
      // A gloss is blurred by itself: no need to reach farther than that.
      let apart = f32(step) * max(n.w, other_n.w);
      // A cosine's 64th power, nearly.
      let turned = 64.0 - 64.0 * dot(n.xyz, other_n.xyz);
      let alike = exp(-unlike - f32(x * x + y * y) * apart * apart - select(off + turned, 0.0, slot == 0u));
      // Light counts as much as its tint shows of it: the brighter surface takes less of a darker one's light than that takes of its.
      gained += spline(x) * spline(y) * alike * min(other_tint.rgb * per_tint, vec3f(1.0)) * (other.rgb - center.rgb);
    }
  }
  // What 16 bits hold.
  textureStore(smoothed, pixel, vec4f(clamp(center.rgb + gained, vec3f(0.0), vec3f(60000.0)), 1.0));
}
