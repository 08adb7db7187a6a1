// denoise.wgsl: smooths light among pixels of one surface, as far as its variance asks for. Needs octahedral, guide and smoothed.
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
@group(0) @binding(2) var light: texture_2d<u32>;             // Smoothed, before
@group(0) @binding(4) var smoothed: texture_storage_2d<rgba32uint, write>;    // and after

const LUMINANCE_SIGMA = 4.0;

fn point_of(p: vec2u, distance: f32) -> vec3f {
  let raster = min(vec2f(p) * f32(denoising.stride) + f32(denoising.stride / 2u), vec2f(denoising.raster_size - 1u)) + 0.5;
  return normalize(denoising.corner + raster.x * denoising.step_x + raster.y * denoising.step_y) * distance;
}

// Pixels of a workgroup lie a step apart: their taps are each other's, and every one is loaded once. 240 of them take two rounds, where those of
// a square of 64 pixels take three.
const TILE = vec2u(16u, 8u);
const MARGIN = 2u;
const SIDE = 20u;
const TAPS = 240u;
const LANES = 128u;
const OUTSIDE = 0xffffffffu;      // no slot: these have 24 bits

// As few bytes as hold them: lanes read each other's.
var<workgroup> tap_words: array<vec4u, TAPS>;          // slot, OUTSIDE where there is no pixel; one over its reach; light and brightness around as Smoothed has them
var<workgroup> tap_point: array<vec4f, TAPS>;          // w: distance
var<workgroup> tap_looks: array<vec4u, TAPS>;          // 16 bit floats: normal, standard deviation of the brightness around, tint, gloss

struct Tap { guide: vec4u, light: vec4u, is_there: bool }

fn place_of_tap(first: vec2u, i: u32) -> vec2i {
  return vec2i(first) + (vec2i(vec2u(i % SIDE, i / SIDE)) - i32(MARGIN)) * i32(denoising.step);
}

fn fetch(q: vec2i) -> Tap {
  let is_there = all(q >= vec2i(0)) && q.x < i32(denoising.width) && q.y < i32(denoising.height);
  return Tap(textureLoad(guide, q, 0), textureLoad(light, q, 0), is_there);
}

fn keep(i: u32, q: vec2i, tap: Tap) {
  let distance = bitcast<f32>(tap.guide.y);
  let n = decode_octahedral(tap.guide.x);
  let tint = unpack_tint(tap.guide.w);
  let deviation = min(bitcast<f32>(tap.light.z), MOST_LIGHT);
  tap_words[i] = vec4u(select(OUTSIDE, tap.guide.z & 0xffffffu, tap.is_there), bitcast<u32>(1.0 / unpack_reach((tap.guide.z >> 24u) & 127u)), tap.light.xy);
  tap_point[i] = vec4f(point_of(vec2u(q), distance), distance);
  tap_looks[i] = vec4u(pack2x16float(n.xy), pack2x16float(vec2f(n.z, deviation)), pack2x16float(tint.rg), pack2x16float(vec2f(tint.b, unpack_gloss(tap.guide.y))));
}

// A pixel of the workgroup, unpacked.
struct Pixel {
  slot: u32,
  per_reach: f32,
  point: vec4f,         // w: distance
  normal: vec3f,
  variance: f32,        // of the brightness around
  tint: vec3f,
  gloss: f32,
  light: vec4f,         // w: brightness around
}

fn pixel_at(i: u32, words: vec4u) -> Pixel {
  let looks = tap_looks[i];
  let shape = vec4f(unpack2x16float(looks.x), unpack2x16float(looks.y));
  let surface = vec4f(unpack2x16float(looks.z), unpack2x16float(looks.w));
  return Pixel(words.x, bitcast<f32>(words.y), tap_point[i], shape.xyz, shape.w * shape.w, surface.rgb, surface.w, vec4f(unpack2x16float(words.z), unpack2x16float(words.w)));
}

