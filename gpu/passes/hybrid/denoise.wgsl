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
  is_apart: u32,        // 1: body and gloss have light of their own; 0: there is one light, over the whole tint
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
const OUTSIDE = 0xffffffffu;

// As few bytes as hold them: lanes read each other's.
var<workgroup> tap_words: array<vec4u, TAPS>;          // OUTSIDE, or reach_word() and slot; light and brightness around as Smoothed has them; the gloss's brightness around, above it its variance, an f32 cut off
var<workgroup> tap_tints: array<vec4u, TAPS>;          // the body's and the gloss's, 2x16 float; where they are not apart, the whole and the share of gloss; the gloss's light
var<workgroup> tap_point: array<vec4f, TAPS>;          // w: distance
var<workgroup> tap_normal: array<vec4f, TAPS>;         // w: variance of the body's brightness around

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
  let share = unpack_gloss(tap.guide);
  var body = unpack_tint(tap.guide.w);
  var gloss = vec3f(share);
  if (denoising.is_apart != 0u) {
    gloss = gloss_tint(body, share);
    body = body_tint(body, share);
  }
  tap_point[i] = vec4f(point_of(vec2u(q), distance), distance);
  let deviations = vec2f(unpack_deviation((tap.light.w >> 16u) & 255u), unpack_deviation(tap.light.w >> 24u));
  tap_normal[i] = vec4f(decode_octahedral(tap.guide.x), deviations.x * deviations.x);
  tap_tints[i] = vec4u(pack2x16float(body.xy), pack2x16float(vec2f(body.z, gloss.x)), pack2x16float(gloss.yz), tap.light.z);
  tap_words[i] = vec4u(select(OUTSIDE, tap.guide.z & 0x7fffffffu, tap.is_there), tap.light.xy, (tap.light.w & 0xffffu) | (bitcast<u32>(deviations.y * deviations.y) & 0xffff0000u));
}

// A pixel of the workgroup, unpacked.
struct Pixel {
  slot: u32,
  point: vec4f,
  normal: vec3f,
  reach: u32,           // reach_word() - 1: the least of two bounds both
  body: vec3f,          // tint, or the whole
  gloss: vec3f,         // or its share
  shining: u32,         // the gloss's light
  variances: vec2f,     // of the brightness around, the body's and the gloss's
  light: vec4f,         // w: brightness around
  gleam: f32,           // the gloss's
}

fn pixel_at(i: u32, words: vec4u) -> Pixel {
  let normal = tap_normal[i];
  let tints = tap_tints[i];
  let parts = unpack2x16float(tints.y);
  return Pixel(words.x & 0xffffffu, tap_point[i], normal.xyz, (words.x >> 24u) - 1u, vec3f(unpack2x16float(tints.x), parts.x), vec3f(parts.y, unpack2x16float(tints.z)), tints.w,
    vec2f(normal.w, bitcast<f32>(words.w & 0xffff0000u)), vec4f(unpack2x16float(words.y), unpack2x16float(words.z)), unpack2x16float(words.w).x);
}

// And what of it is the same for all taps.
struct Center {
  pixel: Pixel,
  gleam: vec3f,         // the gloss's light
  per_body: vec3f,      // 1 / tint
  per_gloss: vec3f,
}

struct Gained { body: vec3f, gloss: vec3f }

const NOTHING = 16.0;         // the exponent of what is not worth looking at

// What a pixel gains by another, so many steps away.
fn add_gained(gained: ptr<function, Gained>, here: Center, at: u32, x: i32, y: i32) {
  let center = here.pixel;
  let there = u32(i32(at) + y * i32(SIDE) + x);
  let words = tap_words[there];
  if (words.x == OUTSIDE || (words.x & 0xffffffu) != center.slot) { return; }
  let other = pixel_at(there, words);
  // All that decides is the same with the two pixels exchanged.
  let tolerances = LUMINANCE_SIGMA * LUMINANCE_SIGMA * 0.5;
  let unlike = abs(vec2f(other.light.w, other.gleam) - vec2f(center.light.w, center.gleam)) * inverseSqrt(tolerances * (center.variances + other.variances) + 1e-8);
  // Off the tangent planes, or in mirrors, where normals are not those of what is seen, off in distance.
  let reaches = 0.5 * denoising.spread * f32(denoising.step);
  let across = min(0.5 * abs(dot(center.normal + other.normal, other.point.xyz - center.point.xyz)), abs(other.point.w - center.point.w));
  let off = across / max(reaches * (center.point.w + other.point.w), 1e-4);
  // A cosine's 64th power, nearly.
  let turned = 64.0 - 64.0 * dot(center.normal, other.normal);
  let away = select(off + turned, 0.0, center.slot == 0u);
  // A gloss is blurred by itself: no need to reach farther than that.
  let reach = min(center.reach, other.reach);
  let beyond = select(f32(x * x + y * y) * f32(denoising.step * denoising.step) * exp2(f32(reach) * -0.25), 0.0, reach == OUTSIDE);
  let weight = spline(x) * spline(y);
  // Light counts as much as its tint shows of it: the brighter surface takes less of a darker one's light than that takes of its.
  if (denoising.is_apart != 0u) {
    (*gained).body += weight * exp(-unlike.x - away) * min(other.body * here.per_body, vec3f(1.0)) * (other.light.rgb - center.light.rgb);
    let exponent = unlike.y + away + beyond;
    // The farthest four have an eighth of the weight and a third of the taps: a gloss does without.
    if (abs(x) < 2 && abs(y) < 2 && exponent < NOTHING) { (*gained).gloss += weight * exp(-exponent) * min(other.gloss * here.per_gloss, vec3f(1.0)) * (unpack_shared(other.shining) - here.gleam); }
  } else {
    let alike = exp(-unlike.x - away - beyond - unlike_gloss(other.gloss.x, center.gloss.x));
    (*gained).body += weight * alike * min(other.body * here.per_body, vec3f(1.0)) * (other.light.rgb - center.light.rgb);
  }
}

// B3 spline, of the distance in steps.
fn spline(apart: i32) -> f32 {
  return select(select(0.0625, 0.25, abs(apart) == 1), 0.375, apart == 0);
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
  let here = Center(center, unpack_shared(center.shining), 1.0 / center.body, 1.0 / center.gloss);
  // The corners have a seventh of the weight and half of the taps: without them walks are nearer to the truth, in less time. One by one, so that
  // each is compiled for where it lies.
  var gained = Gained(vec3f(0.0), vec3f(0.0));
  add_gained(&gained, here, at, 0, -2);
  add_gained(&gained, here, at, -1, -1);
  add_gained(&gained, here, at, 0, -1);
  add_gained(&gained, here, at, 1, -1);
  add_gained(&gained, here, at, -2, 0);
  add_gained(&gained, here, at, -1, 0);
  add_gained(&gained, here, at, 1, 0);
  add_gained(&gained, here, at, 2, 0);
  add_gained(&gained, here, at, -1, 1);
  add_gained(&gained, here, at, 0, 1);
  add_gained(&gained, here, at, 1, 1);
  add_gained(&gained, here, at, 0, 2);
  let light = round_to_half(clamp(vec4f(center.light.rgb + gained.body, center.light.w), vec4f(0.0), vec4f(MOST_LIGHT)));
  let deviations = sqrt(center.variances);
  let rest = (tap_words[at].w & 0xffffu) | (pack_deviation(deviations.x) << 16u) | (pack_deviation(deviations.y) << 24u);
  textureStore(smoothed, pixel, vec4u(pack2x16float(light.xy), pack2x16float(light.zw), pack_shared(here.gleam + gained.gloss), rest));
}
