// past.wgsl: what earlier frames know of a pixel, found along its motion and wherever the same surface was seen: a body where its surface was, what a
// gloss mirrors where its image was. Needs what accumulate.wgsl needs, and its bindings.

struct Past {
  light: vec3f,         // of the body, or at rest of body and gloss
  count: f32,
  moments: vec2f,
  gloss: Gloss,         // at rest as it was when the rest began, its light a share of what the pixel showed
}

// What light is divided by, each part's own.
struct Tints { body: vec3f, gloss: f32 }

fn no_past() -> Past { return Past(vec3f(0.0), 0.0, vec2f(0.0), Gloss(vec3f(0.0), 0.0, -1.0, vec2f(0.0))); }

// Of a pixel in the frame before, as it was kept.
fn known_at(p: vec2i) -> Past {
  let light = textureLoad(light_before, p, 0);
  return Past(light.rgb, light.w, unpack2x16float(textureLoad(moments_before, p, 0).x), unpack_gloss_known(textureLoad(gloss_before, p, 0)));
}

fn is_whole_before() -> bool { return accumulation.was_rest != 0u; }

// Of a pixel in the frame before: while the picture moved they stand in the guide, of a picture at rest they are means over its samples, as its light is.
fn tints_before(p: vec2i, tap: Guide) -> Tints {
  if (!is_whole_before()) { return Tints(tap.tint, tap.gloss); }
  let at = u32(p.y) * motion.before.width + u32(p.x);
  let parts = rest_parts[at];
  let count = max(rest[at].light.w, 1.0);
  return Tints(max(parts.body.rgb / count, vec3f(LEAST_PART)), max(parts.gloss.w / count, LEAST_PART));
}

// Body and gloss as one light over the whole tint, and its moments: chance of the one is none of the other's.
fn whole_of(past: Past, tints: Tints, tint: vec3f) -> Past {
  var whole = past;
  let bodies = tints.body / tint;
  let glosses = tints.gloss / tint;
  whole.light = bodies * past.light + glosses * past.gloss.light;
  whole.gloss.light = glosses * past.gloss.light / max(whole.light, vec3f(1e-20));
  let shares = vec2f(luminance(bodies), luminance(glosses));
  let variances = vec2f(past.moments.y - past.moments.x * past.moments.x, past.gloss.moments.y - past.gloss.moments.x * past.gloss.moments.x);
  let mean = dot(shares, vec2f(past.moments.x, past.gloss.moments.x));
  whole.moments = vec2f(mean, mean * mean + dot(shares * shares, max(variances, vec2f(0.0))));
  return whole;
}

// The other way, of a pixel in the frame before: by shares of what it showed, which sums over the samples tell, and what was known before them. So body and gloss
// sum up to what was shown in each channel, neither is below nothing, and neither has light of the other's.
fn apart_at(p: vec2i, tap: Guide) -> Past {
  let whole = known_at(p);
  let at = u32(p.y) * motion.before.width + u32(p.x);
  let sums = rest[at];
  let tints = tints_before(p, tap);
  let shown = tap.tint * whole.light;
  let scale = accumulation.scale / accumulation.history_scale;
  let has_older = whole.gloss.count > 0.0 && whole.count > sums.light.w + 0.5;
  let older = select(vec3f(0.0), max(shown * whole.count - sums.light.rgb * scale, vec3f(0.0)), has_older);
  let all = older + sums.light.rgb * scale;
  let even = tints.gloss / (tints.body + tints.gloss);
  let glosses = clamp(select((older * whole.gloss.light + rest_parts[at].gloss.rgb * scale) / max(all, vec3f(1e-20)), even, all <= vec3f(1e-12)), vec3f(0.0), vec3f(1.0));
  var past = whole;
  past.light = (vec3f(1.0) - glosses) * shown / tints.body;
  past.gloss.light = glosses * shown / tints.gloss;
  past.gloss.count = whole.count;
  let times = luminance(tap.tint) / vec2f(luminance(tints.body), tints.gloss);
  let share = clamp(luminance(glosses * shown) / max(luminance(shown), 1e-20), 0.0, 1.0);
  let variances = max(whole.moments.y - whole.moments.x * whole.moments.x, 0.0) * times * times * vec2f(1.0 - share, share);
  let means = min(vec2f(luminance(past.light), luminance(past.gloss.light)), vec2f(BRIGHTEST));
  past.moments = vec2f(means.x, means.x * means.x + variances.x);
  past.gloss.moments = vec2f(means.y, means.y * means.y + variances.y);
  return past;
}

