// denoise.wgsl: smooths light among pixels of one surface, as far as its variance asks for. Needs octahedral, luminance, guide and smoothed.
// Dammertz et al. 2010, "Edge-avoiding a-trous wavelet transform for fast global illumination filtering"; weights of luminance by
// variance: Schied et al. 2017, section 4.4.
//
// Unlike there no light is lost: pixels do not take a mean of others, every two of them exchange a part of their difference, and the
// part is the same seen from both. It depends on what variance.wgsl found around them, not on what they show themselves, so a lone
// bright pixel is no edge: it gives to those around it what it loses.
//
// While the picture moves body and gloss are smoothed apart, each by weights of its own.

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
const OUTSIDE = 0xffffffffu;      // no slot: these have 24 bits

// As few bytes as hold them: lanes read each other's.
var<workgroup> tap_words: array<vec4u, TAPS>;          // slot, OUTSIDE where there is no pixel; one over its reach; light and brightness around as Smoothed has them
var<workgroup> tap_point: array<vec4f, TAPS>;          // w: distance
var<workgroup> tap_looks: array<vec4u, TAPS>;          // 16 bit floats: normal, standard deviation of the brightness around, tint, the gloss's or at rest its share
var<workgroup> tap_gloss: array<vec2u, TAPS>;          // the gloss's light; its brightness around and the deviation of that, 16 bit floats, the first below 0 where a gloss is worth smoothing
var<workgroup> shining: atomic<u32>;                   // how many are

struct Tap { guide: vec4u, light: vec4u, is_there: bool }

fn place_of_tap(first: vec2u, i: u32) -> vec2i {
  return vec2i(first) + (vec2i(vec2u(i % SIDE, i / SIDE)) - i32(MARGIN)) * i32(denoising.step);
}

fn fetch(q: vec2i) -> Tap {
  let is_there = all(q >= vec2i(0)) && q.x < i32(denoising.width) && q.y < i32(denoising.height);
  return Tap(textureLoad(guide, q, 0), textureLoad(light, q, 0), is_there);
}

const WORTH = 1.0 / 63.0;       // of what a surface shows: of a gloss that shows less nobody sees the noise

fn keep(i: u32, q: vec2i, tap: Tap) {
  let distance = bitcast<f32>(tap.guide.y);
  let n = decode_octahedral(tap.guide.x);
  let tint = unpack_tint(tap.guide.w);
  let deviations = vec2f(unpack_deviation((tap.light.w >> 16u) & 255u), unpack_deviation(tap.light.w >> 24u));
  var gloss = unpack_gloss(tap.guide);
  if (denoising.is_apart != 0u) {
    let gleams = gloss * unpack2x16float(tap.light.w).x;
    let is_worth = tap.is_there && gleams > WORTH * (gleams + luminance(tint) * unpack2x16float(tap.light.y).y);
    if (is_worth) { atomicStore(&shining, 1u); }
    tap_gloss[i] = vec2u(tap.light.z, (tap.light.w & 0x7fffu) | select(0u, 0x8000u, is_worth) | pack2x16float(vec2f(0.0, min(deviations.y, MOST_LIGHT))));
  } else {
    gloss = share_of_gloss(tint, gloss);
  }
  tap_words[i] = vec4u(select(OUTSIDE, tap.guide.z & 0xffffffu, tap.is_there), bitcast<u32>(1.0 / unpack_reach((tap.guide.z >> 24u) & 127u)), tap.light.xy);
  tap_point[i] = vec4f(point_of(vec2u(q), distance), distance);
  tap_looks[i] = vec4u(pack2x16float(n.xy), pack2x16float(vec2f(n.z, min(deviations.x, MOST_LIGHT))), pack2x16float(tint.rg), pack2x16float(vec2f(tint.b, gloss)));
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

// And what of it is the gloss's.
struct Gleam {
  light: vec3f,
  brightness: f32,      // around
  variance: f32,        // of that
  is_worth: bool,
}

fn gleam_at(i: u32) -> Gleam {
  let words = tap_gloss[i];
  let around = unpack2x16float(words.y & 0xffff7fffu);
  return Gleam(unpack_shared(words.x), around.x, around.y * around.y, (words.y & 0x8000u) != 0u);
}

struct Gained { body: vec3f, gloss: vec3f }

// What a pixel gains by another, so many steps away.
//   per_tint  one over the pixel's tint
//   smooths   whether the workgroup sees a gloss worth it
fn add_gained(gained: ptr<function, Gained>, center: Pixel, gleam: Gleam, per_tint: vec3f, smooths: bool, at: u32, x: i32, y: i32) {
  let there = u32(i32(at) + y * i32(SIDE) + x);
  let words = tap_words[there];
  if (words.x != center.slot) { return; }
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
  let away = select(off + turned, 0.0, center.slot == 0u);
  let beyond = f32(x * x + y * y) * apart * apart;
  let weight = weight_of(x, y);
  var differs = unlike + away;
  if (denoising.is_apart == 0u) { differs += beyond + unlike_gloss(other.gloss, center.gloss); }
  // Light counts as much as its tint shows of it: the brighter surface takes less of a darker one's light than that takes of its.
  (*gained).body += weight * exp(-differs) * min(other.tint * per_tint, vec3f(1.0)) * (other.light.rgb - center.light.rgb);
  // The farthest four taps have an eighth of the weight and a third of the time: a gloss does without.
  if (!smooths || abs(x) > 1 || abs(y) > 1) { return; }
  let shown = gleam_at(there);
  let differ = away + beyond + abs(shown.brightness - gleam.brightness) * inverseSqrt(tolerances * (gleam.variance + shown.variance) + 1e-8);
  if ((gleam.is_worth || shown.is_worth) && differ < NOTHING) { (*gained).gloss += weight * exp(-differ) * min(other.gloss / center.gloss, 1.0) * (shown.light - gleam.light); }
}

const NOTHING = 16.0;         // the exponent of what is not worth looking at

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
  let smooths = denoising.is_apart != 0u && atomicLoad(&shining) != 0u;
  var gleam: Gleam;
  if (denoising.is_apart != 0u) { gleam = gleam_at(at); }
  var gained = Gained(vec3f(0.0), vec3f(0.0));
  add_gained(&gained, center, gleam, per_tint, smooths, at, 0, -2);
  add_gained(&gained, center, gleam, per_tint, smooths, at, -1, -1);
  add_gained(&gained, center, gleam, per_tint, smooths, at, 0, -1);
  add_gained(&gained, center, gleam, per_tint, smooths, at, 1, -1);
  add_gained(&gained, center, gleam, per_tint, smooths, at, -2, 0);
  add_gained(&gained, center, gleam, per_tint, smooths, at, -1, 0);
  add_gained(&gained, center, gleam, per_tint, smooths, at, 1, 0);
  add_gained(&gained, center, gleam, per_tint, smooths, at, 2, 0);
  add_gained(&gained, center, gleam, per_tint, smooths, at, -1, 1);
  add_gained(&gained, center, gleam, per_tint, smooths, at, 0, 1);
  add_gained(&gained, center, gleam, per_tint, smooths, at, 1, 1);
  add_gained(&gained, center, gleam, per_tint, smooths, at, 0, 2);
  textureStore(smoothed, pixel, pack_smoothed(Smoothed(center.light.rgb + gained.body, center.light.w, sqrt(center.variance), gleam.light + gained.gloss, gleam.brightness, sqrt(gleam.variance))));
}
