// accumulate.wgsl: a frame of one path per pixel joins what earlier frames found: at rest plainly, sample for sample; while the camera
// or things move, along their motion and wherever the same surface was seen. Needs octahedral, guide, reproject,
// outdated and ray-queue.
// Schied et al. 2017, "Spatiotemporal variance-guided filtering", sections 4.1 and 4.2.
//
// What is carried along is light without its surface's tint (textures stay sharp) and without what is in `seen`. Tint times light is
// what the paths found, in the mean over the frames, whatever surfaces they met: at rest, frames count in proportion to their tint.

struct AccumulateParams {
  scale: f32,           // nits to the units of `history_light`
  history_scale: f32,   // the units of the history to those of this frame
  most: f32,            // frames that the history counts for, at most; 0: there is none
  sample: u32,          // at rest: how many were gathered before this one; while moving: 0
  is_rest: u32,         // 1: full resolution, gathered plainly too
  is_edited: u32,       // 1: things are not what or where they were, or their light is not: light that chance does not explain is another
  fades: f32,           // at rest: with so many samples nothing is left of what was traced before
  near_min: vec3f,      // box around what moved, there and here, metres
  reach: f32,           // metres off it up to which history counts for less; 0: nothing moved
  near_max: vec3f,
  near_most: f32,       // frames that it counts for in the box, at most
}

// Gathered at rest, one per pixel.
struct Rest {
  light: vec4f,         // sums of light without what is in `seen`, nits; w: how many samples
  seen: vec4f,          // of what hybrid.wgsl leaves there; w: of luminance as `moments` has it
  tint: vec4f,          // and of tints; w: of luminance squared
  normal: vec4f,        // and of normals
}

@group(0) @binding(12) var<uniform> accumulation: AccumulateParams;
@group(0) @binding(1) var sampled_now: texture_2d<f32>;
@group(0) @binding(2) var seen_now: texture_2d<f32>;
@group(0) @binding(3) var guide_found: texture_2d<u32>;
@group(0) @binding(4) var guide_before: texture_2d<u32>;
@group(0) @binding(5) var light_before: texture_2d<f32>;      // mean light, w: of how many frames
@group(0) @binding(6) var moments_before: texture_2d<u32>;    // means of luminance and of its square, 2x16 float
@group(0) @binding(7) var light_now: texture_storage_2d<rgba32float, write>;  // a mean of many in 16 bits would sink: adapters cut off what they cannot keep
@group(0) @binding(8) var moments_now: texture_storage_2d<r32uint, write>;
@group(0) @binding(9) var<storage, read_write> rest: array<Rest>;
@group(0) @binding(10) var guide_now: texture_storage_2d<rgba32uint, write>;
@group(0) @binding(11) var<storage, read_write> queue: RayQueue;   // counts this frame's rays
@group(0) @binding(13) var ids_now: texture_2d<u32>;                  // what was rasterized
@group(0) @binding(14) var<storage, read> ids_before: array<u32>;

// What a pixel shows; where glass was left by the less likely way, what a neighbour shows that took the other: light of the one
// way is taken for light on what the other shows, so both are in one mean.
fn settled_guide(pixel: vec2u) -> vec4u {
  let here = textureLoad(guide_found, pixel, 0);
  if (!unpack_guide(here).is_unlikely) { return here; }
  for (var k = 0; k < 9; k++) {
    let p = vec2i(pixel) + vec2i(k % 3 - 1, k / 3 - 1);
    if (any(p < vec2i(0)) || p.x >= i32(motion.now.width) || p.y >= i32(motion.now.height)) { continue; }
    let beside = textureLoad(guide_found, p, 0);
    if (!unpack_guide(beside).is_unlikely) { return beside; }
  }
  return here;
}

fn tint_ratio(before: vec3f, now: vec3f) -> f32 {
  return dot(before, vec3f(0.2126, 0.7152, 0.0722)) / dot(now, vec3f(0.2126, 0.7152, 0.0722));
}

struct Past {
  light: vec3f,
  count: f32,
  moments: vec2f,
}

// Frames that history counts for at a point, at most: fewer the nearer it is to what moved, for there light changes most.
fn most_at(point: vec3f) -> f32 {
  if (accumulation.reach <= 0.0) { return accumulation.most; }
  let apart = length(max(max(accumulation.near_min - point, point - accumulation.near_max), vec3f(0.0)));
  return mix(min(accumulation.near_most, accumulation.most), accumulation.most, clamp(apart / accumulation.reach, 0.0, 1.0));
}