// Frames that history counts for at a point, at most: fewer the nearer it is to what moved, for there light changes most.
fn most_at(point: vec3f) -> f32 {
  if (accumulation.reach <= 0.0) { return accumulation.most; }
  let apart = length(max(max(accumulation.near_min - point, point - accumulation.near_max), vec3f(0.0)));
  return mix(min(accumulation.near_most, accumulation.most), accumulation.most, clamp(apart / accumulation.reach, 0.0, 1.0));
}

// What earlier frames know of this pixel; counts of 0: nothing.
//   tints  of what it shows, body and gloss
fn past_of(pixel: vec2u, shown: Guide, tints: Tints) -> Past {
  var past = no_past();
  if (accumulation.most <= 0.0) { return past; }
  let is_rest = accumulation.is_rest != 0u;
  if (accumulation.sample > 0u) { return in_units_of_now(known_at(vec2i(pixel)), true); }
  let place = place_before(raster_place(pixel), shown);
  if (place.z < 0.0) { return past; }
  if (accumulation.is_edited != 0u) {
    let slot = textureLoad(ids_now, vec2u(raster_place(pixel)), 0).x;
    if (is_outdated(place.xy, slot, slot == shown.slot)) { return past; }
  }
  let most = most_at(point_at(motion.now, raster_place(pixel), shown.distance));
  // From one rest to the next there is one light.
  let stays_whole = is_rest && is_whole_before();
  add_past_light(&past, place, shown, select(tints.body, shown.tint, stays_whole), most);
  if (!stays_whole) { add_past_gloss(&past, pixel, place, shown, tints.gloss, min(most, accumulation.most_gloss)); }
  past = in_units_of_now(past, false);
  if (is_rest && !stays_whole) { past = whole_of(past, tints, shown.tint); }
  return past;
}

fn in_units_of_now(known: Past, is_whole: bool) -> Past {
  var past = known;
  let units = vec2f(accumulation.history_scale, accumulation.history_scale * accumulation.history_scale);
  past.light *= units.x;
  past.moments *= units;
  past.gloss.light *= select(units.x, 1.0, is_whole);
  past.gloss.moments *= units;
  return past;
}

// Traced pixels, of a raster coordinate of the frame before.
fn traced_before(place: vec2f) -> vec2f {
  return (place - 0.5 - f32(motion.before.stride / 2u)) / f32(motion.before.stride);
}

fn is_in_frame_before(p: vec2i) -> bool {
  return all(p >= vec2i(0)) && p.x < i32(motion.before.width) && p.y < i32(motion.before.height);
}

const TAPS = 20;              // around a place in the frame before: the four next to it; at an edge these may all have looked past the
const NEXT_TAPS = 4;          // surface, for each picture is jittered: then whoever saw it among sixteen
const LEAST_FOUND = 0.02;     // sum of their weights

// From the pixel above and to the left of the place.
fn tap_around(k: i32) -> vec2i {
  return select(vec2i((k - NEXT_TAPS) % 4, (k - NEXT_TAPS) / 4) - 1, vec2i(k & 1, k >> 1u), k < NEXT_TAPS);
}

//   f      of the place, from that pixel
//   ratio  of its tint to what the pixel at hand shows
fn weight_of_tap(k: i32, f: vec2f, ratio: f32) -> f32 {
  let near = max(vec2f(0.0), 1.0 - abs(f - vec2f(tap_around(k))));
  return pow(min(ratio, 1.0 / ratio), 4.0) * (near.x * near.y + select(0.05, 1e-3, k < NEXT_TAPS));
}

// Metres, by which two pixels of one surface may be off: of what is seen so far away.
fn reach_at(distance: f32) -> f32 { return (0.03 + 4.0 * motion.now.spread) * distance; }

fn tint_ratio(before: vec3f, now: vec3f) -> f32 { return luminance(before) / luminance(now); }

