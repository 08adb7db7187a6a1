// variance.wgsl: how bright the surface is around each pixel, and how far that mean may be off. Pixels of a surface tell, not a pixel's
// own frames, which say little where a few of them find most of the light. And what a lone pixel found far above all around it is taken
// off, for a filter would make a star of it; give-back.wgsl spreads it. Of a picture that moves, of body and gloss alike.
// Needs octahedral, luminance, guide, smoothed, gloss, ages and block.

struct VarianceParams {
  width: u32,           // traced pixels
  height: u32,
  is_rest: u32,
}

@group(0) @binding(0) var<uniform> estimating: VarianceParams;
@group(0) @binding(1) var guide: texture_2d<u32>;
@group(0) @binding(2) var light: texture_2d<f32>;             // mean light, w: of how many frames
@group(0) @binding(3) var moments: texture_2d<u32>;
@group(0) @binding(4) var known_gloss: texture_2d<u32>;        // Gloss
@group(0) @binding(5) var tamed: texture_storage_2d<rgba32uint, write>;     // Smoothed: lone pixels held to what is around them; with_age()
@group(0) @binding(6) var<storage, read_write> blocks: array<Block>;        // of 8 x 8 pixels, row by row

const YOUNG = 4.0;      // frames up to which differences between pixels tell the variance
const REACH = 2u;
const LONE = 6.0;       // times the mean of the others around it: what is brighter stands alone,
const MORE_LONE = 4.0;      // and so many times more over the frames known
const GROWN = 16.0;     // frames of what moves: before, a path that found much is likelier than a place that has it,
const YOUNG_LONE = 3.0;     // and so many times that mean are enough,
const OFTEN_LONE = 2.0;     // times as much for a gloss: of what it mirrors one path in five is followed, and brings five times as much,
const ONE_FIND = 0.35;     // and at rest such a share of what several find may be: one path's find is no place that has it,
const LEFT_ALONE = 0.4;    // or such a share of them where nothing around is alike: the filter spreads little there
const MOST_BY_LESSER = 8.0;     // of the display's white, that the lesser of two means takes more than the greater: what one path found must not light all
const AROUND = 24.0;    // pixels
const ENOUGH = 4.0;     // of a surface, to tell what is usual there

// What the pixels of a workgroup look at, loaded and unpacked once.
const TILE = 8u;
const SIDE = TILE + 2u * REACH;
const LANES = TILE * TILE;
const OUTSIDE = 0xffffffffu;

var<workgroup> tap_slot: array<u32, SIDE * SIDE>;             // OUTSIDE: there is no such pixel
var<workgroup> tap_normal: array<vec4f, SIDE * SIDE>;         // w: brightness of the mean light
var<workgroup> tap_moments: array<vec2f, SIDE * SIDE>;
var<workgroup> tap_gloss: array<vec3f, SIDE * SIDE>;          // of the gloss: brightness and moments
var<workgroup> sums: array<Sums, LANES>;                      // of a pixel each, and its age
var<workgroup> ages: array<f32, LANES>;
var<workgroup> columns: array<Sums, AGES * TILE>;             // of eight pixels each, of all ages

struct Tap { guide: vec4u, moments: u32, light: vec3f, gloss: vec4u, is_there: bool }

fn place_of_tap(group: vec2u, i: u32) -> vec2i {
  return vec2i(group * TILE + vec2u(i % SIDE, i / SIDE)) - i32(REACH);
}

fn fetch(q: vec2i) -> Tap {
  let is_there = all(q >= vec2i(0)) && q.x < i32(estimating.width) && q.y < i32(estimating.height);
  return Tap(textureLoad(guide, q, 0), textureLoad(moments, q, 0).x, textureLoad(light, q, 0).rgb, textureLoad(known_gloss, q, 0), is_there);
}

fn keep(i: u32, tap: Tap) {
  let there = unpack_guide(tap.guide);
  tap_slot[i] = select(OUTSIDE, there.slot, tap.is_there);
  tap_normal[i] = vec4f(there.normal, luminance(tap.light));
  tap_moments[i] = unpack2x16float(tap.moments);
  let gloss = unpack_gloss_known(tap.gloss);
  tap_gloss[i] = vec3f(luminance(gloss.light), gloss.moments);
}