// What earlier frames know of this pixel; count 0: nothing.
fn past_of(pixel: vec2u, shown: Guide) -> Past {
  var past = Past(vec3f(0.0), 0.0, vec2f(0.0));
  if (accumulation.most <= 0.0) { return past; }
  if (accumulation.sample > 0u) {
    let light = textureLoad(light_before, pixel, 0);
    return Past(light.rgb * accumulation.history_scale, light.w, unpack2x16float(textureLoad(moments_before, pixel, 0).x));
  }
  let place = place_before(raster_place(pixel), shown);
  if (place.z < 0.0) { return past; }
  if (accumulation.is_edited != 0u) {
    let slot = textureLoad(ids_now, vec2u(raster_place(pixel)), 0).x;
    if (is_outdated(place.xy, slot, slot == shown.slot)) { return past; }
  }
  let traced = (place.xy - 0.5 - f32(motion.before.stride / 2u)) / f32(motion.before.stride);
  let corner = floor(traced);
  let f = traced - corner;
  let reach = 0.03 * place.z + 4.0 * motion.now.spread * place.z;
  var total = 0.0;
  // Four pixels around; at an edge these may all have looked past the surface, for each picture is jittered: then whoever saw it among sixteen.
  for (var k = 0; k < 20; k++) {
    if (k == 4 && total >= 0.02) { break; }
    let one = select(vec2i((k - 4) % 4, (k - 4) / 4) - 1, vec2i(k & 1, k >> 1u), k < 4);
    let p = vec2i(corner) + one;
    if (any(p < vec2i(0)) || p.x >= i32(motion.before.width) || p.y >= i32(motion.before.height)) { continue; }
    let tap = unpack_guide(textureLoad(guide_before, p, 0));
    let is_near = shown.slot == 0u || abs(tap.distance - place.z) < reach;
    let light = textureLoad(light_before, p, 0);
    if (!is_alike(tap, shown) || !is_near || light.w <= 0.0) { continue; }
    // A surface seen at once and through the rim of a glass, a black tile and a white one: jitter makes them change places in a pixel, and
    // light of the one, divided by its tint, is not that of the other.
    let ratio = tint_ratio(tap.tint, shown.tint);
    let likeness = pow(min(ratio, 1.0 / ratio), 4.0) * exp(-unlike_gloss(tap.gloss, shown.gloss));
    let weight = likeness * (max(0.0, 1.0 - abs(f.x - f32(one.x))) * max(0.0, 1.0 - abs(f.y - f32(one.y))) + select(0.05, 1e-3, k < 4));
    total += weight;
    past.light += weight * light.rgb;
    // In proportion to tints, as at rest: what a bright surface and a dark one beside it show alike, as a highlight in a mirror does, is
    // not the light that either is lit by, and would grow by one over the other where they change places.
    past.count += weight * light.w * ratio;
    past.moments += weight * unpack2x16float(textureLoad(moments_before, p, 0).x);
  }
  if (total < 0.02) { return Past(vec3f(0.0), 0.0, vec2f(0.0)); }
  past.light *= accumulation.history_scale / total;
  past.moments *= vec2f(accumulation.history_scale, accumulation.history_scale * accumulation.history_scale) / total;
  past.count = min(past.count / total, most_at(point_at(motion.now, raster_place(pixel), shown.distance)));
  return past;
}

const BRIGHTEST = 200.0;      // units of the history: what is brighter says nothing of its surroundings
const WINDOW = 3;             // pixels around
const LIKELY = 1.5;           // standard deviations by which two means may differ,
const UNLIKELY = 3.0;         // and by which they do not

fn brightness_of(light: vec3f, tint: vec3f) -> f32 {
  return min(dot(light / tint * accumulation.scale, vec3f(0.2126, 0.7152, 0.0722)), BRIGHTEST);
}

// After an edit: how far the light that frames before found at a pixel can still be true, 1..0: whether its mean around the pixel and that of
// the paths of this frame differ by more than chance. Shadows and reflections of what moved go with it, walls that it does not reach stay clean.
fn belief(pixel: vec2u, shown: Guide) -> f32 {
  let place = place_before(raster_place(pixel), shown);
  if (place.z < 0.0) { return 0.0; }
  let step = vec2i(round((place.xy - 0.5 - f32(motion.before.stride / 2u)) / f32(motion.before.stride))) - vec2i(pixel);
  var now = vec2f(0.0);
  var past = 0.0;
  var spread = 0.0;
  var count = 0.0;
  for (var k = 0; k < (2 * WINDOW + 1) * (2 * WINDOW + 1); k++) {
    let q = vec2i(pixel) + vec2i(k % (2 * WINDOW + 1), k / (2 * WINDOW + 1)) - WINDOW;
    let p = q + step;
    if (any(q < vec2i(0)) || q.x >= i32(motion.now.width) || q.y >= i32(motion.now.height)) { continue; }
    if (any(p < vec2i(0)) || p.x >= i32(motion.before.width) || p.y >= i32(motion.before.height)) { continue; }
    let here = unpack_guide(textureLoad(guide_found, q, 0));
    let light = textureLoad(light_before, p, 0);
    if (!is_alike(here, shown) || light.w <= 0.0 || !is_alike(unpack_guide(textureLoad(guide_before, p, 0)), shown)) { continue; }
    let found = brightness_of(textureLoad(sampled_now, q, 0).rgb, here.tint);
    now += vec2f(found, found * found);
    let moments = unpack2x16float(textureLoad(moments_before, p, 0).x) * accumulation.history_scale;
    spread += max(moments.y * accumulation.history_scale - moments.x * moments.x, 0.0);
    past += min(dot(light.rgb * accumulation.history_scale, vec3f(0.2126, 0.7152, 0.0722)), BRIGHTEST);
    count += 1.0;
  }
  if (count < 2.0) { return 1.0; }
  now /= count;
  past /= count;
  // Where few paths find most of the light, a frame that has none of them looks dark and sure: frames before know how far it varies.
  let deviation = sqrt(max(now.y - now.x * now.x, spread / count) / (count - 1.0)) + 0.02 * past;
  return 1.0 - smoothstep(LIKELY, UNLIKELY, abs(now.x - past) / max(deviation, 1e-6));
}

