// accumulate.wgsl: a frame of one path per pixel joins what earlier frames found: at rest plainly, sample for sample; while the camera
// or things move, along their motion and wherever the same surface was seen. Needs octahedral, luminance, guide, reproject,
// outdated, ray-queue, smoothed, gloss, rest and past.
// Schied et al. 2017, "Spatiotemporal variance-guided filtering", sections 4.1 and 4.2.
//
// What is carried along is light without its surface's tint (textures stay sharp) and without what is in `seen`. Tint times light is
// what the paths found, in the mean over the frames, whatever surfaces they met: at rest, frames count in proportion to their tint.
//
// While the picture moves body and gloss are apart, each over a tint of its own: a body goes along with its surface, what a gloss shows along with its
// image. At rest both are one light; sums beside it tell what of it is the gloss's when moving begins again.

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
  most_gloss: f32,      // and for what glosses show, anywhere
  was_rest: u32,        // 1: of the frame before, body and gloss are one light
}

// Beside Rest, what tells body and gloss apart when moving begins again.
struct RestParts {
  body: vec4f,          // sums of bodies' tints,
  gloss: vec4f,         // and of what of `Rest.light` glosses send on, nits; w: of their tints
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
@group(0) @binding(15) var glossy_now: texture_2d<f32>;
@group(0) @binding(16) var gloss_before: texture_2d<u32>;             // Gloss
@group(0) @binding(17) var gloss_now: texture_storage_2d<rgba32uint, write>;
@group(0) @binding(18) var<storage, read_write> rest_parts: array<RestParts>;
@group(0) @binding(19) var mirrored_now: texture_2d<f32>;             // of mirrored.wgsl; nothing at rest

// Which pixel tells what this one shows: where glass was left by the less likely way, a neighbour that took the other: light of the one
// way is taken for light on what the other shows, so both are in one mean.
fn settled_at(pixel: vec2u) -> vec2u {
  if (!unpack_guide(textureLoad(guide_found, pixel, 0)).is_unlikely) { return pixel; }
  for (var k = 0; k < 9; k++) {
    let p = vec2i(pixel) + vec2i(k % 3 - 1, k / 3 - 1);
    if (any(p < vec2i(0)) || p.x >= i32(motion.now.width) || p.y >= i32(motion.now.height)) { continue; }
    let beside = textureLoad(guide_found, p, 0);
    if (!unpack_guide(beside).is_unlikely) { return vec2u(p); }
  }
  return pixel;
}

const BRIGHTEST = 200.0;      // units of the history: what is brighter says nothing of its surroundings
const WINDOW = 3;             // pixels around
const LIKELY = 1.5;           // standard deviations by which two means may differ,
const UNLIKELY = 3.0;         // and by which they do not

fn brightness_of(light: vec3f, tint: vec3f) -> f32 {
  return min(luminance(light / tint * accumulation.scale), BRIGHTEST);
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
    let there = unpack_guide(textureLoad(guide_before, p, 0));
    var known = known_at(p);
    if (!is_alike(here, shown) || known.count <= 0.0 || !is_alike(there, shown)) { continue; }
    // Another front of the same thing goes by at another pace: then and now more or less of it lies around.
    if (!is_level(p, there, place, shown.normal)) { continue; }
    if (abs(here.distance - shown.distance) >= reach_at(shown.distance) && !is_in_plane(motion.now, q, here.distance, vec3f(raster_place(pixel), shown.distance), shown.normal)) { continue; }
    if (!is_whole_before()) { known = whole_of(known, Tints(there.tint, there.gloss), there.tint + there.gloss); }
    let found = brightness_of(textureLoad(sampled_now, q, 0).rgb, select(here.tint + here.gloss, here.tint, accumulation.is_rest != 0u));
    now += vec2f(found, found * found);
    known = in_units_of_now(known, true);
    spread += max(known.moments.y - known.moments.x * known.moments.x, 0.0);
    past += min(luminance(known.light), BRIGHTEST);
    count += 1.0;
  }
  if (count < 2.0) { return 1.0; }
  now /= count;
  past /= count;
  // Where few paths find most of the light, a frame that has none of them looks dark and sure: frames before know how far it varies.
  let deviation = sqrt(max(now.y - now.x * now.x, spread / count) / (count - 1.0)) + 0.02 * past;
  return 1.0 - smoothstep(LIKELY, UNLIKELY, abs(now.x - past) / max(deviation, 1e-6));
}

const ALL_GLOSS = 0.9;        // at rest a gloss bounds the filter where there is little else

// How far a gloss blurs what it shows: less the nearer that is to it. At rest nobody tells how near, and what pictures before it found is not of the samples.
fn reach_of(shown: Guide, gloss: Gloss) -> f32 {
  if (accumulation.is_rest != 0u) { return select(NO_REACH, shown.reach, share_of_gloss(shown.tint, shown.gloss) >= ALL_GLOSS); }
  return shown.reach * select(1.0, clamp(1.0 - shown.distance * gloss.nearness, 0.0, 1.0), gloss.nearness >= 0.0);
}