// What is kept of a pixel's light, or of its gloss's, 0..1.
//   others   brightness of the other pixels of its surface around it: their sum, the brightest (y); how many
//   frames   that the light is a mean of
//   moments  means over them of brightness and of its square
fn kept(slot: u32, brightness: f32, others: vec2f, count: f32, frames: f32, moments: vec2f, is_gloss: bool) -> f32 {
  // At rest samples come so fast that rare ones are soon usual: where few paths find all the light, all would be held.
  let age = select(clamp((frames - YOUNG) / (GROWN - YOUNG), 0.0, 1.0), 1.0, estimating.is_rest != 0u);
  let has_others = count >= ENOUGH;
  if (slot == 0u || (!has_others && age >= 1.0)) { return 1.0; }
  let times = mix(YOUNG_LONE * select(1.0, OFTEN_LONE, is_gloss) * mix(LEFT_ALONE, 1.0, count / AROUND), LONE * (1.0 + MORE_LONE / max(frames, 1.0)), age);
  let around = select(0.0, others.x / max(count, 1.0), has_others);
  let near = times * around;
  // What is sure, but for its rounding, is not held below `near`.
  let sure = sure_of(frames, moments);
  let is_rest = estimating.is_rest != 0u;
  // Two that are alone must not make each other usual: the brightest of the others does not count.
  let near_alone = select(near, ONE_FIND * times * select(0.0, max(others.x - others.y, 0.0) / max(count - 1.0, 1.0), has_others), is_rest);
  if (brightness <= select(min(near, max(around, 1.002 * sure)), clamp(1.002 * sure, near_alone, near), age >= 1.0)) { return 1.0; }
  // Where few paths find light, all of those around may have found none: then farther ones tell what is usual.
  let usual = usual_in_tile(slot, brightness, is_gloss);
  if (usual.y < ENOUGH) { return 1.0; }
  let far = times * usual.x;
  let most = max(near, far);
  let most_alone = select(most, max(near_alone, ONE_FIND * times * usual.z), is_rest);
  // In first frames those beside it may have found by chance what they show, too: then the lesser of both tells, but what its own frames make sure
  // of stays: a lamp's spot of few pixels is found by each.
  let least = max(select(far, min(near, far), near > 0.0), most - MOST_BY_LESSER);
  return min(1.0, mix(clamp(sure, least, most), clamp(sure, most_alone, most), age) / brightness);
}

// Brightness that a pixel's own frames agree on. By its moments its mean is made of so many equal frames: of one, it may be chance; of two, it is not.
fn sure_of(frames: f32, moments: vec2f) -> f32 {
  return moments.x * clamp(frames * moments.x * moments.x / max(moments.y, 1e-7) - 1.0, 0.0, 1.0);
}

// Mean brightness of what the workgroup sees of a surface, one of its pixels left out; how many; the mean without the brightest of all.
fn usual_in_tile(slot: u32, own: f32, is_gloss: bool) -> vec3f {
  var sum = 0.0;
  var brightest = vec2f(0.0);     // and the second
  var count = 0.0;
  for (var i = 0u; i < SIDE * SIDE; i++) {
    let is_there = tap_slot[i] == slot;
    let shown = select(0.0, select(tap_normal[i].w, tap_gloss[i].x, is_gloss), is_there);
    sum += shown;
    brightest = vec2f(max(brightest.x, shown), max(brightest.y, min(brightest.x, shown)));
    count += select(0.0, 1.0, is_there);
  }
  let others = max(sum - own, 0.0);
  let brightest_other = select(brightest.x, brightest.y, own >= brightest.x);
  return vec3f(others / max(count - 1.0, 1.0), count - 1.0, max(others - brightest_other, 0.0) / max(count - 2.0, 1.0));
}

// How far the mean of so many pixels' means may be off.
//   within   sum of their variances over frames
//   moments  means over them
fn deviation_of(moments: vec2f, within: f32, pixels: f32, frames: f32) -> f32 {
  var found = within / pixels;
  if (frames < YOUNG) { found = max(found, moments.y - moments.x * moments.x); }
  return sqrt(max(found, 0.0) / (max(frames, 1.0) * pixels));
}