// Of the body; from one rest to the next, of all.
fn add_past_light(past: ptr<function, Past>, place: vec3f, shown: Guide, tint: vec3f, most: f32) {
  let traced = traced_before(place.xy);
  let corner = floor(traced);
  let f = traced - corner;
  let reach = reach_at(place.z);
  let stays_whole = accumulation.is_rest != 0u && is_whole_before();
  var total = 0.0;
  var light = vec4f(0.0);
  var moments = vec2f(0.0);
  for (var k = 0; k < TAPS; k++) {
    if (k == NEXT_TAPS && total >= LEAST_FOUND) { break; }
    let one = tap_around(k);
    let p = vec2i(corner) + one;
    if (!is_in_frame_before(p)) { continue; }
    let tap = unpack_guide(textureLoad(guide_before, p, 0));
    let is_near = shown.slot == 0u || abs(tap.distance - place.z) < reach;
    let found = textureLoad(light_before, p, 0);
    if (!is_alike(tap, shown) || !is_near || found.w <= 0.0) { continue; }
    var body = found.rgb;
    var spread = unpack2x16float(textureLoad(moments_before, p, 0).x);
    var tint_before = tap.tint;
    if (is_whole_before() && !stays_whole) {
      let known = apart_at(p, tap);
      body = known.light;
      spread = known.moments;
      tint_before = tints_before(p, tap).body;
    }
    // A surface seen at once and through the rim of a glass, a black tile and a white one: jitter makes them change places in a pixel, and
    // light of the one, divided by its tint, is not that of the other.
    let ratio = tint_ratio(tint_before, tint);
    let weight = weight_of_tap(k, f, ratio);
    total += weight;
    // In proportion to tints, as at rest: what a bright surface and a dark one beside it show alike, as a highlight in a mirror does, is
    // not the light that either is lit by, and would grow by one over the other where they change places.
    light += weight * vec4f(body, found.w * ratio);
    moments += weight * spread;
  }
  if (total < LEAST_FOUND) { return; }
  (*past).light = light.rgb / total;
  (*past).moments = moments / total;
  (*past).count = min(light.w / total, most);
}

const NEW_NEARNESS = 0.25;    // that a frame's has in the mean
const FAR = 1e6;              // metres, of what is nowhere near: BEYOND of virtual-image.wgsl

// What a gloss shows is found where its image was seen; where that is not known, or nothing is known there, where the surface was.
fn add_past_gloss(past: ptr<function, Past>, pixel: vec2u, place: vec3f, shown: Guide, tint: f32, most: f32) {
  if (shown.slot == 0u) { return; }
  let is_known = mirrored_at(pixel) >= 0.0;
  var nearness = nearness_at(pixel, shown);
  let q = vec2i(round(traced_before(place.xy)));
  if (!is_known && has_image(shown, motion.now.spread) && is_in_frame_before(q)) {
    let there = unpack_guide(textureLoad(guide_before, q, 0));
    let was = unpack_gloss_known(textureLoad(gloss_before, q, 0)).nearness;
    if (was >= 0.0 && there.slot == shown.slot && is_level(q, there, place, shown.normal)) { nearness = select(mix(was, nearness, NEW_NEARNESS), was, nearness < 0.0); }
  }
  (*past).gloss.nearness = nearness;
  var total = 0.0;
  let asked = select(-1.0, nearness, is_known);
  if (nearness >= 0.0 && !has_moved(shown.slot)) {
    let image = project(motion.before, point_at(motion.now, raster_place(pixel), 1.0 / max(nearness, 1.0 / FAR)));
    if (image.z > 0.0) { total = add_gloss_at(past, image.xy, place, shown, tint, most, asked); }
  }
  if (total < LEAST_FOUND) { total = add_gloss_at(past, place.xy, place, shown, tint, most, asked); }
}

// Nearness, as the mirrored ray tells it; below 0: it does not.
fn mirrored_at(pixel: vec2u) -> f32 {
  let metres = textureLoad(mirrored_now, pixel, 0).x;
  return select(-1.0, 1.0 / metres, metres > 0.0 && accumulation.is_rest == 0u);
}

// By the ray, else by this frame's paths; below 0: nothing tells.
fn nearness_at(pixel: vec2u, shown: Guide) -> f32 {
  let nearness = mirrored_at(pixel);
  if (nearness >= 0.0 || !has_image(shown, motion.now.spread)) { return nearness; }
  return nearness_now(pixel, shown);
}

const ALIKE_NEARNESS = 0.1;   // share of the nearer's by which two may differ,
const LEAST_NEARNESS = 0.01;  // and 1 / metres, of what is far away

