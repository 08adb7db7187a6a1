// resolve.wgsl: anti-aliasing of moving pictures. Each is jittered, and joins the pictures before, found along its motion: their mean is
// a mean over the pixel's area. Needs octahedral, luminance, guide, smoothed, gloss, reproject, outdated and edge-mark.
// Karis 2014, "High-quality temporal supersampling".
//
// Unlike there the history is not held to what the pixels around show now: the light of these is a mean of many frames already, so what
// is far off may be right, and cutting it off loses light wherever few paths find much. Places tell what is outdated: before, something
// in front was seen there that would be elsewhere by now. After edits colours do, and where something moves in a mirror: a rim that shows the sky
// is as far away as that, and in front of nothing.
// And all is linear: weights by brightness would lose the light of small bright things.

struct ResolveParams {
  most: f32,            // frames that the pictures before count for, at most; 0: there are none
  known: f32,           // frames that the picture before counts for; 0: its w tells
  is_edited: u32,       // 1: things or their light are not what they were
  scale: f32,           // nits to the units of Gloss
}

@group(0) @binding(1) var<uniform> resolving: ResolveParams;
@group(0) @binding(2) var composed: texture_2d<f32>;          // of compose.wgsl, or of subpixel.wgsl
@group(0) @binding(3) var resolve_guide: texture_2d<u32>;
@group(0) @binding(4) var<storage, read> shown_before: array<vec4f>;      // sums over frames, nits; w: how many
@group(0) @binding(5) var<storage, read_write> resolved: array<vec4f>;    // the same, of this frame
@group(0) @binding(6) var resolve_guide_before: texture_2d<u32>;
@group(0) @binding(7) var resolve_ids: texture_2d<u32>;
@group(0) @binding(8) var<storage, read> ids_before: array<u32>;          // shown_ids of compose.wgsl, of the picture before
@group(0) @binding(9) var resolve_gloss: texture_2d<u32>;                 // Gloss

const BRIGHTEST = 1e15;
const MOST_AT_REST = 16.0;    // pictures that the mean is of where nothing moves
const MOST_BETWEEN = 1.5;     // where history lies in the middle between pixels,
const MOST_AT_EDGES = 0.5;    // of an edge that was reconstructed, if it moves at all,
const MOST_MIRRORED = 1.5;    // and where something moves in a mirror, in a gloss or behind glass: how, is a guess,
const MIRRORED_STANDS = 0.25; // if by more than so many pixels

// YCoCg: clamped there, colours keep their hue.
fn opponent(c: vec3f) -> vec3f {
  return vec3f(0.25 * c.r + 0.5 * c.g + 0.25 * c.b, 0.5 * (c.r - c.b), 0.5 * c.g - 0.25 * (c.r + c.b));
}

fn from_opponent(c: vec3f) -> vec3f {
  let rest = c.x - c.z;
  return vec3f(rest + c.y, c.x + c.z, rest - c.y);
}

fn light_now(pixel: vec2u) -> vec3f { return min(textureLoad(composed, pixel, 0).rgb, vec3f(BRIGHTEST)); }

fn traced_pixel(raster: vec2u) -> vec2u {
  if (motion.now.stride == 1u) { return raster; }
  let index = u32(unmarked(textureLoad(composed, raster, 0).w));
  return vec2u(index % motion.now.width, index / motion.now.width);
}

const IS_RIGHT = 0u;
const IS_DOUBTFUL = 1u;
const IS_UNCOVERED = 2u;

// What to make of the picture before, by what was seen about a place there in front of what is followed: whether that does not go along with it.
//   place     raster coordinate there, and the distance of what is followed
//   step      from there to the pixel at hand
fn judge(place: vec3f, step: vec2f) -> u32 {
  let stride = f32(motion.before.stride);
  let middle = vec2i(round((place.xy - 0.5 - f32(motion.before.stride / 2u)) / stride));
  var judgement = IS_RIGHT;
  for (var k = 0; k < 9; k++) {
    let q = middle + vec2i(k % 3, k / 3) - 1;
    if (any(q < vec2i(0)) || q.x >= i32(motion.before.width) || q.y >= i32(motion.before.height)) { continue; }
    let distance = bitcast<f32>(textureLoad(resolve_guide_before, q, 0).y);
    if (distance > 0.95 * place.z) { continue; }
    let raster = vec2f(q) * stride + f32(motion.before.stride / 2u) + 0.5;
    let drift = length(project(motion.now, point_at(motion.before, raster, distance)).xy - raster - step);
    if (resolving.is_edited != 0u || drift > 1.0) { return IS_UNCOVERED; }
    // A little in every frame adds up to a shadow of it.
    if (drift > 0.1) { judgement = IS_DOUBTFUL; }
  }
  return judgement;
}

fn before_at(p: vec2i) -> vec4f {
  let q = vec2u(clamp(p, vec2i(0), vec2i(motion.before.raster_size) - 1));
  let sum = shown_before[q.y * motion.before.raster_size.x + q.x];
  return vec4f(min(sum.rgb / max(sum.w, 1.0), vec3f(BRIGHTEST)), sum.w);
}

// Weights of the four samples around, f from the second to the third: cubic convolution (Keys 1981) with a = -3/4, which softens less than Catmull
// and Rom's -1/2, and less in each of many frames.
fn cubic(f: f32) -> vec4f {
  let g = 1.0 - f;
  return vec4f(-0.75 * f * g * g, (1.25 * f - 2.25) * f * f + 1.0, (1.25 * g - 2.25) * g * g + 1.0, -0.75 * g * f * f);
}