fn look_around(pixel: vec2u, lane: vec3u, index: u32) {
  let center = textureLoad(light, pixel, 0);
  let is_apart = estimating.is_rest == 0u;
  let at = (lane.y + REACH) * SIDE + lane.x + REACH;
  let slot = tap_slot[at];
  let n = tap_normal[at].xyz;
  let own = tap_normal[at].w;
  var sum = vec4f(0.0);         // of moments, the body's and the gloss's
  var within = vec2f(0.0);
  var pixels = 0.0;
  var brightness = vec2f(0.0);  // the body's and the gloss's,
  var brightest = vec2f(0.0);     // of all others
  for (var y = 0u; y <= 2u * REACH; y++) {
    for (var x = 0u; x <= 2u * REACH; x++) {
      let there = (lane.y + y) * SIDE + lane.x + x;
      if (tap_slot[there] != slot) { continue; }
      let tap = tap_normal[there];
      if (slot != 0u && dot(tap.xyz, n) <= ALIKE_NORMALS) { continue; }
      let gloss = tap_gloss[there];
      let m = vec4f(tap_moments[there], gloss.yz);
      sum += m;
      within += max(m.yw - m.xz * m.xz, vec2f(0.0));
      pixels += 1.0;
      let shown = vec2f(tap.w, gloss.x);
      brightness += shown;
      brightest = max(brightest, select(shown, vec2f(0.0), there == at));
    }
  }
  // A pixel is alike itself but for rounding.
  pixels = max(pixels, 1.0);
  sum /= pixels;
  let guided = unpack_guide(textureLoad(guide, pixel, 0));
  let share = kept(slot, own, vec2f(max(brightness.x - own, 0.0), brightest.x), pixels - 1.0, center.w, tap_moments[at], false);
  let stays = min(center.rgb * share, vec3f(MOST_LIGHT));
  var found = Smoothed(stays, sum.x, deviation_of(sum.xy, within.x, pixels, center.w), vec3f(0.0), 0.0, 0.0);
  var tint = guided.tint;
  var off = tint * (center.rgb - stays);
  var remains = tint * stays;
  if (is_apart) {
    let known = unpack_gloss_known(textureLoad(known_gloss, pixel, 0));
    let own_gloss = tap_gloss[at];
    let gloss_share = kept(slot, own_gloss.x, vec2f(max(brightness.y - own_gloss.x, 0.0), brightest.y), pixels - 1.0, known.count, own_gloss.yz, true);
    found.gloss = known.light * gloss_share;
    found.gleam = sum.z;
    found.gleam_deviation = deviation_of(sum.zw, within.y, pixels, known.count);
    tint += guided.gloss;
    off += guided.gloss * (known.light - found.gloss);
    remains += guided.gloss * found.gloss;
  }
  // As it is read again: each age gives what it took.
  let age = round_age(select(age_of(center.w), f32(AGES - 1u), estimating.is_rest != 0u));
  textureStore(tamed, pixel, with_age(pack_smoothed(found), age));
  // The surroundings take nothing.
  let counts = select(0.0, 1.0, slot != 0u);
  off *= counts;
  sums[index] = Sums(vec4f(off, luminance(off) * luminance(off)), vec4f(counts * remains, 0.0), vec4f(counts * tint, 0.0));
  ages[index] = age;
}

@compute @workgroup_size(8, 8)
fn variance(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) lane: vec3u, @builtin(local_invocation_index) index: u32) {
  // Others are on their way while the first is unpacked.
  let tap = fetch(place_of_tap(group.xy, index));
  let tap2 = fetch(place_of_tap(group.xy, index + LANES));
  let third = index + 2u * LANES;
  var tap3: Tap;
  if (third < SIDE * SIDE) { tap3 = fetch(place_of_tap(group.xy, third)); }
  keep(index, tap);
  keep(index + LANES, tap2);
  if (third < SIDE * SIDE) { keep(third, tap3); }
  workgroupBarrier();
  if (id.x < estimating.width && id.y < estimating.height) { look_around(id.xy, lane, index); }
  workgroupBarrier();
  // A row at a time: lanes beside each other read what lies side by side, or they wait for one bank of the memory.
  let column = index % TILE;
  let age = index / TILE;
  if (age < AGES) {
    var sum = Sums();
    for (var at = column; at < LANES; at += TILE) { sum = plus(sum, sums[at], share_of_age(ages[at], age)); }
    columns[column * AGES + age] = sum;
  }
  workgroupBarrier();
  if (index >= AGES) { return; }
  var sum = Sums();
  for (var at = index; at < AGES * TILE; at += AGES) { sum = plus(sum, columns[at], 1.0); }
  blocks[group.y * ((estimating.width + TILE - 1u) / TILE) + group.x].ages[index] = sum;
}