fn accumulate_pixel(pixel: vec2u) {
  let light = textureLoad(sampled_now, pixel, 0).rgb;
  let settled = settled_at(pixel);
  var words = textureLoad(guide_found, settled, 0);
  let shown = unpack_guide(words);
  let is_apart = accumulation.is_rest == 0u;
  var tints = Tints(shown.tint, shown.gloss);
  if (!is_apart) { tints.body = kept_tint(textureLoad(glossy_now, settled, 0).w); }
  // Light of the less likely way is neither body's nor gloss's of what a neighbour shows: both are lit by it, as by one light. A body that has next to
  // no blue would be lit by many times as much of it as the one beside it in the grain of its wood, and show it there.
  let alike = light * tints.gloss / (tints.body + tints.gloss);
  let mirrored = select(min(textureLoad(glossy_now, pixel, 0).rgb, light), alike, any(settled != pixel));
  var past = past_of(pixel, shown, tints);
  if (accumulation.is_edited != 0u && max(past.count, past.gloss.count) > 0.0) {
    let believed = belief(pixel, shown);
    past.count *= believed;
    past.gloss.count *= believed;
  }
  if (is_apart) {
    past.gloss = gloss_with(past.gloss, mirrored, pixel, shown);
    let found = min((light - mirrored) / tints.body * accumulation.scale, vec3f(1e9));
    let share = 1.0 / (past.count + 1.0);
    past = Past(mix(past.light, found, share), past.count + 1.0, mix(past.moments, moments_of(found), share), past.gloss);
  } else {
    past = gather(pixel, past, light, mirrored, shown, tints);
    let sums = rest[pixel.y * motion.now.width + pixel.x];
    let tint = sums.tint.rgb / sums.light.w;
    // The share of what this sample shows, of the mean tint.
    let gloss = gloss_word(share_of_gloss(shown.tint, shown.gloss) * luminance(max(tint, vec3f(LEAST_TINT))));
    words.y = (words.y & ~GLOSS_BITS) | (gloss >> 2u);
    words.w = pack_tint(tint) | (gloss << 30u);
  }
  words.z = (words.z & 0x80ffffffu) | (reach_word(reach_of(shown, past.gloss)) << 24u);
  textureStore(guide_now, pixel, words);
  textureStore(light_now, pixel, vec4f(past.light, past.count));
  textureStore(moments_now, pixel, vec4u(pack_moments(past.moments), 0u, 0u, 0u));
  textureStore(gloss_now, pixel, pack_gloss(past.gloss));
}

fn moments_of(found: vec3f) -> vec2f {
  let brightness = min(luminance(found), BRIGHTEST);
  return vec2f(brightness, brightness * brightness);
}

// While the picture moves.
//   mirrored   of this frame's path, nits
fn gloss_with(known: Gloss, mirrored: vec3f, pixel: vec2u, shown: Guide) -> Gloss {
  let found = min(mirrored / shown.gloss * accumulation.scale, vec3f(1e9));
  let share = 1.0 / (known.count + 1.0);
  var nearness = known.nearness;
  if (nearness < 0.0) { nearness = nearness_at(pixel, shown); }
  return Gloss(mix(known.light, found, share), known.count + 1.0, nearness, mix(known.moments, moments_of(found), share));
}

// Times the number of samples: their mean light, in proportion to tints.
fn light_of(sums: Rest) -> vec3f {
  return min(sums.light.rgb / max(sums.tint.rgb, vec3f(1e-6)) * accumulation.scale, vec3f(1e9)) * sums.light.w;
}

// A sample more, at rest. What was traced before rest counts for less with each, until what is known is a function of the samples alone: pictures of
// a view are the same then, whatever moved before. It fades no faster than samples come.
//   past      as the last sample left it
fn gather(pixel: vec2u, past: Past, light: vec3f, mirrored: vec3f, shown: Guide, tints: Tints) -> Past {
  let shining = textureLoad(seen_now, pixel, 0).rgb;
  let moments = moments_of(min(light / shown.tint * accumulation.scale, vec3f(1e9)));
  let at = pixel.y * motion.now.width + pixel.x;
  let samples = f32(accumulation.sample);
  var sums = Rest();
  var parts = RestParts();
  if (accumulation.sample > 0u) {
    sums = rest[at];
    parts = rest_parts[at];
  }
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
  rest_parts[at] = RestParts(parts.body + vec4f(tints.body, 0.0), parts.gloss + vec4f(mirrored, tints.gloss));
  let count = samples + 1.0 + keeps * older;
  return Past((older_light + light_of(sums)) / count, count, (older_moments + vec2f(sums.seen.w, sums.tint.w)) / count, past.gloss);
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