// How far what a gloss shows moves on its surface, which the picture follows, 0..1: by a quarter of a pixel and more, where it is a quarter and more of what
// is shown. Other than in mirrors history is not held to the colours around: that would take light, for few paths find what glosses show.
//   before  where the surface was, raster coordinate
fn drift_of_gloss(pixel: vec2u, before: vec2f) -> f32 {
  let traced = traced_pixel(pixel);
  let gloss = unpack_gloss_known(textureLoad(resolve_gloss, traced, 0));
  if (gloss.nearness < 0.0) { return 0.0; }
  let shown = unpack_guide(textureLoad(resolve_guide, traced, 0));
  let share = luminance(gloss.light) * shown.gloss / max(luminance(light_now(pixel)) * resolving.scale, 1e-6);
  let image = project(motion.before, point_at(motion.now, raster_place(traced), 1.0 / max(gloss.nearness, 1e-6)));
  return min(1.0, 4.0 * length(image.xy - before)) * min(1.0, 4.0 * share);
}

// What earlier pictures showed at a raster coordinate; w: how many, 0 for none. Bicubic, or every frame would blur it; within what the
// four samples around show, or bright things would have dark rims.
//   step   pixels from there to here
//   drift  of what a gloss shows there
fn history_at(place: vec2f, step: vec2f, is_straight: bool, is_edge: bool, drift: f32) -> vec4f {
  let corner = floor(place - 0.5);
  let f = place - 0.5 - corner;
  let x = cubic(f.x);
  let y = cubic(f.y);
  var sum = vec3f(0.0);
  var least = vec3f(BRIGHTEST);
  var most = vec3f(0.0);
  for (var k = 0; k < 16; k++) {
    let one = vec2i(k % 4, k / 4);
    let tap = before_at(vec2i(corner) + one - 1).rgb;
    sum += x[one.x] * y[one.y] * tap;
    if (all(one > vec2i(0)) && all(one < vec2i(3))) {
      least = min(least, tap);
      most = max(most, tap);
    }
  }
  let count = select(before_at(vec2i(floor(place))).w, resolving.known, resolving.known > 0.0);
  // What lies between pixels gets softer in every frame, and counts for less; so does what mirrors show, unless it stands.
  let between = 4.0 * max(f.x * (1.0 - f.x), f.y * (1.0 - f.y));
  let moves = min(1.0, 4.0 * length(step));
  let most_straight = select(mix(MOST_AT_REST, MOST_BETWEEN, between), mix(MOST_AT_REST, MOST_AT_EDGES, moves), is_edge);
  let most_here = select(mix(MOST_AT_REST, MOST_MIRRORED, moves), mix(most_straight, min(most_straight, MOST_MIRRORED), drift), is_straight);
  return vec4f(clamp(sum, least, most), min(count, min(resolving.most, most_here)));
}

@compute @workgroup_size(8, 8)
fn resolve(@builtin(global_invocation_id) id: vec3u) {
  let size = motion.now.raster_size;
  if (any(id.xy >= size)) { return; }
  let at = id.y * size.x + id.x;
  let now = light_now(id.xy);
  resolved[at] = vec4f(now, 1.0);
  if (resolving.most <= 0.0) { return; }

  var least = vec3f(BRIGHTEST);
  var most = vec3f(-BRIGHTEST);
  var foremost = id.xy;
  var nearest = 1e30;
  for (var k = 0; k < 9; k++) {
    let q = vec2i(id.xy) + vec2i(k % 3, k / 3) - 1;
    if (any(q < vec2i(0)) || any(q >= vec2i(size))) { continue; }
    let light = opponent(light_now(vec2u(q)));
    least = min(least, light);
    most = max(most, light);
    // An edge moves as what is in front does.
    let distance = bitcast<f32>(textureLoad(resolve_guide, traced_pixel(vec2u(q)), 0).y);
    if (distance < nearest) {
      nearest = distance;
      foremost = vec2u(q);
    }
  }
  let traced = traced_pixel(foremost);
  let followed = unpack_guide(textureLoad(resolve_guide, traced, 0));
  let from_there = raster_place(traced);
  let before = place_before(from_there, followed);
  let step = from_there - before.xy;
  let place = vec2f(id.xy) + 0.5 - step;
  if (before.z < 0.0 || any(place < vec2f(0.0)) || any(place > vec2f(motion.before.raster_size))) { return; }
  let judgement = judge(vec3f(place, before.z), step);
  if (judgement == IS_UNCOVERED) { return; }

  let slot = textureLoad(resolve_ids, id.xy, 0).x;
  let is_straight = slot == unpack_guide(textureLoad(resolve_guide, traced_pixel(id.xy), 0)).slot;
  if (resolving.is_edited != 0u && is_outdated(place, slot, is_straight)) { return; }
  let drift = drift_of_gloss(id.xy, before.xy + vec2f(id.xy) - vec2f(foremost));
  let history = history_at(place, step, is_straight, is_marked(textureLoad(composed, id.xy, 0).w), drift);
  var past = history.rgb;
  if (resolving.is_edited != 0u || judgement == IS_DOUBTFUL || (!is_straight && length(step) > MIRRORED_STANDS)) { past = max(from_opponent(clamp(opponent(past), least, most)), vec3f(0.0)); }
  resolved[at] = vec4f(past * history.w + now, history.w + 1.0);
}