fn accumulate_pixel(pixel: vec2u) {
  let light = textureLoad(sampled_now, pixel, 0).rgb;
  let shining = textureLoad(seen_now, pixel, 0).rgb;
  var words = settled_guide(pixel);
  let shown = unpack_guide(words);
  let tint = shown.tint;
  var past = past_of(pixel, shown);
  if (accumulation.is_edited != 0u && past.count > 0.0) { past.count *= belief(pixel, shown); }
  let found = min(light / tint * accumulation.scale, vec3f(1e9));
  let brightness = min(dot(found, vec3f(0.2126, 0.7152, 0.0722)), BRIGHTEST);
  let moments = vec2f(brightness, brightness * brightness);
  if (accumulation.is_rest != 0u) {
    past = gather(pixel, past, light, shining, shown, moments);
    let sums = rest[pixel.y * motion.now.width + pixel.x];
    words.w = pack_tint(sums.tint.rgb / sums.light.w);
  } else {
    let share = 1.0 / (past.count + 1.0);
    past = Past(mix(past.light, found, share), past.count + 1.0, mix(past.moments, moments, share));
  }
  textureStore(guide_now, pixel, words);
  textureStore(light_now, pixel, vec4f(past.light, past.count));
  textureStore(moments_now, pixel, vec4u(pack2x16float(past.moments), 0u, 0u, 0u));
}

// Times the number of samples: their mean light, in proportion to tints.
fn light_of(sums: Rest) -> vec3f {
  return min(sums.light.rgb / max(sums.tint.rgb, vec3f(1e-6)) * accumulation.scale, vec3f(1e9)) * sums.light.w;
}

// A sample more, at rest. What was traced before rest counts for less with each, until what is known is a function of the samples alone: pictures of
// a view are the same then, whatever moved before. It fades no faster than samples come.
//   past      as the last sample left it
fn gather(pixel: vec2u, past: Past, light: vec3f, shining: vec3f, shown: Guide, moments: vec2f) -> Past {
  let at = pixel.y * motion.now.width + pixel.x;
  let samples = f32(accumulation.sample);
  var sums = Rest(vec4f(0.0), vec4f(0.0), vec4f(0.0), vec4f(0.0));
  if (accumulation.sample > 0u) { sums = rest[at]; }
  sums.seen.w *= accumulation.history_scale;
  sums.tint.w *= accumulation.history_scale * accumulation.history_scale;
  let left = max(accumulation.fades - samples, 1.0);
  let older = max(past.count - samples, 0.0);
  let keeps = select(0.0, (left - 1.0) / left, older > 1e-3);
  let older_light = keeps * max(past.light * past.count - light_of(sums), vec3f(0.0));
  let older_moments = keeps * max(past.moments * past.count - vec2f(sums.seen.w, sums.tint.w), vec2f(0.0));
  // The surroundings have none.
  let normal = select(shown.normal, vec3f(0.0), shown.slot == 0u);
  sums = Rest(sums.light + vec4f(light, 1.0), sums.seen + vec4f(shining, moments.x), sums.tint + vec4f(shown.tint, moments.y), sums.normal + vec4f(normal, 0.0));
  rest[at] = sums;
  let count = samples + 1.0 + keeps * older;
  return Past((older_light + light_of(sums)) / count, count, (older_moments + vec2f(sums.seen.w, sums.tint.w)) / count);
}

var<workgroup> shadow_rays: atomic<u32>;
var<workgroup> other_rays: atomic<u32>;

@compute @workgroup_size(8, 8)
fn accumulate(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (id.x < motion.now.width && id.y < motion.now.height) {
    accumulate_pixel(id.xy);
    atomicAdd(&shadow_rays, u32(textureLoad(sampled_now, id.xy, 0).w));
    atomicAdd(&other_rays, u32(textureLoad(seen_now, id.xy, 0).w));
  }
  workgroupBarrier();
  if (lane > 0u) { return; }
  atomicAdd(&queue.shadow_rays, atomicLoad(&shadow_rays));
  atomicAdd(&queue.reflection_rays, atomicLoad(&other_rays));
}