// Whether what a gloss shows and what it showed may be one thing, 1..0. Else light is drawn along over the edges of what it shows, if these move.
fn alike_mirrored(a: f32, b: f32) -> f32 {
  let apart = (a - b) / (ALIKE_NEARNESS * max(a, b) + LEAST_NEARNESS);
  let moves = abs(a - b) * length(motion.now.position - motion.before.position) / motion.now.spread;
  return exp(-apart * apart * min(1.0, 4.0 * moves));
}

const BESIDE = array(vec2i(0, 0), vec2i(-1, 0), vec2i(1, 0), vec2i(0, -1), vec2i(0, 1));

// Of what this frame's paths found at a pixel and beside it on its surface; below 0: nothing.
fn nearness_now(pixel: vec2u, shown: Guide) -> f32 {
  var sum = 0.0;
  var count = 0.0;
  for (var k = 0; k < 5; k++) {
    let p = vec2i(pixel) + BESIDE[k];
    if (any(p < vec2i(0)) || p.x >= i32(motion.now.width) || p.y >= i32(motion.now.height)) { continue; }
    // At rest something else lies there.
    let at = select(textureLoad(glossy_now, p, 0).w, 0.0, accumulation.is_rest != 0u);
    if (at <= 0.0 || (textureLoad(guide_found, p, 0).z & 0xffffffu) != shown.slot) { continue; }
    let weight = select(1.0, 3.0, k == 0);
    sum += weight / at;
    count += weight;
  }
  return select(-1.0, sum / max(count, 1.0), count > 0.0);
}

// Whether a pixel of the frame before shows the surface that was at a place there and not another that faces the same way: one step of a stair mirrors
// what the next does not. Off its tangent plane, or in mirrors, where normals are not those of what is seen, off in distance.
fn is_level(p: vec2i, tap: Guide, place: vec3f, normal: vec3f) -> bool {
  // Most do.
  if (abs(tap.distance - place.z) < reach_at(place.z)) { return true; }
  return is_in_plane(motion.before, p, tap.distance, place, normal);
}

//   distance  of a pixel of a view
//   place     in that view, and its distance
fn is_in_plane(view: View, p: vec2i, distance: f32, place: vec3f, normal: vec3f) -> bool {
  let raster = min(vec2f(vec2u(p) * view.stride + view.stride / 2u), vec2f(view.raster_size - 1u)) + 0.5;
  return abs(dot(normal, point_at(view, raster, distance) - point_at(view, place.xy, place.z))) < reach_at(place.z);
}

// The weight of what was found.
//   at     where, raster coordinate
//   place  where the surface was
//   asked  nearness of what the gloss shows, where it must have shown the same there; below 0: whatever it showed
fn add_gloss_at(past: ptr<function, Past>, at: vec2f, place: vec3f, shown: Guide, tint: f32, most: f32, asked: f32) -> f32 {
  let traced = traced_before(at);
  let corner = floor(traced);
  let f = traced - corner;
  var total = 0.0;
  var light = vec4f(0.0);
  var moments = vec2f(0.0);
  for (var k = 0; k < TAPS; k++) {
    if (k == NEXT_TAPS && total >= LEAST_FOUND) { break; }
    let one = tap_around(k);
    let p = vec2i(corner) + one;
    if (!is_in_frame_before(p)) { continue; }
    let tap = unpack_guide(textureLoad(guide_before, p, 0));
    if (!is_alike(tap, shown) || !is_level(p, tap, place, shown.normal)) { continue; }
    var known = unpack_gloss_known(textureLoad(gloss_before, p, 0));
    var tint_before = tap.gloss;
    if (is_whole_before()) {
      known = apart_at(p, tap).gloss;
      tint_before = tints_before(p, tap).gloss;
    }
    if (known.count <= 0.0) { continue; }
    let ratio = tint_before / tint;
    var weight = weight_of_tap(k, f, ratio);
    if (asked >= 0.0 && known.nearness >= 0.0) { weight *= alike_mirrored(asked, known.nearness); }
    total += weight;
    light += weight * vec4f(known.light, known.count * ratio);
    moments += weight * known.moments;
  }
  if (total < LEAST_FOUND) { return 0.0; }
  (*past).gloss.light = light.rgb / total;
  (*past).gloss.moments = moments / total;
  (*past).gloss.count = min(light.w / total, most);
  return total;
}