// What a pixel gains by another, so many steps away.
//   per_tint  one over the pixel's tint
fn gained_of(center: Pixel, per_tint: vec3f, at: u32, x: i32, y: i32) -> vec3f {
  let there = u32(i32(at) + y * i32(SIDE) + x);
  let words = tap_words[there];
  if (words.x != center.slot) { return vec3f(0.0); }
  let other = pixel_at(there, words);
  // All that decides is the same with the two pixels exchanged.
  let tolerances = LUMINANCE_SIGMA * LUMINANCE_SIGMA * 0.5;
  let unlike = abs(other.light.w - center.light.w) * inverseSqrt(tolerances * (center.variance + other.variance) + 1e-8);
  // Off the tangent planes, or in mirrors, where normals are not those of what is seen, off in distance.
  let reaches = 0.5 * denoising.spread * f32(denoising.step);
  let across = min(0.5 * abs(dot(center.normal + other.normal, other.point.xyz - center.point.xyz)), abs(other.point.w - center.point.w));
  let off = across / max(reaches * (center.point.w + other.point.w), 1e-4);
  // A gloss is blurred by itself: no need to reach farther than that.
  let apart = f32(denoising.step) * max(center.per_reach, other.per_reach);
  // A cosine's 64th power, nearly.
  let turned = 64.0 - 64.0 * dot(center.normal, other.normal);
  let glossier = unlike_gloss(other.gloss, center.gloss);
  let alike = exp(-unlike - f32(x * x + y * y) * apart * apart - glossier - select(off + turned, 0.0, center.slot == 0u));
  // Light counts as much as its tint shows of it: the brighter surface takes less of a darker one's light than that takes of its.
  return weight_of(x, y) * alike * min(other.tint * per_tint, vec3f(1.0)) * (other.light.rgb - center.light.rgb);
}

// Of a tap, so many steps away. A B3 spline without its corners, but beside the pixel 1/8 for 3/32: so the weights of every second column, row or square
// of a checkerboard sum up to half, and noise from tap to tap is gone. Later steps do not see it: of what lies two of their taps apart they see the same.
fn weight_of(x: i32, y: i32) -> f32 {
  return select(select(3.0 / 128.0, 1.0 / 8.0, abs(x) + abs(y) == 1), 1.0 / 16.0, abs(x * y) == 1);
}

@compute @workgroup_size(16, 8)
fn denoise(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) lane: vec3u, @builtin(local_invocation_index) index: u32) {
  let step = denoising.step;
  let first = group.xy / step * step * TILE + group.xy % step;
  // The second is on its way while the first is unpacked.
  let q = place_of_tap(first, index);
  let q2 = place_of_tap(first, index + LANES);
  let tap = fetch(q);
  let tap2 = fetch(q2);
  keep(index, q, tap);
  if (index + LANES < TAPS) { keep(index + LANES, q2, tap2); }
  workgroupBarrier();
  let pixel = first + lane.xy * step;
  if (pixel.x >= denoising.width || pixel.y >= denoising.height) { return; }
  let at = (lane.y + MARGIN) * SIDE + lane.x + MARGIN;
  let center = pixel_at(at, tap_words[at]);
  // The corners have a seventh of the weight and half of the taps: without them walks are nearer to the truth, in less time. One by one, so that
  // each is compiled for where it lies.
  let per_tint = 1.0 / center.tint;
  var gained = gained_of(center, per_tint, at, 0, -2);
  gained += gained_of(center, per_tint, at, -1, -1);
  gained += gained_of(center, per_tint, at, 0, -1);
  gained += gained_of(center, per_tint, at, 1, -1);
  gained += gained_of(center, per_tint, at, -2, 0);
  gained += gained_of(center, per_tint, at, -1, 0);
  gained += gained_of(center, per_tint, at, 1, 0);
  gained += gained_of(center, per_tint, at, 2, 0);
  gained += gained_of(center, per_tint, at, -1, 1);
  gained += gained_of(center, per_tint, at, 0, 1);
  gained += gained_of(center, per_tint, at, 1, 1);
  gained += gained_of(center, per_tint, at, 0, 2);
  textureStore(smoothed, pixel, pack_smoothed(Smoothed(center.light.rgb + gained, center.light.w, sqrt(center.variance))));
}
